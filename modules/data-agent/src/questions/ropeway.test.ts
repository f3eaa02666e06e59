import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** A ropeway: rides are booked, each booking has tickets and a small fee, season cards are sold beside them. */
const script = `
  create table riders (id integer primary key, first_name text, last_name text);
  create table departures (id integer primary key, leaves_at datetime, seats integer);
  create table bookings (id integer primary key, rider_id integer references riders, departure_id integer references departures, booked_at datetime, handling_fee real);
  create table tickets (id integer primary key, booking_id integer not null references bookings, kind text, price real, used_at datetime);
  create table season_cards (id integer primary key, rider_id integer not null references riders, bought_on date, valid_until date, price_paid real);
  insert into riders values (1, 'Ada', 'Moor'), (2, 'Ben', 'Fell'), (3, 'Cleo', 'Tarn');
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 60)
    insert into departures select i, datetime('2026-09-01', '+' || (i * 2) || ' days', '+9 hours'), 30 from n;
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 30)
    insert into bookings select i, 1 + i % 3, i, datetime('2026-08-25', '+' || (i * 2) || ' days'), 1 from n;
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 60)
    insert into tickets select i, 1 + (i - 1) / 2, case when i % 2 = 0 then 'child' else 'adult' end, case when i % 2 = 0 then 10 else 20 end,
      case when i % 5 = 0 then null else datetime('2026-09-01', '+' || (i + 1) || ' days') end from n;
  insert into season_cards values (1, 1, '2026-09-03', '2027-09-02', 90), (2, 2, '2026-10-04', '2027-10-03', 100);
`
let ropeway: SmallDatabase
beforeAll(async () => {
  ropeway = await openSmallDatabase(script, { now: new Date('2026-10-24T12:00:00Z') })
})
afterAll(() => ropeway[Symbol.dispose]())

const expressionOf = (name: string): string | undefined =>
  ropeway.ontology.metrics.find((one) => one.name === name)?.expression

test('[DO890] rows with a price each are what was sold, beside a fee of the booking', () => {
  expect(expressionOf('revenue')).toBe('sum(tickets.price)')
})

test('[DO891] dated amounts of people who buy are an income of their own, whatever they are called', () => {
  expect(expressionOf('season_card_revenue')).toBe('sum(season_cards.price_paid)')
})

test('[DO892] where work and parts are billed together, the bill says what was sold', async () => {
  using mill = await openSmallDatabase(`
    create table owners (id integer primary key, name text);
    create table jobs (id integer primary key, owner_id integer references owners, opened_on date);
    create table job_labour (id integer primary key, job_id integer references jobs, hours real, rate real);
    create table job_parts (id integer primary key, job_id integer references jobs, quantity integer, unit_price real);
    create table invoices (id integer primary key, job_id integer references jobs, owner_id integer references owners, issued_on date, total real);
    insert into owners values (1, 'Ada'), (2, 'Ben');
    insert into jobs values (1, 1, '2026-09-01'), (2, 2, '2026-09-05');
    insert into job_labour values (1, 1, 2, 50), (2, 2, 1, 50);
    insert into job_parts values (1, 1, 3, 10), (2, 2, 1, 40);
    insert into invoices values (1, 1, 1, '2026-09-10', 130), (2, 2, 2, '2026-09-12', 90);
  `)
  expect(mill.rows('revenue')).toEqual([[220]])
})

test('[DO893] payments for several kinds of sales are the income', async () => {
  using school = await openSmallDatabase(`
    create table flyers (id integer primary key, first_name text, last_name text);
    create table packages (id integer primary key, flyer_id integer references flyers, bought_on date, price real);
    create table lessons (id integer primary key, flyer_id integer references flyers, held_on date, fee real, package_id integer references packages);
    create table payments (id integer primary key, lesson_id integer references lessons, package_id integer references packages, paid_on date, amount real);
    insert into flyers values (1, 'Ada', 'Moor'), (2, 'Ben', 'Fell');
    insert into packages values (1, 1, '2026-09-01', 200), (2, 2, '2026-09-03', 300);
    insert into lessons values (1, 1, '2026-09-05', 50, 1), (2, 2, '2026-09-06', 60, null), (3, 1, '2026-09-07', 50, 1);
    insert into payments values (1, null, 1, '2026-09-01', 200), (2, null, 2, '2026-09-03', 300), (3, 2, null, '2026-09-06', 60);
  `)
  expect(school.rows('what were our takings')).toEqual([[560]])
})

