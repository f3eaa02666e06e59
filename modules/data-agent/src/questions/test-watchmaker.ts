import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** A watchmaker: repairs that are billed days after they came in, straps over the counter, and payments by card or in cash. */
export function openWatchmaker(): Promise<SmallDatabase> {
  return openSmallDatabase(`
    create table clockmaker (clockmaker_id integer primary key, full_name text not null, hourly_cost real not null);
    create table customer (customer_id integer primary key, name text not null, town text not null);
    create table repair (repair_no integer primary key, customer_id integer references customer, clockmaker_id integer not null references clockmaker, date_in date not null, status text not null, net_total real, vat_amt real, gross_total real, invoice_no integer, invoice_date date);
    create table payment (payment_id integer primary key, repair_no integer not null references repair, pay_date date not null, method text not null, pay_type text not null, amount real not null);
    create table product (product_id integer primary key, product_name text not null, category text not null, retail_price real not null, cost_price real not null, qty_on_hand integer not null);
    create table product_sale (sale_id integer primary key, sold_on date not null, product_id integer not null references product, clockmaker_id integer references clockmaker, qty integer not null, unit_price real not null, discount_amt real not null);
    insert into clockmaker values (1, 'Ana Kopp', 30), (2, 'Ben Lohr', 25);
    insert into customer values (1, 'Dora Moll', 'Bonn'), (2, 'Egon Nied', 'Ulm'), (3, 'Fox Jewels', 'Ulm');
    insert into repair values (1, 1, 1, '2026-09-28', 'Done', 100, 20, 120, 501, '2026-10-02'), (2, 2, 2, '2026-10-03', 'Done', 300, 60, 360, 502, '2026-10-09'), (3, 3, 1, '2026-10-05', 'Done', 500, 100, 600, 503, '2026-11-02'),
      (4, 1, 2, '2026-10-06', 'No show', 80, 16, 96, 504, '2026-10-06'), (5, 2, 1, '2026-10-07', 'Late cancel', 70, 14, 84, 505, '2026-10-07'), (6, null, 2, '2026-10-08', 'Done', 50, 10, 60, 506, '2026-10-10'), (7, 3, 2, '2026-11-10', 'Booked', null, null, null, null, null);
    insert into payment values (1, 1, '2026-10-02', 'Card', 'Full', 120), (2, 2, '2026-10-09', 'Cash', 'Full', 360), (3, 3, '2026-11-05', 'Card', 'Deposit', 600), (4, 6, '2026-10-10', 'Card', 'Full', 60);
    insert into product values (1, 'Leather strap', 'Strap', 30, 12, 10), (2, 'Steel strap', 'Strap', 50, 25, 4), (3, 'Winder', 'Box', 80, 40, 1);
    insert into product_sale values (1, '2026-10-02', 1, 1, 2, 30, 5), (2, '2026-10-03', 2, 2, 1, 50, 0), (3, '2026-11-03', 3, 1, 1, 80, 8), (4, '2026-11-04', 1, null, 1, 30, 0);
  `)
}

/** A shelter for owls: gifts of supporters, some of which bounced. */
export function openOwlShelter(): Promise<SmallDatabase> {
  return openSmallDatabase(`
    create table supporter (supporter_no integer primary key, first_name text not null, last_name text not null, town text not null);
    create table gift (gift_no integer primary key, supporter_no integer references supporter, received_on date not null, amount real not null, gift_kind text not null, pay_method text not null, status text not null);
    insert into supporter values (1, 'Gus', 'Pohl', 'Kiel'), (2, 'Hilde', 'Quast', 'Kiel'), (3, 'Ivo', 'Rahn', 'Jena');
    insert into gift values (1, 1, '2026-10-01', 50, 'Monthly', 'Card', 'Banked'), (2, 2, '2026-10-04', 400, 'Legacy', 'Transfer', 'Banked'), (3, 3, '2026-10-05', 900, 'Single', 'Cheque', 'Bounced'), (4, 1, '2026-11-01', 60, 'Monthly', 'Card', 'Banked'),
      (5, null, '2026-11-02', 20, 'Single', 'Cash', 'Banked'), (6, 3, '2026-11-03', 90, 'Single', 'Card', 'Banked');
  `)
}
