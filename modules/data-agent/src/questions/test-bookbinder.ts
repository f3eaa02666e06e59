import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** A bookbinder: jobs that customers bring, estimates, claims, presses that stand in rooms, and papers in the range. */
export function openBookbinder(): Promise<SmallDatabase> {
  return openSmallDatabase(`
    create table binder (binder_id integer primary key, first_name text not null, last_name text not null, hired_on date not null);
    create table customer (customer_id integer primary key, name text not null, phone text);
    create table room (room_id integer primary key, name text not null, floor integer not null);
    create table press (press_id integer primary key, name text not null, condition text not null, room_id integer not null references room);
    create table job (job_id integer primary key, job_no text not null unique, customer_id integer not null references customer, binder_id integer references binder, brought_on date not null, status text not null, collected_on date, is_paid integer not null, total real not null);
    create table estimate (estimate_id integer primary key, customer_id integer not null references customer, sent_on date not null, status text not null, net_amount real not null, gross_amount real not null);
    create table claim (claim_id integer primary key, job_id integer not null references job, kind text not null, claimed_on date not null, status text not null, claimed_amount real not null, paid_amount real);
    create table paper (paper_id integer primary key, name text not null, price real not null, withdrawn_on date);
    insert into binder values (1, 'Ada', 'Moll', '2020-01-01'), (2, 'Bo', 'Lund', '2021-01-01');
    insert into customer values (1, 'City Archive', '111'), (2, 'Dora Vale', '222'), (3, 'Emil Hart', null);
    insert into room values (1, 'Cellar', 0), (2, 'Attic', 2);
    insert into press values (1, 'Old Iron', 'broken', 1), (2, 'Red Lever', 'fine', 2), (3, 'Small Vice', 'broken', 2);
    insert into job values
      (1, 'J-100', 1, 1, '2026-10-02', 'collected', '2026-10-20', 1, 100),
      (2, 'J-101', 2, 1, '2026-10-05', 'collected', '2026-10-25', 0, 40),
      (3, 'J-102', 2, 2, '2026-11-01', 'open', null, 0, 60),
      (4, 'J-103', 1, null, '2026-11-03', 'open', null, 0, 80),
      (5, 'J-104', 1, 2, '2025-03-03', 'collected', '2025-03-09', 0, 25),
      (6, 'J-105', 3, 2, '2025-02-03', 'cancelled', null, 0, 500);
    insert into estimate values (1, 1, '2026-10-01', 'sent', 100, 119), (2, 2, '2026-10-12', 'accepted', 200, 238), (3, 3, '2026-11-02', 'sent', 50, 59.5), (4, 3, '2026-09-02', 'declined', 70, 83.3);
    insert into claim values (1, 1, 'stain', '2026-10-22', 'paid', 50, 30), (2, 2, 'stain', '2026-10-28', 'open', 20, null), (3, 5, 'tear', '2025-03-20', 'paid', 10, 10), (4, 2, 'tear', '2026-11-01', 'paid', 15, 15);
    insert into paper values (1, 'Laid cream', 2.5, null), (2, 'Marbled blue', 6, '2026-05-01'), (3, 'Washi', 9, null);
  `)
}
