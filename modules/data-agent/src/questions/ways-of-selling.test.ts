import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSql, planJoins } from '@quipu/query'
import { readQuestion } from '@quipu/reading'
import { plainContext } from './test-shop.ts'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

/** Puzzles that are sold in a web shop and on Tindly, with the statement and the payouts of Tindly, advertising, and refunds on a list by hand. */
let puzzles: SmallDatabase
beforeAll(async () => {
  puzzles = await openSmallDatabase(`
    create table puzzles (code text primary key, title text, theme text, cost_price real);
    create table orders (order_no text primary key, placed_on date, email text, billing_region text, payment_status text, fulfilment_status text, cancelled_on date, source text, discount real, total real);
    create table order_lines (order_no text references orders, code text references puzzles, quantity integer, price real, primary key (order_no, code));
    create table TindlySaleOrders (sale_id integer primary key, sale_date date, buyer text, ship_region text, status text, sent_on date, discount real, total real);
    create table TindlySaleOrderLines (line_id integer primary key, sale_id integer references TindlySaleOrders, code text references puzzles, quantity integer, price real);
    create table TindlyPayouts (payout_no integer primary key, date date, amount real, bank_account_digits text);
    create table tindly_statement (entry_no integer primary key, date date, type text, title text, fees real, net real);
    create table advert_report (row_no integer primary key, campaign text, day date, impressions integer, clicks integer, amount_spent real, purchases integer);
    create table refunds (entry_no integer primary key, date date, "where" text, amount real, why text);
    insert into puzzles values ('A', 'Alps', 'mountains', 4), ('B', 'Bay', 'sea', 5), ('C', 'Cat', null, 3);
    insert into orders values
      ('#1', '2026-10-02', 'ann@x.example', 'ON', 'paid', 'fulfilled', null, 'web', 2, 30),
      ('#2', '2026-10-05', 'bob@x.example', 'QC', 'paid', 'unfulfilled', null, 'web', 0, 20),
      ('#3', '2026-10-09', 'ann@x.example', 'ON', 'paid', 'unfulfilled', '2026-10-10', 'web', 5, 500),
      ('#4', '2026-09-01', 'cat@x.example', 'ON', 'voided', 'unfulfilled', '2026-09-02', 'web', 0, 900),
      ('#5', '2025-10-03', 'dan@x.example', 'QC', 'paid', 'fulfilled', null, 'web', 0, 7);
    insert into order_lines values ('#1', 'A', 2, 10), ('#1', 'B', 1, 12), ('#2', 'B', 2, 10), ('#3', 'A', 50, 10), ('#4', 'A', 90, 10), ('#5', 'C', 1, 7);
    insert into TindlySaleOrders values
      (11, '2026-10-01', 'ada1', 'ON', 'Completed', '2026-10-03', 1, 40), (12, '2026-10-20', 'bea2', 'ON', 'Open', null, 0, 10), (13, '2026-10-21', 'cyd3', 'QC', 'Canceled', null, 4, 70),
      (14, '2026-09-21', 'ada1', 'QC', 'Completed', '2026-09-22', 0, 15), (15, '2025-10-21', 'eve5', 'ON', 'Completed', '2025-10-22', 0, 9);
    insert into TindlySaleOrderLines values (1001, 11, 'A', 3, 11), (1002, 11, 'C', 1, 8), (1003, 12, 'B', 1, 10), (1004, 13, 'B', 7, 10), (1005, 14, 'B', 1, 15), (1006, 15, 'C', 1, 9);
    insert into TindlyPayouts values (1, '2026-10-05', 31, '77'), (2, '2026-10-12', 19, '77'), (3, '2025-10-12', 8, '77');
    insert into tindly_statement values (1, '2026-10-01', 'Sale', 'Order 11', null, 40), (2, '2026-10-01', 'Fee', 'Listing', -3, -3), (3, '2026-10-20', 'Fee', 'Transaction', -2, -2),
      (4, '2026-09-21', 'Fee', 'Listing', -1, -1), (5, '2026-10-05', 'Payout', 'To the bank', null, -31), (6, '2026-10-05', 'Tax', 'Sales tax', -6, -6);
    insert into advert_report values (1, 'Spring', '2026-10-01', 900, 30, 12, 2), (2, 'Spring', '2026-10-02', 700, 20, 8, 2), (3, 'Autumn', '2026-10-02', 100, 5, 30, 3), (4, 'Autumn', '2026-09-02', 100, 5, 1, 1);
    insert into refunds values (701, '2026-10-03', 'Tindly', 5, 'Broken'), (702, '2026-10-04', 'Website', 7, 'Lost'), (703, '2026-10-05', 'Website', 2, 'Broken');
  `)
})
afterAll(() => puzzles[Symbol.dispose]())

