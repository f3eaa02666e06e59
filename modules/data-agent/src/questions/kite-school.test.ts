import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

const script = `
  create table beach (beach_no integer primary key, name text not null);
  create table kite (kite_no integer primary key, name text not null, kind text);
  create table flyer (flyer_no integer primary key, given_name text, family_name text);
  create table kite_order (order_no integer primary key, flyer_no integer references flyer, beach_no integer references beach, placed_on date, state text);
  create table order_line (line_no integer primary key, order_no integer not null references kite_order, kite_no integer references kite, qty integer, price_each real);
  create table repair (repair_no integer primary key, flyer_no integer references flyer, beach_no integer references beach, brought_in date, charge real);
  insert into beach values (1, 'Skagen'), (2, 'Blokhus');
  insert into kite values (1, 'Delta', 'light'), (2, 'Sled', 'light'), (3, 'Foil', 'strong');
  insert into flyer values (1, 'Ada', 'Berg'), (2, 'Bo', 'Dahl'), (3, 'Cy', 'Eng');
  insert into kite_order values (1, 1, 1, '2026-05-01', 'done'), (2, 2, 2, '2026-05-02', 'done'), (3, 3, 1, '2026-05-03', 'waiting list');
  insert into order_line values (1, 1, 1, 2, 10), (2, 2, 2, 1, 30), (3, 3, 3, 1, 500);
  insert into repair values (1, 1, 1, '2026-05-04', 7), (2, 2, 2, '2026-05-05', 9);
`
let school: SmallDatabase
beforeAll(async () => {
  school = await openSmallDatabase(script)
})
afterAll(() => school[Symbol.dispose]())

test('[DR1040] a thing that several streams belong to names none of them', () => {
  const rows = [
    ['Skagen', 20],
    ['Blokhus', 30],
  ]
  expect(sorted(school.rows('sales by beach'))).toEqual(sorted(rows))
  expect(school.reading('sales by beach').assumptions).toContainEqual(
    expect.objectContaining({ about: 'stream of income', changesNumbers: true }),
  )
})

test('[DO672] what is on a waiting list is not sold', () => {
  expect(school.rows('revenue in May 2026')).toEqual([[50]])
})

test('[DR1041] a stream after "without" is not the one that is asked about', () => {
  const plan = school.plan('how much of the kite sales comes from flyers without a repair')
  expect(JSON.stringify(plan)).not.toContain('repair_revenue')
})

test('[DO671] rows without a discount have a revenue where the total says what was paid', async () => {
  using stall = await openSmallDatabase(`
    create table sale (receipt integer, sold_on date, stall text, qty integer, unit_price real, discount real, total real);
    insert into sale values (1, '2026-05-01', 'North', 2, 5, null, 10), (2, '2026-05-02', 'North', 1, 5, null, 5),
      (3, '2026-05-02', 'South', 1, 8, 0.5, 4), (4, '2026-05-03', 'South', 1, 8, null, 8), (5, '2026-05-04', 'South', 2, 8, 0.25, 12);
  `)
  const rows = [
    ['South', 24],
    ['North', 15],
  ]
  expect(sorted(stall.rows('revenue by stall'))).toEqual(sorted(rows))
})
