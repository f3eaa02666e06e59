import { readQuestion } from '@quipu/reading'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBowlingAlley } from './test-bowling-alley.ts'
import { plainContext } from './test-shop.ts'
import { sorted, type SmallDatabase } from './test-small-database.ts'

let alley: SmallDatabase
beforeAll(async () => {
  alley = await openBowlingAlley()
})
afterAll(() => {
  alley[Symbol.dispose]()
})

/** The rows of the answer and those of some SQL, to be compared in any order. */
const answer = (question: string): readonly string[] => sorted(alley.rows(question))
const rows = (sql: string): readonly string[] => sorted(alley.run(sql))

/** The sentences that say what was assumed and would change the numbers. */
function warnings(question: string): string {
  return alley
    .reading(question)
    .assumptions.filter(({ changesNumbers }) => changesNumbers)
    .map(({ says }) => says)
    .join(' ')
}

const bar = `from bar_sales where sold_on >= '2026-01-01'`
const lanes = `from lane_bookings where status <> 'cancelled'`
const paidLanes = `from lane_bookings where status not in ('cancelled', 'refunded')`

test('[DR910] a question that names a stream of income is read by that one', () => {
  expect(answer('lane revenue this year')).toEqual(
    rows(`select sum(total) ${paidLanes} and booked_on >= '2026-01-01'`),
  )
  expect(answer('bar sales by kind this year')).toEqual(
    rows(
      `select kind, sum(qty * unit_price) ${bar.replace('bar_sales', 'bar_sales join drinks using (drink_code)')} group by kind`,
    ),
  )
  expect(answer('what did the bar take this year')).toEqual(rows(`select sum(qty * unit_price) ${bar}`))
  expect(answer('how much did the cup bring in this year')).toEqual(
    rows(`select sum(fee) from cup_registrations where registered_on >= '2026-01-01'`),
  )
  expect(answer('how much profit did the bar make this year')).toEqual(
    rows(
      `select sum(qty * unit_price - qty * cost) ${bar.replace('bar_sales', 'bar_sales join drinks using (drink_code)')}`,
    ),
  )
  expect(answer('average bar receipt this year')).toEqual(
    rows(`select 1.0 * sum(qty * unit_price) / count(distinct receipt) ${bar}`),
  )
})

test('[DR910] [DR4111] a stream without a profit has none: that of another one is not shown', () => {
  expect(alley.plan('lane profit this year').status).not.toBe('readings')
})

test('[DR911] [DR4112] a question that names no stream is read by the main one, and the answer names the others', () => {
  expect(answer('revenue this year')).toEqual(rows(`select sum(qty * unit_price) ${bar}`))
  expect(warnings('revenue this year')).toContain('Not included: lane bookings, cup registrations.')
  expect(warnings('bar revenue this year')).not.toContain('Not included')
  expect(warnings('revenue by drink this year')).not.toContain('Not included')
})

test('[DR912] [DR4113] a question about something that the rows of one stream alone have is read by that stream', () => {
  expect(answer('revenue by hall')).toEqual(rows(`select hall, sum(total) ${paidLanes} group by hall`))
  expect(answer('best cup')).toEqual(
    rows(`select cup from cup_registrations group by cup order by sum(fee) desc limit 1`),
  )
})

test('[DR913] "together" adds up the revenue of the streams that are named, each by its own date', () => {
  const sum = `(select sum(total) ${paidLanes} and booked_on >= '2026-01-01') + (select sum(qty * unit_price) ${bar})`
  expect(answer('how much did lanes and the bar bring in together this year')).toEqual(rows(`select ${sum}`))
  expect(
    alley.reading('how much did lanes and the bar bring in together this year').assumptions[0]?.says,
  ).toBe('Added up: bar sales + lane bookings.')
})

test('[DR913] [DR4114] without "together" each stream that is named has a figure of its own, and none is left out', () => {
  const each = `select (select sum(qty * unit_price) ${bar}), (select sum(total) ${paidLanes} and booked_on >= '2026-01-01')`
  expect(answer('lane revenue and bar revenue this year')).toEqual(rows(each))
  expect(answer('revenue from lanes and bar this year')).toEqual(rows(each))
  expect(alley.plan('revenue from lanes and the bar by month').status).not.toBe('readings')
})

test('[DR914] people whom only the rows of one stream name are ranked by what they paid there', () => {
  expect(answer('who is our biggest entrant')).toEqual(
    rows(
      `select entrant from cup_registrations where entrant is not null group by 1 order by sum(fee) desc limit 1`,
    ),
  )
})

test('[DR914] [DR4115] a verb names the stream of its noun, and who ranks the people in it', () => {
  expect(answer('who spent the most on the cup')).toEqual(
    rows(
      `select entrant from cup_registrations where entrant is not null group by 1 order by sum(fee) desc limit 1`,
    ),
  )
  expect(warnings('how much did partners spend this year')).toContain('Not included: lane bookings.')
  expect(alley.rows('which partner spent the most in the bar')[0]).toContain(
    alley.run(
      `select full_name from bar_sales join partners using (partner_no) group by 1 order by sum(qty * unit_price) desc limit 1`,
    )[0]?.[0],
  )
})

test('[DR915] [DR4116] those who did not do something lack the rows that record it, and no others', () => {
  expect(answer('partners who have never visited')).toEqual(
    rows(
      `select full_name from partners where partner_no not in (select partner_no from lane_bookings where partner_no is not null)`,
    ),
  )
  expect(answer('partners who have never bought anything')).toEqual(
    rows(
      `select full_name from partners where partner_no not in (select partner_no from bar_sales where partner_no is not null)`,
    ),
  )
  expect(alley.plan('partners who have not been back this year').status).not.toBe('readings')
})

