import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

let spa: SmallDatabase
beforeAll(async () => {
  spa = await openSmallDatabase(
    `
    create table bather (bather_no integer primary key, given_name text not null, family_name text not null, joined date not null);
    create table workshop (workshop_code text primary key, title text not null);
    create table scale (scale_no integer primary key, brand text not null, model text not null, bought_on date not null);
    create table walk_in (walk_in_no integer primary key, bather_no integer not null references bather, entered_at datetime not null);
    create table workshop_booking (booking_no integer primary key, bather_no integer not null references bather, workshop_code text not null references workshop, booked_on date not null, amount real not null, state text not null);
    create table deposit_payment (payment_no integer primary key, booking_no integer not null references workshop_booking, kind text not null, taken_on date not null, amount real not null);
    insert into bather values (1, 'Ada', 'Moss', '2020-01-01'), (2, 'Ada', 'Nash', '2020-01-01'), (3, 'Bo', 'Orr', '2021-01-01');
    insert into workshop values ('A1', 'Felting'), ('B2', 'Weaving');
    insert into scale values (1, 'Tarn', 'X1', '2020-01-01'), (2, 'Tarn', 'X2', '2020-01-01');
    insert into walk_in values (1, 1, '2026-10-01 10:00:00'), (2, 2, '2026-10-02 10:00:00');
    insert into workshop_booking values (1, 1, 'A1', '2026-10-01', 50, 'held'), (2, 2, 'A1', '2026-10-02', 70, 'held'), (3, 3, 'B2', '2026-10-03', 10, 'held'), (4, 3, 'B2', '2026-10-04', 20, 'cancelled');
    insert into deposit_payment values (1, 2, 'advance', '2026-10-02', 7), (2, 1, 'rest', '2026-10-03', 40);
  `,
    { now: new Date('2026-11-01T12:00:00Z') },
  )
})
afterAll(() => spa[Symbol.dispose]())

test('[DR963] given and family name are the name of a person', () => {
  expect(spa.rows('which bather spent the most last month')[0]?.slice(0, 2)).toEqual(['Ada', 'Nash'])
})

test('[DR964] where nothing is called a name, brand and model are', () => {
  expect(spa.rows('list the scales')).toEqual([
    [1, 'Tarn', 'X1'],
    [2, 'Tarn', 'X2'],
  ])
})

test('[DR965] a code that leads to another dataset is not the number of a sale', () => {
  expect(spa.rows('how many bookings were cancelled')).toEqual([[1]])
  expect(spa.rows('how many workshop bookings last month')).toEqual([[4]])
})

test('[DR966] [DR4129] names are read with a hyphen and with accents too', () => {
  expect(spa.rows('how many walk-ins did we have last month')).toEqual([[2]])
  expect(spa.rows('how many bathérs are there')).toEqual([[3]])
})

test('[DR967] how much things brought in is one sum', () => {
  expect(spa.rows('how much did workshops bring in last month')).toEqual([[130]])
})

test('[DR968] a sum is not narrowed by rows of which each of its rows has several', () => {
  const plan = spa.plan('how much did we take in advance last month')
  const best = plan.status === 'readings' ? plan.readings[0].restatement : plan.status
  expect(best).not.toContain('revenue')
})

test('[DR969] who takes the longest is ranked by the time between two dates', async () => {
  using office = await openSmallDatabase(`
    create table guild (guild_id integer primary key, guild_name text not null unique);
    create table levy (levy_id integer primary key, guild_id integer not null references guild, billed_on date not null, paid_on date, amount real not null);
    insert into guild values (1, 'Dyers'), (2, 'Fullers');
    insert into levy values (1, 1, '2026-01-01', '2026-01-03', 900), (2, 2, '2026-01-01', '2026-02-01', 10);
  `)
  expect(office.rows('which guild takes the longest to pay')[0]?.[0]).toBe('Fullers')
})
