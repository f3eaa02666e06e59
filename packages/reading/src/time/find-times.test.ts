import { expect, test } from 'vitest'
import { findTimes } from './find-times.ts'
import type { TimeContext } from './time-mention.ts'

/** A Wednesday. */
const context: TimeContext = {
  now: new Date('2026-11-18T15:30:00Z'),
  timeZone: 'America/New_York',
  calendar: { fiscalYearStart: null, weekStart: 'monday' },
}
const fiscal: TimeContext = { ...context, calendar: { fiscalYearStart: 2, weekStart: 'sunday' } }

const ranges = `
loans on 2024-03-05 | 2024-03-05 | 2024-03-05 .. 2024-03-06
loans on March 5, 2024 | March 5, 2024 | 2024-03-05 .. 2024-03-06
loans on 5 March 2024 | 5 March 2024 | 2024-03-05 .. 2024-03-06
loans on the 5th of March 2024 | the 5th of March 2024 | 2024-03-05 .. 2024-03-06
loans on 5-Mar-2024 | 5-Mar-2024 | 2024-03-05 .. 2024-03-06
loans on 5.3.2024 | 5.3.2024 | 2024-03-05 .. 2024-03-06
loans on 5.3.24 | 5.3.24 | 2024-03-05 .. 2024-03-06
loans on 2024/03/05 | 2024/03/05 | 2024-03-05 .. 2024-03-06
loans on 3/25/2024 | 3/25/2024 | 2024-03-25 .. 2024-03-26
loans on 25/3/2024 | 25/3/2024 | 2024-03-25 .. 2024-03-26
loans on 3/5/2024 | 3/5/2024 | 2024-03-05 .. 2024-03-06
loans on December 31st | December 31st | 2025-12-31 .. 2026-01-01
loans on March 5th | March 5th | 2026-03-05 .. 2026-03-06
at 2024-03-05 14:30 | 2024-03-05 14:30 | 2024-03-05T14:30:00 .. 2024-03-05T14:31:00
loans in March 2024 | March 2024 | 2024-03-01 .. 2024-04-01
loans in Mar '24 | Mar '24 | 2024-03-01 .. 2024-04-01
loans in Sept. 2024 | Sept. 2024 | 2024-09-01 .. 2024-10-01
loans in March of last year | March of last year | 2025-03-01 .. 2025-04-01
loans in 2024-03 | 2024-03 | 2024-03-01 .. 2024-04-01
loans in 03/2024 | 03/2024 | 2024-03-01 .. 2024-04-01
loans in March | March | 2026-03-01 .. 2026-04-01
loans in December | December | 2025-12-01 .. 2026-01-01
who may come in May | May | 2026-05-01 .. 2026-06-01
loans in 1999 | 1999 | 1999-01-01 .. 2000-01-01
loans of the year 1999 | the year 1999 | 1999-01-01 .. 2000-01-01
loans in Q3 | Q3 | 2026-07-01 .. 2026-10-01
loans in Q4 | Q4 | 2026-10-01 .. 2027-01-01
loans in Q3 2025 | Q3 2025 | 2025-07-01 .. 2025-10-01
loans in the third quarter of 2024 | the third quarter of 2024 | 2024-07-01 .. 2024-10-01
loans in 2024Q1 | 2024Q1 | 2024-01-01 .. 2024-04-01
loans in 1Q24 | 1Q24 | 2024-01-01 .. 2024-04-01
loans in Q4 last year | Q4 last year | 2025-10-01 .. 2026-01-01
loans in the last quarter of 2023 | the last quarter of 2023 | 2023-10-01 .. 2024-01-01
loans in the first half of 2024 | the first half of 2024 | 2024-01-01 .. 2024-07-01
loans in H2 2025 | H2 2025 | 2025-07-01 .. 2026-01-01
loans in week 12 of 2024 | week 12 of 2024 | 2024-03-18 .. 2024-03-25
loans in 2020-W53 | 2020-W53 | 2020-12-28 .. 2021-01-04
loans in the 1990s | the 1990s | 1990-01-01 .. 2000-01-01
loans in the '80s | the '80s | 1980-01-01 .. 1990-01-01
loans in the nineties | the nineties | 1990-01-01 .. 2000-01-01
loans in the early 1990s | the early 1990s | 1990-01-01 .. 1994-01-01
books of the 19th century | the 19th century | 1801-01-01 .. 1901-01-01
books of the 1800s | the 1800s | 1800-01-01 .. 1900-01-01
loans today | today | 2026-11-18 .. 2026-11-19
loans yesterday | yesterday | 2026-11-17 .. 2026-11-18
due tomorrow | tomorrow | 2026-11-19 .. 2026-11-20
loans the day before yesterday | the day before yesterday | 2026-11-16 .. 2026-11-17
loans this week | this week | 2026-11-16 .. 2026-11-23
loans last week | last week | 2026-11-09 .. 2026-11-16
loans this month | this month | 2026-11-01 .. 2026-12-01
loans last month | last month | 2026-10-01 .. 2026-11-01
due next month | next month | 2026-12-01 .. 2027-01-01
loans in the current quarter | the current quarter | 2026-10-01 .. 2027-01-01
loans last quarter | last quarter | 2026-07-01 .. 2026-10-01
loans in the previous quarter | the previous quarter | 2026-07-01 .. 2026-10-01
loans this year | this year | 2026-01-01 .. 2027-01-01
loans last year | last year | 2025-01-01 .. 2026-01-01
loans the month before last | the month before last | 2026-09-01 .. 2026-10-01
loans of the last 30 days | the last 30 days | 2026-10-19 .. 2026-11-19
loans in the past 3 months | the past 3 months | 2026-08-18 .. 2026-11-19
loans in the last two weeks | the last two weeks | 2026-11-04 .. 2026-11-19
loans in the last twelve months | the last twelve months | 2025-11-18 .. 2026-11-19
loans in the trailing twelve months | the trailing twelve months | 2025-11-18 .. 2026-11-19
loans in the past month | the past month | 2026-10-18 .. 2026-11-19
loans in the last few weeks | the last few weeks | 2026-10-28 .. 2026-11-19
loans in the last couple of months | the last couple of months | 2026-09-18 .. 2026-11-19
loans in the last decade | the last decade | 2016-11-18 .. 2026-11-19
loans in the previous 2 quarters | the previous 2 quarters | 2026-04-01 .. 2026-10-01
loans in the last 3 full months | the last 3 full months | 2026-08-01 .. 2026-11-01
due in the next 7 days | the next 7 days | 2026-11-18 .. 2026-11-26
loans 3 days ago | 3 days ago | 2026-11-15 .. 2026-11-16
loans 2 months ago | 2 months ago | 2026-09-01 .. 2026-10-01
loans a year ago | a year ago | 2025-01-01 .. 2026-01-01
loans year to date | year to date | 2026-01-01 .. 2026-11-19
loans YTD | YTD | 2026-01-01 .. 2026-11-19
loans month-to-date | month-to-date | 2026-11-01 .. 2026-11-19
loans QTD | QTD | 2026-10-01 .. 2026-11-19
loans week to date | week to date | 2026-11-16 .. 2026-11-19
loans so far this year | so far this year | 2026-01-01 .. 2026-11-19
loans this month so far | this month so far | 2026-11-01 .. 2026-11-19
loans last Monday | last Monday | 2026-11-16 .. 2026-11-17
loans last Wednesday | last Wednesday | 2026-11-11 .. 2026-11-12
due next Friday | next Friday | 2026-11-20 .. 2026-11-21
loans last March | last March | 2026-03-01 .. 2026-04-01
loans last December | last December | 2025-12-01 .. 2026-01-01
loans last weekend | last weekend | 2026-11-14 .. 2026-11-16
loans in the last 24 hours | the last 24 hours | 2026-11-17T10:30:00 .. 2026-11-18T10:30:00
loans since March | since March | 2026-03-01 .. null
loans since 2019 | since 2019 | 2019-01-01 .. null
loans since 2 weeks ago | since 2 weeks ago | 2026-11-04 .. null
loans starting in 2020 | starting in 2020 | 2020-01-01 .. null
loans on or after 2024-03-05 | on or after 2024-03-05 | 2024-03-05 .. null
loans after 2015 | after 2015 | 2016-01-01 .. null
loans after March 5, 2024 | after March 5, 2024 | 2024-03-06 .. null
loans later than 2015 | later than 2015 | 2016-01-01 .. null
loans before 2010 | before 2010 | null .. 2010-01-01
loans prior to March 2024 | prior to March 2024 | null .. 2024-03-01
loans until yesterday | until yesterday | null .. 2026-11-18
loans up to March 2024 | up to March 2024 | null .. 2024-04-01
loans no later than 5 March 2024 | no later than 5 March 2024 | null .. 2024-03-06
loans by the end of 2023 | by the end of 2023 | null .. 2024-01-01
loans as of March 31, 2024 | as of March 31, 2024 | null .. 2024-04-01
loans from March to May 2024 | from March to May 2024 | 2024-03-01 .. 2024-06-01
loans from November to February 2024 | from November to February 2024 | 2023-11-01 .. 2024-03-01
loans between 2010 and 2015 | between 2010 and 2015 | 2010-01-01 .. 2016-01-01
loans 2010-2015 | 2010-2015 | 2010-01-01 .. 2016-01-01
loans between 5 and 12 March 2024 | between 5 and 12 March 2024 | 2024-03-05 .. 2024-03-13
loans March 5-12, 2024 | March 5-12, 2024 | 2024-03-05 .. 2024-03-13
loans from 2024-01-01 to 2024-03-31 | from 2024-01-01 to 2024-03-31 | 2024-01-01 .. 2024-04-01
loans Jan-Mar 2024 | Jan-Mar 2024 | 2024-01-01 .. 2024-04-01
loans Q1 to Q3 2024 | Q1 to Q3 2024 | 2024-01-01 .. 2024-10-01
loans between yesterday and today | between yesterday and today | 2026-11-17 .. 2026-11-19
loans in the first week of March 2024 | the first week of March 2024 | 2024-03-01 .. 2024-03-08
loans in the last 2 weeks of last month | the last 2 weeks of last month | 2026-10-18 .. 2026-11-01
loans in the first 3 months of 2024 | the first 3 months of 2024 | 2024-01-01 .. 2024-04-01
loans in the week of March 5, 2024 | the week of March 5, 2024 | 2024-03-05 .. 2024-03-12
loans at the end of 2023 | the end of 2023 | 2023-12-31 .. 2024-01-01
loans in early 2024 | early 2024 | 2024-01-01 .. 2024-05-01
loans since the start of the year | since the start of the year | 2026-01-01 .. null
loans in the second half of the year | the second half of the year | 2026-07-01 .. 2027-01-01
loans in the first month of the year | the first month of the year | 2026-01-01 .. 2026-02-01
loans from 2019 | 2019 | 2019-01-01 .. 2020-01-01
loans from 2019 onwards | from 2019 onwards | 2019-01-01 .. null
loans of 2019 or later | 2019 or later | 2019-01-01 .. null
loans of 2010 and earlier | 2010 and earlier | null .. 2011-01-01
loans in the last week | in the last week | 2026-11-11 .. 2026-11-19
loans more than 30 days ago | more than 30 days ago | null .. 2026-10-19
loans less than 2 weeks ago | less than 2 weeks ago | 2026-11-04 .. 2026-11-19
loans in the week ending 2024-03-09 | the week ending 2024-03-09 | 2024-03-03 .. 2024-03-10
loans of the 12 months ending June 2024 | the 12 months ending June 2024 | 2023-07-01 .. 2024-07-01
loans on Tuesday, 5 March 2024 | on Tuesday, 5 March 2024 | 2024-03-05 .. 2024-03-06
loans in '99 | '99 | 1999-01-01 .. 2000-01-01
growth since 2020 | since 2020 | 2020-01-01 .. null
loans in the past 4 weeks, excluding this week | the past 4 weeks, excluding this week | 2026-10-19 .. 2026-11-16
loans in the last 3 months, including the current month | the last 3 months, including the current month | 2026-09-01 .. 2026-12-01
loans 3 weeks after 2024-03-05 | 3 weeks after 2024-03-05 | 2024-03-26 .. 2024-03-27
loans in the 3 weeks after 2024-03-05 | the 3 weeks after 2024-03-05 | 2024-03-06 .. 2024-03-27
loans of all time | all time | null .. null
`

