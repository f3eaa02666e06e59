import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

const script = `
  create table customers (customer_id integer primary key, customer_name text not null unique);
  create table trips (trip_id integer primary key, customer_id integer not null references customers, started_on date not null, status text not null, amount real not null);
  create table mooring_fees (fee_id integer primary key, trip_id integer not null references trips, fee_amount real not null, charged_on date not null);
  insert into customers values (1, 'Ada Berg'), (2, 'Bo Dahl');
  insert into trips values (1, 1, '2026-05-01', 'done', 900), (2, 2, '2026-06-01', 'done', 700), (3, 1, '2025-06-01', 'cancelled', 400);
  insert into mooring_fees values (1, 1, 30, '2026-05-03'), (2, 2, 20, '2026-06-02'), (3, 3, 25, '2025-06-03');
`
let marina: SmallDatabase
beforeAll(async () => {
  marina = await openSmallDatabase(script)
})
afterAll(() => marina[Symbol.dispose]())

test.each([
  ['how much mooring fees did we charge this year', [[50]]],
  ['how much mooring fees did we charge', [[75]]],
])('[DR616] %s', (question, rows) => {
  expect(marina.rows(question)).toEqual(rows)
})

test('[DR618] the answer to an average per thing names the divisor', () => {
  const { assumptions } = marina.reading('average revenue per customer')
  expect(assumptions).toContainEqual(
    expect.objectContaining({
      says: 'revenue is divided by all customers with trips, also those whose trips do not count as revenue.',
      changesNumbers: true,
    }),
  )
})
