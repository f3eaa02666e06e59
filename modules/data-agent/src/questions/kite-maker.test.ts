import { describe, expect, test } from 'vitest'
import { openedBefore, rowsOf } from './test-asked-rows.ts'
import { day, into, upTo } from './test-made-rows.ts'
import { sorted } from './test-small-database.ts'

/** A maker of kites, with states and days that are empty in several tables. */
const maker = openedBefore(`
  create table buyers (id integer primary key, name text, town text);
  create table mills (id integer primary key, name text);
  create table kites (id integer primary key, name text, price real, discontinued_on date);
  create table orders (id integer primary key, order_no text, buyer_id integer references buyers(id), ordered_on date, total real, status text);
  create table order_lines (id integer primary key, order_id integer references orders(id), kite_id integer references kites(id), quantity integer, unit_price real);
  create table cloth_orders (id integer primary key, cloth_no text, mill_id integer references mills(id), ordered_on date, received_on date, cost real, status text);
  create table mill_bills (id integer primary key, cloth_order_id integer references cloth_orders(id), bill_no text, billed_on date, amount real, status text);
  create table workshops (id integer primary key, buyer_id integer references buyers(id), starts_on date, ends_on date, monthly_rent real, deposit_received_on date, status text);
${into(
  'buyers',
  upTo(10).map((id) => [id, `Buyer ${id}`, id % 2 === 0 ? 'Hove' : 'Deal']),
)}
${into(
  'mills',
  upTo(4).map((id) => [id, `Mill ${id}`]),
)}
${into(
  'kites',
  upTo(12).map((id) => [
    id,
    `Kite ${String.fromCodePoint(64 + id)}`,
    10 + id,
    id % 5 === 0 ? day(-90 - id) : null,
  ]),
)}
${into(
  'orders',
  upTo(40).map((id) => [
    id,
    `K${100 + id}`,
    (id % 9) + 1,
    day(-3 * id),
    2 * (10 + (id % 11) + 1),
    id % 13 === 0 ? 'cancelled' : id % 9 === 4 ? 'pending' : 'completed',
  ]),
)}
${into(
  'order_lines',
  upTo(40).map((id) => [id, id, (id % 11) + 1, 2, 10 + (id % 11) + 1]),
)}
${into(
  'cloth_orders',
  upTo(20).map((id) => [
    id,
    `C${id}`,
    (id % 4) + 1,
    day(-9 * id),
    id < 4 || id === 9 ? null : day(-9 * id + 6),
    90 + id,
    id < 3 ? 'Sent' : id === 3 ? 'Confirmed' : id === 9 ? 'Cancelled' : 'Received',
  ]),
)}
${into(
  'mill_bills',
  upTo(20).flatMap((id) =>
    id < 4 || id === 9 ? [] : [[id, id, `M${id}`, day(-9 * id + 8), 90 + id, id < 7 ? 'Open' : 'Paid']],
  ),
)}
${into(
  'workshops',
  upTo(12).map((id) => [
    id,
    (id % 10) + 1,
    day(-30 * id),
    id > 8 ? day(-10 * id) : null,
    100 + id,
    id % 4 === 3 ? null : day(-30 * id),
    id > 8 ? 'ended' : 'running',
  ]),
)}`)

describe('what is open are the rows that are named, and not others that have a state of this name', () => {
  const cloth = `select cloth_no from cloth_orders where received_on is null and status <> 'Cancelled'`
  test.each([
    ['open cloth orders', cloth],
    ['which cloth orders are still open', cloth],
    ['how many cloth orders are open', cloth.replace('cloth_no', 'count(*)')],
    ['open mill bills', `select bill_no from mill_bills where status = 'Open'`],
  ])('[DR3656] %s', (question, sql) => {
    const { got, wanted } = rowsOf(maker(), question, sql)
    expect(got).toEqual(wanted)
  })

  test('[DR4422] without a state for it, what is not finished is open', () => {
    expect(maker().rows('how many orders are open')).toEqual(
      maker().run(`select count(*) from orders where status = 'pending'`),
    )
  })
})

describe('what is no longer made is discontinued', () => {
  const gone = 'select name from kites where discontinued_on is not null'
  const kept = 'select name from kites where discontinued_on is null'
  test.each([
    ['kites we no longer make', gone],
    ['which kites do we no longer sell', gone],
    ["kites we don't make any more", gone],
    ['kites we stopped making', gone],
  ])('[DR3657] %s', check)

  test.each([
    ['kites we still make', kept],
    ['how many kites do we still sell', kept.replace('name', 'count(*)')],
    [
      'any kites we still make that nobody bought in the last 60 days?',
      `${kept} and id not in (select kite_id from order_lines l join orders o on o.id = l.order_id where status <> 'cancelled' and ordered_on >= '2026-04-16')`,
    ],
  ])('[DR4423] %s', check)

  function check(question: string, sql: string): void {
    const { got, wanted } = rowsOf(maker(), question, sql)
    expect(got).toEqual(wanted)
  }
})

describe('what is missing or waited for is a day that is empty, or a state', () => {
  const deposit = `select b.name from workshops w join buyers b on b.id = w.buyer_id where w.status = 'running' and deposit_received_on is null`
  test.each([
    'whose deposit is still missing',
    'who has not paid their deposit',
    'whose deposit has not been paid yet',
  ])('[DR3658] %s', (question) => {
    const names = maker()
      .rows(question)
      .map((row) => row.find((cell) => String(cell).startsWith('Buyer')))
    expect(sorted(names.map((name) => [name]))).toEqual(sorted(maker().run(deposit)))
  })

  const pending = `select order_no from orders where status = 'pending'`
  test.each([
    ['which orders are still waiting for payment', pending],
    ['orders awaiting payment', pending],
    ['how many orders are waiting for payment', pending.replace('order_no', 'count(*)')],
  ])('[DR4424] %s', (question, sql) => {
    const { got, wanted } = rowsOf(maker(), question, sql)
    expect(got).toEqual(wanted)
  })
})
