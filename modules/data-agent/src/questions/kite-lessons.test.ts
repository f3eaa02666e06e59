import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

/** Fills a table with rows 1 to `most`, as an expression of `i`. */
const fill = (table: string, most: number, values: string): string =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${most}) insert into ${table} select ${values} from n;`

const day = (text: string): string => `date('2025-02-01', '+' || (${text}) || ' days')`

/** A school for kites: a desk that writes initials, bills with receipts, and a list of those who wait. */
const school = `
  create table staff (initials text primary key, full_name text, job text);
  insert into staff values ('ab', 'Ada Brook', 'Desk'), ('cd', 'Carl Dunn', 'Desk'), ('ef', 'Eve Frost', 'Coach'), ('gh', 'Gus Hall', 'Desk'), ('ij', 'Ina Jones', 'Coach');
  create table pupils (pupil_id integer primary key, pupil_name text);
  ${fill('pupils', 20, `i, 'Pupil ' || i`)}
  create table desk_sales (sale_no integer primary key, sold_at date, cashier text, item text, qty integer, line_total real);
  ${fill('desk_sales', 90, `i, ${day('i * 4')}, case i % 3 when 0 then 'ab' when 1 then 'cd' else 'gh' end, 'Item ' || (i % 4), 1 + i % 2, 10 + i % 13`)}
  create table bills (bill_no integer primary key, pupil_id integer references pupils, issued_on date, due_on date, total real, status text);
  ${fill('bills', 60, `1200 + i, 1 + i % 20, ${day('i * 5')}, ${day('i * 5 + 14')}, 50 + i, case when i % 6 = 0 then 'open' else 'paid' end`)}
  create table receipts (receipt_id integer primary key, bill_no integer references bills, received_on date, amount real, method text, bounced integer);
  ${fill('receipts', 60, `i, 1200 + i, ${day('i * 5 + 9')}, 50 + i, case when i % 2 = 0 then 'card' else 'cash' end, case when i % 20 = 0 then 1 else 0 end`)}
  create table waiting_list (entry_id integer primary key, pupil_id integer references pupils, asked_on date, closed_on date);
  ${fill('waiting_list', 30, `i, 1 + i % 20, ${day('i * 7')}, case when i % 3 > 0 then ${day('i * 7 + 20')} end`)}`

let kites: SmallDatabase
beforeAll(async () => {
  kites = await openSmallDatabase(school)
})
afterAll(() => {
  kites[Symbol.dispose]()
})

test('[DO1116] initials refer to those who work here', () => {
  const found = kites.ontology.relationships.find(({ from }) => from === 'desk_sales')
  expect([found?.fromFields, found?.to]).toEqual([['cashier'], 'staff'])
})

test('[DR2632] sales by cashier show the names', () => {
  expect(sorted(kites.rows('Desk sales by cashier'))).toEqual(
    sorted(
      kites.run(
        'select full_name, sum(line_total) from desk_sales join staff on cashier = initials group by full_name',
      ),
    ),
  )
})

test('[DR2633] whether a bill is paid is answered with its state', () => {
  expect(kites.rows('Is bill 1206 paid yet?')).toEqual([['open']])
  expect(kites.rows('Has bill 1207 been paid?')).toEqual([['paid']])
})

test('[DR2634] those on the waiting list are its rows that are not closed', () => {
  expect(kites.rows('How many people are on the waiting list right now?')).toEqual([[10]])
})

test('[DR2635] [DR4160] payments are the receipts of bills', () => {
  expect(kites.rows('How many payments bounced?')).toEqual([[3]])
  expect(sorted(kites.rows('Payments by method'))).toEqual(
    sorted(kites.run('select method, sum(amount) from receipts where bounced = 0 group by method')),
  )
})
