import { expect, test } from 'vitest'
import type { Entry } from '../api/wire.ts'
import { undoStatesOf } from './undo-state.ts'

test('[UV910] people can undo only their own steps, and can redo an undone step', () => {
  const entries = [
    entry(5, 'me', { redoes: 1 }),
    entry(4, 'me', { undoes: 3 }),
    entry(3, 'me'),
    entry(2, 'other'),
    entry(1, 'me'),
  ]
  expect([...undoStatesOf(entries, 'me')]).toEqual([
    [1, 'applied'],
    [2, 'other'],
    [3, 'undone'],
    [4, 'other'],
    [5, 'other'],
  ])
})

test('[UV910] steps that others undo stay theirs', () => {
  expect(undoStatesOf([entry(1, 'other'), entry(2, 'other', { undoes: 1 })], 'me').get(1)).toBe('other')
})

function entry(revision: number, id: string, more: Partial<Entry> = {}): Entry {
  const command = { type: 'tick', dt: 1 }
  return { revision, command, actor: { id, name: id, client: null }, at: '2026-11-15T12:00:00Z', ...more }
}
