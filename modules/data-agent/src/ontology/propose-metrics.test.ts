import { expect, test } from 'vitest'
import { introspect } from './introspect.ts'
import { proposeMetrics } from './propose-metrics.ts'
import { TestSource } from './test-source.ts'
import { never } from '../sources/test-limits.ts'

const signal = never().signal

async function expressions(script: string): Promise<Readonly<Record<string, string>>> {
  await using source = new TestSource(script)
  const { metrics } = proposeMetrics(await introspect(source, { signal }))
  return Object.fromEntries(metrics.map(({ name, expression }) => [name, expression]))
}

const teas = `
  create table teas (id integer primary key, name text, list_price real, cost_price real, stock integer);
  create table orders (id integer primary key, status text, ordered_at datetime, shipping_fee real, total real);
  create table order_lines (id integer primary key, order_id integer references orders, tea_id integer references teas,
    quantity integer, unit_price real, discount real);
  insert into teas values (1, 'Assam', 4, 2, 10), (2, 'Sencha', 6, 3, 0), (3, 'Oolong', 7, 3.5, 4);
  insert into orders values (1, 'done', '2026-01-05 10:00:00', 2, 13), (2, 'cancelled', '2026-01-06 10:00:00', 0, 6), (3, 'open', '2026-02-01 09:00:00', 0, 7);
  insert into order_lines values (1, 1, 1, 2, 4, 0), (2, 1, 2, 1, 6, 0.5), (3, 2, 2, 1, 6, 0), (4, 3, 3, 1, 7, 0.1);
`

test('[DO340] revenue, cost, profit, margin and the average order are proposed from names, types and joins', async () => {
  const found = await expressions(teas)

  const sold = `filter (where not orders.status in ('cancelled'))`
  const revenue = `sum(order_lines.quantity * order_lines.unit_price * (1 - order_lines.discount)) ${sold}`
  const cost = `sum(order_lines.quantity * teas.cost_price) ${sold}`
  expect(found).toMatchObject({
    revenue,
    cost_of_goods: cost,
    profit: `${revenue} - ${cost}`,
    margin: `100 * (${revenue} - ${cost}) / (${revenue})`,
    units_sold: `sum(order_lines.quantity) ${sold}`,
    average_order_value: `avg(orders.total) ${sold}`,
    stock_value: 'sum(teas.stock * teas.cost_price)',
  })
})

test('[DO340] if lines name no item, revenue is the total of the order, and the sum of the lines is a second metric', async () => {
  const found = await expressions(`
    create table invoices (id integer primary key, issued_on date, total real, tax real);
    create table invoice_lines (id integer primary key, invoice_id integer references invoices, kind text, amount real);
    insert into invoices values (1, '2026-01-05', 12, 2), (2, '2026-02-05', 24, 4);
    insert into invoice_lines values (1, 1, 'plan', 10), (2, 2, 'plan', 22), (3, 2, 'discount', -2);
  `)

  expect(found).toMatchObject({ revenue: 'sum(invoices.total)', line_revenue: 'sum(invoice_lines.amount)' })
})

test('[DA565] items used in a sale are part of its total, and their units and margin are metrics', async () => {
  const found = await expressions(`
    create table boats (id integer primary key, name text);
    create table clients (id integer primary key, name text);
    create table parts (id integer primary key, name text, buying_price real);
    create table jobs (id integer primary key, client_id integer references clients, opened date, labour real, total real);
    create table parts_used (id integer primary key, job_id integer references jobs, part_id integer references parts, pieces integer, price_each real);
    insert into clients values (1, 'Ana'), (2, 'Bo'), (3, 'Cy');
    insert into parts values (1, 'Rope', 2), (2, 'Cleat', 3), (3, 'Sail', 90);
    insert into jobs values (1, 1, '2026-01-05', 50, 58), (2, 2, '2026-01-06', 60, 60), (3, 3, '2026-01-07', 10, 14);
    insert into parts_used values (1, 1, 1, 2, 4), (2, 3, 1, 1, 4);
  `)

  expect(found).toMatchObject({
    revenue: 'sum(jobs.total)',
    line_revenue: 'sum(parts_used.pieces * parts_used.price_each)',
    units_sold: 'sum(parts_used.pieces)',
    cost_of_goods: 'sum(parts_used.pieces * parts.buying_price)',
    profit: 'sum(parts_used.pieces * parts_used.price_each) - sum(parts_used.pieces * parts.buying_price)',
  })
})

test('[DO600] lines that few orders have are extras, and revenue is the amount of the order', async () => {
  const found = await expressions(`
    create table bookings (id integer primary key, booked_on date, total real);
    create table extras (id integer primary key, name text, cost real);
    create table booking_extras (id integer primary key, booking_id integer references bookings, extra_id integer references extras, quantity integer, unit_price real);
    insert into bookings values (1, '2026-01-05', 90), (2, '2026-01-06', 70), (3, '2026-01-07', 80), (4, '2026-01-08', 60);
    insert into extras values (1, 'Kayak', 3), (2, 'Tent', 2);
    insert into booking_extras values (1, 1, 1, 2, 8), (2, 1, 2, 1, 5);
  `)

  expect(found).toMatchObject({ revenue: 'sum(bookings.total)' })
  expect(found).not.toHaveProperty('profit')
})

