import { expect, test } from 'vitest'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

const rows = (count: number): string =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`

const people = (table: string): string => `
  create table ${table} (${table}_id integer primary key, name text, email text);
  ${rows(12)} insert into ${table} select i, 'Person ' || i, 'p' || i || '@mail.example' from n;
`

const said = (database: SmallDatabase, question: string): readonly string[] =>
  database
    .reading(question)
    .assumptions.flatMap(({ says }) => (says.startsWith('It is assumed') ? [says] : []))

test('[DR2600] [DR2601] a discount in percent, as a share or in money is taken off a fee, and this is said', async () => {
  const ways = [
    ['discount_pct', 'i % 4 * 5', 'tuning_fee * (1 - discount_pct / 100.0)', 'discount percent'],
    ['discount', 'i % 4 * 0.05', 'tuning_fee * (1 - discount)', 'discount'],
    ['discount', 'case when i % 4 > 0 then i % 4 * 5 end', 'tuning_fee - coalesce(discount, 0)', 'discount'],
  ] as const
  for (const [name, value, amount, label] of ways) {
    using tuners = await openSmallDatabase(`
      ${people('customer')}
      create table tuning_visit (visit_id integer primary key, customer_id integer references customer, visited_on date, tuning_fee real, ${name} real);
      ${rows(60)} insert into tuning_visit select i, 1 + i % 12, date('2025-01-01', '+' || i || ' days'), 90 + i % 7 * 5, ${value} from n;
    `)
    const [[sum] = []] = tuners.run(`select sum(${amount}) from tuning_visit`)
    expect(Number(tuners.rows('total revenue')[0]?.[0])).toBeCloseTo(Number(sum), 5)
    expect(said(tuners, 'total revenue')).toEqual([
      `It is assumed that tuning fee is before ${label}, which is taken off.`,
    ])
  }
})

test('[DR2602] the parts of a bill are added up where it has no total', async () => {
  using locks = await openSmallDatabase(`
    ${people('client')}
    create table job (job_id integer primary key, client_id integer references client, done_on date, hours real);
    create table invoice (invoice_id integer primary key, job_id integer references job, invoiced_on date, labour_net real, lock_parts_net real, call_out_fee real, discount_net real, vat_rate real);
    ${rows(60)} insert into job select i, 1 + i % 12, date('2025-01-01', '+' || i || ' days'), 1 + i % 5 from n;
    ${rows(60)} insert into invoice select i, i, date('2025-01-03', '+' || i || ' days'), 40 + i % 5 * 20, i % 7 * 11, i % 2 * 35, case when i % 6 = 0 then 10 else 0 end, 0.2 from n;
  `)
  const net = 'labour_net + lock_parts_net + call_out_fee - discount_net'
  expect(locks.rows('total revenue')).toEqual(locks.run(`select sum(${net}) from invoice`))
  expect(locks.rows('average invoice value')).toEqual(locks.run(`select avg(${net}) from invoice`))
  expect(said(locks, 'total revenue')).toEqual([
    'It is assumed that labour net, lock parts net and call out fee are before discount net, which is taken off.',
    'It is assumed that labour net, lock parts net and call out fee together are all that is charged: invoice has no total.',
  ])
})

test('[DR2603] places that are held and released, or waited for, are not sold', async () => {
  const states = `case i % 8 when 0 then 'released' when 1 then 'held' when 2 then 'waiting' else 'confirmed' end`
  using puppets = await openSmallDatabase(`
    ${people('guest')}
    create table bookings (booking_id integer primary key, guest_id integer references guest, booked_on date, amount real, state text);
    ${rows(64)} insert into bookings select i, 1 + i % 12, date('2025-01-01', '+' || i || ' days'), 10 + i, ${states} from n;
  `)
  expect(puppets.rows('total revenue')).toEqual(
    puppets.run("select sum(amount) from bookings where state = 'confirmed'"),
  )
})

/** Cuts of hair for people who only have a card, beside a till. */
const barber = `
  create table club_cards (card_no text primary key, holder_name text, phone text, issued_on date);
  ${rows(12)} insert into club_cards select 'C' || i, 'Holder ' || i, '07' || i, date('2024-01-01', '+' || i || ' days') from n;
  create table till_lines (id integer primary key, receipt_no text, sold_at text, product text, qty integer, unit_price real, line_total real);
  ${rows(80)} insert into till_lines select i, 'R' || (i / 2), date('2025-01-01', '+' || i || ' days'), 'Wax ' || (i % 5), 1 + i % 3, 4 + i % 6, (1 + i % 3) * (4 + i % 6) from n;
  create table haircuts (appointment_no integer primary key, card_no text references club_cards, stylist text, booked_on date, price real, appointment_state text);
  ${rows(60)} insert into haircuts select i, 'C' || (1 + i % 12), 'S' || (i % 3), date('2025-01-01', '+' || i || ' days'), 20 + i % 4 * 5,
    case when i > 52 then 'BOOKED' when i % 9 = 0 then 'CANCELLED' when i % 10 = 0 then 'NO-SHOW' else 'DONE' end from n;
