import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

const script = `
  create table skippers (skipper_id integer primary key, skipper_name text not null unique);
  create table charters (charter_id integer primary key, skipper_id integer not null references skippers, started_on date not null, amount real not null);
  create table mooring_fees (fee_id integer primary key, charter_id integer not null references charters, fee_amount real not null, charged_on date not null);
  insert into skippers values (1, 'Ada Berg'), (2, 'Bo Dahl');
  insert into charters values (1, 1, '2026-05-01', 900), (2, 2, '2026-06-01', 700), (3, 1, '2025-06-01', 400);
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
