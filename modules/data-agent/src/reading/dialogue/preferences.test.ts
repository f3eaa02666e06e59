import { expect, test } from 'vitest'
import { findTimes } from '../time/find-times.ts'
import { dataAgentSettings, periodKey, periodWords } from './preferences.ts'
import { bakery, clock } from './test-bakery.ts'

const keys = [
  'today',
  'yesterday',
  'current_week',
  'last_week',
  'current_month',
  'last_month',
  'current_quarter',
  'last_quarter',
  'current_year',
  'last_year',
  'last_7_days',
  'last_30_days',
  'last_90_days',
  'last_6_months',
  'last_12_months',
  'last_4_quarters',
  'week_to_date',
  'month_to_date',
  'quarter_to_date',
  'year_to_date',
  'all_time',
]

test.each(keys)('[DT15] %s turns into words that are a period, and back', (key) => {
  const words = periodWords(key) ?? ''
  expect(periodKey(words)).toBe(key)
  expect(findTimes(words, { ...clock, calendar: bakery.calendar })).toMatchObject([
    { words, range: expect.anything() },
  ])
})

test('[DT15] other ways to write a period have the same key', () => {
  expect([periodKey('this quarter'), periodKey('Past 30 days'), periodKey('Year-to-date')]).toEqual([
    'current_quarter',
    'last_30_days',
    'year_to_date',
  ])
  expect(periodKey('when the ovens were new')).toBeNull()
})

test('[DT16] settings take the documented values and nothing else', () => {
  const seed = { defaultTimePeriod: 'current_quarter', highValueThreshold: 10_000 }
  expect(dataAgentSettings.parse(seed)).toEqual(seed)
  expect(dataAgentSettings.parse({ defaultTimePeriod: null })).toEqual({ defaultTimePeriod: null })
  for (const wrong of [
    { defaultTimePeriod: 'soon' },
    { highValueThreshold: -1 },
    { highValueThreshold: Infinity },
    { region: 'West' },
  ]) {
    expect(dataAgentSettings.safeParse(wrong).success).toBe(false)
  }
})
