import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

const day = (at: number): string =>
  new Date(Date.UTC(2025, 0, 6) + at * 86_400_000).toISOString().slice(0, 10)
const list = (length: number, row: (at: number) => string): string =>
  Array.from({ length }, (_, at) => `(${row(at)})`).join(', ')
const places = ['Quay', 'Old Mill', 'North Gate'] as const
const kites = ['Delta', 'Box', 'Sled', 'Parafoil', 'Rokkaku'] as const
const things = ['Delta kite', 'Box kite', 'Tail', 'Line winder'] as const

/** A web shop that sells in two currencies, beside tills in three places. */
let shop: SmallDatabase
beforeAll(async () => {
  const rate = (order: number): number => (order % 3 === 0 ? 0.84 + (order % 4) / 100 : 1)
  const piece = (order: number): number => 6 + (order % 5)
  shop = await openSmallDatabase(`
    create table clients_export (client_no integer primary key, full_name text, e_mail text, home_site text);
    create table kites (kite text primary key, sail_area real);
    create table wc_orders (order_id integer primary key, order_date date, client_no integer references clients_export, currency text, order_total real, fx_rate real, order_total_gbp real);
    create table wc_order_items (item_id integer primary key, order_id integer references wc_orders, product_name text, quantity integer, item_cost real);
    create table till_sales (sale_no integer primary key, sold_on date, site text, kite text references kites, amount real);
    insert into clients_export values ${list(30, (at) => `${at + 1}, 'Ada Ek${at}', 'ada${at}@kite.example', '${places[at % 3]}'`)};
    insert into kites values ${list(5, (at) => `'${kites[at]}', ${1 + at / 2}`)};
    insert into wc_orders values ${list(90, (at) => `${at + 1}, '${day(at * 6)}', ${1 + (at % 30)}, '${rate(at) === 1 ? 'GBP' : 'EUR'}', ${3 * piece(at)}, ${rate(at)}, ${(3 * piece(at) * rate(at)).toFixed(2)}`)};
    insert into wc_order_items values ${list(180, (at) => `${at + 1}, ${(at >> 1) + 1}, '${things[at % 4]}', ${1 + (at % 2)}, ${piece(at >> 1)}`)};
    insert into till_sales values ${list(200, (at) => `${at + 1}, '${day(at * 2)}', '${places[(at * 7) % 3]}', '${kites[at % 5]}', ${9 + (at % 11)}`)};
  `)
})
afterAll(() => shop[Symbol.dispose]())

test('[DO1250] what a program exported is called after what is in it', () => {
  expect(shop.rows('how many clients do we have')).toEqual([[30]])
  expect(shop.ontology.datasets.find(({ name }) => name === 'clients_export')?.label).toBe('clients')
})

test('[DO1251] a key of words is the name of its rows', () => {
  const fields = shop.ontology.datasets.find(({ name }) => name === 'kites')?.fields ?? []
  expect(fields.find(({ name }) => name === 'kite')?.role).toBe('name')
})

test('[DO1252] a column “home site” with the values of a “site” elsewhere is a site', () => {
  expect(sorted(shop.rows('clients by site'))).toEqual(
    sorted(shop.run('select home_site, count(*) from clients_export group by 1')),
  )
})

describe('[DR2881] amounts in the currency of the buyer are multiplied by the rate that the data confirms', () => {
  test('of lines', () => {
    expect(sorted(shop.rows('web sales by product in 2025'))).toEqual(
      sorted(
        shop.run(
          `select product_name, sum(quantity * item_cost * fx_rate) from wc_order_items join wc_orders using (order_id)
           where order_date < '2026-01-01' group by 1`,
        ),
      ),
    )
  })
  test('[DR4285] and of orders, by the total that is there already', () => {
    expect(shop.rows('web revenue in 2025')).toEqual(
      shop.run(`select sum(order_total_gbp) from wc_orders where order_date < '2026-01-01'`),
    )
  })
})

test('[DR2882] an “item cost” that makes what the buyer pays is no cost', () => {
  expect(shop.plan('profit in 2025').status).not.toBe('readings')
})

test('[DR2883] what a program of web shops recorded is web, beside a till', () => {
  expect(shop.rows('average web order in march 2025')).toEqual(
    shop.run(`select avg(order_total_gbp) from wc_orders where order_date like '2025-03%'`),
  )
})
