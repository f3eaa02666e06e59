import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

const script = `
  create table sites (site_id integer primary key, name text not null unique, town text not null);
  create table wardens (warden_id integer primary key, first_name text not null, last_name text not null, duty text not null, site_id integer not null references sites,
    manager_id integer references wardens, hired_on date not null, left_on date);
  create table campers (camper_id integer primary key, first_name text not null, last_name text not null, is_member integer not null, joined_on date not null);
  create table pitches (id integer primary key, pitch_number text not null, site_id integer not null references sites, has_power integer not null);
  create table extras (extra_id integer primary key, name text not null unique);
  create table reservations (reservation_id integer primary key, camper_id integer not null references campers, site_id integer not null references sites, channel text not null,
    status text not null, booked_at datetime not null, check_in date not null, nights integer not null, total real not null);
  create table reservation_extras (id integer primary key, reservation_id integer not null references reservations, extra_id integer not null references extras, quantity integer not null, unit_price real not null);
  create table reviews (review_id integer primary key, reservation_id integer not null references reservations, rating integer not null);
  create table invoices (invoice_id integer primary key, reservation_id integer not null references reservations, issued_on date not null, due_on date not null, paid_on date, amount real not null);
  create table lessons (lesson_id integer primary key, site_id integer not null references sites, booked_at datetime not null, scheduled_at datetime not null);
  insert into sites values (1, 'Alder Bay', 'Lund'), (2, 'Birch Cove', 'Lund'), (3, 'Cedar Point', 'Mora');
  insert into wardens values (1, 'Ada', 'Berg', 'Head', 1, null, '2016-11-15', null), (2, 'Bo', 'Dahl', 'Field', 1, 1, '2022-11-15', null),
    (3, 'Cia', 'Ek', 'Field', 2, 1, '2024-11-15', null), (4, 'Dan', 'Falk', 'Field', 3, 2, '2010-01-01', '2020-01-01');
  insert into campers values (1, 'Eva', 'Gran', 1, '2026-01-10'), (2, 'Eva', 'Gran', 0, '2026-02-11'), (3, 'Finn', 'Holm', 0, '2025-03-12'), (4, 'Gry', 'Iversen', 1, '2025-04-01');
  insert into pitches values (1, 'A1', 1, 1), (2, 'A2', 1, 0), (3, 'B1', 2, 1);
  insert into extras values (1, 'Sauna'), (2, 'Canoe');
  insert into reservations values
    (1, 1, 1, 'web', 'done', '2026-09-20 10:00:00', '2026-10-05', 2, 100), (2, 2, 1, 'web', 'done', '2026-10-02 10:00:00', '2026-10-12', 7, 300),
    (3, 3, 3, 'phone', 'cancelled', '2026-10-03 11:00:00', '2026-10-14', 3, 500), (4, 3, 3, 'phone', 'done', '2025-10-03 11:00:00', '2025-10-14', 1, 80),
    (5, 1, 2, 'web', 'done', '2026-11-02 11:00:00', '2026-11-04', 4, 160), (6, 3, 2, 'agent', 'done', '2026-10-20 11:00:00', '2026-11-15', 2, 70);
  insert into reservation_extras values (1, 2, 1, 2, 20), (2, 2, 2, 1, 15), (3, 5, 1, 1, 20);
  insert into reviews values (1, 1, 5), (2, 2, 4), (3, 4, 2), (4, 5, 1);
  insert into invoices values (1, 1, '2026-10-06', '2026-10-20', '2026-10-10', 100), (2, 2, '2026-10-20', '2026-11-01', '2026-11-09', 300),
    (3, 4, '2025-10-15', '2025-11-01', '2025-11-20', 80), (4, 5, '2026-11-08', '2026-11-12', null, 160);
  insert into lessons values (1, 1, '2026-10-05 09:10:00', '2026-10-14 15:00:00'), (2, 1, '2026-10-05 09:20:00', '2026-10-21 15:30:00'), (3, 2, '2026-10-06 11:20:00', '2026-10-28 16:30:00');
`

/** Campsites: reservations of which few have extras, wardens with a manager among them, campers of equal name. Asked on 15 November 2026. */
export function openCampsite(): Promise<SmallDatabase> {
  return openSmallDatabase(script)
}
