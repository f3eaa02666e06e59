import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

const script = `
  create table partners (partner_no integer primary key, full_name text not null, tier text not null, joined date not null, expires date not null, annual_fee real not null);
  create table drinks (drink_code text primary key, name text not null, kind text not null, price real not null, cost real not null, in_stock integer not null, reorder_at integer not null, discontinued text);
  create table lane_bookings (booking_no integer primary key, visit_date date not null, booked_on date not null, party text not null, hall text not null, players integer not null, total real not null, partner_no integer references partners, status text not null);
  create table bar_sales (receipt text not null, sold_on date not null, drink_code text not null references drinks, qty integer not null, unit_price real not null, paid_by text not null, partner_no integer references partners);
  create table cup_registrations (id integer primary key, registered_on date not null, entrant text, cup text not null, fee real not null);
  create table tournaments (id integer primary key, title text not null, held_on date not null, capacity integer not null, booked integer not null, umpire_fee real not null);
  insert into partners values (1, 'Ida Kern', 'Gold', '2019-03-01', '2027-03-01', 90), (2, 'Jon Lund', 'Silver', '2021-05-01', '2026-11-25', 60), (3, 'Kim Moss', 'Gold', '2022-06-01', '2026-12-30', 90), (4, 'Leo Nord', 'Silver', '2018-01-01', '2025-12-31', 60), (5, 'Mia Oake', 'Silver', '2024-02-01', '2026-12-05', 60), (6, 'Nat Pell', 'Gold', '2025-04-01', '2027-04-01', 90), (7, 'Ora Quin', 'Silver', '2026-02-01', '2027-02-01', 60);
  insert into drinks values ('D1', 'Lime soda', 'Soft', 3, 1, 20, 8, null), ('D2', 'Ginger beer', 'Soft', 4, 2, 3, 6, null), ('D3', 'Stout', 'Beer', 5, 2, 9, 6, null), ('D4', 'Pale ale', 'Beer', 5, 3, 1, 6, 'yes'), ('D5', 'Malt cider', 'Beer', 5, 3, 12, 6, null);
  with recursive n(i) as (select 0 union all select i + 1 from n where i < 59)
    insert into lane_bookings select 100 + i, date('2025-07-10', '+' || (i * 8) || ' days'), date('2025-07-10', '+' || (i * 8 - i % 20) || ' days'), case i % 3 when 0 then 'Friends' when 1 then 'Family' else 'School class' end, case i % 2 when 0 then 'Glow' else 'Classic' end, case i % 3 when 2 then 12 + i % 5 else 2 + i % 4 end, 20 + i % 7, case when i % 4 = 0 then 1 + i % 5 end, case when i % 10 = 3 then 'cancelled' when i % 10 = 7 then 'missed' when i % 15 = 5 then 'refunded' else 'played' end from n;
  with recursive n(i) as (select 0 union all select i + 1 from n where i < 119)
    insert into bar_sales select 'B' || (500 + i / 2), date('2025-08-01', '+' || (i / 2 * 7) || ' days'), 'D' || (1 + i % 4), case when i % 40 = 39 then -1 else 1 + i % 3 end, case i % 4 when 0 then 3 when 1 then 4 else 5 end, case i / 2 % 3 when 0 then 'Card' when 1 then 'Cash' else 'Voucher' end, case when i / 2 % 5 = 0 then 1 + i % 3 end from n;
  with recursive n(i) as (select 0 union all select i + 1 from n where i < 19)
    insert into cup_registrations select 1 + i, date('2025-09-01', '+' || (i * 20) || ' days'), case i % 4 when 0 then 'Red Pins' when 1 then 'Oak Street' when 2 then 'Hill Team' end, case i % 2 when 0 then 'Winter Cup' else 'Spring Cup' end, 20 + i from n;
  insert into tournaments values (1, 'Night Bowl', '2025-10-01', 24, 24, 50), (2, 'Duo Bowl', '2026-02-01', 30, 12, 40), (3, 'Open Bowl', '2026-05-01', 40, 40, 80), (4, 'Team Bowl', '2026-08-01', 24, 25, 70), (5, 'Fun Bowl', '2026-09-01', 24, 20, 30);
`

/** A bowling alley with three streams of income: lanes, a bar and a cup. Asked on 15 November 2026. */
export function openBowlingAlley(): Promise<SmallDatabase> {
  return openSmallDatabase(script)
}
