import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** An ice rink: it sells admissions to sessions and kiosk goods, and has people with passes and staff with shifts. */
export function openIceRink(): Promise<SmallDatabase> {
  return openSmallDatabase(`
    create table hall (hall_id integer primary key, name text not null, capacity integer not null);
    create table session (session_id integer primary key, hall_id integer not null references hall, theme text not null, starts_at datetime not null);
    create table skater (skater_id integer primary key, full_name text not null, joined_on date not null);
    create table pass_membership (pass_id integer primary key, skater_id integer not null references skater, tariff text not null, starts_on date not null, ended_on date, state text not null, price_paid real not null, follows integer references pass_membership);
    create table admission (admission_id integer primary key, session_id integer not null references session, skater_id integer references skater, sold_at datetime not null, price real not null, state text not null, refunded_on date);
    create table kiosk_item (item_id integer primary key, label text not null, unit_cost real not null);
    create table kiosk_sale (kiosk_sale_id integer primary key, sold_at datetime not null, total real not null);
    create table kiosk_sale_line (line_id integer primary key, kiosk_sale_id integer not null references kiosk_sale, item_id integer not null references kiosk_item, quantity integer not null, unit_price real not null);
    create table employee (employee_id integer primary key, full_name text not null, chief_id integer references employee, hired_on date not null, hourly_wage real not null);
    create table shift (shift_id integer primary key, employee_id integer references employee, starts_at datetime not null, ends_at datetime not null, state text not null);
    create table course (course_id integer primary key, title text not null, held_on date not null, seats integer not null, learners integer, state text not null);
    create table blade (blade_id integer primary key, name text not null, steel text not null, purchase_price real not null);
    insert into course values (1, 'Spins', '2026-10-01', 10, 8, 'held'), (2, 'Jumps', '2026-10-08', 10, 4, 'held'), (3, 'Jumps', '2026-12-08', 10, null, 'planned');
    insert into blade values (1, 'Arrow', 'carbon', 20), (2, 'Breeze', 'chrome', 10);
    insert into hall values (1, 'North', 2), (2, 'South', 3);
    insert into session values (1, 1, 'Disco', '2026-10-10 18:00:00'), (2, 2, 'Figure', '2026-10-11 18:00:00'), (3, 1, 'Disco', '2026-10-12 18:00:00');
    insert into skater values (1, 'Ana Frost', '2024-01-05'), (2, 'Ben Hale', '2024-02-05'), (3, 'Cy Lund', '2025-02-05'), (4, 'Di Moor', '2026-10-02');
    insert into pass_membership values (1, 1, 'Gold', '2025-01-05', '2026-01-05', 'expired', 90, null), (2, 1, 'Gold', '2026-01-05', null, 'active', 100, 1),
      (3, 2, 'Blue', '2026-02-05', null, 'active', 60, null), (4, 3, 'Blue', '2026-03-05', '2026-05-01', 'cancelled', 60, null), (5, 2, 'Gold', '2025-02-05', '2026-02-04', 'expired', 80, null);
    insert into admission values (1, 1, 1, '2026-10-09 10:00:00', 10, 'valid', null), (2, 1, null, '2026-10-09 11:00:00', 10, 'valid', null), (3, 2, 2, '2026-10-10 10:00:00', 12, 'valid', null),
      (4, 2, null, '2026-10-10 10:00:00', 12, 'refunded', '2026-10-11'), (5, 3, null, '2026-10-11 10:00:00', 10, 'valid', null), (6, 3, 3, '2026-10-11 12:00:00', 10, 'refunded', '2026-10-12');
    insert into kiosk_item values (1, 'Cocoa', 1), (2, 'Waffle', 2), (3, 'Soup', 2);
    insert into kiosk_sale values (1, '2026-10-09 10:00:00', 12), (2, '2026-10-10 10:00:00', 9), (3, '2026-10-10 11:00:00', 5);
    insert into kiosk_sale_line values (1, 1, 1, 4, 3), (2, 2, 1, 1, 3), (3, 2, 2, 2, 3), (4, 3, 3, 1, 5);
    insert into employee values (1, 'Eva Nord', null, '2020-10-01', 20), (2, 'Finn Oak', 1, '2021-10-05', 15), (3, 'Gia Pine', 1, '2026-10-07', 10);
    insert into shift values (1, 2, '2026-10-09 10:00:00', '2026-10-09 18:00:00', 'worked'), (2, 2, '2026-10-10 10:00:00', '2026-10-10 18:00:00', 'sick'), (3, 3, '2026-10-10 10:00:00', '2026-10-10 16:00:00', 'worked'),
      (4, 3, '2026-10-11 10:00:00', '2026-10-11 16:00:00', 'worked'), (5, 2, '2026-11-16 10:00:00', '2026-11-16 16:00:00', 'planned'), (6, 1, '2026-09-11 10:00:00', '2026-09-11 16:00:00', 'worked');
  `)
}
