import { expect, test } from 'vitest'
import { openSmallDatabase } from './test-small-database.ts'

const script = `
  create table mills (id integer primary key, name text not null);
  create table flour_orders (id integer primary key, order_code text not null unique, mill_id integer not null references mills, ordered_on date, status text);
  create table flour_order_lines (id integer primary key, flour_order_id integer not null references flour_orders, flour text, sacks_ordered integer, sacks_received integer);
  insert into mills values (1, 'Weir Mill'), (2, 'Wind Mill');
  insert into flour_orders values (1, 'A1', 1, '2026-01-05', 'received'), (2, 'A2', 2, '2026-02-05', 'received'), (3, 'A3', 2, '2026-05-05', 'sent'), (4, 'A4', 1, '2025-05-05', 'received');
  insert into flour_order_lines values (1, 1, 'rye', 4, 4), (2, 1, 'oat', 5, 3), (3, 2, 'rye', 4, 4), (4, 3, 'rye', 9, 0), (5, 4, 'rye', 9, 8);
`

test('[DR3760] [DR4438] what came in short has a row of which less was received than ordered, and has come in', async () => {
  using mills = await openSmallDatabase(script, { now: new Date('2026-06-24T12:00:00Z') })
  expect(mills.rows('which flour orders came in short this year').map(([code]) => code)).toEqual(['A1'])
  expect(mills.rows('how many deliveries came in short')).toEqual([[2]])
  expect(mills.reading('how many deliveries came in short').assumptions.map(({ says }) => says)).toContain(
    'What came in short: sacks received is less than sacks ordered in flour order lines.',
  )
})