const rows = ranges
  .trim()
  .split('\n')
  .map((line) => line.split(' | '))

test.each(rows)('[DT1] [DT904] [DT903] [DT902] [DT901] [DT900] %s', (question, words, range) => {
  const found = findTimes(question ?? '', context)
  expect(found.map((mention) => [mention.words, `${mention.range?.start} .. ${mention.range?.end}`])).toEqual(
    [[words, range]],
  )
  expect(question?.slice(found[0]?.start, found[0]?.end)).toBe(words)
})

const splits = `
daily loans | grain day
weekly trend of loans | grain week
monthly loans | grain month
loans by quarter | grain quarter
loans per month | grain month
loans for each year | grain year
loans every day | grain day
loans by calendar week | grain week
loans by fiscal quarter | grain quarter
month by month | grain month
in which year | grain year
growth month over month | grain month step
growth year-on-year | grain year step
loans YoY | grain year step
loans on weekends | part weekday 6,7
loans on weekdays | part weekday 1,2,3,4,5
loans on Mondays | part weekday 1
loans between Monday and Friday | part weekday 1,2,3,4,5
loans in the morning | part hour 6,7,8,9,10,11
loans between 9am and 12pm | part hour 9,10,11
loans after 10 pm | part hour 22,23
loans by day of the week | part weekday
loans by hour | part hour
loans every March | part month 3
`
const splitRows = splits
  .trim()
  .split('\n')
  .map((line) => line.split(' | '))

