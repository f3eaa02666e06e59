import { expect, test } from 'vitest'
import { openedBefore } from './test-asked-rows.ts'
import { openSmallDatabase, sorted } from './test-small-database.ts'

const hire = openedBefore(`
  create table wearer (wearer_no integer primary key, name text not null, town text);
  create table costume (costume_no integer primary key, name text not null, era text, price_per_day real);
  create table booking (booking_no integer primary key, wearer_no integer references wearer, taken_on date, goes_out date, due_back date, came_back date, total real, paid_on date, status text);
  create table booking_line (line_no integer primary key, booking_no integer not null references booking, costume_no integer not null references costume, qty integer, price_each real);
  insert into wearer values (1, 'Ada Berg', 'Ulm'), (2, 'Bo Dahl', 'Hof'), (3, 'Cy Eng', 'Ulm');
  insert into costume values (1, 'Knight', 'medieval', 20), (2, 'Jester', 'medieval', 10), (3, 'Toga', 'roman', 8), (4, 'Pirate', 'baroque', 12);
  insert into booking values
    (1, 1, '2026-04-01', '2026-04-10', '2026-04-12', '2026-04-12', 40, '2026-04-20', 'Returned'),
    (2, 2, '2026-05-01', '2026-05-05', '2026-05-07', '2026-05-09', 30, null, 'Returned'),
    (3, 3, '2026-05-02', '2026-06-01', '2026-06-03', null, 24, null, 'Out'),
    (4, 1, '2026-05-03', '2026-06-18', '2026-06-20', null, 500, null, 'Quote'),
    (5, 2, '2026-05-04', '2026-06-19', '2026-06-21', null, 700, null, 'Provisional'),
    (6, 3, '2026-05-05', '2026-06-20', '2026-06-22', null, 16, null, 'Confirmed'),
    (7, 3, '2026-05-06', '2026-06-20', '2026-06-22', null, 90, null, 'Cancelled');
  insert into booking_line values (1, 1, 1, 2, 20), (2, 2, 2, 3, 10), (3, 3, 3, 3, 8), (4, 4, 1, 25, 20), (5, 5, 3, 70, 10), (6, 6, 3, 2, 8), (7, 7, 1, 4, 20);
`)

test('[DO980] what is only quoted, pencilled in or asked about is not sold', () => {
  expect(hire().rows('turnover in May 2026')).toEqual([[70]])
  expect(hire().reading('turnover in May 2026').restatement).not.toMatch(/Confirmed|Out\b/)
})

test('[DO980] of quotes themselves, it is an ordinary state', async () => {
  using joinery = await openSmallDatabase(`
    create table quote (quote_no integer primary key, client text, made_on date, amount real, status text);
    insert into quote values (1, 'Ada', '2026-05-01', 10, 'offered'), (2, 'Bo', '2026-05-02', 20, 'accepted'), (3, 'Cy', '2026-05-03', 5, 'offered');
  `)
  expect(joinery.rows('total amount of quotes in May 2026')).toEqual([[35]])
})

test('[DO980] [DO1542] a held class took place', async () => {
  using forge = await openSmallDatabase(`
    create table forging_class (class_no integer primary key, title text, class_day date, fee real, status text);
    insert into forging_class values (1, 'Knives', '2026-05-01', 10, 'held'), (2, 'Nails', '2026-05-02', 20, 'held'), (3, 'Gates', '2026-05-03', 5, 'cancelled');
  `)
  expect(forge.rows('total fee in May 2026')).toEqual([[30]])
})

test('[DO981] a document that is a quote or an estimate by its type is no sale', async () => {
  using smithy = await openSmallDatabase(`
    create table sale (sale_no integer primary key, client text, issued_on date, sale_type text, total real);
    insert into sale values (1, 'Ada', '2026-05-01', 'Invoice', 10), (2, 'Bo', '2026-05-02', 'Estimate', 900), (3, 'Cy', '2026-05-03', 'Invoice', 5), (4, 'Cy', '2026-05-03', 'Quote', 77);
  `)
  expect(smithy.rows('revenue in May 2026')).toEqual([[15]])
})

test('[DO982] what was lent and has come back is still to be paid', () => {
  expect(sorted(hire().rows('how many bookings are not paid yet and how much'))).toEqual(sorted([[3, 70]]))
})

test('[DR2440] letting is how a business sells that lets: pieces of the lines, without what was only quoted', () => {
  expect(hire().rows('how many togas did we rent out this year')).toEqual([[5]])
  expect(hire().rows('how many togas were hired this year')).toEqual([[5]])
  expect(
    hire()
      .rows('which costume gets rented the most')
      .map(([name]) => name),
  ).toEqual(['Toga'])
  expect(hire().rows('costumes nobody ever hired')).toEqual([['Pirate']])
})

test('[DR2440] [DR4245] people who are hired are not let', async () => {
  using yard = await openSmallDatabase(`
    create table keeper (keeper_no integer primary key, name text not null, started_on date);
    create table boat (boat_no integer primary key, name text not null, price real);
    create table trip (trip_no integer primary key, taken_on date, due_back date, total real);
    create table trip_line (line_no integer primary key, trip_no integer not null references trip, boat_no integer not null references boat, qty integer, price real);
    insert into keeper values (1, 'Ada', '2026-01-05'), (2, 'Bo', '2025-01-05');
    insert into boat values (1, 'Heron', 5), (2, 'Gull', 7);
    insert into trip values (1, '2026-05-01', '2026-05-02', 10);
    insert into trip_line values (1, 1, 1, 2, 5);
  `)
  expect(JSON.stringify(yard.plan('how many keepers did we hire in 2026'))).not.toContain('units_sold')
})

test('[DR2441] “gets booked the most often” ranks by how often', () => {
  expect(hire().sql('which costume is booked the most often')).toBe(hire().sql('most booked costume'))
})

test('[DO1541] an order on hold was placed, and a booking on hold was not sold', async () => {
  const script = (table: string): string => `
    create table clients (client_id integer primary key, name text not null);
    create table ${table} (row_no integer primary key, client_id integer not null references clients, placed_on date, amount real, status text);
    insert into clients values (1, 'Ada'), (2, 'Bo');
    insert into ${table} values (1, 1, '2026-05-01', 10, 'Confirmed'), (2, 2, '2026-05-02', 20, 'On hold'), (3, 1, '2026-05-03', 5, 'Confirmed');`
  using orders = await openSmallDatabase(script('orders'))
  expect(orders.rows('revenue in May 2026')).toEqual([[35]])
  using bookings = await openSmallDatabase(script('bookings'))
  expect(bookings.rows('revenue in May 2026')).toEqual([[15]])
})
