import { expect, test } from 'vitest'
import { dayWords, positionOf } from './as-of-scale.ts'

const moments = ['2026-01-01T00:00:00.000Z', '2026-02-01T00:00:00.000Z', '2026-03-01T12:30:00.000Z']

test('[C366] a time is at the last change before it on the slider, and no choice means now', () => {
  expect(positionOf(moments, undefined)).toBe(3)
  expect(positionOf(moments, '2026-02-01')).toBe(1)
  expect(positionOf(moments, '2026-02-15')).toBe(1)
  expect(positionOf(moments, '1999-01-01')).toBe(0)
})

test('[C366] a day is shown without a time', () => {
  expect(dayWords(moments[0]!)).not.toMatch(/:/)
  expect(dayWords(moments[2]!)).toMatch(/:/)
})
