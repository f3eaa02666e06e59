import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** Yarn shops with a web shop, returns, gift cards and bills of suppliers. Today is 18 November 2026. */
export function openYarnShops(): Promise<SmallDatabase> {
  return openSmallDatabase(script, { now: new Date('2026-11-18T12:00:00Z') })
}

const script = `
  pragma foreign_keys = off;
  create table staff (staff_no integer primary key, given_name text not null, surname text not null, job text not null, shop_no integer not null references shop, started_on date not null, left_on date);
  create table shop (shop_no integer primary key, shop_name text not null unique, kind text not null, manager_no integer references staff);
  create table supplier (supplier_id integer primary key, firm text not null unique);
  create table article (article_no integer primary key, title text not null unique, supplier_id integer not null references supplier, list_price real not null);
  create table article_use (article_no integer not null references article, purpose text not null, primary key (article_no, purpose));
  create table customer (cust_no integer primary key, name text not null, town text not null, club_since date);
  create table receipt (receipt_no integer primary key, rung_up_at text not null, cust_no integer references customer, shop_no integer not null references shop, staff_no integer references staff, channel text not null, state text not null, postage real not null, vat real not null, sent_at text);
  create table receipt_line (line_no integer primary key, receipt_no integer not null references receipt, article_no integer not null references article, qty integer not null, unit_price real not null);
  create table returned_goods (return_no integer primary key, receipt_no integer not null references receipt, article_no integer not null references article, came_back_on date not null, qty integer not null, reason text, refund real not null);
  create table gift_card (card_code text primary key, bought_on date not null, face_value real not null, balance real not null, state text not null);
  create table supplier_bill (bill_no integer primary key, supplier_id integer not null references supplier, billed_on date not null, due_on date not null, amount real not null, paid_on date);
  insert into staff values (1, 'Ada', 'Birk', 'manager', 1, '2019-01-01', null), (2, 'Bo', 'Cole', 'sales', 1, '2020-02-01', null), (3, 'Cy', 'Dorn', 'manager', 2, '2021-03-01', null), (4, 'Di', 'Ely', 'sales', 2, '2021-04-01', '2025-12-31');
  insert into shop values (1, 'Mill Lane', 'shop', 1), (2, 'Harbour', 'shop', 3), (3, 'Web', 'online', null);
  insert into supplier values (1, 'Northwool'), (2, 'Silk & Sons');
  insert into article values (1, 'Merino Soft', 1, 8), (2, 'Alpaca Cloud', 1, 12), (3, 'Silk Lace', 2, 20), (4, 'Sock Basic', 2, 5);
  insert into article_use values (1, 'baby'), (1, 'scarf'), (2, 'scarf'), (4, 'sock'), (3, 'lace');
  insert into customer values (1, 'Ina Falk', 'Hull', '2026-02-10'), (2, 'Jo Grey', 'York', '2026-02-20'), (3, 'Kit Hale', 'Hull', null), (4, 'Lu Iver', 'Leeds', '2025-05-01');
  insert into receipt values
    (1, '2026-10-02 10:00:00', 1, 1, 2, 'counter', 'paid', 0, 10, null), (2, '2026-10-05 11:00:00', 2, 2, 3, 'counter', 'paid', 0, 20, null),
    (3, '2026-10-07 12:00:00', 1, 3, null, 'web', 'paid', 4, 6, '2026-10-09 12:00:00'), (4, '2026-10-08 12:00:00', 3, 3, null, 'web', 'cancelled', 4, 8, null),
    (5, '2026-10-09 12:00:00', 4, 3, null, 'call & collect', 'paid', 0, 5, null), (6, '2026-09-09 12:00:00', 2, 3, null, 'web', 'paid', 5, 7, '2026-09-10 12:00:00'),
    (7, '2025-06-09 12:00:00', 4, 1, 2, 'counter', 'paid', 0, 9, null), (8, '2026-11-09 12:00:00', 3, 1, 1, 'counter', 'void', 0, 3, null),
    (9, '2026-11-10 12:00:00', 3, 1, 1, 'counter', 'paid', 0, 2, null), (10, '2025-11-10 12:00:00', 3, 3, null, 'web', 'cancelled', 4, 2, null),
    (11, '2026-08-03 12:00:00', 3, 2, 3, 'counter', 'cancelled', 0, 30, null);
  insert into receipt_line values (1, 1, 4, 10, 5), (2, 2, 3, 5, 20), (3, 3, 1, 4, 8), (4, 4, 2, 4, 12), (5, 5, 4, 5, 5), (6, 6, 2, 3, 12), (7, 7, 3, 2, 20), (8, 8, 1, 2, 8), (9, 9, 1, 1, 8), (10, 10, 1, 2, 8), (11, 11, 3, 20, 20);
  insert into returned_goods values (1, 1, 4, '2026-10-10', 2, 'wrong colour', 10), (2, 2, 3, '2026-10-11', 1, 'moth hole', 20), (3, 6, 2, '2026-09-20', 1, 'wrong colour', 12), (4, 7, 3, '2025-06-20', 1, 'wrong colour', 20), (5, 3, 4, '2026-10-12', 1, null, 5);
  insert into gift_card values ('G1', '2026-01-05', 50, 20, 'active'), ('G2', '2026-02-05', 30, 30, 'active'), ('G3', '2026-03-05', 40, 0, 'used up'), ('G4', '2026-03-06', 25, 25, 'void');
  insert into supplier_bill values (1, 1, '2026-09-01', '2026-10-01', 300, '2026-09-25'), (2, 1, '2026-10-20', '2026-11-25', 200, null), (3, 2, '2026-11-01', '2026-12-05', 150, null), (4, 2, '2026-11-10', '2027-01-10', 90, null), (5, 2, '2026-10-01', '2026-11-10', 60, null);
`
