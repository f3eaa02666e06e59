import { expect, test } from 'vitest'
import type { Row } from './rows.ts'
import { treeStep } from './tree-keys.ts'

const rows = [row('sun', null, true), row('earth', 'sun', false), row('mars', 'sun', undefined)]

test('[UV19] arrow keys move in the tree, open rows and close them', () => {
  expect(treeStep(rows, 0, 'ArrowDown', 10)).toEqual({ kind: 'go', index: 1 })
  expect(treeStep(rows, 2, 'ArrowDown', 10)).toEqual({ kind: 'go', index: 2 })
  expect(treeStep(rows, 1, 'ArrowRight', 10)).toEqual({ kind: 'turn', key: 'earth' })
  expect(treeStep(rows, 0, 'ArrowRight', 10)).toEqual({ kind: 'go', index: 1 })
  expect(treeStep(rows, 2, 'ArrowLeft', 10)).toEqual({ kind: 'go', index: 0 })
  expect(treeStep(rows, 0, 'ArrowLeft', 10)).toEqual({ kind: 'turn', key: 'sun' })
})

test('[UV19] page keys, Home, End and Enter work in the tree', () => {
  expect(treeStep(rows, 1, 'PageDown', 10)).toEqual({ kind: 'go', index: 2 })
  expect(treeStep(rows, 1, 'Home', 10)).toEqual({ kind: 'go', index: 0 })
  expect(treeStep(rows, 1, 'Enter', 10)).toEqual({ kind: 'open', index: 1 })
  expect(treeStep(rows, 1, 'x', 10)).toBeUndefined()
})

test('[UV19] the first key in a tree without focus goes to the first row', () => {
  expect(treeStep(rows, -1, 'ArrowDown', 10)).toEqual({ kind: 'go', index: 0 })
  expect(treeStep(rows, -1, 'End', 10)).toEqual({ kind: 'go', index: 2 })
  expect(treeStep([], -1, 'ArrowDown', 10)).toBeUndefined()
})

function row(key: string, parentKey: string | null, isOpen: boolean | undefined): Row {
  const place = { level: 1, position: 1, siblings: 1 }
  return { key, id: key, name: key, kind: 'planet', color: undefined, ...place, isOpen, parentKey }
}
