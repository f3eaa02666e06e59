import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

let maker: SmallDatabase
beforeAll(async () => {
  maker = await openSmallDatabase(`
    create table client (client_id integer primary key, name text not null);
    create table fitter (fitter_id integer primary key, full_name text not null, hired_on date not null, hourly_wage real not null);
    create table quote (quote_id integer primary key, client_id integer not null references client, sent_on date, status text not null, net_amount real not null, gross_amount real not null);
    create table sign_order (order_id integer primary key, client_id integer not null references client, ordered_on date not null, status text not null, total real not null);
    create table purchase_order (po_id integer primary key, supplier text not null, ordered_on date not null, status text not null, cost real not null);
    create table bill (bill_id integer primary key, order_id integer not null references sign_order, issued_on date not null, due_on date not null, status text not null, amount real not null);
    create table fitting (fitting_id integer primary key, order_id integer not null references sign_order, fitter_id integer references fitter, planned_on date not null, outcome text not null, status text not null);
    insert into client values (1, 'Alder Inn'), (2, 'Birch Bank'), (3, 'Cedar Cafe');
    insert into fitter values (1, 'Ina Nord', '2020-01-01', 15), (2, 'Jon Ost', '2021-01-01', 16);
    insert into quote values (1, 1, '2026-10-01', 'Sent', 100, 120), (2, 2, '2026-10-02', 'Accepted', 200, 240), (3, 3, '2026-10-03', 'Sent', 50, 60), (4, 3, null, 'Draft', 70, 84), (5, 2, '2026-09-03', 'Declined', 10, 12);
    insert into sign_order values (1, 1, '2026-09-01', 'Delivered', 120), (2, 2, '2026-09-02', 'Processing', 240), (3, 3, '2026-10-02', 'Processing', 80), (4, 3, '2026-10-05', 'Cancelled', 90);
    insert into purchase_order values (1, 'Acme', '2026-09-01', 'Open', 20), (2, 'Acme', '2026-09-03', 'Received', 30);
    insert into bill values (1, 1, '2026-09-05', '2026-10-05', 'Paid', 120), (2, 2, '2026-09-06', '2026-10-06', 'Issued', 240), (3, 3, '2026-10-06', '2026-12-06', 'Part paid', 80), (4, 4, '2026-10-06', '2026-10-16', 'Void', 90);
    insert into fitting values (1, 1, 1, '2026-10-01', 'Done', 'closed'), (2, 2, 2, '2026-10-02', 'No access', 'closed'), (3, 2, null, '2026-10-09', 'Pending', 'open'), (4, 3, 1, '2026-10-10', 'No access', 'closed'), (5, 3, null, '2026-11-20', 'Pending', 'open'), (6, 3, null, '2026-11-01', 'Done', 'closed');
  `)
})
afterAll(() => maker[Symbol.dispose]())

test('[DR1399] bills that were sent or paid in part are unpaid', () => {
  expect(maker.rows('how many bills are unpaid')).toEqual([[2]])
  expect(maker.rows('which bills are overdue').length).toBe(1)
})

test('[DR1400] quotes that wait for an answer are out', () => {
  expect(maker.rows('how many quotes are still waiting for an answer and what are they worth')).toEqual([
    [2, 180],
  ])
})

test('[DR1401] [DR4141] orders that still have to go out are not shipped', () => {
  expect(maker.rows('how many sign orders still have to go out')).toEqual([[2]])
  const { restatement } = maker.reading('how many purchase orders still have to go out')
  expect(restatement).not.toContain('Open')
})

test('[DR1402] what nobody has picked up names nobody of the staff', () => {
  expect(maker.rows('how many fittings has nobody picked up yet')).toEqual([[2]])
  expect(maker.rows('how many fittings are unassigned')).toEqual([[2]])
})

test('[DR1403] nobody was met', () => {
  expect(maker.rows('how often did nobody let us in last month')).toEqual([[2]])
  expect(maker.rows('how many fittings this year was nobody home')).toEqual([[2]])
})

test('[DR2000] [DR1420] [DR4185] [DR4128] entries of a till are counted by their receipt, and voids are no sales', async () => {
  using kiosk = await openSmallDatabase(`
    create table till (entry_id integer primary key, receipt_no integer not null, sold_on date not null, item text not null, qty integer not null, unit_price real not null, amount real not null, type text not null);
    insert into till values (1, 1, '2026-10-01', 'Tea', 1, 2, 2, 'Sale'), (2, 1, '2026-10-01', 'Bun', 2, 3, 6, 'Sale'), (3, 2, '2026-10-01', 'Tea', 1, 2, 2, 'Void'), (4, 3, '2026-10-02', 'Tea', 1, 2, 2, 'Sale');
  `)
  expect(kiosk.rows('what were the takings last month')).toEqual([[10]])
})
