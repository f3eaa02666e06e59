import { expect, test } from 'vitest'
import { layOut, nodeSize } from './layout.ts'

const nodes = ['orders', 'customers', 'items', 'products', 'weather'].map((id) => ({ id, label: id }))
const edges = [
  { from: 'orders', to: 'customers', label: '' },
  { from: 'items', to: 'orders', label: '' },
  { from: 'items', to: 'products', label: '' },
]

test('[C312] no two boxes of a graph touch, and unconnected boxes are placed apart', () => {
  const placed = layOut(nodes, edges)
  const touching = placed.flatMap((a) =>
    placed
      .filter((b) => a !== b && Math.abs(a.x - b.x) < nodeSize.width && Math.abs(a.y - b.y) < nodeSize.height)
      .map((b) => `${a.id} and ${b.id}`),
  )
  expect(touching).toEqual([])
  const last = Math.max(...placed.map(({ x }) => x))
  expect(placed.find(({ id }) => id === 'weather')?.x).toBe(last)
})

test('[C312] a graph of 300 boxes with loops and edges to missing boxes is laid out', () => {
  const many = Array.from({ length: 300 }, (_, index) => ({ id: `t${index}`, label: `t${index}` }))
  const links = many.map(({ id }, index) => ({ from: id, to: `t${(index * 7) % 310}`, label: '' }))
  expect(layOut(many, links)).toHaveLength(300)
})
