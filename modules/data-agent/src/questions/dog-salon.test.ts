import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

const day = (at: number): string =>
  new Date(Date.UTC(2025, 0, 6) + at * 86_400_000).toISOString().slice(0, 10)
const visits = Array.from({ length: 160 }, (_, at) => {
  const state = at % 8 === 3 ? 'cancelled' : 'done'
  const off = state === 'cancelled' ? `'${day(at * 4 - 2)} 08:00:00'` : 'null'
  return `(${at + 1}, ${(at % 23) + 1}, ${(at % 4) + 1}, '${day(at * 4)} ${10 + (at % 7)}:00:00', '${state}', ${off}, ${(at % 80) + 1})`
})
const washes = Array.from({ length: 240 }, (_, at) => {
  const kind = at % 5 === 0 ? 3 : at % 3 === 0 ? 2 : 1
  return `(${at + 1}, ${(at % 160) + 1}, ${kind}, 1, ${[20, 35, 12.5][kind - 1]})`
})
const bills = Array.from(
  { length: 80 },
  (_, at) => `(${at + 1}, ${(at % 23) + 1}, '${day(at * 8)}', ${30 + (at % 9)})`,
)
const receipts = Array.from(
  { length: 80 },
  (_, at) =>
    `(${at + 1}, ${at + 1}, '${at % 3 === 0 ? 'cash' : 'card'}', ${30 + (at % 9)}, '${day(at * 8 + 5)}')`,
)

const owners = Array.from({ length: 23 }, (_, at) => `(${at + 1}, 'First ${at}', 'Last ${at}')`)

let salon: SmallDatabase
beforeAll(async () => {
  salon = await openSmallDatabase(`
    create table owners (owner_id integer primary key, first_name text, last_name text);
    create table groomers (groomer_id integer primary key, first_name text, last_name text, hired_on date);
    create table wash_types (wash_type_id integer primary key, title text not null, kind text, list_fee real);
    create table bills (bill_id integer primary key, owner_id integer references owners, issued_on date, total_amount real);
    create table visits (visit_id integer primary key, owner_id integer not null references owners, groomer_id integer references groomers, starts_at datetime, state text, cancelled_at datetime, bill_id integer references bills);
    create table visit_washes (line_id integer primary key, visit_id integer not null references visits, wash_type_id integer not null references wash_types, units integer, unit_fee real);
    create table receipts (receipt_id integer primary key, bill_id integer not null references bills, method text, amount real, received_on date);
    insert into owners values ${owners.join(', ')};
    insert into groomers values (1, 'Ida', 'Moll', '2020-01-01'), (2, 'Ole', 'Kern', '2021-01-01'), (3, 'Pia', 'Rau', '2022-01-01'), (4, 'Tim', 'Voss', '2023-01-01');
    insert into wash_types values (1, 'Short coat wash', 'Wash', 20), (2, 'Long coat wash', 'Wash', 35), (3, 'Paw balm', 'Extra', 12.5), (4, 'Mud bath', 'Extra', 18), (5, 'Ear candle', 'Extra', 9);
    insert into bills values ${bills.join(', ')};
    insert into visits values ${visits.join(', ')};
    insert into visit_washes values ${washes.join(', ')};
    insert into receipts values ${receipts.join(', ')};
  `)
})
afterAll(() => salon[Symbol.dispose]())

describe('[DR2640] what has a name is ranked, listed and grouped by, and not the lines that name it', () => {
  test('[DR4261] ranked', () => {
    expect(salon.rows('most popular wash')).toEqual([['Short coat wash']])
  })
  test.each(['list all washes', 'which washes'])('%s', (question) => {
    expect(salon.rows(question)).toHaveLength(5)
  })
  test('grouped by', () => {
    expect(sorted(salon.rows('number of visits per wash'))).toEqual(
      sorted(
        salon.run(
          `select title, count(distinct visit_id) from visit_washes join wash_types using (wash_type_id) join visits using (visit_id) where state <> 'cancelled' group by 1`,
        ),
      ),
    )
  })
  test('but lines are counted', () => {
    expect(salon.rows('how many washes did we do')).toEqual([[240]])
  })
})

describe('[DR2641] what was never done is what no sale names', () => {
  test.each(['which washes have we never done', 'washes we have never sold'])('%s', (question) => {
    expect(sorted(salon.rows(question))).toEqual(['["Ear candle"]', '["Mud bath"]'])
  })
})

describe('[DR2642] what is charged for a thing is its price', () => {
  test.each([
    'what do we charge for the mud bath?',
    'how much does a mud bath cost',
    'how much is a mud bath',
    'price of the mud bath',
  ])('%s', (question) => {
    expect(salon.rows(question)).toEqual([['Mud bath', 18]])
  })
})

test('[DR2643] cancellations are the sales that were cancelled, by the day on which they were', () => {
  expect(salon.rows('cancellations per month in 2025')).toEqual(
    salon.run(
      `select strftime('%Y-%m-01', cancelled_at), count(*) from visits where cancelled_at >= '2025-01-01' and cancelled_at < '2026-01-01' group by 1 order by 1`,
    ),
  )
})

test('[DR2644] payments are the rows that are added up as what was paid', () => {
  expect(sorted(salon.rows('how many payments by method'))).toEqual(
    sorted(salon.run(`select method, count(*) from receipts group by 1`)),
  )
})
