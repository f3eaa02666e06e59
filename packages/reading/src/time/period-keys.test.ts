import { periodWords } from '@quipu/query'
import { expect, test } from 'vitest'
import { findTimes } from './find-times.ts'
import { bakery, clock } from '../dialogue/test-bakery.ts'

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

test.each(keys)('[DT15] %s becomes words that the grammar reads as a period', (key) => {
  const words = periodWords(key) ?? ''
  expect(findTimes(words, { ...clock, calendar: bakery.calendar })).toMatchObject([
    { words, range: expect.anything() },
  ])
})
