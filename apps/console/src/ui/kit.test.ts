import { expect, test } from 'vitest'
import { momentWords } from './moment-words.ts'
import { sortRows } from './sort-rows.ts'

test('[CO6] a table sorts numbers by size and texts in natural order, and the sort is stable', () => {
  const rows = [{ name: 'a10' }, { name: 'a2' }, { name: 'B1' }, { name: 'a2' }]
  const named = sortRows(rows, ({ name }) => name, { key: 'name', isDown: false })
  expect(named.map(({ name }) => name)).toEqual(['a2', 'a2', 'a10', 'B1'])
  expect(named[0]).toBe(rows[1])
  const sizes = sortRows([9, 10, 1], (size) => size, { key: 'size', isDown: true })
  expect(sizes).toEqual([10, 9, 1])
  expect(sortRows(rows, undefined, undefined)).toBe(rows)
})

test('[CO7] a time is shown in words, and as a date beyond a week', () => {
  const now = new Date('2026-11-16T12:00:00Z')
  const words = (text: string) => momentWords(new Date(text), now)
  expect(words('2026-11-16T11:59:58Z')).toBe('just now')
  expect(words('2026-11-16T11:55:00Z')).toBe('5 minutes ago')
  expect(words('2026-11-16T09:00:00Z')).toBe('3 hours ago')
  expect(words('2026-11-18T12:00:00Z')).toBe('in 2 days')
  expect(words('2026-10-01T12:00:00Z')).toBe('Oct 1, 2026')
})
