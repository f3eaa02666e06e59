import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** A bell foundry: quotes and orders are in one table, and each bell has a cost and a price. */
const script = `
  create table parishes (id integer primary key, name text not null, town text);
  create table bells (id integer primary key, name text not null, tone text, cost_price real, sell_price real);
  create table orders (id integer primary key, order_no text not null unique, parish_id integer not null references parishes, ordered_on date, status text, total real);
  create table order_lines (id integer primary key, order_id integer not null references orders, bell_id integer not null references bells, qty integer, unit_price real, line_total real);
  create table payments (id integer primary key, order_id integer not null references orders, paid_on date, amount real);
  insert into parishes values (1, 'Upper Cross', 'Rye'), (2, 'Low Moor', 'Deal');
  insert into bells values (1, 'Treble', 'C', 40, 100), (2, 'Tenor', 'F', 150, 200), (3, 'Great', 'A', 90, 300);
  insert into orders values (1, 'F1', 1, '2026-01-05', 'ordered', 100), (2, 'F2', 1, '2026-02-05', 'quote', 200), (3, 'F3', 2, '2026-03-05', 'quote', 300),
    (4, 'F4', 2, '2026-04-05', 'cancelled', 100), (5, 'F5', 2, '2026-04-06', 'ordered', 200), (6, 'F6', 2, '2026-04-09', 'ordered', 300);
  insert into order_lines values (1, 1, 1, 1, 100, 100), (2, 2, 2, 1, 200, 200), (3, 3, 3, 1, 300, 300), (4, 4, 1, 1, 100, 100), (5, 5, 2, 1, 200, 200), (6, 6, 3, 1, 300, 300);
  insert into payments values (1, 1, '2026-01-09', 100), (2, 5, '2026-04-09', 200);
`
let foundry: SmallDatabase
beforeAll(async () => {
  foundry = await openSmallDatabase(script, { now: new Date('2026-06-24T12:00:00Z') })
})
afterAll(() => foundry[Symbol.dispose]())

test('[DR3758] a state that is asked for is not left out at once', () => {
  expect(foundry.rows('number and value of open quotes')).toEqual([[2, 500]])
  expect(foundry.rows('how many open quotes are there')).toEqual([[2]])
})

test('[DR3759] so many things with the lowest figure are the last of them by this figure', () => {
  expect(foundry.rows('2 bells with the lowest margin').map(([name]) => name)).toEqual(['Tenor', 'Treble'])
  expect(foundry.rows('the 2 parishes with the highest revenue').map(([name]) => name)).toEqual([
    'Low Moor',
    'Upper Cross',
  ])
})
