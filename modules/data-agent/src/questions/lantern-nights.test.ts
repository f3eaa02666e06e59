import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

const day = (at: number): string =>
  new Date(Date.UTC(2025, 0, 6) + at * 86_400_000).toISOString().slice(0, 10)
const list = (length: number, row: (at: number) => string): string =>
  Array.from({ length }, (_, at) => `(${row(at)})`).join(', ')
const states = [
  'Completed',
  'Completed',
  'Completed',
  'Refunded',
  'Completed',
  'Cancelled',
  'Completed',
] as const

let nights: SmallDatabase
let honey: SmallDatabase
beforeAll(async () => {
  nights = await openSmallDatabase(`
    create table events (event_id integer primary key, title text, city text, event_date date, capacity integer);
    create table ticket_types (ticket_type_id integer primary key, event_id integer references events, ticket_type text, price real, quota integer);
    create table orders (order_no text primary key, ordered_at timestamp, buyer text, event_id integer references events,
      ticket_type text, qty integer, unit_price real, total real, status text, channel text);
    create table refunds (refund_id integer primary key, order_no text references orders, refunded_on date, amount real);
    insert into events values ${list(20, (at) => `${at + 1}, 'Lantern night ${at}', '${['Lund', 'Ystad'][at % 2]}', '${day(at * 30)}', 200`)};
    insert into ticket_types values ${list(40, (at) => `${at + 1}, ${(at % 20) + 1}, '${at < 20 ? 'Adult' : 'Child'}', ${at < 20 ? 20 : 10}, 100`)};
    insert into orders values ${list(900, (at) => {
      const [qty, price] = [1 + (at % 4), at % 3 === 0 ? 10 : 20]
      return `'O${at}', '${day(at % 640)} 12:00:00', 'Buyer ${at % 300}', ${(at % 20) + 1}, '${price === 10 ? 'Child' : 'Adult'}', ${qty}, ${price}, ${qty * price}, '${states[at % 7] ?? ''}', '${['Website', 'Box office', 'App'][at % 3] ?? ''}'`
    })};
    insert into refunds select row_number() over (), order_no, date(ordered_at, '+3 day'), total from orders where status = 'Refunded';
  `)
  honey = await openSmallDatabase(`
    create table buyer (id integer primary key, name text);
    create table article (id integer primary key, honey text, pack_type text, price real);
    create table jar_return (id integer primary key, buyer_id integer references buyer, returned_on date, qty integer);
    create table sales_order (id integer primary key, order_no text, buyer_id integer references buyer, ordered_on date, status text);
    create table sales_order_line (id integer primary key, order_id integer references sales_order, article_id integer references article, qty integer, unit_price real);
    insert into buyer values ${list(25, (at) => `${at + 1}, 'Shop ${at}'`)};
    insert into article values ${list(9, (at) => `${at + 1}, 'Honey ${at}', '${['jar250', 'jar500', 'tub40'][at % 3] ?? ''}', ${3 + at}`)};
    insert into jar_return values ${list(60, (at) => `${at + 1}, ${(at % 25) + 1}, '${day(at * 9)}', ${1 + (at % 5)}`)};
    insert into sales_order values ${list(300, (at) => `${at + 1}, 'S${at}', ${(at % 25) + 1}, '${day(at * 2)}', '${at % 25 === 3 ? 'cancelled' : 'delivered'}'`)};
    insert into sales_order_line values ${list(900, (at) => `${at + 1}, ${(at % 300) + 1}, ${((at * 7) % 9) + 1}, ${1 + (at % 6)}, ${3 + ((at * 7) % 9)}`)};
  `)
})
afterAll(() => {
  nights[Symbol.dispose]()
  honey[Symbol.dispose]()
})

const sold = `from orders where status not in ('Cancelled', 'Refunded')`

test('[DR3710] tickets sold are the pieces of the orders, and no list of ticket types', () => {
  const wanted = nights.run(`select sum(qty) ${sold} and ordered_at like '2025-03%'`)
  for (const asked of ['how many tickets did we sell in march 2025', 'number of tickets sold in march 2025'])
    expect(nights.rows(asked)).toEqual(wanted)
  expect(nights.rows('how many Child tickets were sold in 2025')).toEqual(
    nights.run(`select sum(qty) ${sold} and ticket_type = 'Child' and ordered_at like '2025%'`),
  )
  expect(sorted(nights.rows('tickets sold by channel in 2025'))).toEqual(
    sorted(nights.run(`select channel, sum(qty) ${sold} and ordered_at like '2025%' group by 1`)),
  )
  expect(nights.rows('how many ticket types are there')).toEqual([[40]])
})

test('[DR4429] items sold are the pieces too, where nothing is called an item', () => {
  expect(nights.rows('how many items did we sell in march 2025')).toEqual(
    nights.run(`select sum(qty) ${sold} and ordered_at like '2025-03%'`),
  )
})

test('[DO1462] [DO1562] pieces of refunded orders were not sold, though the money of their refunds has rows of its own', () => {
  expect(nights.rows('units sold in 2025')).toEqual(
    nights.run(`select sum(qty) ${sold} and ordered_at like '2025%'`),
  )
  expect(nights.rows('revenue in march 2025')).toEqual(
    nights.run(`select sum(total) from orders where status <> 'Cancelled' and ordered_at like '2025-03%'`),
  )
})

test('[DR3711] a share of pieces that goes through named ways is that of each of them', () => {
  const all = `select channel, 100.0 * sum(qty) / (select sum(qty) ${sold}) ${sold} group by 1`
  expect(
    sorted(nights.rows('what share of tickets goes through the website, the app and the box office')),
  ).toEqual(sorted(nights.run(all)))
})

test('[DR3712] a noun that begins sized values of a kind means the pieces of these kinds', () => {
  const wanted = honey.run(
    `select sum(l.qty) from sales_order_line l join sales_order o on o.id = l.order_id join article a on a.id = l.article_id
     where o.status <> 'cancelled' and a.pack_type like 'jar%' and o.ordered_on like '2025-03%'`,
  )
  expect(honey.rows('how many jars did we sell in march 2025')).toEqual(wanted)
  expect(honey.rows('jars sold in march 2025')).toEqual(wanted)
})

test('[DR3713] a figure “for each” of nothing is not one figure of all', () => {
  expect(nights.plan('and how many tickets sold for each').status).toBe('cannot_answer')
  expect(nights.plan('units sold for each channel').status).toBe('readings')
})
