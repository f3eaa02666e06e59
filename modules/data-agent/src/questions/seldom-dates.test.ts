import { expect, test } from 'vitest'
import { openSmallDatabase } from './test-small-database.ts'

/** A ferry whose seats are sold with a trip. One seat of 24 was given back. */
const seats = Array.from({ length: 24 }, (_, at) => {
  const trip = at < 16 ? 1 : 2
  return `(${at + 1}, ${trip}, 10, ${at === 0 ? "'2026-11-02'" : 'null'})`
})
const schema = `
  create table trip (trip_id integer primary key, sold_on date not null);
  create table seat (seat_id integer primary key, trip_id integer not null references trip, price real not null, refunded_on date);
  insert into trip values (1, '2026-10-05'), (2, '2026-09-01');
  insert into seat values ${seats.join(', ')};
`

test('[DR1840] a date that nearly all rows lack is not their date', async () => {
  using ferry = await openSmallDatabase(schema)
  expect(ferry.rows('how many seats last month')).toEqual([[16]])
  expect(ferry.rows('number of seats in september 2026')).toEqual([[8]])
})

test('[DR1840] [DR4222] a verb means it', async () => {
  using ferry = await openSmallDatabase(schema)
  expect(ferry.rows('how many seats were refunded this month')).toEqual([[1]])
})
