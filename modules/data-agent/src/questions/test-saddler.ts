import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** A saddler: repairs that are promised for a day, leather that makers deliver, girths that are lent, and inquiries with offers. */
export function openSaddler(): Promise<SmallDatabase> {
  return openSmallDatabase(`
    create table stable (stable_id integer primary key, stable_name text not null, town text not null, since_dt date not null);
    create table repair (repair_no integer primary key, stable_id integer not null references stable, kind text not null, stage text not null, drop_ts timestamp not null, prom_dt date not null, ready_ts timestamp, first_resp_ts timestamp);
    create table maker (maker_id integer primary key, maker_name text not null);
    create table hide_order (hide_order_id integer primary key, maker_id integer not null references maker, ordered_on date not null, due_on date not null, rcvd_dt date);
    create table inquiry (inquiry_id integer primary key, stable_id integer not null references stable, received_at timestamp not null);
    create table offer (offer_id integer primary key, inquiry_id integer not null references inquiry, sent_on date);
    create table cover (cover_id integer primary key, stable_id integer not null references stable, cover_name text not null, starts_on date not null, covered_until date not null);
    insert into stable values (1, 'Ash Farm', 'Hove', '2020-01-01'), (2, 'Birch Yard', 'Lewes', '2021-01-01'), (3, 'Cedar Livery', 'Hove', '2026-03-01');
    insert into repair values
      (1, 1, 'Saddle', 'collected', '2025-03-03 09:00', '2025-03-10', '2025-03-05 09:00', '2025-03-03 15:00'),
      (2, 1, 'Bridle', 'ready', '2026-09-07 09:00', '2026-09-10', '2026-09-11 09:00', '2026-09-07 21:00'),
      (3, 2, 'Saddle', 'ready', '2026-11-02 09:00', '2026-11-12', '2026-11-03 09:00', '2026-11-02 12:00'),
      (4, 2, 'Girth', 'in work', '2026-11-04 09:00', '2026-11-10', null, null),
      (5, 3, 'Saddle', 'in work', '2026-10-05 09:00', '2026-11-25', null, '2026-10-05 12:00'),
      (6, 3, 'Girth', 'ready', '2026-10-06 09:00', '2026-10-08', '2026-10-10 09:00', '2026-10-06 12:00'),
      (7, 3, 'Girth', 'ready', '2026-09-14 09:00', '2026-09-30', '2026-11-13 09:00', '2026-09-14 12:00');
    insert into maker values (1, 'Dell Tannery'), (2, 'Elm Leather');
    insert into hide_order values (1, 1, '2026-02-01', '2026-02-10', '2026-02-09'), (2, 1, '2026-03-01', '2026-03-10', '2026-03-15'), (3, 2, '2026-04-01', '2026-04-10', '2026-04-10'), (4, 2, '2026-10-01', '2026-10-20', null), (5, 1, '2026-11-01', '2026-12-20', null);
    insert into inquiry values (1, 1, '2026-10-01 10:00'), (2, 2, '2026-10-05 18:00');
    insert into offer values (1, 1, '2026-10-03'), (2, 2, '2026-10-09'), (3, 2, null);
    insert into cover values (1, 1, 'Blue', '2025-11-20', '2026-11-15'), (2, 2, 'Red', '2025-12-01', '2026-12-01'), (3, 3, 'Green', '2026-03-01', '2027-03-01');
  `)
}