test('[DO894] [DR1866] [DR4223] rows that are pieces are counted as sold, with their revenue beside it', () => {
  expect(ropeway.rows('how many tickets did we sell last month')).toEqual([[30]])
  expect(ropeway.rows('how many tickets did we sell last month and for how much')).toEqual([[30, 450]])
  expect(ropeway.rows('adult tickets sold last month')).toEqual([[15]])
  expect(ropeway.rows('how many season cards did we sell last month')).toEqual([[1]])
  expect(expressionOf('units_sold')).toBe('count(tickets)')
})

test('[DR1860] rows are dated by what they belong to where some of them lack a date of their own', () => {
  expect(ropeway.sql('ticket revenue last month')).toContain('bookings.booked_at')
  expect(ropeway.run(ropeway.sql('ticket revenue last month'))).toEqual([[450]])
})

test('[DR1861] a period after the last date of the rows is that of the only date that reaches it', () => {
  const reading = ropeway.reading('how many bookings next week')
  expect(ropeway.sql('how many bookings next week')).toContain('leaves_at')
  expect(reading.assumptions).toContainEqual({
    about: 'date',
    says: 'No booked at lies in this period, so it is the period of leaves at.',
    changesNumbers: true,
  })
})

test('[DR1861] a period that has begun keeps the date of the rows, though none of it is known yet', async () => {
  using later = await openSmallDatabase(script, { now: new Date('2026-12-20T12:00:00Z') })
  expect(later.sql('how many bookings this month')).toContain('booked_at')
})

test('[DR1862] an everyday word that the data does not have is read as what data calls it', () => {
  const reading = ropeway.reading('how many punters do we have')
  expect(reading.restatement).toBe('number of riders')
  expect(reading.assumptions.map(({ says }) => says)).toContain('"punters" is read as riders.')
})

test('[DR1862] two words that the data does not have are about something else', () => {
  expect(ropeway.plan('how many punters had an allergy').status).not.toBe('readings')
})

const stall = `
  create table grades (code text primary key, name text);
  create table sorts (id integer primary key, name text, colour text, grade text references grades);
  create table sales (id integer primary key, sold_at datetime, channel text, total real);
  create table sale_lines (id integer primary key, sale_id integer references sales, sort_id integer references sorts, qty integer, unit_price real);
  create table web_parcels (sale_id integer primary key references sales, packed_at datetime);
  insert into grades values ('S', 'Select'), ('B', 'Basic');
  insert into sorts values (1, 'Topaz', 'red', 'S'), (2, 'Golden', 'yellow', 'B'), (3, 'Gala', 'red', 'B');
  insert into sales values (1, '2026-09-01', 'S', 10), (2, '2026-09-02', 'W', 30), (3, '2026-09-03', 'S', 25);
  insert into sale_lines values (1, 1, 1, 1, 10), (2, 2, 2, 3, 10), (3, 3, 3, 2, 12.5);
  insert into web_parcels values (2, '2026-09-03');
`

test('[DR1863] [DR1864] [DR1865] ways of selling side by side are channels, with the revenue of each', async () => {
  using fruit = await openSmallDatabase(stall)
  expect(fruit.rows('online vs store this year')).toEqual([
    ['S', 35],
    ['W', 30],
  ])
  expect(fruit.rows('red vs yellow this year')).toEqual([
    ['red', 35],
    ['yellow', 30],
  ])
})

test('[DR1867] what happened on a date is counted by its rows, and days by their dates', async () => {
  using club = await openSmallDatabase(`
    create table gliders (id integer primary key, name text, registered_on date);
    insert into gliders values (1, 'Ada', '2026-08-03'), (2, 'Ben', '2026-08-03'), (3, 'Cleo', '2026-09-05');
  `)
  expect(club.rows('how many registered each month this year').map((row) => row[1])).toEqual([2, 1])
})
