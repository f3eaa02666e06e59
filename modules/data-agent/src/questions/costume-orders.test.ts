import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

const day = (at: number): string =>
  new Date(Date.UTC(2025, 0, 3) + at * 86_400_000).toISOString().slice(0, 10)
const orders = Array.from({ length: 120 }, (_, at) => {
  const hire = (30 + (at % 6) * 5 + (at % 4)) * (at % 3 === 0 ? 0.9 : 1)
  const status = at % 9 === 4 ? 'Cancelled' : at % 10 === 7 ? 'Quote' : 'Confirmed'
  return `('H${at}', ${(at % 5) + 1}, '${day(at * 5.6)}', ${hire}, 8, ${hire + 8}, '${status}')`
})
const lines = Array.from({ length: 240 }, (_, at) => {
  const order = at >> 1
  const amount = at % 2 === 0 ? 20 + (order % 6) * 5 : 10 + (order % 4)
  return `(${at + 1}, 'H${order}', ${(at % 7) + 1}, 1, ${amount})`
})

let hire: SmallDatabase
beforeAll(async () => {
  hire = await openSmallDatabase(`
    create table customers (customer_id integer primary key, customer_name text not null);
    create table costumes (costume_id integer primary key, costume_name text not null, era text, day_rate real);
    create table orders (ref text primary key, customer_id integer references customers, ordered_on date, hire real, delivery real, total real, status text);
    create table order_lines (line_id integer primary key, ref text not null references orders, costume_id integer not null references costumes, quantity integer, amount real);
    insert into customers values (1, 'Ada'), (2, 'Ben'), (3, 'Cleo'), (4, 'Dov'), (5, 'Eli');
    insert into costumes values (1, 'Knight', 'Medieval', 9), (2, 'Queen', 'Medieval', 11), (3, 'Flapper', 'Twenties', 7), (4, 'Gangster', 'Twenties', 6), (5, 'Mod', 'Sixties', 5), (6, 'Toga', 'Ancient', 4), (7, 'Pharaoh', 'Ancient', 12);
    insert into orders values ${orders.join(', ')};
    insert into order_lines values ${lines.join(', ')};
  `)
})
afterAll(() => hire[Symbol.dispose]())

describe('[DR2499] what quotes are worth is the amount of the sales in this state', () => {
  test.each(['how much are the open quotes worth', 'how much are our quotes worth'])('%s', (question) => {
    expect(hire.rows(question)).toEqual(hire.run(`select sum(total) from orders where status = 'Quote'`))
  })
})

test('[DR2500] what orders came to for their goods, by what only their lines name, is the sum of the lines', () => {
  expect(sorted(hire.rows('hire income by era this year'))).toEqual(
    sorted(
      hire.run(
        `select era, sum(amount) from order_lines join orders using (ref) join costumes using (costume_id) where status not in ('Cancelled', 'Quote') and ordered_on >= '2026-01-01' group by 1`,
      ),
    ),
  )
})
