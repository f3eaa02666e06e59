import { expect, test } from 'vitest'
import { introspect, type OntologyModel } from './introspect.ts'
import { proposeMetrics } from './propose-metrics.ts'
import { TestSource } from './test-source.ts'
import { never } from '../sources/test-limits.ts'

async function understood(script: string): Promise<OntologyModel> {
  await using source = new TestSource(script)
  return proposeMetrics(await introspect(source, never()))
}

/** Fills a table with rows 1 to `most`, as an expression of `i`. */
const fill = (table: string, most: number, values: string): string =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${most}) insert into ${table} select ${values} from n;`

const metricsOf = ({ metrics }: OntologyModel): Record<string, string> =>
  Object.fromEntries(metrics.map(({ name, expression }) => [name, expression]))

const day = (text: string): string => `date('2025-01-01', '+' || (${text}) || ' days')`

test('[DO1023] [DO1545] receipts that come to what visits and orders came to are payments, and each of the two is sold', async () => {
  const found = metricsOf(
    await understood(`
      create table guests (guest_id integer primary key, name text);
      ${fill('guests', 20, `i, 'Guest ' || i`)}
      create table fittings (fitting_id integer primary key, guest_id integer references guests, held_on date, fitting_fee real);
      ${fill('fittings', 60, `i, 1 + i % 20, ${day('i * 5')}, 20 + i % 7`)}
      create table cloths (cloth_id integer primary key, name text);
      ${fill('cloths', 5, `i, 'Cloth ' || i`)}
      create table orders (order_no integer primary key, guest_id integer references guests, fitting_id integer references fittings, order_date date);
      ${fill('orders', 40, `i, 1 + i % 20, i, ${day('i * 6')}`)}
      create table order_lines (line_id integer primary key, order_no integer references orders, cloth_id integer references cloths, qty integer, unit_price real);
      ${fill('order_lines', 80, `i, 1 + i % 40, 1 + i % 5, 1 + i % 3, 30 + i % 11`)}
      create table till_receipts (receipt_no integer primary key, guest_id integer references guests, fitting_id integer references fittings,
        order_no integer references orders, taken_on date, amount real);
      insert into till_receipts select fitting_id, guest_id, fitting_id, null, held_on, fitting_fee from fittings;
      insert into till_receipts select 1000 + order_no, guest_id, null, order_no, order_date,
        (select sum(qty * unit_price) from order_lines where order_lines.order_no = orders.order_no) from orders;
    `),
  )
  const sums = Object.entries(found)
    .filter(([name]) => name.endsWith('revenue'))
    .map(([, expression]) => expression)
  expect(sums.toSorted()).toEqual([
    'sum(fittings.fitting_fee)',
    'sum(order_lines.qty * order_lines.unit_price)',
  ])
})

test('[DO1024] `ct` after an amount means hundredths, also of what stands beside such amounts', async () => {
  const { datasets } = await understood(`
    create table checks (check_no integer primary key, opened_on date, items_ct integer, disc_ct integer, total_ct integer, guests integer);
    ${fill('checks', 30, `i, ${day('i')}, 1000 + i * 10, i % 3 * 50, 1000 + i * 10 - i % 3 * 50, i % 5`)}
    create table visits (visit_id integer primary key, visit_ct integer);
    ${fill('visits', 30, 'i, i % 9')}
  `)
  const labels = (name: string) =>
    datasets.find((each) => each.name === name)?.fields.map(({ label }) => label)
  expect(labels('checks')).toEqual([
    'check number',
    'opened on',
    'items amount',
    'discount',
    'total',
    'guests',
  ])
  expect(labels('visits')).toEqual(['visit id', 'visit ct'])
})

test('[DO1025] a discount in percent is taken off where the payments confirm it', async () => {
  const { revenue } = metricsOf(
    await understood(`
      create table parents (parent_id integer primary key, name text);
      ${fill('parents', 20, `i, 'Parent ' || i`)}
      create table invoices (invoice_id integer primary key, parent_id integer references parents, issued_on date);
      ${fill('invoices', 40, `i, 1 + i % 20, ${day('i * 7')}`)}
      create table invoice_lines (line_id integer primary key, invoice_id integer references invoices, description text, fee real, sibling_discount_pct integer);
      ${fill('invoice_lines', 80, `i, 1 + i % 40, 'Lessons', 50 + i % 13, i % 3 * 10`)}
      create table payments (payment_id integer primary key, invoice_id integer references invoices, paid_on date, amount real);
      insert into payments select invoice_id, invoice_id, date(issued_on, '+9 days'),
        (select sum(fee * (1 - sibling_discount_pct / 100.0)) from invoice_lines where invoice_lines.invoice_id = invoices.invoice_id) from invoices;
    `),
  )
  expect(revenue).toBe('sum(invoice_lines.fee * (1 - invoice_lines.sibling_discount_pct / 100))')
})

test('[DO1026] [DO1546] `current_state` is one of the order states, also where keys begin with `id`', async () => {
  const { relationships } = await understood(`
    create table sh_order_state (id_order_state integer primary key, name text);
    insert into sh_order_state values (1,'New'),(2,'Paid'),(3,'Sent'),(4,'Cancelled');
    create table sh_orders (id_order integer primary key, current_state integer, placed_on date, total real);
    ${fill('sh_orders', 40, `i, 1 + i % 4, ${day('i')}, 10 + i`)}
  `)
  expect(relationships.map(({ from, fromFields, to }) => [from, fromFields, to])).toEqual([
    ['sh_orders', ['current_state'], 'sh_order_state'],
  ])
})

test('[DO1027] a table of codes explains `grd_cd` by its rows for `GRD`', async () => {
  const { datasets } = await understood(`
    create table cd (cd_grp text, cd_val text, cd_txt text, primary key (cd_grp, cd_val));
    insert into cd values ('GRD','A','Apprentice'),('GRD','M','Master'),('ORD_STS','D','Draft'),('ORD_STS','C','Cancelled'),('ORD_STS','F','Finished');
    create table wrk (wrk_id integer primary key, wrk_nm text, grd_cd text);
    ${fill('wrk', 20, `i, 'Person ' || i, case when i % 2 then 'A' else 'M' end`)}
    create table ord (ord_id integer primary key, wrk_id integer references wrk, ord_dt text, tot_amt real, ord_sts text);
    ${fill('ord', 40, `i, 1 + i % 20, ${day('i')}, 10 + i, case i % 3 when 0 then 'D' when 1 then 'C' else 'F' end`)}
  `)
  const codes = (dataset: string, field: string) =>
    datasets.find(({ name }) => name === dataset)?.fields.find(({ name }) => name === field)?.reading?.codes
  expect(codes('wrk', 'grd_cd')).toEqual({ A: 'Apprentice', M: 'Master' })
  expect(codes('ord', 'ord_sts')).toEqual({ D: 'Draft', C: 'Cancelled', F: 'Finished' })
})

/** A feed merchant whose program writes short names. */
const feed = `
  create table SLS_REP (REP_ID integer primary key, REP_NM text, TERM_DT date);
  ${fill('SLS_REP', 6, `i, 'Rep ' || i, case when i = 3 then '2025-03-01' end`)}
  create table CUST (CUST_ID integer primary key, CUST_NM text);
  ${fill('CUST', 20, `i, 'Farm ' || i`)}
  create table ITEM (ITEM_NO integer primary key, ITEM_DESC text);
  ${fill('ITEM', 8, `i, 'Feed ' || i`)}
  create table SO_HDR (SO_NO integer primary key, CUST_ID integer references CUST, REP_ID integer references SLS_REP, ORD_DT date, PD_AMT real);
  ${fill('SO_HDR', 60, `i, 1 + i % 20, 1 + i % 6, ${day('i * 4')}, 10 * (i % 9)`)}
  create table SO_LIN (SO_NO integer references SO_HDR, LIN_NO integer, ITEM_NO integer references ITEM, QTY integer, UNIT_PRC real,
    primary key (SO_NO, LIN_NO));
  ${fill('SO_LIN', 120, `1 + i % 60, 1 + i / 60, 1 + i % 8, 1 + i % 5, 11 + i % 7`)}`

test('[DO1040] of a pair such as `so_hdr` and `so_lin`, the first is called like the document', async () => {
  const { datasets } = await understood(feed)
  const label = (name: string) => datasets.find((each) => each.name === name)?.label
  expect([label('SO_HDR'), label('SO_LIN')]).toEqual(['sales order', 'sales order line'])
})

test('[DO1041] [DO1042] those who sell are no sales, and what was paid so far is not what orders came to', async () => {
  const { revenue, average_order_value: average } = metricsOf(await understood(feed))
  expect(revenue).toBe('sum(SO_LIN.QTY * SO_LIN.UNIT_PRC)')
  expect(average).toBe('(sum(SO_LIN.QTY * SO_LIN.UNIT_PRC)) / count(SO_HDR)')
})

test('[DO1043] minutes are not multiplied by a rate per hour', async () => {
  const { revenue } = metricsOf(
    await understood(`
      create table clients (client_id integer primary key, name text);
      ${fill('clients', 15, `i, 'Client ' || i`)}
      create table tuners (tuner_id integer primary key, first_name text, last_name text);
      ${fill('tuners', 4, `i, 'First ' || i, 'Last ' || i`)}
      create table visits_made (visit_id integer primary key, client_id integer references clients, tuner_id integer references tuners, made_on date, minutes integer, hourly_rate real);
      ${fill('visits_made', 90, `i, 1 + i % 15, 1 + i % 4, ${day('i * 3')}, 15 * (1 + i % 8), 60 + i % 2 * 10`)}
      create table invoices (invoice_id integer primary key, client_id integer references clients, issued_on date, total real);
      ${fill('invoices', 40, `i, 1 + i % 15, ${day('i * 7')}, 80 + i % 13`)}
    `),
  )
  expect(revenue).toBe('sum(invoices.total)')
})

test('[DO1044] rows that come to the totals of bills are their lines, whatever they are called', async () => {
  const { revenue } = metricsOf(
    await understood(`
      create table households (household_id integer primary key, first_name text, last_name text);
      ${fill('households', 20, `i, 'First ' || i, 'Last ' || i`)}
      create table camps (camp_id integer primary key, camp_name text, fee real);
      ${fill('camps', 6, `i, 'Camp ' || i, 100 + i`)}
      create table invoices (invoice_no integer primary key, household_id integer references households, inv_date date, amount real, state text);
      create table places (place_id integer primary key, camp_id integer references camps, taken_on date, fee real, sibling_discount real, invoice_no integer references invoices);
      ${fill('invoices', 60, `i, 1 + i % 20, ${day('i * 5')}, 0, case when i % 3 = 0 then 'Paid' else 'Sent' end`)}
      ${fill('places', 110, `i, 1 + i % 6, ${day('i * 3')}, 101 + i % 6, i % 3 * 4, 1 + i % 60`)}
      update invoices set amount = (select sum(fee - sibling_discount) from places where places.invoice_no = invoices.invoice_no);
      insert into invoices values (99, 3, '2025-06-01', 250, 'Void');
      insert into places values (999, 2, '2025-06-01', 102, 0, null);
    `),
  )
  const sold = `filter (where not invoices.state in ('Void'))`
  expect(revenue).toBe(`sum(places.fee) ${sold} - sum(places.sibling_discount) ${sold}`)
})

test('[DO1045] the part of an accounting program in front of a name is left out, unless it tells two tables apart', async () => {
  const columns = '(id integer primary key, nm text)'
  const labels = async (...tables: readonly string[]) => {
    const { datasets } = await understood(tables.map((name) => `create table ${name} ${columns};`).join(' '))
    return datasets.map(({ label }) => label).toSorted()
  }
  expect(await labels('AR_CUST', 'AP_VEND', 'IC_ITEM')).toEqual(['customer', 'item', 'vendor'])
  expect(await labels('AR_NOTE', 'AP_NOTE')).toEqual(['ap note', 'ar note'])
})

test('[DO1046] what is still open at the till is not sold yet', async () => {
  const { revenue } = metricsOf(
    await understood(`
      create table drinks (drink_id integer primary key, drink_name text);
      ${fill('drinks', 6, `i, 'Drink ' || i`)}
      create table bar_tabs (tab_no integer primary key, opened_at timestamp, closed_at timestamp);
      ${fill('bar_tabs', 40, `i, datetime('2026-01-01', '+' || i || ' days'), case when i < 40 then datetime('2026-01-01', '+' || i || ' days', '+2 hours') end`)}
      create table bar_tab_lines (tab_no integer references bar_tabs, line_no integer, drink_id integer references drinks, qty integer, price real, primary key (tab_no, line_no));
      ${fill('bar_tab_lines', 80, `1 + i % 40, 1 + i / 41, 1 + i % 6, 1 + i % 3, 3 + i % 4`)}
    `),
  )
  expect(revenue).toBe(
    'sum(bar_tab_lines.qty * bar_tab_lines.price) filter (where not bar_tabs.closed_at is null)',
  )
})
