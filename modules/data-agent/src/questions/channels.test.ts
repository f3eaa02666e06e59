import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

/** A dairy that sells the same cheeses over the counter and by post, and pays bills. */
let dairy: SmallDatabase
beforeAll(async () => {
  dairy = await openSmallDatabase(`
    create table cheeses (code text primary key, cheese text, milk text, supplier text, price real, cost_price real);
    create table buyers (buyer_no integer primary key, last_name text, first_name text, company text);
    create table counter_sales (receipt integer, sold_on date, code text references cheeses, wheels integer, price real, amount real, buyer_no integer references buyers, void integer);
    create table post_orders (order_id integer primary key, placed_on date, buyer_no integer references buyers, status text, total real);
    create table post_order_lines (order_id integer references post_orders, line integer, code text references cheeses, title text, qty integer, line_total real, primary key (order_id, line));
    create table bills (bill_no integer primary key, bill_date date, sent_by text, what_for text, gross real, paid_on date);
    insert into cheeses values ('A', 'Alp', 'cow', 'Hof Nord', 10, 4), ('B', 'Bleu', 'sheep', 'Hof West', 20, 9), ('C', 'Chevre', 'goat', 'Hof Sued', 15, 6);
    insert into buyers values (1, 'Ash', 'Ida', null), (2, 'Birch', 'Tom', null), (3, null, null, 'Inn Zum Tal'), (4, 'Elm', 'Una', null);
    insert into counter_sales values (1, '2026-10-02', 'A', 2, 10, 20, 1, 0), (1, '2026-10-02', 'B', 1, 20, 20, 1, 0), (2, '2026-10-05', 'A', 1, 10, 10, 2, 0), (3, '2026-10-06', 'A', 5, 10, 50, null, 1), (4, '2026-09-06', 'C', 1, 15, 15, 3, 0);
    with recursive n(i) as (select 1 union all select i + 1 from n where i < 16)
    insert into counter_sales select 10 + i, '2025-03-04', 'A', 1 + i % 4, 5 + i, (1 + i % 4) * (5 + i), null, 0 from n;
    insert into post_orders values (1, '2026-10-03', 3, 'sent', 100), (2, '2026-10-04', 1, 'cancelled', 40), (3, '2026-10-09', 4, 'sent', 30);
    insert into post_order_lines values (1, 1, 'B', 'Bleu', 5, 100), (2, 1, 'B', 'Bleu', 2, 40), (3, 1, 'C', 'Chevre', 2, 30);
    insert into bills values (1, '2026-10-01', 'Hof Nord', 'Rent', 500, '2026-10-02'), (2, '2026-10-02', 'Staff', 'Wages', 900, null), (3, '2026-10-03', 'Volt', 'Electricity', 80, null), (4, '2026-10-04', 'Hof West', 'Cheese', 300, null);
  `)
})
afterAll(() => dairy[Symbol.dispose]())

test('[DR1705] a figure of streams that sell the same things is the sum of all of them', () => {
  expect(dairy.rows('sales last month')).toEqual([[50 + 130]])
  expect(dairy.rows('sales in September 2026')).toEqual([[15]])
  expect(sorted(dairy.rows('sales by milk last month'))).toEqual([
    '["cow",30]',
    '["goat",30]',
    '["sheep",120]',
  ])
  expect(dairy.rows('sales of Bleu last month')).toEqual([[120]])
  const { assumptions, restatement } = dairy.reading('sales last month')
  expect(assumptions).toContainEqual({
    about: 'streams of income',
    says: 'Added up: counter sales + post orders.',
    changesNumbers: false,
  })
  expect(restatement).toContain('(added up: counter sales + post orders)')
})

test('[DR1705] a question that names one of them is about that one', () => {
  expect(dairy.rows('counter sales last month')).toEqual([[50]])
  expect(dairy.rows('post sales last month')).toEqual([[130]])
})

test('[DR1706] what one stream calls its pieces are the pieces of all', () => {
  expect(dairy.rows('how many wheels did we sell last month')).toEqual([[4 + 7]])
})

test('[DR1707] rows that say what for, in words such as rent and wages, are money that went out', () => {
  expect(dairy.ontology.metrics.some(({ name }) => name.startsWith('bill'))).toBe(false)
  expect(dairy.rows('what did we spend last month')).toEqual([[1780]])
})

test('[DO846] a row with the code and the name of a thing refers to it once', () => {
  const to = dairy.ontology.relationships
    .filter(({ from }) => from === 'post_order_lines')
    .map(({ to: one }) => one)
  expect(to).toEqual(['post_orders', 'cheeses'])
})

test('[DR1708] lines have the date of their order, also if they repeat the name of a thing', () => {
  expect(dairy.rows('post sales in October 2026')).toEqual([[130]])
})

test('[DR1709] a firm among people is shown by the name of the firm', () => {
  expect(dairy.rows('top 3 buyers by sales last month')[0]).toContain('Inn Zum Tal')
})
