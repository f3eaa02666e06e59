import { expect, test } from 'vitest'
import { partName, periodName, windowName } from './periods.ts'

test.each([
  ['2025-10-01', 'quarter', 'Q4 2025'],
  ['2025-03-01', 'month', 'March 2025'],
  ['2025-01-01', 'year', '2025'],
  [2025, 'year', '2025'],
  ['2025-03-10', 'week', 'week of 2025-03-10'],
  ['2025-02-01', 'quarter', 'quarter from 2025-02-01'],
  [null, 'month', 'no date'],
  ['soon', 'month', 'soon'],
] as const)('[DV32] %s as a %s', (cell, unit, name) => expect(periodName(cell, unit)).toBe(name))

test.each([
  ['2025-10-01', '2026-01-01', 'Q4 2025'],
  ['2025-01-01', '2026-01-01', '2025'],
  ['2025-03-01', '2025-04-01', 'March 2025'],
  ['2025-03-04', '2025-03-05', '2025-03-04'],
  ['2025-03-04', '2025-04-11', '2025-03-04 to 2025-04-10'],
  ['2025-03-04', null, 'since 2025-03-04'],
  [null, '2025-03-04', 'before 2025-03-04'],
])('[DV32] from %s to %s', (start, end, name) => expect(windowName(start, end)).toBe(name))

test('[DV32] parts of times have names', () => {
  expect([partName(1, 'weekday'), partName(3, 'month'), partName(2, 'quarter'), partName(7, 'hour')]).toEqual(
    ['Monday', 'March', 'Q2', '07:00'],
  )
})