test('[DO600] [DO1516] revenue of a bill without lines comes from the lines of its order', async () => {
  const found = await expressions(`
    create table services (id integer primary key, name text, material_cost real);
    create table visits (id integer primary key, visited_on date);
    create table visit_services (id integer primary key, visit_id integer references visits, service_id integer references services, quantity integer, unit_price real);
    create table invoices (id integer primary key, visit_id integer references visits, issued_on date, amount real);
    insert into services values (1, 'Trim', 1), (2, 'Wash', 2);
    insert into visits values (1, '2026-01-05'), (2, '2026-01-06');
    insert into visit_services values (1, 1, 1, 1, 20), (2, 2, 2, 1, 15), (3, 2, 1, 1, 20);
    insert into invoices values (1, 1, '2026-01-05', 20), (2, 2, '2026-01-06', 35);
  `)

  expect(found).toMatchObject({ revenue: 'sum(visit_services.quantity * visit_services.unit_price)' })
  expect(found).toHaveProperty('margin')
})

test('[DO601] [DO1518] trips with amounts of their own are what was sold, and not the bills for several of them', async () => {
  const found = await expressions(`
    create table invoices (id integer primary key, issued_on date, total real, status text);
    create table trips (id integer primary key, invoice_id integer references invoices, started_at datetime, total_charge real, direct_cost real, state text);
    insert into invoices values (1, '2026-01-31', 90, 'draft'), (2, '2026-02-28', 40, 'paid');
    insert into trips values (1, 1, '2026-01-05 08:00:00', 50, 20, 'done'), (2, 1, '2026-01-06 09:00:00', 40, 10, 'done'), (3, null, '2026-02-06 09:00:00', 40, 10, 'cancelled');
  `)
  const sold = `filter (where not trips.state in ('cancelled'))`
  expect(found).toMatchObject({
    revenue: `sum(trips.total_charge) ${sold}`,
    profit: `sum(trips.total_charge) ${sold} - sum(trips.direct_cost) ${sold}`,
  })
})

test('[DO340] a price that is multiplied is not the amount of a sale', async () => {
  const found = await expressions(`
    create table sales (id integer primary key, sold_on date, customer text, product text, qty integer, price real);
    insert into sales values (1, '2026-01-05', 'Ana', 'Rope', 2, 4.5), (2, '2026-01-06', 'Bo', 'Sail', 1, 90);
  `)
  expect(found).toMatchObject({
    revenue: 'sum(sales.qty * sales.price)',
    average_order_value: '(sum(sales.qty * sales.price)) / count(sales)',
  })
})

test('[DO340] nothing is proposed if nothing is sold', async () => {
  const found = await expressions(`
    create table rivers (id integer primary key, name text, length_km real);
    insert into rivers values (1, 'Aare', 288), (2, 'Inn', 518);
  `)
  expect(found).toEqual({})
})

test('[DO341] [DO1524] void, draft, failed and test rows are not sold, and rows with an empty status are', async () => {
  const found = await expressions(`
    create table bookings (id integer primary key, status text, booked_on date, amount real, is_test integer);
    create table payments (id integer primary key, booking_id integer references bookings, status text, paid_at datetime, amount real);
    insert into bookings values (1, 'void', '2026-01-05', 10, 0), (2, 'draft', '2026-01-06', 10, 1), (3, null, '2026-01-07', 10, 0),
      (4, 'confirmed', '2026-01-08', 10, 0), (5, 'confirmed', '2026-01-09', 11, 0);
    insert into payments values (1, 4, 'failed', '2026-01-08 10:00:00', 10), (2, 4, 'settled', '2026-01-08 11:00:00', 10),
      (3, 5, 'pending', '2026-01-09 11:00:00', 11);
  `)

  expect(found['revenue']).toBe(
    `sum(bookings.amount) filter (where (bookings.status is null or not bookings.status in ('draft', 'void')) and bookings.is_test = 0)`,
  )
  expect(found['payments_received']).toBe(
    `sum(payments.amount) filter (where not payments.status in ('failed', 'pending'))`,
  )
})

test('[DO340] [DO1515] a metric that a person made replaces the proposal of the same name', async () => {
  await using source = new TestSource(teas)
  const model = await introspect(source, { signal })
  const own = {
    name: 'revenue',
    label: 'revenue',
    description: null,
    synonyms: [],
    expression: 'sum(orders.total)',
    unit: null,
  }

  const { metrics } = proposeMetrics({ ...model, metrics: [own] })

  expect(metrics.filter(({ name }) => name === 'revenue')).toEqual([own])
})

test('[DR3280] net sales are those of a column without tax beside a plain total, and only gross sales are the total', async () => {
  const rows = Array.from({ length: 30 }, (_, index) => {
    const net = 10 + (index % 7)
    return `(${index}, '2026-0${1 + (index % 9)}-05', ${net}, ${net * 0.2}, ${net * 1.2})`
  })
  const found = await expressions(`
    create table invoices (invoice_no integer primary key, issued_on date, net real, vat real, total real);
    insert into invoices values ${rows.join(', ')};
  `)

  expect(found).toMatchObject({ revenue: 'sum(invoices.total)', net_sales: 'sum(invoices.net)' })
})

test('[DO1517] payments received are called revenue where nothing is sold', async () => {
  await using source = new TestSource(`
    create table members (id integer primary key, full_name text);
    create table payments (id integer primary key, member_id integer references members, paid_at datetime, amount real);
    insert into members values (1, 'Ada Moor'), (2, 'Bo Nash');
    insert into payments values (1, 1, '2026-01-08 10:00:00', 10), (2, 2, '2026-01-08 11:00:00', 12);
  `)
  const { metrics } = proposeMetrics(await introspect(source, { signal }))

  expect(metrics.find(({ name }) => name === 'payments_received')?.synonyms).toContain('revenue')
})
