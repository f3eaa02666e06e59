import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

const day = (at: number): string =>
  new Date(Date.UTC(2025, 0, 3) + at * 86_400_000).toISOString().slice(0, 10)

const players = Array.from(
  { length: 24 },
  (_, at) =>
    `(${at + 1}, '${['Ada', 'Ben', 'Cleo', 'Dov', 'Eli', 'Fay'][at % 6] ?? ''}', '${['Marsh', 'Nash', 'Orr', 'Pike'][at % 4] ?? ''}${at}', ${(at % 3) + 1})`,
)
const bookings = Array.from({ length: 260 }, (_, at) => {
  const court = at % 5 === 0 ? 3 : (at % 6) + 1
  const state = at % 11 === 4 ? 'cancelled' : at % 13 === 6 ? 'no_show' : 'kept'
  return `(${at + 1}, ${court}, ${at % 7 === 2 ? 'null' : (at % 24) + 1}, '${state}', '${day(at * 2.6)} 10:00:00', ${(at % 9) + 1}, ${12 + (at % 5) * 3})`
})
const invoices = Array.from({ length: 180 }, (_, at) => {
  const net = 40 + (at % 24) * 7
  return `(${at + 1}, 'SH-${1000 + at}', ${(at % 24) + 1}, '${at % 17 === 3 ? 'void' : 'sent'}', '${day(at * 3.7)}', '${day(at * 3.7 + 14)}', ${net}, ${net * 0.2}, ${net * 1.2})`
})
const positions = Array.from({ length: 360 }, (_, at) => {
  const invoice = at >> 1
  const net = 40 + (invoice % 24) * 7
  return `(${at + 1}, ${invoice + 1}, ${at % 2 === 0 ? (invoice % 3) + 1 : 'null'}, '${at % 2 === 0 ? 'subscription' : (['court', 'locker'][invoice % 2] ?? '')}', ${at % 2 === 0 ? net - 10 : 10})`
})
const repairs = Array.from({ length: 50 }, (_, at) => {
  const court = at % 4 === 1 ? 2 : (at % 6) + 1
  return `(${at + 1}, '${day(at * 13)}', ${court}, '${['Net torn', 'Lamp out', 'Floor cracked'][at % 3] ?? ''}', ${30 + at}, ${10.5 + at}, ${at % 3 === 0 ? 0 : 1})`
})

/** Sports halls: courts that are booked by players, invoices with positions, and a log of what broke. */
export function openSportsHalls(): Promise<SmallDatabase> {
  return openSmallDatabase(`
    create table sites (site_id integer primary key, title text not null, town text);
    create table courts (court_id integer primary key, site_id integer not null references sites, court_name text not null, surface text, day_rate real);
    create table players (player_id integer primary key, given_name text not null, family_name text not null, home_site_id integer references sites);
    create table court_bookings (booking_id integer primary key, court_id integer not null references courts, player_id integer references players, state text, booked_at datetime, spectators integer, fee real);
    create table plan_types (plan_type_id integer primary key, label text not null, monthly_fee real);
    create table subscriptions (subscription_id integer primary key, player_id integer references players, plan_type_id integer references plan_types, started_on date, ended_on date);
    create table invoices (invoice_id integer primary key, invoice_no text, player_id integer not null references players, state text, invoice_date date, due_date date, net_amount real, tax_amount real, gross_amount real);
    create table invoice_positions (position_id integer primary key, invoice_id integer not null references invoices, subscription_id integer references subscriptions, type text, line_net real);
    create table breakage_log (entry integer primary key, noted_on date, court_id integer not null references courts, what_happened text, repair_cost real, charged_to_player real, settled integer);
    insert into sites values (1, 'North Hall', 'Alby'), (2, 'Mill Hall', 'Alby'), (3, 'Quay Hall', 'Brock');
    insert into courts values (1, 1, 'Court A', 'clay', 14), (2, 1, 'Court B', 'hard', 12), (3, 2, 'Court C', 'hard', 18), (4, 2, 'Court D', 'clay', 16), (5, 3, 'Court E', 'grass', 25), (6, 3, 'Court F', 'grass', 22);
    insert into players values ${players.join(', ')};
    insert into court_bookings values ${bookings.join(', ')};
    insert into plan_types values (1, 'Off-peak', 29), (2, 'Anytime', 49), (3, 'Family', 79);
    insert into subscriptions values (1, 1, 1, '2025-01-10', '2025-09-01'), (2, 2, 2, '2025-02-01', null), (3, 3, 3, '2025-03-01', null);
    insert into invoices values ${invoices.join(', ')};
    insert into invoice_positions values ${positions.join(', ')};
    insert into breakage_log values ${repairs.join(', ')};
  `)
}
