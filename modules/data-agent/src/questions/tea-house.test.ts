import { expect, test } from 'vitest'
import { openSmallDatabase } from './test-small-database.ts'

/** A tea house that sells at its till and on the web. */
const schema = `
  create table patron (patron_id integer primary key, name text not null);
  create table blend (code text primary key, blend_name text not null, pack text not null, price real not null);
  create table sale (sale_id integer primary key, sold_at datetime not null, source text not null, patron_id integer references patron);
  create table sale_line (line_id integer primary key, sale_id integer not null references sale, code text not null references blend, qty integer not null, unit_price real not null);
  insert into patron values (1, 'Ada Brook'), (2, 'Ben Carr'), (3, 'Cleo Dunn');
  insert into blend values ('A1', 'Morning Mist', 'TB', 4), ('A2', 'Night Fern', 'LL', 6), ('A3', 'Green Stair', 'LL', 5);
  insert into sale values
    (1, '2026-10-03 10:15:00', 'T', 1), (2, '2026-10-03 10:40:00', 'T', 1), (3, '2026-10-03 15:00:00', 'W', 2),
    (4, '2026-10-05 11:00:00', 'W', 2), (5, '2025-12-10 09:30:00', 'T', 3), (6, '2025-12-12 10:30:00', 'W', 2),
    (7, '2024-12-12 16:30:00', 'T', 1);
  insert into sale_line values (1, 1, 'A1', 2, 4), (2, 2, 'A2', 1, 6), (3, 3, 'A3', 3, 5), (4, 4, 'A1', 1, 4), (5, 5, 'A2', 2, 6),
    (6, 6, 'A3', 4, 5), (7, 7, 'A1', 5, 4);
`

test('[DR1760] a part of time that comes again narrows the rows', async () => {
  using tea = await openSmallDatabase(schema)
  expect(tea.rows('revenue on saturdays')).toEqual([[29]])
  for (const asked of [
    'what time are we busiest on saturdays',
    'when are we busiest on saturdays',
    'when are we busiest on saturdays? which hour',
    'busiest hour on saturdays',
  ])
    expect(tea.rows(asked)).toEqual([[10]])
})

test('[DR1761] what keeps people busy are the visits that bills are written for', async () => {
  using baths = await openSmallDatabase(`
    create table bather (bather_id integer primary key, name text not null);
    create table soak (soak_id integer primary key, bather_id integer not null references bather, starts_at datetime not null);
    create table treatment_done (done_id integer primary key, soak_id integer not null references soak, bather_id integer not null references bather, done_on date not null, fee real not null);
    create table invoice (invoice_id integer primary key, bather_id integer not null references bather, soak_id integer references soak, invoice_date date not null, amount real not null);
    insert into bather values (1, 'Ada Brook'), (2, 'Ben Carr');
    insert into soak values (1, 1, '2026-10-05 10:00:00'), (2, 2, '2026-10-05 11:00:00'), (3, 1, '2026-10-06 10:00:00'), (4, 2, '2026-10-12 09:00:00');
    insert into treatment_done values (1, 1, 1, '2026-10-07', 5), (2, 3, 1, '2026-10-07', 5), (3, 3, 1, '2026-10-07', 5), (4, 3, 1, '2026-10-07', 5), (5, 2, 2, '2026-10-07', 5);
    insert into invoice values (1, 1, 1, '2026-10-09', 20), (2, 2, 2, '2026-10-09', 20), (3, 1, 3, '2026-10-09', 20);
  `)
  expect(baths.rows('which day of the week is busiest')).toEqual([[1]])
})

test('[DR1762] what was done before, but not in a period, is two conditions', async () => {
  using tea = await openSmallDatabase(schema)
  for (const asked of [
    'customers who bought before but nothing in the last 6 months',
    "who used to buy from us but hasn't this year",
    'customers who bought last year but not this year',
    'customers who bought in december but nothing since',
  ])
    expect(tea.rows(asked)).toEqual([['Cleo Dunn']])
  expect(tea.rows('who bought in 2024 but not in 2025')).toEqual([['Ada Brook']])
})

test('[DR1763] two periods are set side by side without a verb', async () => {
  using tea = await openSmallDatabase(schema)
  for (const asked of [
    'revenue this year compared to last',
    'are sales better than last year',
    'how are we doing compared to last year',
  ])
    expect(tea.rows(asked).map((row) => row.at(-1))).toEqual([32, 33])
  for (const asked of [
    'last december against the december before',
    'december sales last year against the december before',
    'december last year vs the previous december',
  ])
    expect(tea.rows(asked).map((row) => row.at(-1))).toEqual([20, 32])
})

test('[DR1764] a month is not set beside itself', async () => {
  using tea = await openSmallDatabase(schema)
  const { restatement } = tea.reading('revenue in march against march last year')
  expect(restatement).toContain('March 2026')
  expect(restatement).toContain('March 2025')
})

test('[DR1765] words for the web and the shop mean the codes of the field that holds these ways', async () => {
  using tea = await openSmallDatabase(schema)
  expect(tea.rows('online sales in october')).toEqual([[19]])
  expect(tea.rows('sales in the shop in october')).toEqual([[14]])
  expect(tea.reading('online sales in october').assumptions).toContainEqual({
    about: 'meaning of online',
    says: '"online" is read as "W".',
    changesNumbers: true,
    isFar: true,
  })
})

test('[DR1766] a word is the code that its parts begin with', async () => {
  using tea = await openSmallDatabase(schema)
  expect(tea.rows('how many teabags did we sell in october')).toEqual([[3]])
  expect(
    tea.reading('how many teabags did we sell in october').assumptions.map(({ says }) => says),
  ).toContain('"teabags" is read as "TB".')
})
