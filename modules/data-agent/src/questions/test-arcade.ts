import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** An arcade with machines that sell prizes, halls, and bills for private evenings. Today is 15 November 2026. */
export function openArcade(): Promise<SmallDatabase> {
  return openSmallDatabase(script, { now: new Date('2026-11-15T12:00:00Z') })
}

const script = `
  create table hall (hall_id integer primary key, hall_name text not null unique, commission_pct real not null);
  create table machine (machine_id integer primary key, machine_name text not null unique, hall_id integer not null references hall, purchase_price real not null);
  create table prize (prize_id integer primary key, title text not null unique, prize_group text not null, buying_price real not null, list_price real not null);
  create table sale (sale_id integer primary key, sold_on date not null, machine_id integer not null references machine, prize_id integer not null references prize, units integer not null, takings real not null, sale_type text not null);
  create table guest (guest_id integer primary key, guest_name text not null unique);
  create table invoice (invoice_id integer primary key, guest_id integer not null references guest, evening_kind text not null, issued_on date not null, due_on date not null, net_amount real not null, vat_amount real not null, gross_amount real not null, status text not null);
  create table payment (payment_id integer primary key, invoice_id integer not null references invoice, paid_on date not null, amount real not null);
  insert into hall values (1, 'Pier', 10), (2, 'Station', 20);
  insert into machine values (1, 'Claw A', 1, 2000), (2, 'Claw B', 1, 1500), (3, 'Pusher', 2, 900);
  insert into prize values (1, 'Bear', 'Plush', 2, 6), (2, 'Ring', 'Trinket', 1, 3);
  insert into sale values
    (1, '2026-10-02', 1, 1, 2, 10, 'sale'), (2, '2026-10-03', 2, 2, 1, 2.5, 'sale'), (3, '2026-10-04', 3, 1, 1, 5, 'sale'),
    (4, '2026-10-05', 3, 1, 1, 5, 'refund'), (5, '2026-10-06', 1, 2, 4, 12, 'void'), (6, '2026-09-06', 1, 2, 2, 5, 'sale');
  insert into guest values (1, 'Ona Reed'), (2, 'Pat Stone'), (3, 'Quin Tull');
  insert into invoice values
    (1, 1, 'Birthday', '2026-08-01', '2026-08-31', 100, 20, 120, 'paid'), (2, 1, 'Birthday', '2026-09-01', '2026-10-01', 200, 40, 240, 'part paid'),
    (3, 2, 'Firm', '2026-10-20', '2026-11-30', 300, 60, 360, 'sent'), (4, 3, 'Firm', '2026-10-21', '2026-11-20', 50, 10, 60, 'void'),
    (5, 3, 'Firm', '2026-10-25', '2026-11-10', 400, 80, 480, 'sent');
  insert into payment values (1, 1, '2026-08-20', 120), (2, 2, '2026-09-20', 90);
`