test.each(splitRows)('[DT2] [DT905] %s', (question, meaning) => {
  const [mention, ...others] = findTimes(question ?? '', context)
  const parts = [
    mention?.kind,
    mention?.part?.part ?? mention?.unit,
    mention?.part?.values?.join(',') ?? mention?.comparison,
  ]
  expect(parts.filter(Boolean).join(' ')).toBe(meaning)
  expect(others).toEqual([])
})

test.each([
  ['this quarter compared with last year', '2025-10-01', '2026-01-01'],
  ['this quarter vs last quarter', '2026-07-01', '2026-10-01'],
  ['Q3 2025 vs previous quarter', '2025-04-01', '2025-07-01'],
  ['March 2024 versus the previous month', '2024-02-01', '2024-03-01'],
  ['this month against the same period last year', '2025-11-01', '2025-12-01'],
  ['YTD vs last year', '2025-01-01', '2025-11-19'],
  ['March 2024 compared to the previous period', '2024-02-01', '2024-03-01'],
])('[DT3] [DT906] in "%s" the first period is compared with the second', (question, start, end) => {
  const [first, second] = findTimes(question, context)
  expect(first?.comparison).toBeNull()
  expect(second).toMatchObject({ comparison: 'period', range: { start, end } })
})

test.each([
  ['FY2025', '2024-02-01', '2025-02-01'],
  ['fiscal year 2025', '2024-02-01', '2025-02-01'],
  ['Q3 FY25', '2024-08-01', '2024-11-01'],
  ['FY2025 Q1', '2024-02-01', '2024-05-01'],
  ['last fiscal quarter', '2026-08-01', '2026-11-01'],
  ['this fiscal year', '2026-02-01', '2027-02-01'],
  ['fiscal year to date', '2026-02-01', '2026-11-19'],
  ['last calendar quarter', '2026-07-01', '2026-10-01'],
])('[DT4] %s follows the fiscal year of the calendar', (question, start, end) => {
  expect(findTimes(question, fiscal)).toMatchObject([{ range: { start, end } }])
})

