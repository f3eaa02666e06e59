import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isDay } from './fields.ts'

test('[T7] a day is what the calendar has', () => {
  const upTo = (max: number, min = 0) => fc.integer({ min, max })
  fc.assert(
    fc.property(upTo(9999, 1), upTo(14), upTo(33), (year, month, day) => {
      const text = [digits(year, 4), digits(month, 2), digits(day, 2)].join('-')
      expect(isDay(text)).toBe(day >= 1 && day <= daysIn(year, month))
    }),
    { numRuns: 2000 },
  )
})

function daysIn(year: number, month: number): number {
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
  return { 2: isLeap ? 29 : 28, 4: 30, 6: 30, 9: 30, 11: 30 }[month] ?? (month >= 1 && month <= 12 ? 31 : 0)
}

function digits(value: number, count: number): string {
  return String(value).padStart(count, '0')
}
