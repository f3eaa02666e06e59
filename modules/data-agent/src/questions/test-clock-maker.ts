import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** A clock maker with two workshops: repairs with the parts of their amount, and trials. */
export function openClockMaker(): Promise<SmallDatabase> {
  return openSmallDatabase(`
    create table branch (branch_id integer primary key, name text not null, town text not null);
    create table owner (owner_id integer primary key, name text not null, town text not null);
    create table repair (repair_id integer primary key, owner_id integer not null references owner, branch_id integer not null references branch, status text not null, clock text not null, brought_on date not null, withdrawn_at date, works_net real not null, case_net real not null, net_total real not null);
    create table trial (trial_id integer primary key, repair_id integer not null references repair, trial_date date not null, result text not null);
    insert into branch values (1, 'Harbour', 'Kiel'), (2, 'Market', 'Ulm');
    insert into owner values (1, 'Ada Horn', 'Kiel'), (2, 'Bo Finch', 'Ulm'), (3, 'Cy Marsh', 'Ulm');
    insert into repair values
      (1, 1, 1, 'done', 'mantel', '2026-10-02', null, 60, 40, 100), (2, 1, 2, 'done', 'wall', '2026-10-05', null, 30, 20, 50),
      (3, 2, 2, 'cancelled', 'wall', '2026-10-08', '2026-10-09', 70, 10, 80), (4, 3, 1, 'done', 'wall', '2026-10-20', null, 150, 50, 200),
      (5, 2, 1, 'done', 'mantel', '2026-09-05', null, 20, 10, 30), (6, 3, 2, 'cancelled', 'pocket', '2026-09-20', '2026-10-02', 5, 5, 10),
      (7, 1, 1, 'done', 'pocket', '2026-11-02', null, 25, 15, 40), (8, 2, 2, 'done', 'pocket', '2025-10-02', null, 45, 15, 60);
    insert into trial values (1, 1, '2026-10-03', 'pass'), (2, 2, '2026-10-07', 'fail'), (3, 4, '2026-10-22', 'pass'), (4, 5, '2026-09-07', 'pass'), (5, 7, '2026-11-04', 'fail');
  `)
}

/** Bills of a bell ringer, of which two are overdue. */
export function openBills(): Promise<SmallDatabase> {
  return openSmallDatabase(`
    create table parish (parish_id integer primary key, name text not null);
    create table invoice (invoice_id integer primary key, parish_id integer not null references parish, invoice_date date not null, due_on date not null, paid_on date, status text not null, amount real not null);
    insert into parish values (1, 'St Ann'), (2, 'St Bride'), (3, 'St Clare');
    insert into invoice values
      (1, 1, '2026-10-03', '2026-10-17', '2026-10-10', 'paid', 100), (2, 1, '2026-10-06', '2026-10-20', null, 'sent', 50),
      (3, 3, '2026-10-21', '2026-11-04', null, 'sent', 200), (4, 2, '2026-09-06', '2026-09-20', '2026-09-18', 'paid', 30),
      (5, 1, '2026-11-03', '2026-12-01', null, 'sent', 40), (6, 2, '2026-10-09', '2026-10-23', null, 'void', 80);
  `)
}
