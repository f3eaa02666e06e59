import { afterAll, beforeAll, expect, test } from 'vitest'
import { openPuppetTheatre } from './test-puppet-theatre.ts'
import { sorted, type SmallDatabase } from './test-small-database.ts'

let theatre: SmallDatabase
beforeAll(async () => {
  theatre = await openPuppetTheatre()
})
afterAll(() => theatre[Symbol.dispose]())

const expressionOf = (name: string): string | undefined =>
  theatre.ontology.metrics.find((one) => one.name === name)?.expression
/** Rows that only the answer or only the known result has. */
const difference = (question: string, sql: string): readonly string[] => {
  const [answered, known] = [sorted(theatre.rows(question)), sorted(theatre.run(sql))]
  return [
    ...answered.filter((row) => !known.includes(row)),
    ...known.filter((row) => !answered.includes(row)),
  ]
}

test('[DO706] what comes from those to whom things that are sold refer, and whom sales do not name, is bought', () => {
  const notCancelled = `filter (where not arrivals.state in ('cancelled'))`
  expect(expressionOf('purchases')).toBe(
    `sum(arrival_rows.qty_received * arrival_rows.cost_each) ${notCancelled}`,
  )
  expect(expressionOf('revenue')).toBe('sum(slip_rows.qty * slip_rows.price_each) - sum(slip_rows.waiver)')
})

test('[DR1120] “how much did we buy from each” of those is what purchases came to', () => {
  expect(
    difference(
      'how much did we buy from each guild this year',
      `select g.name, sum(qty_received * cost_each) from arrival_rows r join arrivals a on a.id = arrival_id join guilds g on g.id = a.guild_id
      where came_on >= '2026-01-01' and state <> 'cancelled' group by g.id`,
    ),
  ).toEqual([])
})

test('[DR1121] “how many puppets did we lose to moths” adds up the quantities of the rows with this value', () => {
  expect(
    difference(
      'how many puppets did we lose to moths last year',
      `select sum(qty) from breakages where cause = 'moths' and noted_on < '2026-01-01'`,
    ),
  ).toEqual([])
})

test('[DR1122] a share of sales that “come from” people is the part of the sales that name one', () => {
  const rows = theatre.rows('what share of our sales comes from patrons')
  const [[part]] = theatre.run(
    `select sum(case when patron_id is not null then goods end) / sum(goods) from slips`,
  ) as [[number]]
  expect(rows).toHaveLength(1)
  expect(rows[0]?.[0]).toBeCloseTo(part, 6)
})

test('[DR1123] reductions are called as the data calls them', () => {
  expect(difference('how much did waivers cost us this year', `select sum(waiver) from slip_rows`)).toEqual(
    [],
  )
})

test('[DR1124] the number of people for each of their names is asked about', () => {
  expect(theatre.plan('share of patrons per first name and last name').status).not.toBe('readings')
})

test('[DR1125] the biggest things by an amount of others, where they have amounts of their own, are asked about', () => {
  expect(theatre.plan('show me the biggest mendings').status).not.toBe('readings')
})

test('[DR1126] the mean of several rows of each of a kind, beside their sum, is asked about', () => {
  expect(theatre.plan('how many hours does a paint take us on average').status).not.toBe('readings')
})

test('[DR1127] a number for each of those who did something says that it includes cancelled rows', () => {
  const { assumptions } = theatre.reading('how many arrivals did each guild send')
  expect(assumptions.map(({ says }) => says)).toContain('Includes arrivals whose state is cancelled.')
})

test('[DR1128] what is below its minimum has less in stock than the number with “min” before the name of the stock', () => {
  expect(
    difference(
      'which puppets are below their minimum stock',
      `select name from puppets where on_hand < min_on_hand`,
    ),
  ).toEqual([])
})

test('[DR1128] [DR4132] [DR4131] what runs out is valid until then, and what is behind schedule is past its planned end', () => {
  expect(
    difference(
      'which bids run out in the next 14 days',
      `select bids.id, first_name, last_name, valid_until from bids join patrons on patrons.id = patron_id
       where valid_until >= '2026-11-15' and valid_until < '2026-11-30'`,
    ),
  ).toEqual([])
  expect(
    difference(
      'which mendings are behind schedule',
      `select mendings.id, puppets.name, first_name, last_name, planned_end from mendings
       left join puppets on puppets.id = puppet_id left join bids on bids.id = bid_id left join patrons on patrons.id = patron_id
       where finished_on is null and planned_end < '2026-11-15' and mendings.state <> 'called off'`,
    ),
  ).toEqual([])
})

test('[DR1129] [DQ300] rows whose amounts payments confirm are owed, whatever they are called', () => {
  expect(
    difference(
      'who owes us the most',
      `select first_name, last_name, patrons.id from parts_due join bids b on b.id = bid_id join patrons on patrons.id = b.patron_id where parts_due.state = 'open' group by patrons.id order by sum(parts_due.amount) desc limit 1`,
    ),
  ).toEqual([])
})
