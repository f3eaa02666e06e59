import { expect, test } from 'vitest'
import { openSmallDatabase, sorted } from './test-small-database.ts'

/** A yard that sells slate by the pallet over a counter, and takes it in from pits. */
const slate = `
  create table counter (docket integer, day date, slate text, pallets integer, price_each real, to_pay real, state text);
  with recursive n(i) as (select 0 union all select i + 1 from n where i < 79) insert into counter
    select 300 + i / 2, date('2026-01-01', i || ' day'), case i % 2 when 0 then 'Grey' else 'Green' end, 1 + i % 4, 20 + i % 3, (1 + i % 4) * (20 + i % 3),
      case when i / 2 = 7 then 'voided' else 'ok' end from n;
  create table pit_arrivals (arrived_on date, pit text, slate text, pallets integer, price_each real, paid real);
  with recursive n(i) as (select 0 union all select i + 1 from n where i < 79) insert into pit_arrivals
    select date('2026-01-01', i || ' day'), 'Pit ' || (i % 2), case i % 2 when 0 then 'Grey' else 'Green' end, 2 + i % 4, 11, (2 + i % 4) * 11 from n;
  create table fines (id integer primary key, given_on date, settled_on date, amount real, weight real, status text);
  insert into fines values (1, '2025-12-30', '2026-01-04', 10, 1, 'valid'), (2, '2026-01-05', '2026-01-20', 20, 2, 'valid'), (3, '2026-01-06', null, 70, 3, 'rejected');`

test('[DR2000] a sale with a row for each line is counted by its number, however the question is read', async () => {
  using yard = await openSmallDatabase(slate)
  const wanted = yard.run(`select count(distinct docket) from counter where day < '2026-02-01'`)
  expect(yard.rows('how many sales in January 2026')).toEqual(wanted)
  expect(yard.rows('number of orders in January 2026')).toEqual(wanted)
  const byGrammar = 'count the counter where pallets is not 3'
  expect(yard.reading(byGrammar).frame).toBeUndefined()
  expect(yard.rows(byGrammar)).toEqual([[40]])
  expect(yard.run('select count(*) from counter where pallets <> 3')).toEqual([[60]])
})

test('[DR2001] money that is added up leaves out rows that were cancelled or rejected, and the answer says so', async () => {
  using yard = await openSmallDatabase(slate)
  const { assumptions } = yard.reading('show the total amount of fines')
  expect(yard.rows('show the total amount of fines')).toEqual([[30]])
  expect(assumptions.map(({ says }) => says).join(' ')).toContain('Without fines whose status is rejected.')
  expect(assumptions.map(({ about }) => about)).not.toContain('rows included')
})

test('[DR2002] a quantity that "we sold" is that of the sales, though rows of what came in have it too', async () => {
  using yard = await openSmallDatabase(slate)
  expect(yard.rows('how many pallets of Grey did we sell in January 2026')).toEqual(
    yard.run(`select sum(pallets) from counter where slate = 'Grey' and state = 'ok' and day < '2026-02-01'`),
  )
})

test('[DR2003] the average sale is also called after the number that its rows share', async () => {
  using yard = await openSmallDatabase(slate)
  expect(sorted(yard.rows('average docket value'))).toEqual(
    sorted(yard.run(`select sum(to_pay) / count(distinct docket) from counter where state = 'ok'`)),
  )
})

test('[DR2004] a field with the name of a kind of things is what the word means', async () => {
  using choir = await openSmallDatabase(`
    create table meals (meal_id integer primary key, meal text, course text, price real);
    insert into meals values (1, 'Soup', 'First', 5), (2, 'Stew', 'Second', 9), (3, 'Pie', 'Second', 8);
    create table sales (sale_id integer primary key, sold_on date, meal_id integer references meals, quantity integer);
    insert into sales values (1, '2026-01-02', 1, 2), (2, '2026-01-03', 2, 1), (3, '2026-01-04', 3, 2);`)
  expect(sorted(choir.rows('sales by course'))).toEqual(
    sorted([
      ['First', 10],
      ['Second', 25],
    ]),
  )
})

test('[DR2005] the day on which something was settled is not the day on which it came about', async () => {
  using yard = await openSmallDatabase(slate)
  expect(yard.rows('number of fines in 2025')).toEqual([[1]])
})
