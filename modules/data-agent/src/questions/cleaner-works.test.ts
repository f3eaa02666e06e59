import { describe, expect, test } from 'vitest'
import { openedBefore, rowsOf } from './test-asked-rows.ts'
import { cents, day, into, upTo } from './test-made-rows.ts'

const orders = upTo(120)
/** What two lines of an order come to, each with its discount. */
const lines = orders.flatMap((id) =>
  [0, 1].map((at) => {
    const [product, quantity, off] = [1 + ((id + at * 2) % 5), 1 + ((id + at) % 4), id % 3 === 0 ? 10 : 0]
    const price = 4 + product
    return { id, product, quantity, price, off, net: cents(quantity * price * (1 - off / 100)) }
  }),
)
const total = (id: number): number =>
  cents(lines.filter((one) => one.id === id).reduce((sum, one) => sum + one.net, 0))

describe('a works that makes cleaners, with order lines, their invoices and the accounts of both', () => {
  const opened = openedBefore(`
    create table accounts (account_ref text primary key, trading_name text not null, account_type text, town text);
    create table products (code text primary key, cleaner text not null, pack text, litres real, strength real, list_price real);
    create table sales_invoices (invoice_number text not null unique, reference text primary key, account_ref text not null references accounts, invoice_date date, due_date date, total real, status text);
    create table order_lines (order_no text not null references sales_invoices, line integer not null, order_date date, account_ref text not null references accounts, product_code text not null references products, quantity integer, unit_price real, discount_percent real, net real, order_status text, primary key (order_no, line));
    ${into(
      'accounts',
      upTo(12).map((id) => [`A${100 + id}`, `Trader ${id}`, id % 3 === 0 ? 'Laundry' : 'Hotel', 'Brook']),
    )}
    ${into(
      'products',
      upTo(5).map((id) => [
        `P${id}`,
        ['Bright', 'Clear', 'Deep', 'Swift', 'Mild'][id - 1] ?? '',
        id % 2 === 0 ? 'Drum' : 'Tub',
        id * 5,
        3 + ((id * 7) % 5),
        4 + id,
      ]),
    )}
    ${into(
      'sales_invoices',
      orders.map((id) => [
        `I${900 + id}`,
        `S${500 + id}`,
        `A${101 + (id % 12)}`,
        day(-id * 3 + 1),
        day(-id * 3 + 30),
        total(id),
        id % 7 === 0 ? 'Voided' : id < 12 ? 'Unpaid' : 'Paid',
      ]),
    )}
    ${into(
      'order_lines',
      lines.map(({ id, product, quantity, price, off, net }, at) => [
        `S${500 + id}`,
        1 + (at % 2),
        day(-id * 3),
        `A${101 + (id % 12)}`,
        `P${product}`,
        quantity,
        price,
        off,
        net,
        id % 11 === 0 ? 'Cancelled' : 'Delivered',
      ]),
    )}
  `)
  const sold = `order_lines o join sales_invoices i on reference = order_no join products p on p.code = product_code where order_status <> 'Cancelled' and status <> 'Voided'`
  const thisYear = `order_date >= '2026-01-01'`

  test.each([
    ['sales by account type this year', `select account_type, sum(net) from order_lines o join sales_invoices i on reference = order_no join accounts a on a.account_ref = o.account_ref where order_status <> 'Cancelled' and status <> 'Voided' and ${thisYear} group by 1`], // prettier-ignore
  ])('[DO1290] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    ['how many orders were cancelled this year', `select count(distinct order_no) from order_lines where order_status = 'Cancelled' and ${thisYear}`], // prettier-ignore
    ['how many orders did we get in may 2026', `select count(distinct order_no) from order_lines where order_date like '2026-05%'`], // prettier-ignore
  ])('[DR2949] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    ['how much did we give away in discounts this year', `select sum(quantity * unit_price * discount_percent / 100) from ${sold} and ${thisYear}`], // prettier-ignore
  ])('[DO1291] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    ['which cleaner did we shift the most litres of this year', `select cleaner from ${sold} and ${thisYear} group by 1 order by sum(quantity * litres) desc limit 1`], // prettier-ignore
    ['how many litres of each cleaner did we sell this year', `select cleaner, sum(quantity * litres) from ${sold} and ${thisYear} group by 1`], // prettier-ignore
  ])('[DR2947] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    ["what's our strongest cleaner", 'select cleaner from products order by strength desc limit 1'],
    ['how many drums went out in may 2026', `select sum(quantity) from ${sold} and pack = 'Drum' and order_date like '2026-05%'`], // prettier-ignore
  ])('[DR2955] [DR4291] %s', (question, sql) => {
    const { got, wanted } = rowsOf(opened(), question, sql)
    expect(got).toEqual(wanted)
  })
})
