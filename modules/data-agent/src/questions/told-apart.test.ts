import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** A boatyard: berths are let, hulls of one make and model are alike, tows go by a round that has no name. */
const script = `
  create table skippers (id integer primary key, first_name text, last_name text);
  create table berths (id integer primary key, name text);
  create table rounds (id integer primary key, pilot_id integer references pilots, berth_id integer references berths);
  create table pilots (id integer primary key, name text);
  create table lettings (id integer primary key, berth_id integer not null references berths, skipper_id integer references skippers, begins_on date, status text);
  create table repairs (id integer primary key, repair_no text unique, skipper_id integer references skippers, opened_on date, closed_on date);
  create table tows (id integer primary key, round_id integer not null references rounds, towed_at datetime, status text);
  create table hulls (id integer primary key, make text, model text, sail_no text unique, inspection_due date);
  insert into skippers values (1, 'Ada', 'Moor'), (2, 'Ben', 'Fell');
  insert into berths values (1, 'North Quay'), (2, 'South Quay');
  insert into pilots values (1, 'Cleo Tarn');
  insert into rounds values (1, 1, 2);
  insert into lettings values (1, 1, 1, '2026-10-01', 'cancelled'), (2, 2, null, '2026-10-05', 'cancelled'), (3, 1, 2, '2026-10-09', 'kept');
  insert into repairs values (1, 'R-0101', 1, '2026-09-01', null), (2, 'R-0102', 2, '2026-09-03', '2026-09-20');
  insert into tows values (1, 1, '2026-10-02 09:00', 'cancelled'), (2, 1, '2026-10-03 09:00', 'done');
  insert into hulls values (1, 'Bavaria', 'Cruiser', 'G 101', '2026-11-01'), (2, 'Bavaria', 'Cruiser', 'G 102', '2026-12-20'),
    (3, 'Bavaria', 'Cruiser', 'G 103', '2026-11-05'), (4, 'Hallberg', 'Rassy', 'S 104', '2027-03-01');
`
let yard: SmallDatabase
beforeAll(async () => {
  yard = await openSmallDatabase(script, { now: new Date('2026-10-24T12:00:00Z') })
})
afterAll(() => yard[Symbol.dispose]())

test('[DR1910] rows without a name are listed with what they belong to and with their date', () => {
  expect(yard.rows('which lettings were cancelled')).toEqual([
    [1, 'North Quay', 'Ada', 'Moor', '2026-10-01'],
    [2, 'South Quay', null, null, '2026-10-05'],
  ])
})

test('[DR1910] [DR4226] what has no name either is passed by', () => {
  expect(yard.rows('which tows were cancelled')).toEqual([[1, 'Cleo Tarn', 'South Quay', '2026-10-02 09:00']])
})

test('[DR1910] the number that people know rows by is shown instead of the key', () => {
  expect(yard.rows('which repairs are still open')).toEqual([['R-0101', 'Ada', 'Moor', '2026-09-01']])
})

test('[DR1910] a question for ids is answered with ids alone', () => {
  expect(yard.rows('ids of the cancelled lettings')).toEqual([[1], [2]])
})

test('[DR1911] things of one make and model are shown with the code that tells them apart', () => {
  expect(
    yard.rows('which hulls have their inspection due in November 2026').map((row) => row.slice(0, 3)),
  ).toEqual([
    ['Bavaria', 'Cruiser', 'G 101'],
    ['Bavaria', 'Cruiser', 'G 103'],
  ])
})
