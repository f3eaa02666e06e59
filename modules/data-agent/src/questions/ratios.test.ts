import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openBoatHire, openCafe, openPrintShop, openVet } from './test-ratio-trades.ts'
import { sorted, type SmallDatabase } from './test-small-database.ts'

let boats: SmallDatabase
let prints: SmallDatabase
let vet: SmallDatabase
beforeAll(async () => {
  boats = await openBoatHire()
  prints = await openPrintShop()
  vet = await openVet()
})
afterAll(() => {
  for (const each of [boats, prints, vet]) each[Symbol.dispose]()
})

type Case = readonly [of: () => SmallDatabase, question: string, sql: string]

function answers(cases: readonly Case[]): void {
  test.each(cases.map(([of, question, sql]) => [question, of, sql] as const))('%s', (question, of, sql) => {
    expect(sorted(of().rows(question))).toEqual(sorted(of().run(sql)))
  })
}

const ofBoats = (): SmallDatabase => boats
const ofPrints = (): SmallDatabase => prints
const ofVet = (): SmallDatabase => vet

const hired =
  "from rentals r join boats b on b.id = r.boat_id where r.status <> 'cancelled' and starts_at like '2026%'"
const sold =
  "from order_lines join orders using (order_no) join products using (product_no) where status not in ('cancelled', 'returned') and ordered_on like '2026%'"
const earned = `(select sum(qty * unit_price) ${sold})`
const spent = (more = ''): string => `(select sum(amount) from expenses where spent_on like '2026%'${more})`
const wages =
  "from shifts s join crew c on c.id = s.crew_id join stations t on t.id = c.station_id where s.status = 'worked' and shift_on like '2026%'"
const repaired = "(select sum(cost) from repairs where repaired_on like '2026%')"

describe('[DR3400] a figure as a part of another one has its own rows, dates and conditions', () => {
  const expenses = `select 100.0 * ${spent()} / ${earned}`
  const repairs = `select 100.0 * ${repaired} / (select sum(amount) ${hired})`
  answers([
    [ofPrints, 'expenses as a percentage of sales in 2026', expenses],
    [ofPrints, 'in 2026, expenses in percent of sales', expenses],
    [ofPrints, 'expenses against sales in 2026, in percent', expenses],
    [ofPrints, 'expenses relative to sales in 2026', `select ${spent()} / ${earned}`],
    [ofPrints, 'expenses divided by sales in 2026', `select ${spent()} / ${earned}`],
    [
      ofPrints,
      'what percentage of sales do we spend on ads in 2026',
      `select 100.0 * ${spent(" and category = 'Ads'")} / ${earned}`,
    ],
    [ofBoats, 'repair cost as a % of revenue in 2026', repairs],
    [ofBoats, 'what percentage of revenue goes on repairs in 2026', repairs],
    [
      ofBoats,
      'repair cost as a percentage of revenue per boat type in 2026',
      `select h.type, 100.0 * c.cost / h.amount from (select b.type, sum(amount) as amount ${hired} group by 1) h join (select type, sum(cost) as cost from repairs join boats b on b.id = boat_id where repaired_on like '2026%' group by 1) c using (type)`,
    ],
  ])
})

describe('[DR3401] two columns of the same rows are calculated in each group, or in each row where these are asked for one by one', () => {
  answers([
    [
      ofVet,
      'cost in percent of the price, per category',
      'select category, 100.0 * sum(cost) / sum(price) from services group by 1',
    ],
    [
      ofVet,
      'cost to price ratio by category',
      'select category, sum(cost) / sum(price) from services group by 1',
    ],
    [ofVet, 'price less cost for each service', 'select name, price - cost from services'],
    [ofPrints, 'price minus unit cost per product', 'select name, price - unit_cost from products'],
    [
      ofBoats,
      'day price as a percentage of bought for, per boat',
      'select name, 100.0 * day_price / bought_for from boats',
    ],
  ])
})

describe('[DR3402] [DR4319] a product is made of each row and then added up, by the figure of the data where there is one', () => {
  const paid = `select t.name, sum(hours * hourly_wage) ${wages} group by 1`
  answers([
    [ofBoats, 'hours times hourly wage by station in 2026', paid],
    [ofBoats, 'hours x hourly wage per station in 2026', paid],
    [
      ofPrints,
      'qty times unit price per channel in 2026',
      `select channel, sum(qty * unit_price) ${sold} group by 1`,
    ],
  ])
})

describe('[DR3403] a figure that the question explains is read by its formula, with what narrows its name', () => {
  answers([
    [
      ofBoats,
      'wage cost per station in 2026 (hours multiplied by the hourly wage)',
      `select t.name, sum(hours * hourly_wage) ${wages} group by 1`,
    ],
    [
      ofPrints,
      'gross profit per category in 2026, so sales minus what it costs us',
      `select category, sum(qty * unit_price) - sum(qty * unit_cost) ${sold} group by 1`,
    ],
  ])
})

describe('[DR3404] what narrows the whole is a part of it', () => {
  answers([
    [
      ofBoats,
      'what share of revenue do canoes make in 2026',
      `select 100.0 * sum(amount) filter (where type = 'canoe') / sum(amount) ${hired}`,
    ],
  ])
})

