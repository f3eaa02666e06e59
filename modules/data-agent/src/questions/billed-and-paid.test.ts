import { expect, test } from 'vitest'
import { now, openedBefore, rowsOf } from './test-asked-rows.ts'
import { day, into, upTo } from './test-made-rows.ts'
import { openSmallDatabase } from './test-small-database.ts'

/** A chimney sweep's bills: net, tax, gross, and what was paid so far. */
const sweep = openedBefore(`
  create table households (id integer primary key, name text);
  create table invoices (id integer primary key, invoice_no text, household_id integer references households(id), invoice_date date, due_date date, net real, vat real, gross real, amount_paid real, status text);
${into(
  'households',
  upTo(10).map((id) => [id, `House ${id}`]),
)}
${into(
  'invoices',
  upTo(60).map((id) => {
    const status = id < 5 ? 'Unpaid' : id % 20 === 0 ? 'Part paid' : id === 33 ? 'Void' : 'Paid'
    const gross = 1.2 * (100 + id)
    const paid = status === 'Paid' ? gross : status === 'Part paid' ? 50 : 0
    return [
      id,
      `I${id}`,
      (id % 9) + 1,
      day(-6 * id),
      day(-6 * id + 14),
      100 + id,
      0.2 * (100 + id),
      gross,
      paid,
      status,
    ]
  }),
)}`)

test.each([
  [
    'revenue this year',
    `select sum(net) from invoices where status <> 'Void' and invoice_date >= '2026-01-01'`,
  ],
  [
    'how much did we invoice last month',
    `select sum(net) from invoices where status <> 'Void' and invoice_date like '2026-05%'`,
  ],
  [
    'how much do households still owe us',
    `select sum(gross - amount_paid) from invoices where status not in ('Void', 'Paid')`,
  ],
])('[DO1460] what was billed is not what was paid of it: %s', (question, sql) => {
  const { got, wanted } = rowsOf(sweep(), question, sql)
  expect(got).toEqual(wanted)
})

test('[DO1560] what was paid of bills is the revenue where they have no other amount', async () => {
  using thatcher = await openSmallDatabase(
    `create table households (id integer primary key, name text);
    create table invoices (id integer primary key, household_id integer references households(id), invoice_date date, amount_paid real);
    ${into(
      'households',
      upTo(10).map((id) => [id, `House ${id}`]),
    )}
    ${into(
      'invoices',
      upTo(60).map((id) => [id, (id % 9) + 1, day(-6 * id), 100 + id]),
    )}`,
    { now },
  )
  expect(thatcher.rows('revenue this year')).toEqual(
    thatcher.run(`select sum(amount_paid) from invoices where invoice_date >= '2026-01-01'`),
  )
})
