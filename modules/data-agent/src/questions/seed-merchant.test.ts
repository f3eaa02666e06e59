import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

let merchant: SmallDatabase
beforeAll(async () => {
  merchant = await openSmallDatabase(`
    create table grower (grower_no integer primary key, company text not null, region text);
    insert into grower values (1, 'Halm & Co', 'North'), (2, 'Kernhof', 'South');
    create table seed (seed_no integer primary key, seed_name text, grower_no integer references grower);
    insert into seed values (1, 'Barley', 1), (2, 'Oats', 2);
    create table regular (regular_no integer primary key, forename text, surname text);
    insert into regular values (1, 'Ida', 'Voss'), (2, 'Rolf', 'Adler');
    create table foreman (foreman_no integer primary key, full_name text);
    insert into foreman values (1, 'Uta Lind'), (2, 'Piet Bos');
    create table slip (slip_no integer primary key, rung_on date, regular_no integer references regular, foreman_no integer references foreman);
    insert into slip values (1, '2026-10-02', 1, 1), (2, '2026-10-05', null, 2), (3, '2026-10-09', 2, 2);
    create table slip_line (slip_no integer references slip, line_no integer, seed_no integer references seed, qty integer, price_each real, reduction real, primary key (slip_no, line_no));
    insert into slip_line values (1, 1, 1, 2, 10, 2), (2, 1, 2, 1, 30, 0), (3, 1, 1, 1, 10, 0), (3, 2, 2, 1, 30, 3);
  `)
})
afterAll(() => merchant[Symbol.dispose]())

test('[DO690] a reduction, rebate or allowance of a line is a discount', () => {
  expect(merchant.rows('sales in October 2026')).toEqual([[85]])
})

test('[DR1100] firms are shown by their company', () => {
  expect(merchant.rows('which growers are in the north')).toEqual([['Halm & Co']])
})

test('[DR1101] a share that comes from some people is of the sales that name one of them', () => {
  const [[share] = []] = merchant.rows('what share of sales is to regulars')
  expect(share).toBeCloseTo(55 / 85)
})

test('[DR1102] nothing is ranked by a reference to other rows', () => {
  for (const question of ['who is our best foreman', 'which slip has the highest foreman'])
    for (const { query } of firstReadings(question))
      expect(JSON.stringify(query.orderBy)).not.toContain('foreman_no')
})

test.each(['which regulars are those?', 'how many of those are in the north'])(
  '[DR1103] "%s" goes on from an answer, and asks for nothing alone',
  (question) => {
    expect(merchant.plan(question).status).toBe('cannot_answer')
  },
)

test('[DR1104] what we bought is not what we sold', () => {
  const plan = merchant.plan('how much did we buy from each grower this year')
  expect(plan.status === 'readings' ? plan.readings[0].restatement : '').not.toContain('revenue')
})

test('[DR1105] revenue without the payments that belong to none of the sales says so', async () => {
  using choir = await openSmallDatabase(`
    create table singer (singer_no integer primary key, full_name text);
    insert into singer values (1, 'Ida Voss');
    create table payment (payment_no integer primary key, singer_no integer references singer, paid_on date, amount real, method text);
    insert into payment values (1, 1, '2026-10-02', 300, 'cash'), (2, 1, '2026-10-09', 200, 'card');
    create table score_sales (sale_no integer primary key, sold_on date, title text, total real);
    insert into score_sales values (1, '2026-10-03', 'Messiah', 12), (2, '2026-10-04', 'Requiem', 15);
  `)
  const warnings = (question: string): readonly string[] =>
    choir.reading(question).assumptions.flatMap(({ says, changesNumbers }) => (changesNumbers ? [says] : []))
  expect(warnings('turnover in October 2026')).toContain(
    'Only score sales are counted. Not included: payment.',
  )
  expect(warnings('score sales in October 2026')).toEqual([])
})

test('[DR1106] a question for things that begin is not answered with dates alone', async () => {
  using school = await openSmallDatabase(`
    create table courses (code text primary key, topic text, start date);
    insert into courses values ('A1', 'Pruning', '2026-11-20'), ('A2', 'Grafting', '2026-11-25'), ('A3', 'Pruning', '2027-05-01');
  `)
  const plan = school.plan('which courses start in November 2026')
  const outputs = plan.status === 'readings' ? plan.readings[0].query.outputs : []
  expect(outputs.length === 1 && JSON.stringify(outputs).includes('"start"')).toBe(false)
})

test('[DR1107] a word that shares only the stem of values narrows the rows with a warning', async () => {
  using depot = await openSmallDatabase(`
    create table tool (tool_no integer primary key, tool_name text, shelf text);
    insert into tool values (1, 'Rake', 'Garden tools'), (2, 'Hoe', 'Garden tools'), (3, 'Saw', 'Wood');
    create table sale (sale_no integer primary key, sold_on date, tool_no integer references tool, qty integer, price_each real);
    insert into sale values (1, '2026-10-03', 1, 1, 12), (2, '2026-10-04', 2, 1, 15), (3, '2026-10-04', 3, 1, 20);
  `)
  const isWarned = (question: string): boolean =>
    depot.reading(question).assumptions.some(({ changesNumbers }) => changesNumbers)
  expect(isWarned('garden sales in October 2026')).toBe(false)
  expect(isWarned('gardening sales in October 2026')).toBe(true)
})

function firstReadings(question: string) {
  const plan = merchant.plan(question)
  return plan.status === 'readings' ? plan.readings.slice(0, 1) : []
}