test('[DT4] [DT907] a fiscal year without a known start has no range', () => {
  expect(findTimes('fines in FY2025', context)).toMatchObject([
    { range: null, isFiscal: true, isAmbiguous: 'fiscal-start-unknown' },
  ])
})

test("[DT5] [DT908] a plain quarter is the calendar's, and states it where the fiscal one differs", () => {
  const [mention] = findTimes('loans last quarter', fiscal)
  expect(mention).toMatchObject({
    range: { start: '2026-07-01', end: '2026-10-01' },
    isAmbiguous: 'fiscal-or-calendar',
  })
  for (const { words, range } of mention?.alternatives ?? [])
    expect(findTimes(words, fiscal)).toMatchObject([{ range }])
  expect(findTimes('loans last quarter', context)[0]?.assumption).toContain('calendar quarter')
})

test('[DT6] a date with both figures up to 12 is ambiguous unless another date shows the order', () => {
  expect(findTimes('on 3/5/2024', context)[0]?.isAmbiguous).toBe('day-or-month-first')
  const [, second] = findTimes('on 25/3/2024 and 3/5/2024', context)
  expect(second).toMatchObject({ range: { start: '2024-05-03' } })
  expect(second?.isAmbiguous).toBeUndefined()
})

test.each([
  'between 2000 and 2010 members',
  'more than 2019 loans',
  'at least 2000',
  'members with over 2000 points',
  'a fine of $2019',
  'shelf id 2019',
  'they may borrow',
  'the book lent most recently',
  'books ordered by year',
  'sort them by month',
  'full time librarians',
  'trolleys at 4 km per hour',
  'sorted by date of loan',
])('[DT7] [DT909] "%s" contains no time', (question) => {
  expect(findTimes(question, context)).toEqual([])
})

