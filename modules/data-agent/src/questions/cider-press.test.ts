import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

let press: SmallDatabase
beforeAll(async () => {
  press = await openSmallDatabase(`
    create table cider (cider_id integer primary key, name text not null, orchard text not null, purchase_price real not null);
    create table sale (sale_id integer primary key, sold_on date not null, status text not null);
    create table sale_line (line_id integer primary key, sale_id integer not null references sale, cider_id integer not null references cider, jugs integer not null, jug_price real not null, line_total real not null);
    create table comeback (comeback_id integer primary key, sale_id integer not null references sale, brought_on date not null, jugs integer not null, fault text not null);
    insert into cider values (1, 'Amber', 'North', 2), (2, 'Blush', 'South', 3), (3, 'Copper', 'North', 4);
    insert into sale values (1, '2026-10-01', 'done'), (2, '2026-10-02', 'done'), (3, '2026-10-03', 'cancelled');
    insert into sale_line values (1, 1, 1, 5, 6, 30), (2, 1, 2, 2, 7, 14), (3, 2, 1, 1, 6, 6), (4, 3, 3, 9, 8, 72);
    insert into comeback values (1, 1, '2026-10-05', 1, 'Sour');
  `)
})
afterAll(() => press[Symbol.dispose]())

test('[DR1263] [DR4163] the number of what a price is for is the quantity, and names the pieces', () => {
  expect(press.rows('how many jugs of Amber did we sell last month')).toEqual([[6]])
  expect(press.rows('jugs sold per orchard last month')).toEqual([
    ['North', 6],
    ['South', 2],
  ])
  expect(press.rows('how much profit did we make last month')).toEqual([[50 - 6 * 2 - 2 * 3]])
})

test('[DR1263] [DR4163] [DO700] pieces keep their name where the totals of the sales confirm the lines', async () => {
  const sales = Array.from({ length: 14 }, (_, index) => index + 1)
  using fair = await openSmallDatabase(`
    create table cider (cider_id integer primary key, name text not null, purchase_price real not null);
    create table sale (sale_id integer primary key, sold_on date not null, total real not null);
    create table sale_line (line_id integer primary key, sale_id integer not null references sale, cider_id integer not null references cider, jugs integer not null, jug_price real not null, line_total real not null);
    insert into cider values (1, 'Amber', 2), (2, 'Blush', 3);
    insert into sale values ${sales.map((n) => `(${n}, '2026-10-${String(n).padStart(2, '0')}', ${n * 5 + 7})`).join(', ')};
    insert into sale_line values ${sales.map((n) => `(${2 * n}, ${n}, 1, ${n}, 6, ${n * 5}), (${2 * n + 1}, ${n}, 2, 1, 7, 7)`).join(', ')};
  `)
  expect(fair.rows('how much profit did we make last month')).toEqual([[105 * 5 + 14 * 7 - 105 * 2 - 14 * 3]])
})
