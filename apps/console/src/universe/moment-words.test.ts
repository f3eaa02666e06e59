import { expect, test } from 'vitest'
import { agoWords, durationWords, momentWords, presentTime, significant } from './moment-words.ts'

test('[UV8] a moment of a universe that starts at J2000 is a date', () => {
  expect(momentWords(0, true)).toBe('2000 Jan 1, 11:58')
  expect(momentWords(86_400 * 366, true)).toBe('2001 Jan 1, 11:58')
  expect(momentWords(-86_400, true)).toBe('1999 Dec 31, 11:58')
  expect(momentWords(1e14, true)).toBe('year 3,170,809')
  expect(momentWords(presentTime(Date.UTC(2026, 10, 15, 8)), true)).toBe('2026 Nov 15, 08:00')
})

test('[UV8] dates beyond four digits keep their year', () => {
  expect(momentWords(31_557_600 * 20_000, true)).toMatch(/^22000 May 30/)
  expect(momentWords(-31_557_600 * 2500, true)).toMatch(/^−501 Dec 13/)
})

test('[UV8] a moment of any other universe is counted from its start', () => {
  expect(momentWords(0, false)).toBe('day 0, 00:00:00')
  expect(momentWords(86_400 * 3 + 61, false)).toBe('day 3, 00:01:01')
  expect(momentWords(-31_557_600 * 2, false)).toBe('−year 2, day 0, 12:00:00')
})

test('[UV8] lengths of time and numbers have three significant digits', () => {
  expect(durationWords(27.3217 * 86_400)).toBe('27.3 days')
  expect(durationWords(164.8 * 31_557_600)).toBe('165 years')
  expect(durationWords(5400)).toBe('90 min')
  expect([significant(1234.5), significant(0.38709), significant(5.97e24)]).toEqual([
    '1,235',
    '0.387',
    '5.97 × 10²⁴',
  ])
})

test('[UV8] the log shows how long ago a step was', () => {
  const now = Date.parse('2026-11-15T12:00:00Z')
  expect(agoWords('2026-11-15T11:59:58Z', now)).toBe('just now')
  expect(agoWords('2026-11-15T11:20:00Z', now)).toBe('40 min ago')
  expect(agoWords('2026-10-01T12:00:00Z', now)).toBe('2026-10-01')
})
