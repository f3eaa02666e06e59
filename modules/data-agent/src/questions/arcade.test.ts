import { afterAll, beforeAll, expect, test } from 'vitest'
import { openArcade } from './test-arcade.ts'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

let arcade: SmallDatabase
beforeAll(async () => {
  arcade = await openArcade()
})
afterAll(() => arcade[Symbol.dispose]())

const expressionOf = ({ ontology }: SmallDatabase, name: string): string | undefined =>
  ontology.metrics.find((one) => one.name === name)?.expression

test('[DR1420] [DR4185] what a row says was taken goes before a list price, without void rows and refunds', async () => {
  using kiosk = await openSmallDatabase(tillScript)
  expect(kiosk.rows('takings last month')).toEqual([[17.5]])
  expect(kiosk.rows('takings by machine last month')).toHaveLength(3)
})

test('[DR1420] [DR4185] refunds below zero lower the takings by themselves', async () => {
  using kiosk = await openSmallDatabase(tillScript.replace("1, 5, 'refund'", "1, -5, 'refund'"))
  expect(kiosk.rows('takings last month')).toEqual([[12.5]])
})

test('[DR1420] [DR4185] a kind that no sale has says nothing about sales', async () => {
  using kiosk = await openSmallDatabase(
    tillScript.replaceAll("'sale')", "'A')").replaceAll("'refund')", "'B')").replaceAll("'void')", "'test')"),
  )
  expect(kiosk.rows('takings last month')).toEqual([[34.5]])
})

test('[DR1421] the cost is that of what is sold, not that of the machine that sells it', async () => {
  using kiosk = await openSmallDatabase(tillScript)
  expect(kiosk.rows('profit last month')).toEqual([[17.5 - 2 * 2 - 1 - 2]])
})

test('[DR1422] revenue is the net amount where bills have a net and a gross one', () => {
  expect(arcade.rows('invoice revenue last month')).toEqual([[700]])
  expect(expressionOf(arcade, 'outstanding')).toContain('gross_amount')
})

test('[DR1423] what is outstanding is what was billed and not settled, less what was paid of it', () => {
  expect(arcade.rows('how much is outstanding')).toEqual([[240 - 90 + 360 + 480]])
  expect(arcade.rows('how much money is still owed to us')).toEqual([[990]])
  expect(arcade.rows('how much is overdue')).toEqual([[150 + 480]])
})

test('[DR1423] [DR4103] where nothing was paid, nothing is taken off', () => {
  expect(sorted(arcade.rows('top 3 guests who owe us money').map((row) => [row[0], row.at(-1)]))).toEqual(
    sorted([
      ['Quin Tull', 480],
      ['Pat Stone', 360],
      ['Ona Reed', 150],
    ]),
  )
})

test('[DR1423] [DR4186] a bill that was sent is not paid, whatever its state is called', () => {
  expect(arcade.rows('how many invoices are unpaid')).toEqual([[3]])
})

test('[DR1424] the average bill for each kind is an average of money', () => {
  expect(sorted(arcade.rows('average invoice per evening kind'))).toEqual(
    sorted([
      ['Birthday', 150],
      ['Firm', 350],
    ]),
  )
})

test('[DR1425] [DR4188] what people are paid is no price of what they do', async () => {
  using office = await openSmallDatabase(`
    create table client (client_id integer primary key, client_name text not null);
    create table clerk (clerk_id integer primary key, clerk_name text not null, hourly_rate real not null, hired_on date not null);
    create table enquiry (enquiry_id integer primary key, client_id integer not null references client, handled_by integer not null references clerk (clerk_id), received_on date not null, guest_count integer not null);
    insert into client values (1, 'Ash'), (2, 'Birch');
    insert into clerk values (1, 'Cy Orr', 12, '2020-01-01'), (2, 'Di Pike', 14, '2021-01-01');
    insert into enquiry values (1, 1, 1, '2026-10-01', 20), (2, 2, 2, '2026-10-02', 30), (3, 1, 2, '2026-10-03', 40);
  `)
  expect(expressionOf(office, 'revenue')).toBeUndefined()
})

