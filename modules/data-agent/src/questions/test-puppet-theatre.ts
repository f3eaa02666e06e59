import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

const numbers = (most: number): string =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${most})`

const script = `
  pragma foreign_keys = off;
  create table guilds (id integer primary key, name text, town text);
  create table puppets (id integer primary key, name text, guild_id integer references guilds, price real, on_hand integer, min_on_hand integer);
  create table arrivals (id integer primary key, guild_id integer references guilds, came_on date, state text);
  create table arrival_rows (id integer primary key, arrival_id integer references arrivals, puppet_id integer references puppets,
    qty_wanted integer, qty_received integer, cost_each real);
  create table patrons (id integer primary key, first_name text, last_name text);
  create table slips (id integer primary key, patron_id integer references patrons, written_on date, goods real);
  create table slip_rows (id integer primary key, slip_id integer references slips, puppet_id integer references puppets, qty integer, price_each real, waiver real);
  create table breakages (id integer primary key, puppet_id integer references puppets, noted_on date, qty integer, cause text);
  create table bids (id integer primary key, patron_id integer references patrons, made_on date, valid_until date, amount real);
  create table mendings (id integer primary key, bid_id integer references bids, puppet_id integer references puppets, work text, planned_end date, finished_on date, agreed real, state text);
  create table shifts (id integer primary key, mending_id integer references mendings, worked_on date, hours real);
  create table parts_due (id integer primary key, bid_id integer references bids, due_on date, amount real, state text);
  create table payments (id integer primary key, part_id integer references parts_due, patron_id integer references patrons, paid_on date, amount real);
  insert into guilds values (1, 'Limewood', 'Brixen'), (2, 'Stone Pine', 'Bozen'), (3, 'Maple', 'Graz');
  insert into puppets values (1, 'Kasper', 1, 20, 2, 5), (2, 'Crocodile', 2, 30, 9, 5), (3, 'Witch', 1, 25, 7, 5);
  insert into arrivals values (1, 1, '2026-02-03', 'here'), (2, 2, '2026-03-05', 'here'), (3, 1, '2025-05-05', 'here'), (4, 2, '2026-06-06', 'cancelled');
  insert into arrival_rows values (1, 1, 1, 10, 8, 9), (2, 1, 3, 4, 4, 11), (3, 2, 2, 5, 5, 14), (4, 3, 1, 6, 6, 9), (5, 4, 2, 50, 50, 14);
  ${numbers(30)} insert into patrons select i, 'Ada' || i, 'Berg' || i from n;
  ${numbers(80)} insert into slip_rows select i, (i + 1) / 2, i % 3 + 1, i % 4 + 1, 20 + (i % 3) * 5, case when i % 5 = 0 then 2.5 end from n;
  insert into slips select slip_id, case when slip_id % 4 = 0 then slip_id % 30 + 1 end, date('2026-01-01', (slip_id * 5) || ' day'), sum(qty * price_each - coalesce(waiver, 0)) from slip_rows group by slip_id;
  insert into breakages values (1, 1, '2025-03-01', 3, 'moths'), (2, 2, '2025-04-01', 4, 'moths'), (3, 1, '2025-05-01', 9, 'rain'), (4, 1, '2026-05-01', 7, 'moths');
  ${numbers(16)} insert into bids select i, i, date('2026-10-01', i || ' day'), date('2026-11-10', i || ' day'), 100 + i * 10 from n;
  ${numbers(16)} insert into mendings select i, i, i % 3 + 1, case when i % 2 = 0 then 'Strings' else 'Paint' end, date('2026-10-01', (i * 2) || ' day'),
    case when i < 10 then date('2026-10-02', (i * 2) || ' day') end, 400 - i * 10, case when i < 10 then 'done' when i = 12 then 'called off' else 'open' end from n;
  ${numbers(48)} insert into shifts select i, (i + 2) / 3, date('2026-10-01', i || ' day'), 1 + i % 5 from n;
  ${numbers(32)} insert into parts_due select i, (i + 1) / 2, date('2026-10-01', i || ' day'), 40 + i * 1.5, case when i < 25 then 'paid' else 'open' end from n;
  ${numbers(24)} insert into payments select i, i, (i + 1) / 2, date('2026-10-02', i || ' day'), 40 + i * 1.5 from n;
`

/** A puppet theatre that sells, buys and mendings. Hardly anything in it has the usual name. */
export function openPuppetTheatre(): Promise<SmallDatabase> {
  return openSmallDatabase(script)
}
