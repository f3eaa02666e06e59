import { expect, test } from 'vitest'
import { openSmallDatabase, sorted } from './test-small-database.ts'

const day = (at: number): string =>
  new Date(Date.UTC(2025, 0, 6) + at * 86_400_000).toISOString().slice(0, 10)
const list = (length: number, row: (at: number) => string): string =>
  Array.from({ length }, (_, at) => `(${row(at)})`).join(', ')

test('[DR2655] [DR2660] [DR4266] a mark narrows the hours that it is said of, and hours that were logged were worked', async () => {
  using office = await openSmallDatabase(`
    create table scribes (scribe_id integer primary key, first_name text, last_name text, hired_on date);
    create table clients (client_id integer primary key, client_name text);
    create table time_sheets (entry_id integer primary key, scribe_id integer references scribes, client_id integer references clients, worked_on date, hours real, is_billable integer, hourly_rate real);
    insert into scribes values (1, 'Ada', 'Quill', '2020-01-01'), (2, 'Ben', 'Inks', '2021-01-01'), (3, 'Cleo', 'Vellum', '2022-01-01');
    insert into clients values ${list(12, (at) => `${at + 1}, 'Client ${at}'`)};
    insert into time_sheets values ${list(200, (at) => `${at + 1}, ${(at % 3) + 1}, ${(at % 12) + 1}, '${day(at * 3)}', ${1 + (at % 6) / 2}, ${at % 4 === 0 ? 0 : 1}, ${60 + (at % 3) * 10}`)};
  `)
  expect(sorted(office.rows('what percentage of our hours is billable'))).toEqual(
    sorted(office.run('select 100.0 * sum(hours * is_billable) / sum(hours) from time_sheets')),
  )
  expect(office.sql('who logged the most hours')).toMatch(/first_name[^]*hours/)
})

test('[DR2652] “by stall order revenue” ranks by the revenue of the lines of orders, and not within each order', async () => {
  using stall = await openSmallDatabase(`
    create table accounts (account_id integer primary key, full_name text);
    create table teas (tea_id integer primary key, title text, price real);
    create table stall_orders (order_id integer primary key, account_id integer references accounts, placed_on date, state text);
    create table stall_order_items (item_id integer primary key, order_id integer references stall_orders, tea_id integer references teas, packs integer, unit_price real);
    insert into accounts values ${list(20, (at) => `${at + 1}, 'Person ${at}'`)};
    insert into teas values ${list(5, (at) => `${at + 1}, 'Tea ${at}', ${3 + at}`)};
    insert into stall_orders values ${list(90, (at) => `${at + 1}, ${((at * at) % 20) + 1}, '${day(at * 6)}', '${at % 9 === 0 ? 'cancelled' : 'sent'}'`)};
    insert into stall_order_items values ${list(180, (at) => `${at + 1}, ${(at % 90) + 1}, ${(at % 5) + 1}, ${1 + (at % 3)}, ${3 + (at % 5)}`)};
  `)
  const rows = stall.rows('top 3 accounts by stall order revenue')
  expect(rows).toHaveLength(3)
  expect(rows[0]?.at(-1)).toBe(
    stall
      .run(
        `select sum(packs * unit_price) from stall_order_items join stall_orders using (order_id) where state = 'sent' group by account_id order by 1 desc limit 1`,
      )
      .flat()[0],
  )
})