test('[DR1426] pieces that were sent back were not sold', async () => {
  using stall = await openSmallDatabase(`
    create table lamp_sale (sale_id integer primary key, sold_on date not null, lamp text not null, qty integer not null, unit_price real not null, returned boolean not null);
    insert into lamp_sale values (1, '2026-10-01', 'Oak', 2, 30, 0), (2, '2026-10-02', 'Oak', 1, 30, 1), (3, '2026-10-03', 'Brass', 1, 50, 0);
  `)
  expect(stall.rows('revenue last month')).toEqual([[110]])
  expect(stall.rows('units sold last month')).toEqual([[3]])
})

test('[DR1427] the buyer of what comes from a supplier is our own', async () => {
  using depot = await openSmallDatabase(`
    create table supplier (supplier_id integer primary key, supplier_name text not null);
    create table purchase_order (po_no integer primary key, supplier_id integer not null references supplier, ordered_on date not null, amount real not null, buyer text not null);
    create table customer (customer_id integer primary key, customer_name text not null);
    create table sales_order (so_no integer primary key, customer_id integer not null references customer, ordered_on date not null, amount real not null);
    insert into supplier values (1, 'Elm'), (2, 'Fir');
    insert into purchase_order values (1, 1, '2026-10-01', 70, 'Ida'), (2, 2, '2026-10-02', 80, 'Jon');
    insert into customer values (1, 'Kim'), (2, 'Lea');
    insert into sales_order values (1, 1, '2026-10-01', 200), (2, 2, '2026-10-02', 300);
  `)
  expect(depot.rows('revenue last month')).toEqual([[500]])
  expect(depot.rows('spending last month')).toEqual([[150]])
})

test('[DR1428] refunds that have no rows of their own are counted and added up from the sales', async () => {
  using kiosk = await openSmallDatabase(tillScript)
  expect(kiosk.rows('how many refunds last month and how much')).toEqual([[1, 5]])
  expect(kiosk.rows('how many refunds did we give last month')).toEqual([[1]])
})

test('[DR1429] what suppliers get who are only named in a text', async () => {
  using kitchen = await openSmallDatabase(`
    create table delivery (delivery_no integer primary key, supplier text not null, arrived_on date not null, kg real not null, invoice real not null, paid_on date);
    insert into delivery values (1, 'Elm Mill', '2026-10-01', 20, 70, '2026-10-20'), (2, 'Fir Farm', '2026-10-05', 10, 40, null), (3, 'Elm Mill', '2026-10-08', 10, 30, null);
  `)
  expect(kitchen.rows('how much do we still owe our suppliers')).toEqual([[70]])
  expect(sorted(kitchen.rows('what have we spent with each supplier this year'))).toEqual(
    sorted([
      ['Elm Mill', 100],
      ['Fir Farm', 40],
    ]),
  )
})

test('[DR1430] a commission is the rate of what a sale belongs to, times the sale', () => {
  expect(expressionOf(arcade, 'commission')).toContain('commission_pct / 100')
})

const tillScript = `
  create table machine (machine_id integer primary key, machine_name text not null unique, purchase_price real not null);
  create table prize (prize_id integer primary key, title text not null unique, buying_price real not null, list_price real not null);
  create table sale (sale_id integer primary key, sold_on date not null, machine_id integer not null references machine, prize_id integer not null references prize, units integer not null, takings real not null, sale_type text not null);
  insert into machine values (1, 'Claw A', 2000), (2, 'Claw B', 1500), (3, 'Pusher', 900);
  insert into prize values (1, 'Bear', 2, 6), (2, 'Ring', 1, 3);
  insert into sale values
    (1, '2026-10-02', 1, 1, 2, 10, 'sale'), (2, '2026-10-03', 2, 2, 1, 2.5, 'sale'), (3, '2026-10-04', 3, 1, 1, 5, 'sale'),
    (4, '2026-10-05', 3, 1, 1, 5, 'refund'), (5, '2026-10-06', 1, 2, 4, 12, 'void'), (6, '2026-09-06', 1, 2, 2, 5, 'sale');
`
