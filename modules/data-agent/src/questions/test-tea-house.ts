import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

const script = `
  create table towns (town_id integer primary key, name text not null unique);
  create table kinds (kind_id integer primary key, name text not null unique);
  create table teas (tea_id integer primary key, name text not null unique, kind_id integer not null references kinds, cost_price real not null, stock integer not null, reorder_level integer not null);
  create table branches (branch_id integer primary key, name text not null unique, town_id integer not null references towns);
  create table servers (server_id integer primary key, first_name text not null, last_name text not null, branch_id integer references branches, hired_on date not null, left_on date);
  create table guests (guest_id integer primary key, first_name text not null, last_name text not null, joined_on date not null);
  create table orders (order_id integer primary key, guest_id integer references guests, branch_id integer not null references branches, server_id integer references servers,
    status text not null, ordered_at datetime not null, promised_on date, delivered_at datetime, total real not null);
  create table order_lines (line_id integer primary key, order_id integer not null references orders, tea_id integer not null references teas, quantity integer not null, unit_price real not null, discount real not null);
  create table invoices (invoice_id integer primary key, guest_id integer not null references guests, issued_on date not null, due_on date not null, paid_on date, status text not null, amount real not null);
  insert into towns values (1, 'Aarau'), (2, 'Brig');
  insert into kinds values (1, 'Green'), (2, 'Black');
  insert into teas values (1, 'Sencha Gold', 1, 2, 0, 5), (2, 'Assam Strong', 2, 1, 9, 5), (3, 'Assam Mild', 2, 1, 3, 5), (4, 'Gunpowder', 1, 2, 8, 5);
  insert into branches values (1, 'Old Bridge', 1), (2, 'Mill Yard', 2);
  insert into servers values (1, 'Ines', 'Roth', 1, '2020-01-01', null), (2, 'Ben', 'Vogel', 2, '2021-01-01', null), (3, 'Uma', 'Lang', 2, '2021-05-01', '2026-03-01');
  insert into guests values (1, 'Nora', 'Keel', '2026-01-10'), (2, 'Nora', 'Keel', '2026-02-11'), (3, 'Ole', 'Tamm', '2025-03-12'), (4, 'Pia', 'Wirz', '2025-04-01');
  insert into orders values
    (1, 1, 1, 1, 'done', '2026-10-05 10:00:00', '2026-10-07', '2026-10-06 10:00:00', 20),
    (2, 2, 1, 1, 'done', '2026-10-12 10:00:00', '2026-10-14', '2026-10-15 10:00:00', 12),
    (3, 3, 2, 2, 'cancelled', '2026-10-13 11:00:00', '2026-10-14', null, 50),
    (4, 3, 2, 2, 'done', '2025-10-13 11:00:00', '2025-10-14', '2025-10-14 11:00:00', 10),
    (5, 1, 2, 3, 'open', '2026-11-02 11:00:00', '2026-11-04', null, 16);
  insert into order_lines values (1, 1, 1, 2, 5, 0), (2, 1, 2, 5, 2, 0), (3, 2, 2, 6, 2, 0), (4, 3, 1, 10, 5, 0), (5, 4, 1, 2, 5, 0), (6, 5, 3, 10, 2, 0.2);
  insert into invoices values (1, 1, '2026-09-01', '2026-09-15', '2026-09-11', 'paid', 30), (2, 2, '2026-10-01', '2026-10-15', null, 'open', 40), (3, 3, '2026-11-10', '2026-11-24', null, 'open', 5), (4, 3, '2026-10-01', '2026-10-15', null, 'void', 99);
`

/** A chain of tea houses: cancelled orders, guests of equal name, a stock, invoices. Asked on 15 November 2026. */
export function openTeaHouse(): Promise<SmallDatabase> {
  return openSmallDatabase(script)
}
