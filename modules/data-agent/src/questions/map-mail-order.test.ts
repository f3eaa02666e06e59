import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

const day = (at: number): string =>
  new Date(Date.UTC(2026, 0, 4) + at * 86_400_000).toISOString().slice(0, 10)

describe('maps by mail: orders have a day to deliver by, and their parcels come on a day', () => {
  const orders = Array.from({ length: 90 }, (_, at) => {
    const state = at % 13 === 5 ? 'cancelled' : 'open'
    return `(${at + 1}, 'M-${at}', ${(at % 5) + 1}, '${state}', '${day(at * 3)}', ${at % 7 === 0 ? 'null' : `'${day(at * 3 + 1)}'`}, '${day(at * 3 + 6)}', ${20 + (at % 6) * 5})`
  })
  const parcels = Array.from({ length: 80 }, (_, at) => {
    const took = 2 + ((at * 5) % 7) + (at % 3)
    return `(${at + 1}, ${at + 1}, '${['Hare', 'Owl', 'Snail'][at % 3]}', '${day(at * 3 + 1)}', ${at > 76 ? 'null' : `'${day(at * 3 + 1 + took)}'`})`
  })
  const bought = Array.from({ length: 40 }, (_, at) => {
    const made = at * 6
    const late = at % 4 === 1 ? 5 : -1
    return `(${at + 1}, ${(at % 3) + 1}, 'sent', '${day(made)}', '${day(made + 14)}', ${at > 36 ? 'null' : `'${day(made + 14 + late + (at % 3))}'`}, ${100 + at})`
  })
  let maps: SmallDatabase
  beforeAll(async () => {
    maps = await openSmallDatabase(
      `
      create table readers (id integer primary key, first_name text, last_name text);
      create table vendors (id integer primary key, company text not null);
      create table orders (id integer primary key, order_number text, reader_id integer not null references readers, state text, placed_at date, paid_at date, deliver_by date, grand_total real);
      create table parcels (id integer primary key, order_id integer not null references orders, carrier text, shipped_at date, delivered_at date);
      create table purchase_orders (id integer primary key, vendor_id integer not null references vendors, state text, created_on date, expected_on date, received_on date, goods_cost real);
      insert into readers values (1, 'Ada', 'Moor'), (2, 'Ben', 'Fell'), (3, 'Cay', 'Reed'), (4, 'Dot', 'Lake'), (5, 'Eve', 'Hill');
      insert into vendors values (1, 'Contour Press'), (2, 'Legend Works'), (3, 'True North');
      insert into orders values ${orders.join(', ')};
      insert into parcels values ${parcels.join(', ')};
      insert into purchase_orders values ${bought.join(', ')};
    `,
      { now: new Date('2026-10-24T12:00:00Z') },
    )
  })
  afterAll(() => maps[Symbol.dispose]())

  const parcelsLate = `from parcels p join orders o on o.id = p.order_id where p.delivered_at > o.deliver_by`

  test('[DR2665] a parcel is late by the day that is set for its order', () => {
    expect(maps.sql('how many parcels were late this year')).toContain('deliver_by')
    const [first] = maps.run(`select carrier ${parcelsLate} group by 1 order by count(*) desc limit 1`)
    expect(maps.rows('which carrier delivers late most often')[0]?.[0]).toBe(first?.[0])
  })

  test('[DR2666] [DR4267] an order is late by its parcels, and a payment says nothing of it', () => {
    expect(maps.rows('how many orders were late this year')).toEqual(
      maps.run(`select count(distinct o.id) ${parcelsLate}`),
    )
    expect(maps.sql('late orders')).not.toContain('paid_at')
  })

  test('[DR2667] [DR4268] whoever is late most often has the most rows that were done after they were due', () => {
    const [first] = maps.run(
      `select company from purchase_orders p join vendors v on v.id = p.vendor_id where received_on > expected_on group by 1 order by count(*) desc limit 1`,
    )
    expect(maps.rows('which supplier delivers late most often')[0]?.[0]).toBe(first?.[0])
  })

  test('[DR2668] [DR4269] the fastest takes the shortest mean time from the beginning to the end of its rows', () => {
    const mean = 'avg(julianday(delivered_at) - julianday(shipped_at))'
    const [fast] = maps.run(`select carrier from parcels group by 1 order by ${mean} limit 1`)
    const [slow] = maps.run(`select carrier from parcels group by 1 order by ${mean} desc limit 1`)
    expect(maps.rows('which carrier is the fastest')[0]?.[0]).toBe(fast?.[0])
    expect(maps.rows('slowest carrier')[0]?.[0]).toBe(slow?.[0])
    expect(maps.sql('slowest month')).toContain('count(')
  })

  test('[DR2669] what is expected first is received later: its own day is the one on which it was made', () => {
    expect(maps.rows('how many purchase orders in May 2026')).toEqual(
      maps.run(`select count(*) from purchase_orders where created_on like '2026-05%'`),
    )
    expect(sorted(maps.rows('purchase orders per vendor in May 2026')).length).toBe(3)
  })
})
