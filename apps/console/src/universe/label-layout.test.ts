import { expect, test } from 'vitest'
import { labelHeight, layLabels, type Label } from './label-layout.ts'

const screen = { width: 800, height: 600, most: 20 }

test('[UV9] labels never overlap, and those with the highest weight come first', () => {
  const crowd = Array.from({ length: 200 }, (_, index) =>
    label(`b${index}`, 300 + (index % 20) * 9, 200 + Math.floor(index / 20) * 9, index),
  )
  const placed = layLabels(crowd, screen)
  expect(placed.length).toBeGreaterThan(3)
  expect(placed[0]?.id).toBe('b199')
  const boxes = placed.map(({ id, left, top }) => {
    const { x, y } = crowd.find((each) => each.id === id) ?? { x: 0, y: 0 }
    return { left: x + left, top: y + top }
  })
  for (const [index, a] of boxes.entries())
    for (const b of boxes.slice(index + 1))
      expect(Math.abs(a.left - b.left) >= 60 || Math.abs(a.top - b.top) >= labelHeight).toBe(true)
})

test('[UV9] a label that does not fit to the right goes to the left, and none leaves the picture', () => {
  expect(layLabels([label('edge', 780, 300, 1)], screen)[0]).toMatchObject({ left: -71 })
  expect(layLabels([label('corner', -50, -50, 1)], screen)).toEqual([])
})

test('[UV9] a label does not cover other bodies', () => {
  const planet = { id: 'planet', x: 250, y: 200, radius: 30 }
  expect(layLabels([label('moon', 200, 200, 1)], screen, [planet])[0]).toMatchObject({ left: -71 })
  expect(layLabels([label('planet', 200, 200, 1)], screen, [planet])[0]).toMatchObject({ left: 11 })
})

test('[UV9] no more labels are placed than asked for', () => {
  const separate = Array.from({ length: 40 }, (_, index) =>
    label(`b${index}`, 20 + (index % 8) * 90, 20 + index * 14, 1),
  )
  expect(layLabels(separate, { ...screen, most: 5 })).toHaveLength(5)
})

function label(id: string, x: number, y: number, weight: number): Label {
  return { id, x, y, radius: 5, width: 60, weight }
}