`

test('[DR2604] [DO1104] appointments of the holders of cards bring money when they have taken place', async () => {
  using hair = await openSmallDatabase(barber)
  expect(hair.rows('how much did haircuts bring in')).toEqual(
    hair.run("select sum(price) from haircuts where appointment_state = 'DONE'"),
  )
})

test('[DR2605] what a business earned in all is that of all its streams, and this is said', async () => {
  using hair = await openSmallDatabase(barber)
  const [[till = 0] = []] = hair.run('select sum(line_total) from till_lines')
  const [[cuts = 0] = []] = hair.run("select sum(price) from haircuts where appointment_state = 'DONE'")
  expect(hair.rows('what was our total income')).toEqual([[Number(till) + Number(cuts)]])
  const notes = hair.reading('what was our total income').assumptions
  expect(notes.filter(({ changesNumbers }) => changesNumbers).map(({ says }) => says)).toContain(
    'Added up: till lines + haircuts.',
  )
  expect(hair.rows('how much did we sell')).toEqual([[till]])
})

test('[DO1100] what was billed is earned, and not the hours of staff at a rate', async () => {
  using advice = await openSmallDatabase(`
    ${people('clients')}
    create table advisers (adviser_id integer primary key, name text, job_title text, hired_on date);
    insert into advisers values (1, 'Ann', 'Lead', '2020-01-01'), (2, 'Ben', 'Junior', '2021-01-01');
    create table cases (case_id integer primary key, clients_id integer references clients, title text);
    ${rows(20)} insert into cases select i, 1 + i % 12, 'Case ' || i from n;
    create table time_entries (entry_id integer primary key, adviser_id integer references advisers, case_id integer references cases, worked_on date, hours real, hourly_rate real, approval text);
    ${rows(200)} insert into time_entries select i, 1 + i % 2, 1 + i % 20, date('2025-01-01', '+' || i || ' days'), 1 + i % 6, 80, case when i % 20 = 0 then 'rejected' else 'approved' end from n;
    create table invoices (invoice_id integer primary key, clients_id integer references clients, case_id integer references cases, issued_on date, net_amount real, vat_amount real, status text);
    ${rows(60)} insert into invoices select i, 1 + i % 12, 1 + i % 20, date('2025-01-05', '+' || (3 * i) || ' days'), 700 + i * 10, 140 + i * 2, case when i % 15 = 0 then 'void' else 'sent' end from n;
  `)
  expect(advice.rows('total revenue')).toEqual(
    advice.run("select sum(net_amount) from invoices where status <> 'void'"),
  )
})

test('[DO1101] [DO1102] memberships are an income of their own, and repairs of our own boats are none', async () => {
  using boats = await openSmallDatabase(`
    ${people('members')}
    create table crew (crew_id integer primary key, name text, job text, started_on date);
    insert into crew values (1, 'Cy', 'Fitter', '2020-01-01'), (2, 'Di', 'Skipper', '2021-01-01');
    create table boats (boat_id integer primary key, boat_name text);
    insert into boats values (1, 'Gull'), (2, 'Tern'), (3, 'Kite');
    create table trips (trip_id integer primary key, members_id integer references members, boat_id integer references boats, sailed_on date, seats integer, seat_price real, amount real);
    ${rows(60)} insert into trips select i, 1 + i % 12, 1 + i % 3, date('2025-01-01', '+' || i || ' days'), 1 + i % 4, 12 + i % 3, (1 + i % 4) * (12 + i % 3) from n;
    create table memberships (membership_no integer primary key, members_id integer references members, level text, valid_from date, valid_until date, fee real, paid_on date);
    ${rows(24)} insert into memberships select i, 1 + i % 12, 'Level ' || (i % 3), date('2025-01-01', '+' || i || ' days'), date('2026-01-01', '+' || i || ' days'), 30 + i % 3 * 10, date('2025-01-02', '+' || i || ' days') from n;
    create table repair_jobs (job_id integer primary key, boat_id integer references boats, crew_id integer references crew, done_on date, parts_amount real);
    ${rows(30)} insert into repair_jobs select i, 1 + i % 3, 1 + i % 2, date('2025-02-01', '+' || i || ' days'), i % 5 * 9 from n;
  `)
  expect(boats.rows('membership revenue')).toEqual(boats.run('select sum(fee) from memberships'))
  expect(boats.rows('total income')).toEqual(
    boats.run('select (select sum(amount) from trips) + (select sum(fee) from memberships)'),
  )
})

test('[DO1103] [DO1105] [DO1547] orders with a void bill or a credit note are sold by their lines; a void bill is not unpaid', async () => {
  using glass = await openSmallDatabase(`
    ${people('studio')}
    create table gl_item (item_code text primary key, item_name text, list_price real);
    insert into gl_item values ('A', 'Pane', 10), ('B', 'Bowl', 25), ('C', 'Lamp', 60);
    create table gl_order (order_no integer primary key, studio_id integer references studio, received_on date);
    ${rows(40)} insert into gl_order select i, 1 + i % 12, date('2025-01-01', '+' || i || ' days') from n;
    create table gl_order_line (order_no integer references gl_order, line_no integer, item_code text references gl_item, qty integer, price real, primary key (order_no, line_no));
    ${rows(80)} insert into gl_order_line select (i + 1) / 2, 1 + i % 2, substr('ABC', 1 + i % 3, 1), 1 + i % 4, 10 + i % 3 * 20 from n;
    create table gl_invoice (invoice_no text primary key, invoice_type text, order_no integer references gl_order, studio_id integer references studio, invoice_date date, total real, invoice_status text, paid_date date);
    ${rows(40)} insert into gl_invoice select 'I' || i, 'I', i, 1 + i % 12, date('2025-01-05', '+' || i || ' days'), (1 + i % 4) * (10 + i % 3 * 20) * 0.97,
      case when i % 4 = 0 then 'O' else 'P' end, case when i % 4 = 0 then null else date('2025-02-05', '+' || i || ' days') end from n;
    ${rows(12)} insert into gl_invoice select 'V' || i, 'I', i, 1 + i % 12, date('2025-01-05', '+' || i || ' days'), 99, 'V', null from n;
    ${rows(4)} insert into gl_invoice select 'C' || i, 'C', i, 1 + i % 12, date('2025-03-05', '+' || i || ' days'), 20, 'P', date('2025-03-09', '+' || i || ' days') from n;
  `)
  expect(sorted(glass.rows('revenue by item'))).toEqual(
    sorted(
      glass.run(
        'select item_name, sum(qty * price) from gl_order_line join gl_item using (item_code) group by 1',
      ),
    ),
  )
  expect(glass.rows('how many unpaid invoices are there')).toEqual([[10]])
})

test('[DO1106] short names of discounts are understood', async () => {
  using seeds = await openSmallDatabase(`
    ${people('customer')}
    create table articles (article_id integer primary key, title text);
    insert into articles values (1, 'Cress'), (2, 'Dill'), (3, 'Kale');
    create table orders (order_id integer primary key, customer_id integer references customer, ordered_on date);
    ${rows(40)} insert into orders select i, 1 + i % 12, date('2025-01-01', '+' || i || ' days') from n;
    create table order_lines (line_id integer primary key, order_id integer references orders, article_id integer references articles, qty integer, untprc real, dispct real);
    ${rows(80)} insert into order_lines select i, (i + 1) / 2, 1 + i % 3, 1 + i % 4, 10 + i % 5, i % 3 * 5 from n;
  `)
  const [[sum] = []] = seeds.run('select sum(qty * untprc * (1 - dispct / 100)) from order_lines')
  expect(Number(seeds.rows('total revenue')[0]?.[0])).toBeCloseTo(Number(sum), 5)
})

test('[DR2606] revenue by what only the rows of the billed thing name is what these rows come to', async () => {
  using hulls = await openSmallDatabase(`
    ${people('client')}
    create table refits (refit_id integer primary key, client_id integer references client, title text, began_on date, cancelled_on date);
    ${rows(40)} insert into refits select i, 1 + i % 12, 'Refit ' || i, date('2025-01-01', '+' || i || ' days'), case when i % 9 = 0 then date('2025-02-01', '+' || i || ' days') end from n;
    create table berths (berth_id integer primary key, berth_name text);
    insert into berths values (1, 'North'), (2, 'South'), (3, 'East');
    create table refit_berths (refit_berth_id integer primary key, refit_id integer references refits, berth_id integer references berths, days integer, day_rate real, discount_fraction real);
    ${rows(60)} insert into refit_berths select i, 1 + i % 40, 1 + i % 3, 1 + i % 5, 20 + i % 4 * 10, i % 3 * 0.1 from n;
    create table refit_extras (refit_extra_id integer primary key, refit_id integer references refits, category text, quantity integer, unit_price real);
    ${rows(80)} insert into refit_extras select i, 1 + i % 40, case i % 3 when 0 then 'Varnish' when 1 then 'Rigging' else 'Sails' end, 1 + i % 6, 5 + i % 7 from n;
    create table invoices (invoice_id integer primary key, refit_id integer references refits, issued_on date, net_amount real, vat_amount real);
    ${rows(60)} insert into invoices select i, 1 + i % 40, date('2025-02-01', '+' || i || ' days'), 300 + i, 60 + i from n;
  `)
  const ofBerths = `select berth_name, sum(days * day_rate * (1 - discount_fraction)) from refit_berths
    join refits using (refit_id) join berths using (berth_id) where cancelled_on is null group by 1`
  const rounded = (found: readonly (readonly unknown[])[]): readonly string[] =>
    sorted(found.map(([name, sum]) => [name, Math.round(Number(sum) * 100)]))
  expect(rounded(hulls.rows('revenue by berth'))).toEqual(rounded(hulls.run(ofBerths)))
  expect(hulls.reading('revenue by berth').assumptions.map(({ says }) => says)).toContain(
    'Revenue is what refit berths came to here, and not what was billed.',
  )
  expect(hulls.rows('total revenue')).toEqual(hulls.run('select sum(net_amount) from invoices'))
})

test('[DR2607] [DR2608] orders that wait for their payment are not sold, and a stream is named by the name of its rows', async () => {
  using tea = await openSmallDatabase(`
    ${people('customers')}
    create table web_orders (order_id integer primary key, customers_id integer references customers, placed_on date, total real, state text);
    ${rows(60)} insert into web_orders select i, 1 + i % 12, date('2025-01-01', '+' || i || ' days'), 20 + i, case i % 6 when 0 then 'awaiting payment' when 1 then 'paid' else 'shipped' end from n;
    create table tasting_bookings (booking_id integer primary key, customers_id integer references customers, booked_on date, amount real, state text);
    ${rows(40)} insert into tasting_bookings select i, 1 + i % 12, date('2025-01-01', '+' || i || ' days'), 15 + i % 4, 'booked' from n;
  `)
  const sold = "from web_orders where state <> 'awaiting payment'"
  expect(tea.rows('web orders revenue')).toEqual(tea.run(`select sum(total) ${sold}`))
  expect(tea.rows('average web order value')).toEqual(tea.run(`select avg(total) ${sold}`))
})
