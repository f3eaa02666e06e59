import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBookbinder } from './test-bookbinder.ts'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

let binder: SmallDatabase
beforeAll(async () => {
  binder = await openBookbinder()
})
afterAll(() => binder[Symbol.dispose]())

test('[DR1300] “how many and how much” adds what the rows come to, wherever it stands', () => {
  expect(binder.rows('estimates sent in october, how many and how much')).toEqual([[2, 357]])
  expect(binder.rows('how many estimates did we send in october 2026 and what amount')).toEqual([[2, 357]])
  expect(binder.rows('number and value of declined estimates')).toEqual([[1, 83.3]])
  expect(binder.rows('how many tear claims this year and how much altogether')).toEqual([[1, 15]])
  expect(binder.rows('open jobs: how many and how much money')).toEqual([[2, 140]])
})

test('[DR1301] a condition before a colon is said of the things that are counted', () => {
  expect(binder.rows('collected but not paid: how many jobs and how much money')).toEqual([[2, 65]])
})

test('[DR1302] what was paid is the amount where the question asks for what we paid', () => {
  expect(binder.rows('how many stain claims did we pay and how much')[0]?.[1]).toBe(30)
})

test('[DR1303] [DR4182] [DR4181] “and where”, “and who”, “and when” add a column to a list', () => {
  expect(sorted(binder.rows('which presses are broken and where do they stand'))).toEqual(
    sorted([
      ['Old Iron', 'Cellar'],
      ['Small Vice', 'Attic'],
    ]),
  )
  expect(binder.rows('what is the status of J-102 and who has it')[0]?.slice(-2)).toEqual(['Bo', 'Lund'])
  expect(binder.rows('what is the status of J-102 and for whom')[0]?.at(-1)).toBe('Dora Vale')
  expect(binder.rows('which papers were withdrawn and when')).toEqual([['Marbled blue', '2026-05-01']])
  expect(binder.rows('how many presses are broken and where')).toHaveLength(2)
})

test('[DR1304] contractions without an apostrophe are read like those with one', () => {
  expect(binder.rows('which jobs arent paid')).toEqual(binder.rows("which jobs aren't paid"))
  expect(binder.rows('whats the status of J-102')).toEqual([['open']])
})

test('[DR1305] [DR4183] “anything” after a denial says no more than the denial', () => {
  expect(binder.rows('how many customers havent brought us anything this year')).toEqual([[1]])
  expect(binder.rows('which customers have never given us any work this year')[0]).toContain('Emil Hart')
})

test('[DR1306] what nobody has done is not done', () => {
  expect(sorted(binder.rows('jobs nobody has collected').map((row) => row.slice(0, 1)))).toEqual(
    sorted(binder.rows('jobs not collected').map((row) => row.slice(0, 1))),
  )
})

test('[DR1307] “still” before a state says no more than the present tense', () => {
  expect(binder.rows('claims still open that were made in october')).toHaveLength(1)
})

test('[DR1400] offers that were sent wait for an answer where others were accepted or declined', () => {
  expect(binder.rows('how many estimates are still waiting for an answer and what are they worth')).toEqual([
    [2, 178.5],
  ])
})

test('[DR1309] a word of English that stands where another is meant is read as that one, and the answer says so', () => {
  const plan = binder.plan('number of jobs per moth this year')
  expect(plan.status === 'readings' && plan.readings[0].assumptions.map(({ says }) => says)).toContain(
    'Read "moth" as "month".',
  )
  expect(binder.rows('howmany estimates form last month')).toEqual([[2]])
  expect(binder.rows('how may claims are open')).toEqual([[1]])
  expect(binder.rows('claims with more then 15 claimed amount')).toHaveLength(2)
})

test('[DR1310] a rare word of English is a spelling error where a word of the data is one letter away', () => {
  expect(binder.rows('average prise of papers')[0]?.[0]).toBeCloseTo(17.5 / 3)
})

test('[DR1401] what still has to go out has the state of the data that says so', async () => {
  using shop = await openSmallDatabase(orders)
  expect(shop.rows('how many orders still have to go out')).toEqual([[2]])
})

test('[DR2000] sales with a row for each line are counted once', async () => {
  using shop = await openSmallDatabase(orders)
  expect(shop.rows('how many orders are unfulfilled')).toEqual([[2]])
})

test('[DR1312] a word in the plural is not the name of a person', async () => {
  using club = await openSmallDatabase(`
    create table app_rower (rower_id integer primary key, given_name text not null, family_name text not null, joined_on date not null);
    create table app_outing (outing_id integer primary key, rower_id integer not null references app_rower, rowed_on date not null);
    insert into app_rower values (1, 'Ann', 'Rower', '2024-01-01'), (2, 'Bea', 'Stone', '2024-02-01'), (3, 'Cy', 'Moor', '2024-03-01');
    insert into app_outing values (1, 2, '2026-10-01');
  `)
  expect(club.sql('how many rowers joined in 2024')).not.toContain('family_name')
})

const orders = `
  create table orders (line_no integer primary key, order_no integer not null, ordered date not null, status text not null, item text not null, quantity integer not null, unit_price real not null, line_total real not null);
  insert into orders values (1, 10, '2026-10-01', 'Fulfilled', 'Glue', 2, 5, 10), (2, 10, '2026-10-01', 'Fulfilled', 'Thread', 1, 3, 3), (3, 11, '2026-11-10', 'Unfulfilled', 'Glue', 1, 5, 5), (4, 11, '2026-11-10', 'Unfulfilled', 'Awl', 1, 8, 8),
    (5, 12, '2026-11-12', 'Unfulfilled', 'Thread', 4, 3, 12), (6, 13, '2026-11-13', 'Cancelled', 'Thread', 4, 3, 12);
`

test('[DR1313] a noun of a verb and its particle stands for the rows whose own date has this verb', async () => {
  using dock = await openSmallDatabase(`
    create table boat (boat_id integer primary key, name text not null);
    create table wash (wash_id integer primary key, boat_id integer not null references boat, drop_date date not null, fetched_on date, amount real not null);
    insert into boat values (1, 'Alma'), (2, 'Bora');
    insert into wash values (1, 1, '2026-10-01', '2026-10-03', 30), (2, 2, '2026-10-05', null, 20), (3, 1, '2026-09-05', null, 20);
  `)
  expect(dock.rows('how many drop-offs last month')).toEqual([[2]])
  expect(dock.rows('drop offs last month, how many and how much')).toEqual([[2, 50]])
})

test('[DR1314] what rows come to is a quantity times its price where they have no amount, and the answer says so', async () => {
  using mill = await openSmallDatabase(`
    create table supply (supply_id integer primary key, article text not null, supplied_on date not null, status text not null, quantity integer not null, unit_cost real not null);
    insert into supply values (1, 'Rye', '2026-10-01', 'open', 3, 2), (2, 'Oat', '2026-10-05', 'open', 2, 5), (3, 'Rye', '2026-09-05', 'closed', 7, 2);
  `)
  expect(mill.rows('how many supplies are open and how much are they worth')).toEqual([[2, 16]])
})

test('[DR1315] a second thing that is asked for and not shown is said', () => {
  const plan = binder.plan('how many papers do we have and where')
  const says = plan.status === 'readings' ? plan.readings[0].assumptions.map((one) => one.says) : []
  expect(plan.status !== 'readings' || says.some((text) => /two things|Read as/.test(text))).toBe(true)
})
