import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** Bike shops with a workshop and a web shop. Today is 18 November 2026. */
export function openBikeShops(): Promise<SmallDatabase> {
  return openSmallDatabase(script, { now: new Date('2026-11-18T12:00:00Z') })
}

const script = `
  create table place (place_id integer primary key, place_name text not null, place_type text not null, town text);
  create table employee (employee_id integer primary key, first_name text not null, last_name text not null, position text not null, place_id integer references place, started_on date, left_on date);
  create table category (category_id integer primary key, category_name text not null);
  create table brand (brand_id integer primary key, brand_name text not null);
  create table product (product_id integer primary key, title text not null, category_id integer not null references category, brand_id integer references brand, price real, weight_kg real);
  create table stock (product_id integer not null references product, place_id integer not null references place, on_hand integer, primary key (product_id, place_id));
  create table customer (customer_id integer primary key, customer_name text not null, customer_type text not null, town text, registered_on date, club_since date);
  create table sale (sale_id integer primary key, customer_id integer references customer, place_id integer references place, employee_id integer references employee, channel text not null, status text not null, sold_at timestamp not null, total real not null);
  create table sale_line (line_id integer primary key, sale_id integer not null references sale, product_id integer not null references product, qty integer not null, unit_price real not null);
  create table repair (repair_id integer primary key, customer_id integer not null references customer, employee_id integer references employee, bike text, brought_in_on date, finished_on date, price real, status text);
  insert into place values (1, 'Quayside', 'store', 'Hull'), (2, 'Minster', 'store', 'York'), (3, 'Depot', 'warehouse', 'Selby');
  insert into employee values (1, 'Ada', 'Birk', 'Mechanic', 1, '2019-01-01', null), (2, 'Bo', 'Cole', 'Mechanic', 2, '2020-02-01', null), (3, 'Cy', 'Dorn', 'Shop assistant', 1, '2021-03-01', null), (4, 'Di', 'Ely', 'Shop assistant', 2, '2021-04-01', null), (5, 'Ed', 'Fox', 'Manager', 1, '2018-04-01', null), (6, 'Flo', 'Gray', 'Mechanic', 1, '2022-04-01', '2025-12-31');
  insert into category values (1, 'Helmets'), (2, 'Inner tubes'), (3, 'Road bikes'), (4, 'Chain oil & grease'), (5, 'Locks');
  insert into brand values (1, 'Trailhead'), (2, 'Velo Nord'), (3, 'Kranz');
  insert into product values (1, 'Trailhead Vent Helmet', 1, 1, 60, 0.3), (2, 'Kranz City Helmet', 1, 3, 45, 0.4), (3, 'Tube 28 Presta', 2, 2, 6, 0.1), (4, 'Tube 26 Schrader', 2, 3, 5, 0.1), (5, 'Velo Nord Swift', 3, 2, 900, 9), (6, 'Trailhead Ridge', 3, 1, 1200, 10), (7, 'Dry Lube 100 ml', 4, 3, 8, 0.12), (8, 'Wet Lube 100 ml', 4, 3, 9, 0.12), (9, 'Kranz Folding Lock', 5, 3, 70, 1.2);
  with recursive n(i) as (select 0 union all select i + 1 from n where i < 17)
  insert into stock select 1 + i % 9, iif(i < 9, 3, 1), 5 + (i * 7) % 20 from n;
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 40)
  insert into customer select i, 'Buyer ' || char(64 + (i - 1) % 26 + 1) || 'ow' || i, iif(i % 5 = 0, 'Trade', iif(i % 7 = 0, 'School', 'Private')), iif(i % 2 = 0, 'Hull', 'York'), date('2024-01-01', '+' || (i * 20) || ' days'), iif(i % 3 = 0, date('2024-02-01', '+' || (i * 23) || ' days'), null) from n;
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 240)
  insert into sale select i, 1 + (i * 7) % 40, iif(i % 3 = 0, null, iif(i % 5 < 2, 2, 1)), iif(i % 3 = 0, null, 3 + i % 2), iif(i % 3 = 0, 'web', 'counter'), iif(i % 23 = 0, 'cancelled', 'done'), datetime('2026-11-17 10:00', '-' || ((240 - i) * 3) || ' days'), 0 from n;
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 400)
  insert into sale_line select i, 1 + (i * 7) % 240, p.product_id, 1 + i % 3, p.price from n join product p on p.product_id = 1 + (i * 5) % 9;
  update sale set total = coalesce((select sum(qty * unit_price) from sale_line l where l.sale_id = sale.sale_id), 0);
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 90)
  insert into repair select i, 1 + (i * 11) % 40, case i % 4 when 0 then 1 when 1 then 2 when 2 then 2 else iif(i < 45, 6, 1) end, 'Bike ' || i % 7, date('2026-11-15', '-' || ((90 - i) * 7) || ' days'), iif(i > 85, null, date('2026-11-18', '-' || ((90 - i) * 7) || ' days')), 20 + i % 30, iif(i > 85, 'in work', 'collected') from n;
`