test('[DT300] [DT7] a year written once applies to the months beside it, and a list of years is as sure as its first year', () => {
  const starts = (question: string): unknown => findTimes(question, context).map(({ range }) => range?.start)
  expect(starts('loans in July, August and September 2024')).toEqual([
    '2024-07-01',
    '2024-08-01',
    '2024-09-01',
  ])
  expect(starts('loans in q1 and q2 2024')).toEqual(['2024-01-01', '2024-04-01'])
  expect(findTimes('loans in 2010 or 2011', context).every(({ confidence }) => confidence > 0.85)).toBe(true)
})

test('[DT7] numbers that are unlikely to be years are unlikely to be times', () => {
  expect(findTimes('fines between 2000 and 2900', context)[0]?.confidence).toBeLessThan(0.5)
  expect(findTimes('loans between 2000 and 2010', context)[0]?.confidence).toBeGreaterThan(0.8)
})

test.each([
  ['difference between 2023 and 2024'],
  ['how did loans change from 2023 to 2024'],
  ['compare loans in 2024 with 2023'],
])('[DT3] in "%s" the later year is compared with the earlier one', (question) => {
  const found = findTimes(question, context).toSorted((a, b) => a.words.localeCompare(b.words))
  expect(found).toMatchObject([
    { words: '2023', comparison: 'period' },
    { words: '2024', comparison: null },
  ])
})

test('[DT7] a quoted date is a date, but other quoted words of time are unlikely to be times', () => {
  expect(findTimes("loans given on '2019-04-02'", context)).toMatchObject([{ confidence: 1 }])
  expect(findTimes('books with "October" in the title', context)[0]?.confidence).toBeLessThan(0.5)
})

test('[DT7] how surely a bare number is a year depends on the words around it', () => {
  const sure = (question: string): number => findTimes(question, context)[0]?.confidence ?? 0
  expect(sure('loans in 2019')).toBeGreaterThan(sure('loans 2019'))
  expect(sure('loans 2019')).toBeGreaterThan(sure('the book "2019"'))
})

test('[DT8] [DT910] the latest month is the month of the last day of the data', () => {
  const old = { ...context, lastDay: '2021-06-11' }
  expect(findTimes('loans in the latest month', old)).toMatchObject([
    { anchor: 'data', range: { start: '2021-06-01', end: '2021-07-01' } },
  ])
  expect(findTimes('the last 3 months of data', old)).toMatchObject([
    { range: { start: '2021-04-01', end: '2021-07-01' } },
  ])
  expect(findTimes('loans last month', old)).toMatchObject([{ isAmbiguous: 'after-data' }])
  expect(findTimes('loans last month', { ...old, anchor: 'data' })).toMatchObject([
    { range: { start: '2021-05-01' } },
  ])
  expect(findTimes('loans in August', old)).toMatchObject([{ range: { start: '2020-08-01' } }])
  expect(findTimes('latest month', context)).toMatchObject([{ isAmbiguous: 'last-day-unknown' }])
})

test('[DT9] vague words have no range', () => {
  for (const words of ['recently', 'lately', 'these days', 'the current period', 'in recent months']) {
    expect(findTimes(`loans ${words}`, context)).toMatchObject([{ range: null, isAmbiguous: 'vague' }])
  }
})

test("[DT10] today and tonight are the day in the asker's time zone", () => {
  const late = { ...context, now: new Date('2026-11-18T23:30:00Z') }
  expect(findTimes('tonight', { ...late, timeZone: 'Asia/Tokyo' })).toMatchObject([
    { range: { start: '2026-11-19', end: '2026-11-20' } },
  ])
  expect(findTimes('today', { ...late, timeZone: 'Asia/Tokyo' })).toMatchObject([
    { range: { start: '2026-11-19' } },
  ])
  expect(findTimes('today', { ...late, timeZone: 'America/Los_Angeles' })).toMatchObject([
    { range: { start: '2026-11-18' } },
  ])
})

test('[DT301] hours are counted in absolute time across a clock change', () => {
  // New York changed from 02:00 to 01:00 on 1 November 2026 at 06:00 UTC.
  const changed = { ...context, now: new Date('2026-11-01T17:00:00Z') }
  expect(findTimes('last 24 hours', changed)).toMatchObject([
    { range: { start: '2026-10-31T13:00:00', end: '2026-11-01T12:00:00' } },
  ])
  expect(findTimes('yesterday', changed)).toMatchObject([
    { range: { start: '2026-10-31', end: '2026-11-01' } },
  ])
})
