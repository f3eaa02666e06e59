import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** A rehearsal house: bands book rooms by the hour, and the porters' hours are noted by week. */
const script = `
  create table bands (id integer primary key, name text);
  create table cellars (id integer primary key, name text, hour_price real);
  create table porters (id integer primary key, first_name text, last_name text, pay_per_hour real, hired_on date);
  create table slots (id integer primary key, band_id integer not null references bands, cellar_id integer not null references cellars,
    made_at datetime, starts_at datetime, ends_at datetime, status text);
  create table porter_hours (id integer primary key, porter_id integer not null references porters, week_ending date, worked real, sick real);
  insert into bands values (1, 'Tin Drum'), (2, 'Slow Tide'), (3, 'Owl Choir');
  insert into cellars values (1, 'North', 12), (2, 'South', 30);
  insert into porters values (1, 'Ada', 'Moor', 14, '2020-01-01'), (2, 'Ben', 'Fell', 15, '2021-01-01');
  insert into slots values
    (1, 1, 1, '2026-08-20 10:00', '2026-09-01 10:00', '2026-09-01 12:00', 'kept'), (2, 1, 1, '2026-08-21 10:00', '2026-09-02 10:00', '2026-09-02 11:00', 'kept'),
    (3, 1, 2, '2026-08-22 10:00', '2026-09-03 10:00', '2026-09-03 11:00', 'kept'), (4, 2, 2, '2026-08-30 10:00', '2026-09-04 10:00', '2026-09-04 18:00', 'kept'),
    (5, 3, 1, '2026-09-05 10:00', '2026-09-10 10:00', '2026-09-10 20:00', 'cancelled');
  insert into porter_hours values (1, 1, '2026-09-06', 10, 0), (2, 1, '2026-09-13', 5, 0), (3, 1, '2026-09-20', 0, 30), (4, 2, '2026-09-06', 40, 0);
`
let house: SmallDatabase
beforeAll(async () => {
  house = await openSmallDatabase(script, { now: new Date('2026-10-24T12:00:00Z') })
})
afterAll(() => house[Symbol.dispose]())

test('[DR1912] the most hours are those that rows say, and not the number of rows', () => {
  expect(house.rows('which porter did the most hours this year')[0]?.slice(0, 2)).toEqual(['Ben', 'Fell'])
  expect(house.sql('who did the most hours')).toContain('sum(porter_hours.worked)')
})

test('[DR1912] hours of rows with a start and an end are the time between them, by the day on which they begin', () => {
  const rows = house
    .rows('slot hours per cellar in September 2026')
    .map(([name, hours]) => [name, Math.round(Number(hours))])
  expect(rows).toEqual([
    ['South', 9],
    ['North', 3],
  ])
})
