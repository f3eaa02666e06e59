import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** A mill that presses oil from seeds of farms and delivers it. Today is 18 November 2026. */
export function openOilMill(): Promise<SmallDatabase> {
  return openSmallDatabase(script, { now: new Date('2026-11-18T12:00:00Z') })
}

const script = `
  create table farm (farm_id integer primary key, farm_name text not null unique, village text not null);
  create table seed_intake (intake_id integer primary key, taken_in_on date not null, farm_id integer not null references farm, seed text not null, weight_kg real not null, moisture_pct real not null, accepted integer not null);
  create table oil (oil_id integer primary key, oil_name text not null unique, seed text not null, price_per_litre real not null);
  create table client (client_id integer primary key, client_name text not null unique, looked_after_by text not null);
  create table delivery (delivery_id integer primary key, client_id integer not null references client, ordered_on date not null, wanted_by date not null, delivered_on date, state text not null, route text not null);
  create table delivery_line (line_id integer primary key, delivery_id integer not null references delivery, oil_id integer not null references oil, litres real not null, price_per_litre real not null);
  create table expense (expense_id integer primary key, booked_on date not null, kind text not null, paid_to text not null, amount real not null);
  insert into farm values (1, 'Ash Farm', 'Upton'), (2, 'Beck Farm', 'Upton'), (3, 'Cray Farm', 'Nether');
  insert into seed_intake values (1, '2026-08-01', 1, 'linseed', 1000, 8, 1), (2, '2026-08-03', 1, 'rape', 500, 14, 0), (3, '2026-10-05', 2, 'rape', 700, 9, 1), (4, '2026-10-06', 3, 'linseed', 300, 15, 0), (5, '2025-10-06', 3, 'linseed', 250, 15, 0);
  insert into oil values (1, 'Golden Lin', 'linseed', 12), (2, 'Field Rape', 'rape', 6), (3, 'Herb Rape', 'rape', 9);
  insert into client values (1, 'Corner Deli', 'Tess'), (2, 'Inn at Upton', 'Tess'), (3, 'Green Kitchen', 'Uwe');
  insert into delivery values
    (1, 1, '2026-09-01', '2026-09-05', '2026-09-04', 'delivered', 'north'), (2, 2, '2026-09-02', '2026-09-06', '2026-09-08', 'delivered', 'south'), (3, 3, '2026-10-02', '2026-10-06', '2026-10-09', 'delivered', 'north'),
    (4, 1, '2026-10-10', '2026-10-14', null, 'cancelled', 'north'), (5, 2, '2025-10-10', '2025-10-14', '2025-10-12', 'delivered', 'south'), (6, 1, '2026-11-16', '2026-11-20', null, 'planned', 'north');
  insert into delivery_line values (1, 1, 1, 50, 12), (2, 1, 2, 200, 5), (3, 2, 2, 100, 6), (4, 3, 3, 30, 9), (5, 4, 1, 500, 12), (6, 5, 1, 40, 11), (7, 6, 3, 20, 9);
  insert into expense values (1, '2026-01-05', 'power', 'City Works', 400), (2, '2025-01-05', 'power', 'City Works', 350), (3, '2026-03-05', 'bottles', 'Glass Co', 900), (4, '2025-06-05', 'power', 'City Works', 100);
`