describe('[DR3405] beside what was sold, the cost is that of the goods', () => {
  const profit = `select name, sum(qty * unit_price) - sum(qty * unit_cost) ${sold} group by 1`
  answers([
    [ofPrints, 'sales minus unit cost per product in 2026', profit],
    [ofPrints, 'revenue less cost by product in 2026', profit],
  ])
})

test('[DR3406] rows that come to no money are no part of an amount', () => {
  const { outputs } = boats.reading('guests as a percentage of revenue in 2026').query
  expect(JSON.stringify(outputs)).not.toContain('"operator":"/"')
})

describe('[DR3407] [DR4317] the average per day or month is the whole divided by the days or months that have rows', () => {
  answers([
    [
      ofPrints,
      'average revenue per month in 2025',
      "select sum(qty * unit_price) / count(distinct strftime('%m', ordered_on)) from order_lines join orders using (order_no) where status not in ('cancelled', 'returned') and ordered_on like '2025%'",
    ],
    [
      ofVet,
      'how many appointments do we have a month on average in 2025',
      "select count(*) / 12.0 from appointments where held_on like '2025%'",
    ],
    [
      ofVet,
      'appointments per month on average in 2025',
      "select count(*) / 12.0 from appointments where held_on like '2025%'",
    ],
    [
      ofBoats,
      'how much do we take per day on average in 2026',
      `select sum(amount) / count(distinct date(starts_at)) ${hired}`,
    ],
  ])
})

describe('[DR3408] [DR4318] what one thing brings or has on average is the figure for each of the things', () => {
  const perGuest = `select sum(amount) / count(distinct guest_id) ${hired}`
  answers([
    [ofBoats, 'how much does a guest spend with us on average in 2026', perGuest],
    [ofBoats, 'what does the average guest spend in 2026', perGuest],
    [ofBoats, 'how much does a rental bring in on average in 2026', `select avg(amount) ${hired}`],
    [
      ofVet,
      'how many appointments does an animal have on average in 2025',
      "select 1.0 * count(*) / count(distinct animal_id) from appointments where held_on like '2025%'",
    ],
  ])
})

describe('[DR3409] a split in percent is the share of each group', () => {
  const shares =
    "select channel, 100.0 * count(*) / sum(count(*)) over () from appointments where held_on like '2025%' group by 1"
  answers([
    [ofVet, 'split of appointments by channel in 2025 in percent', shares],
    [ofVet, 'how are appointments split between channels in 2025, in percent', shares],
    [ofVet, 'percentage breakdown of appointments by channel in 2025', shares],
  ])
})

test('[DR3410] where a part has other rows, all rows are counted, and a period is that of all of them', () => {
  const part = 'exists (select 1 from complaints c where c.order_no = o.order_no)'
  const sql = `select 100.0 * sum(${part}) / count(*) from orders o where ordered_on like '2026%'`
  expect(sorted(prints.rows('what percentage of orders had a complaint in 2026'))).toEqual(
    sorted(prints.run(sql)),
  )
})

test('[DR3411] what a customer spends is that of the sales that name a customer', () => {
  const of =
    "from orders join order_lines using (order_no) where customer_no is not null and ordered_on like '2026%'"
  const sql = `select sum(qty * unit_price) filter (where status not in ('cancelled', 'returned')) / count(distinct customer_no) ${of}`
  expect(sorted(prints.rows('how much does a customer spend on average in 2026'))).toEqual(
    sorted(prints.run(sql)),
  )
})

describe('[DR3412] a branch is that of the rows that are counted, where nothing connects the tables', () => {
  test.each([
    [
      'average party size per branch in 2026',
      "select restaurant, avg(party_size) from bookings where booked_for like '2026%' group by 1",
    ],
    ['total net amount per restaurant', 'select branch, sum(net_amount) from deliveries group by 1'],
    ['bookings per branch', 'select restaurant, count(*) from bookings group by 1'],
  ])('%s', async (question, sql) => {
    using cafe = await openCafe()
    expect(sorted(cafe.rows(question))).toEqual(sorted(cafe.run(sql)))
    expect(cafe.reading(question).assumptions).toContainEqual(
      expect.objectContaining({ about: 'which column', changesNumbers: true }),
    )
  })
})

describe('[DR3413] receipts of several tills, each with a run of numbers, are sales with lines', () => {
  test.each([
    [
      'how many receipts did we have in 2026',
      "select count(distinct receipt) from till where sold_on like '2026%'",
    ],
    [
      'average receipt value in 2026',
      "select sum(amount) / count(distinct receipt) from till where sold_on like '2026%'",
    ],
  ])('%s', async (question, sql) => {
    using cafe = await openCafe()
    expect(sorted(cafe.rows(question))).toEqual(sorted(cafe.run(sql)))
  })
})

test('[DR3414] the part of payments that failed is of all payments of the period', async () => {
  using cafe = await openCafe()
  const sql =
    "select 100.0 * sum(status = 'failed') / count(*) from card_payments where created_at like '2026%'"
  const question = 'what percentage of card payments failed in 2026'
  expect(sorted(cafe.rows(question))).toEqual(sorted(cafe.run(sql)))
})
