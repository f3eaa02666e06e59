import { expect, test } from 'vitest'
import { openSmallDatabase, sorted } from './test-small-database.ts'

/** A bath house with guests, their visits and what they drank. */
const schema = `
  create table guest (guest_id integer primary key, name text not null, joined_on date not null, left_on date, leave_reason text, recommended_by integer references guest);
  create table drink (drink_id integer primary key, drink_name text not null, price real not null);
  create table visit (visit_id integer primary key, guest_id integer not null references guest, visited_at datetime not null, visit_type text not null, status text not null, mood integer);
  create table visit_drink (line_id integer primary key, visit_id integer not null references visit, drink_id integer not null references drink, quantity integer not null, unit_price real not null);
  insert into guest values (1, 'Ada Brook', '2025-03-01', null, null, null), (2, 'Ben Carr', '2026-10-02', null, null, 1),
    (3, 'Cleo Dunn', '2026-02-01', '2026-08-01', 'moved away', 1), (4, 'Dov Eld', '2024-02-01', '2025-08-01', 'too dear', 2);
  insert into drink values (1, 'Elder Cordial', 3), (2, 'Pine Water', 2);
  insert into visit values (1, 1, '2026-10-05 10:00:00', 'Regular', 'done', 3), (2, 2, '2026-10-06 11:00:00', 'New guest', 'done', 5),
    (3, 1, '2026-10-07 12:00:00', 'Regular', 'cancelled', 3), (4, 1, '2026-09-07 12:00:00', 'Regular', 'done', 4), (5, 3, '2026-03-07 12:00:00', 'New guest', 'done', 4);
  insert into visit_drink values (1, 1, 1, 2, 3), (2, 2, 2, 5, 2), (3, 4, 1, 4, 3), (4, 5, 2, 1, 2);
`

test('[DR1767] all rows and those of them that are so are shown together', async () => {
  using baths = await openSmallDatabase(schema)
  for (const asked of [
    'how many visits did we have last month and how many of them were cancelled',
    'how many visits did we get last month and how many were cancelled',
  ])
    expect(baths.rows(asked)).toEqual([[3, 1]])
})

test('[DR1768] and why shows the reason', async () => {
  using baths = await openSmallDatabase(schema)
  expect(baths.rows('which guests left this year and why')).toEqual([['Cleo Dunn', 'moved away']])
})

test('[DR1769] a number of few steps divides rows', async () => {
  using baths = await openSmallDatabase(schema)
  expect(sorted(baths.rows('number of visits by mood this year'))).toEqual(['[3,1]', '[4,2]', '[5,1]'])
})

test('[DR1770] [DR4150] new guests are guests who are new', async () => {
  using baths = await openSmallDatabase(schema)
  expect(baths.rows('how many new guests last month')).toEqual([[1]])
  expect(baths.reading('new guests by month this year').restatement).toContain('joined on')
  expect(baths.reading('new guest visits last month').restatement).toContain('visit type is New guest')
})

test('[DR1771] nobody is ranked by the number of themselves', async () => {
  using baths = await openSmallDatabase(schema)
  expect(baths.rows('who has recommended the most guests')[0]?.[0]).toBe(1)
})

test('[DR1772] words for pieces mean the units sold', async () => {
  using baths = await openSmallDatabase(schema)
  expect(baths.rows('top 1 drinks by bottles sold')).toEqual([['Elder Cordial', 6]])
})

test('[DR1773] those whom we saw are those who came', async () => {
  using baths = await openSmallDatabase(schema)
  expect(baths.rows('how many guests did we see last month')).toEqual([[2]])
})