test('[DR916] a question for money is not answered with a list of texts', () => {
  expect(alley.plan('what did we pay in wages last year').status).toBe('cannot_answer')
})

test('[DR917] the share of sales to some people is the part of the amount whose rows name one of them', () => {
  expect(answer('what share of bar sales is to partners this year')).toEqual(
    rows(
      `select 1.0 * sum(qty * unit_price) filter (where partner_no is not null) / sum(qty * unit_price) ${bar}`,
    ),
  )
})

test('[DR918] a period is that of the event where people who came are counted, and that of the sale where money is', () => {
  const played = `select sum(players) ${lanes} and visit_date`
  expect(answer('how many players did we have last month')).toEqual(
    rows(`${played} >= '2026-10-01' and visit_date < '2026-11-01'`),
  )
  expect(answer('players by hall last year')).toEqual(
    rows(`select hall, sum(players) ${lanes} and visit_date < '2026-01-01' group by hall`),
  )
  expect(warnings('lane revenue this year')).toContain(
    'The period is that of “booked on”; lane bookings also have a “visit date”.',
  )
})

test('[DR919] [DR4117] people whom a field counts in each row are added up, ranked by, divided by and averaged', () => {
  expect(answer('which hall drew the most players')).toEqual(
    rows(`select hall ${lanes} group by hall order by sum(players) desc limit 1`),
  )
  expect(answer('lane revenue per player')).toEqual(
    rows(`select 1.0 * sum(total) / sum(players) ${paidLanes}`),
  )
  expect(answer('average size of a school class')).toEqual(
    rows(`select avg(players) ${lanes} and party = 'School class'`),
  )
})

test('[DR920] [DR4118] two periods are set side by side, and a quarter without a year is of the same year as the other one', () => {
  const played = (start: string, end: string): string =>
    `(select sum(players) ${lanes} and visit_date >= '${start}' and visit_date < '${end}')`
  const sums = (question: string): readonly unknown[] => alley.rows(question).map((row) => row.at(-1))
  const years = [played('2025-01-01', '2026-01-01'), played('2026-01-01', '2027-01-01')]
  expect(new Set(sums('players this year vs last year'))).toEqual(
    new Set(years.flatMap((one) => alley.run(`select ${one}`).flat())),
  )
  expect(sums('compare players in q3 and q4 of last year')).toEqual(
    [
      ['2025-07-01', '2025-10-01'],
      ['2025-10-01', '2026-01-01'],
    ].flatMap(([start = '', end = '']) => alley.run(`select ${played(start, end)}`).flat()),
  )
})

test('[DR921] those whose last day is set in advance are current until then', () => {
  expect(answer('how many current partners do we have per tier')).toEqual(
    rows(`select tier, count(*) from partners where expires >= '2026-11-15' group by tier`),
  )
  expect(answer('how many current partners do we have')).toEqual(rows(`select 6`))
  const reading = alley.reading('how many current partners do we have')
  expect(reading.assumptions.map(({ says }) => says)).toContain(
    'Only partners whose “expires” has not passed.',
  )
})

test('[DR922] [DR4119] "run out" is the day on which something expires, and partnerships are partners', () => {
  expect(alley.rows('which partnerships run out in the next 30 days').map(([name]) => name)).toEqual([
    'Jon Lund',
    'Mia Oake',
  ])
})

test('[DR923] who has been something the longest began first', () => {
  expect(alley.rows('who has been a partner the longest')[0]).toContain('Leo Nord')
})

test('[DR924] what is fully booked has as many bookings as places, or more', () => {
  expect(answer('how many tournaments were fully booked this year')).toEqual(rows('select 2'))
})

test('[DR925] refunds without rows of their own are sales in that state, or with a quantity below zero', () => {
  expect(answer('how much lane money did we refund')).toEqual(
    rows(`select sum(total) from lane_bookings where status = 'refunded'`),
  )
  expect(answer('how much did the bar give back this year')).toEqual(
    rows(`select sum(qty * unit_price) ${bar} and qty < 0`),
  )
})

test('[DR926] [DR4120] what people pay us is the sum of their fees, and what we pay people the sum of the fees named after them', () => {
  expect(answer('how much do our current partners pay us a year in total')).toEqual(
    rows(`select sum(annual_fee) from partners where expires >= '2026-11-15'`),
  )
  expect(answer('how much did we pay umpires this year')).toEqual(
    rows(`select sum(umpire_fee) from tournaments where held_on >= '2026-01-01'`),
  )
})

test('[DR927] "how do people pay? share of each" divides sales by how they are paid', () => {
  expect(answer('how do people pay in the bar? share of each')).toEqual(
    rows(`select paid_by, 1.0 * count(distinct receipt) / 60 from bar_sales group by paid_by`),
  )
})

test('[DR928] [DR4121] how often somebody came is the number of visits, and what to reorder leaves out what was withdrawn', () => {
  expect(answer('how often did Ida Kern come this year')).toEqual(
    rows(`select count(*) from lane_bookings where partner_no = 1 and visit_date >= '2026-01-01'`),
  )
  expect(alley.rows('what do we need to reorder for the bar')).toEqual([['Ginger beer']])
})

test('[DR929] a follow-up stays in the stream of income that it goes on from', () => {
  const first = alley.reading('lane revenue per month this year')
  const plan = readQuestion('same for last year', alley.ontology, {
    ...plainContext,
    previous: { question: 'lane revenue per month this year', reading: first },
  })
  expect(plan.status === 'readings' && plan.readings[0].restatement).toContain('booked on is in 2025')
})
