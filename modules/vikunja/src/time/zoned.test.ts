import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readReminder, readRepeat, showReminder, showRepeat } from './spans.ts'
import { instantOf, localOf } from './zoned.ts'

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/St_Johns',
  'Asia/Kathmandu',
  'Pacific/Apia',
  'America/Sao_Paulo',
]

test('[VK141] a time shown in any zone is parsed to the same moment', () => {
  const moment = fc.date({ min: new Date('2000-01-01'), max: new Date('2060-01-01'), noInvalidDate: true })
  fc.assert(
    fc.property(moment, fc.constantFrom(...zones), (at, zone) => {
      const minute = new Date(Math.floor(at.getTime() / 60_000) * 60_000).toISOString()
      expect(instantOf(localOf(minute, zone), 'UTC', 'start')).toBe(minute)
    }),
    { numRuns: 500 },
  )
})

test.each([
  ['2026-07-01', 'end', '2026-07-01T21:59:00.000Z'],
  ['2026-01-01', 'start', '2025-12-31T23:00:00.000Z'],
  ['2026-03-29T02:30', 'start', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25T02:30', 'start', '2026-10-25T00:30:00.000Z'],
] as const)('[VK141] [VK920] %s, taken as the %s of a day in Berlin, is %s', (text, edge, expected) => {
  expect(instantOf(text, 'Europe/Berlin', edge)).toBe(expected)
})

test.each(['every 3d', 'monthly', '2w after completion', 'every 90m'])(
  '[VK140] the repetition %j is shown as it is written',
  (text) => {
    const repeat = readRepeat(text)
    expect(repeat && showRepeat(repeat)).toBe(text)
  },
)

test.each(['1h before due', '30m after start', '2d before end'])(
  '[VK140] the reminder %j is shown as it is written',
  (text) => {
    expect(showReminder(readReminder(text, 'UTC'), 'UTC')).toBe(text)
  },
)
