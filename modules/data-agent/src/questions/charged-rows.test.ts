import { describe, expect, test } from 'vitest'
import { openedBefore, rowsOf } from './test-asked-rows.ts'
import { day, into, upTo } from './test-made-rows.ts'

const weathers = ['calm', 'breeze', 'gale', null] as const
const offs = ['called off', 'called off - gale', 'CANCELLED', null] as const
const thisYear = `'2026-01-01'`

describe('a boat yard that lets kayaks, has a web shop and sells at fairs', () => {
  const lets = upTo(400).map((id) => {
    const days = [1, 2, 3, 7, 14][id % 5] ?? 1
    const rate = 20 + (id % 6) * 4
    const charge = id % 19 === 0 ? null : Math.floor(days / 7) * rate * 3 + Math.min(days % 7, 3) * rate
    const out = -400 + id
    const state = id % 17 === 0 ? 'Cancelled' : 'Back'
    return [
      id,
      1 + (id % 40),
      `C${(1 + (id % 40)) % 30}`,
      1 + (id % 12),
      day(out),
      day(out + days),
      days,
      rate,
      charge,
      state,
    ] as const
  })
  const opened = openedBefore(`
    create table clients (client_no integer primary key, name text, harbour text);
    create table hire_boats (boat_no integer primary key, model text, day_rate real, purchased date);
    create table hire_agreements (agreement_no integer primary key, client_no integer references clients, client text, boat_no integer references hire_boats, date_out date, date_in date, days integer, day_rate real, hire_charge real, status text);
    create table till (sale_no integer primary key, sold_at timestamp, article text, qty integer, unit_price real, total real);
    create table orders_export (order_ref text primary key, created_at timestamp, financial_status text, fulfillment_status text, shipping_method text, billing_city text, total real);
    create table fair_takings (fair_day integer primary key, held_on date, weather text, cash real, card real, remarks text);
    create table hamper_deliveries (hamper_id integer primary key, delivery_date date, client_no integer references clients, price real, status text);
    ${into(
      'clients',
      upTo(40).map((id) => [id, `C${id % 30}`, id % 2 === 0 ? 'Quay' : 'Cove']),
    )}
    ${into(
      'hire_boats',
      upTo(12).map((id) => [id, `Model ${id % 4}`, 20 + (id % 6) * 4, day(-900 + id)]),
    )}
    ${into('hire_agreements', lets)}
    ${into(
      'till',
      upTo(200).map((id) => [
        id,
        `${day(-200 + id)} 10:00:00`,
        `Rope ${id % 5}`,
        1 + (id % 3),
        9 + (id % 5),
        (1 + (id % 3)) * (9 + (id % 5)),
      ]),
    )}
    ${into(
      'orders_export',
      upTo(150).map((id) => [
        `#${id}`,
        `${day(-300 + id * 2)} 12:00:00`,
        id % 11 === 0 ? 'voided' : 'paid',
        'fulfilled',
        'Post',
        id % 2 === 0 ? 'Quay' : 'Cove',
        30 + (id % 23),
      ]),
    )}
    ${into(
      'fair_takings',
      upTo(120).map((id) => {
        const off = id % 13 === 0
        const weather = weathers[id % 3] ?? null
        return [
          id,
          day(-360 + id * 3),
          weather,
          off ? null : 90 + (id % 31),
          off ? null : 140 + (id % 37),
          off ? (offs[id % 4] ?? null) : null,
        ]
      }),
    )}
    ${into(
      'hamper_deliveries',
      upTo(300).map((id) => [
        id,
        day(-300 + id),
        1 + (id % 40),
        12 + (id % 3) * 4,
        id % 9 === 0 ? 'skipped' : id % 14 === 0 ? 'not collected' : 'delivered',
      ]),
    )}
  `)

  test.each([
    [
      'hire revenue this year',
      `select sum(hire_charge) from hire_agreements where status <> 'Cancelled' and date_out >= ${thisYear}`,
    ],
    [
      'hire revenue by harbour in 2026',
      `select harbour, sum(hire_charge) from hire_agreements join clients using (client_no) where status <> 'Cancelled' and date_out >= ${thisYear} group by 1`,
    ],
  ])('[DR3350] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test('[DR3351] rows that name who buys are sales, and not lines of the thing that is hired out', () => {
    const { got, wanted } = rowsOf(
      opened(),
      'average hire agreement value',
      `select avg(hire_charge) from hire_agreements where status <> 'Cancelled'`,
    )
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'average fair takings by weather',
      `select weather, avg(cash + card) from fair_takings where cash is not null group by 1`,
    ],
  ])('[DR3352] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test('[DR3353] a note that begins with a state is this state', () => {
    const revenue = opened().ontology.metrics.find(({ expression }) => expression.includes('remarks'))
    expect(revenue?.expression).toContain('called off - gale')
  })

  test.each([
    [
      'hamper revenue in 2026',
      `select sum(price) from hamper_deliveries where status <> 'skipped' and delivery_date >= ${thisYear}`,
    ],
  ])('[DR3354] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      'web revenue in 2026',
      `select sum(total) from orders_export where financial_status <> 'voided' and created_at >= ${thisYear}`,
    ],
    [
      'average web order value in 2026',
      `select avg(total) from orders_export where financial_status <> 'voided' and created_at >= ${thisYear}`,
    ],
  ])('[DR3355] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test('[DR3356] namesakes whose name is copied to each row stay apart by their number', () => {
    const sql = `select client, client_no, sum(hire_charge) from hire_agreements where status <> 'Cancelled' and date_out >= ${thisYear} group by 1, 2`
    const { got, wanted } = rowsOf(opened(), 'hire revenue per client in 2026', sql)
    expect(got).toEqual(wanted)
  })

  test('[DR3357] what is lent goes out before it comes in', () => {
    const { got, wanted } = rowsOf(
      opened(),
      'how many days does a hire last on average',
      `select avg(julianday(date_in) - julianday(date_out)) from hire_agreements where status <> 'Cancelled'`,
    )
    expect(got).toEqual(wanted)
  })
})
