import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

const script = `
  create table holder (id integer primary key, forename text not null, surname text not null, registered_on date not null, moved_away_on date);
  create table tuner (id integer primary key, forename text not null, surname text not null, job text not null, started_on date not null, finished_on date, annual_pay real not null);
  create table part (id integer primary key, name text not null unique, kind text not null, price real not null, on_hand integer not null, min_on_hand integer not null);
  create table invoice (id integer primary key, holder_id integer references holder, tuner_id integer not null references tuner, issued_on date not null, due_on date not null, paid_on date, status text not null, net real not null, gross real not null);
  create table invoice_line (id integer primary key, invoice_id integer not null references invoice, part_id integer not null references part, qty integer not null, unit_price real not null, discount_pct real not null);
  create table payment (id integer primary key, invoice_id integer not null references invoice, outcome text not null, amount real not null, taken_at datetime not null);
  create table guarantee (id integer primary key, invoice_id integer not null references invoice, submitted_on date not null, settled_on date, decision text not null);
  insert into holder values (1, 'Ada', 'Moor', '2024-01-05', null), (2, 'Ben', 'Nash', '2024-02-05', '2026-06-01'), (3, 'Cid', 'Orr', '2025-03-05', null), (4, 'Dee', 'Pym', '2026-03-05', null);
  insert into tuner values (1, 'Eli', 'Quill', 'Master tuner', '2019-01-01', null, 50000), (2, 'Fay', 'Rook', 'Junior apprentice', '2025-01-01', null, 20000), (3, 'Gus', 'Sand', 'Senior apprentice', '2024-01-01', null, 24000), (4, 'Hal', 'Tarn', 'Senior apprentice', '2020-01-01', '2024-01-01', 22000);
  insert into part values (1, 'Bass string', 'Strings', 10, 2, 5), (2, 'Treble string', 'Strings', 5, 9, 5), (3, 'Felt hammer', 'Felts', 20, 1, 1);
  insert into invoice values (1, 1, 1, '2026-10-02', '2026-10-30', '2026-10-20', 'sent', 100, 120), (2, 1, 2, '2026-10-09', '2026-10-30', null, 'sent', 50, 60), (3, 3, 1, '2025-09-01', '2025-10-01', '2025-09-20', 'sent', 40, 48), (4, null, 1, '2026-10-12', '2026-11-12', null, 'sent', 20, 24), (5, 2, 1, '2026-03-01', '2026-04-01', '2026-03-20', 'sent', 30, 36);
  insert into invoice_line values (1, 1, 1, 8, 10, 10), (2, 1, 3, 1, 20, 0), (3, 2, 2, 10, 5, 20), (4, 3, 3, 2, 20, 0), (5, 4, 3, 1, 20, 0), (6, 5, 1, 3, 10, 0);
  insert into payment values (1, 1, 'ok', 120, '2026-10-20 10:00:00'), (2, 3, 'ok', 48, '2025-09-20 10:00:00'), (3, 5, 'ok', 36, '2026-03-20 10:00:00');
  insert into guarantee values (1, 1, '2026-10-05', '2026-10-15', 'granted'), (2, 3, '2026-01-01', '2026-01-21', 'refused'), (3, 2, '2026-11-01', null, 'open');
`

/** A workshop for pianos: nobody is called a customer, and invoices have lines of parts. Asked on 15 November 2026. */
export function openPianoWorkshop(): Promise<SmallDatabase> {
  return openSmallDatabase(script)
}