test.each([
  ['how much did we sell last month, tindly and website together', [[50 + 50]]],
  ['sales last month, both shops', [[100]]],
  ['units sold last month across both shops', [[5 + 5]]],
])('[DR2900] ways of selling that are named together are added up: %s', (question, rows) => {
  expect(puzzles.rows(question)).toEqual(rows)
})

test.each([
  ['sales last month, website vs tindly', ['[50,50]']],
  ['average order value last month, tindly vs website', ['[25,25]']],
  ['how many orders in September 2026, website versus tindly', ['[1,1]']],
  ['sales last month per shop', ['[50,50]']],
])('[DR2901] ways of selling that are compared stand side by side: %s', (question, rows) => {
  expect(sorted(puzzles.rows(question))).toEqual(rows)
})

test('[DR2901] [DR4216] by period, the rows of each have its name', () => {
  expect(sorted(puzzles.rows('orders per month in 2025, tindly vs website'))).toEqual([
    '["tindly","2025-10-01",1]',
    '["web","2025-10-01",1]',
  ])
})

test.each([
  ['how many tindly orders last month', [[3]]],
  ['website sales last month', [[50]]],
  ['sales on tindly last month', [[50]]],
])('[DR2902] [DR4301] the program or the source of the rows names a way of selling: %s', (question, rows) => {
  expect(puzzles.rows(question)).toEqual(rows)
})

test.each([
  ['sales in QC last month', [[20]]],
  ['how much did discounts cost us last month', [[2 + 1]]],
  ['how many orders still have to be shipped', [[1 + 1]]],
])('[DR2903] without a name, all of them are meant, each by its own columns: %s', (question, rows) => {
  expect(puzzles.rows(question)).toEqual(rows)
  const { assumptions } = puzzles.reading(question)
  expect(
    assumptions.some(({ says, changesNumbers }) => says.startsWith('Added up: ') && changesNumbers),
  ).toBe(true)
})

test('[DR2904] what sells in one way is not told of another one without a warning', () => {
  const { assumptions } = puzzles.reading('how many tindly orders got cancelled in 2026')
  expect(
    assumptions.some(({ says, changesNumbers }) => changesNumbers && says.startsWith('Only orders are')),
  ).toBe(true)
})

test('[DR2905] of rows that are no sales, the column whose values name the ways of selling divides or narrows', () => {
  expect(sorted(puzzles.rows('refunds in 2026 per shop'))).toEqual(['["Tindly",5]', '["Website",9]'])
  expect(puzzles.rows('refunds on the website in 2026')).toEqual([[9]])
})

test('[DR2906] a day of cancelling counts beside a state that does not say so', () => {
  expect(puzzles.rows('sales in October 2026 on the website')).toEqual([[50]])
})

test('[DR2907] what is left to ship leaves out what was cancelled', () => {
  expect(puzzles.rows('how many website orders still have to be shipped')).toEqual([[1]])
})

test('[DR2908] the fees of a statement are the rows of this kind, as money out', () => {
  expect(puzzles.rows('what did tindly charge us in fees last month')).toEqual([[5]])
})

test('[DR2909] [DR4303] [DR4302] what advertising cost, and its cost for each result', () => {
  expect(puzzles.rows('how much did we spend on ads last month')).toEqual([[50]])
  expect(sorted(puzzles.rows('cost per purchase by campaign last month'))).toEqual([
    '["Autumn",10]',
    '["Spring",5]',
  ])
})

test('[DR2910] what a market place paid into the bank are its payouts', () => {
  expect(puzzles.rows('how much has tindly paid into our bank account in 2026')).toEqual([[50]])
})

test('[DR2911] by kind, things without a kind are in no group of the sum', () => {
  expect(sorted(puzzles.rows('units sold per theme in 2026'))).toEqual(['["mountains",5]', '["sea",5]'])
})

test('[DO1261] a question word at the head of a column means a reason or a place', () => {
  const { datasets } = puzzles.ontology
  const fields = datasets.find(({ name }) => name === 'refunds')?.fields ?? []
  expect(fields.find(({ label }) => label === 'why')?.synonyms).toContain('reason')
})

test.each([
  ['split by shop', [[50, 50]]],
  ['just tindly', [[50]]],
])('[DR2912] a sum over ways of selling is divided or narrowed by a follow-up: %s', (question, rows) => {
  const asked = 'sales last month, both shops'
  const previous = { question: asked, reading: puzzles.reading(asked) }
  const plan = readQuestion(question, puzzles.ontology, { ...plainContext, previous })
  if (plan.status !== 'readings') throw new Error(plan.status)
  const [{ query }] = plan.readings
  const joins = planJoins(query, puzzles.ontology)
  if ('status' in joins) throw new Error(joins.reason)
  const { now } = plainContext
  expect(puzzles.run(buildSql(query, joins, puzzles.ontology, { now, timeZone: 'UTC' }).inlined)).toEqual(
    rows,
  )
})
