import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

const script = `
  create table worker (id integer primary key, full_name text not null, hired_on date not null, left_on date, hourly_pay real not null);
  create table buyer (id integer primary key, full_name text not null, kind text not null, is_monthly integer not null, signed_up_on date not null, agent_id integer references worker);
  create table bell (id integer primary key, name text not null unique, tone text not null, price real not null);
  create table casting (id integer primary key, buyer_id integer not null references buyer, taken_by integer not null references worker, channel text not null, ordered_on date not null, due_on date not null, finished_on date, collect_date date);
  create table casting_line (id integer primary key, casting_id integer not null references casting, bell_id integer not null references bell, qty integer not null, unit_price real not null);
  create table payment (id integer primary key, casting_id integer not null references casting, pay_mth text not null, amount real not null, paid_on date not null);
  create table ore_bill (id integer primary key, smelter text not null, billed_on date not null, cost real not null);
  insert into worker values (1, 'Ana Bold', '2019-01-01', null, 30), (2, 'Bea Cole', '2020-01-01', null, 28);
  insert into buyer values (1, 'Olave Mills', 'Company', 1, '2024-01-05', 1), (2, 'Bride Works', 'Company', 0, '2024-02-05', null), (3, 'Nils Dorn', 'Collector', 0, '2025-03-05', null), (4, 'Uta Elm', 'Collector', 1, '2026-03-05', 2);
  insert into bell values (1, 'Tenor bell', 'C', 900), (2, 'Hand bell', 'G', 40), (3, 'Ship bell', 'C', 120);
  insert into casting values (1, 1, 1, 'fair', '2026-02-03', '2026-03-01', '2026-02-23', '2026-03-02'), (2, 1, 2, 'web', '2026-05-04', '2026-05-20', '2026-06-03', null), (3, 2, 2, 'web', '2025-07-01', '2025-08-01', '2025-08-11', '2025-08-12'), (4, 3, 2, 'web', '2026-08-01', '2026-08-20', '2026-08-11', null), (5, 1, 1, 'web', '2025-03-01', '2025-04-01', '2025-03-11', '2025-03-12'), (6, 2, 1, 'fair', '2025-04-01', '2025-04-10', '2025-04-21', '2025-04-22'), (7, 2, 2, 'web', '2026-10-05', '2026-11-30', null, null), (8, 1, 2, 'web', '2024-10-05', '2024-11-30', '2024-10-25', '2024-11-01');
  insert into casting_line values (1, 1, 1, 1, 900), (2, 2, 2, 5, 40), (3, 3, 2, 3, 40), (4, 4, 2, 2, 40), (5, 5, 1, 1, 900), (6, 6, 2, 4, 40), (7, 7, 1, 1, 900), (8, 8, 2, 1, 40);
  insert into payment values (1, 1, 'cash', 900, '2026-10-02'), (2, 2, 'card', 200, '2026-10-20'), (3, 4, 'transfer', 80, '2026-10-21'), (4, 3, 'cash', 120, '2025-08-12');
  insert into ore_bill values (1, 'North', '2026-01-10', 500), (2, 'North', '2026-02-10', 20), (3, 'North', '2026-03-10', 20), (4, 'South', '2026-01-12', 300), (5, 'South', '2026-03-12', 310);
`

/** A foundry of bells: sales are called castings, and references have names of their own. Asked on 15 November 2026. */
export function openBellFoundry(): Promise<SmallDatabase> {
  return openSmallDatabase(script)
}
