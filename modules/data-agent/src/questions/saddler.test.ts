import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSaddler } from './test-saddler.ts'
import type { SmallDatabase } from './test-small-database.ts'

let saddler: SmallDatabase
beforeAll(async () => {
  saddler = await openSaddler()
})
afterAll(() => saddler[Symbol.dispose]())

const first = (question: string): unknown[] => saddler.rows(question).map(([one]) => one)

test('[DO770] an abbreviation before the word of a date means what is dated', () => {
  const labels = saddler.ontology.datasets.flatMap(({ fields }) => fields.map(({ label }) => label))
  expect(labels).toContain('promised date')
  expect(labels).toContain('first response timestamp')
})

test('[DR1360] “older than” and “for more than” say since when rows have been so', () => {
  expect(first('repairs in work that are older than 4 weeks')).toEqual([5])
  expect(first('which repairs have been ready for more than 30 days')).toEqual([2, 6])
  expect(first('which hide orders have not been received for more than 3 weeks')).toEqual([4])
  expect(first('which hide orders are more than 10 days overdue')).toEqual([4])
  expect(first('which hide orders are overdue for more than 60 days')).toEqual([])
})

test('[DR1367] the next n days begin today', () => {
  expect(first('which covers run out in the next 30 days')).toEqual(['Blue', 'Red'])
  expect(first('covers up for renewal in the next 7 days')).toEqual(['Blue'])
})

test('[DR1361] what is past a promised day, or missed a deadline, is late', () => {
  expect(saddler.rows('how many repairs are past the promised date and still not ready')).toEqual([[1]])
  expect(saddler.rows('how many repairs missed their deadline this year')).toEqual([[4]])
  expect(saddler.rows('how many repairs were ready later than promised')).toEqual([[3]])
})

test('[DR1362] [DR4145] shares of what is late or on time are those of each group', () => {
  const rows = saddler.rows('what share of repairs were ready late this year, per stable')
  expect(rows.map((row) => [row[0], Math.round(Number(row.at(-1)))])).toEqual([
    ['Ash Farm', 100],
    ['Cedar Livery', 67],
    ['Birch Yard', 0],
  ])
  const rates = saddler.rows('on time rate per maker')
  expect(rates.map((row) => [row[0], row.at(-1)])).toEqual([
    ['Elm Leather', 1],
    ['Dell Tannery', 0.5],
  ])
})

test('[DR1363] [DR4146] the time from one event until another has both ends where they are named', () => {
  expect(saddler.rows('how many days from drop off until its ready, on average')).toEqual([
    [(2 + 4 + 1 + 4 + 60) / 5],
  ])
  expect(saddler.rows('how long does it take to get an offer out after the inquiry comes in')).toEqual([[3]])
  expect(saddler.rows('how long from the inquiry until the offer')).toEqual([[3]])
})

test('[DR1364] “response time” is the time until this event, and what is needed is what it takes', () => {
  expect(saddler.rows('average first response time per kind').map((row) => row[0])).toEqual([
    'Bridle',
    'Saddle',
    'Girth',
  ])
  expect(saddler.rows('how long do we need to receive a hide order')).toEqual([[(8 + 14 + 9) / 3]])
})

test('[DR1365] [DR4149] nights of the week are weekdays, and the busiest one is that of what is named', () => {
  expect(saddler.rows('which night of the week is busiest for repairs')).toEqual([[1]])
  expect(saddler.rows('busiest weekday for drop offs')).toEqual([[1]])
})

test('[DR1366] [DR4151] two periods that are listed have a figure each', () => {
  expect(
    saddler.rows('how many repairs were dropped off this year and last year').map((row) => row[1]),
  ).toEqual([1, 6])
  expect(
    saddler.rows('how many repairs so far this year against the same time last year').map((row) => row[1]),
  ).toEqual([1, 6])
})

test('[DR1368] “when did we last” is the last time until today, and “next” the first one from today on', () => {
  expect(saddler.rows('when did we last receive a hide order')).toEqual([['2026-04-10']])
})

test('[DR1369] rows whose name many of them share are listed with their key', () => {
  expect(saddler.rows('which girths are in work')).toEqual([[4, 'Birch Yard', '2026-11-04 09:00']])
})

test('[DR4152] when we first did something is the first date', () => {
  expect(saddler.rows('when did we first receive a hide order')).toEqual([['2026-02-09']])
})

test('[DR4085] single dates without what they are of are not listed', () => {
  const plan = saddler.plan('when is the repair due')
  expect(plan.status === 'cannot_answer' && plan.reason).toContain('single dates')
})

test('[DR3603] the next repair that is due is the first one that is promised from today on', () => {
  expect(saddler.rows('when is the next repair due')).toEqual([['2026-11-25']])
})
