import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

const day = (at: number): string =>
  new Date(Date.UTC(2025, 9, 1) + at * 86_400_000).toISOString().slice(0, 10)
const text = (value: string | null): string => (value === null ? 'null' : `'${value}'`)

const orders = Array.from({ length: 100 }, (_, at) => {
  const placed = at * 4.1
  const channel = ['counter', 'post', 'post'][at % 3] ?? ''
  const state = at % 17 === 4 ? 'cancelled' : 'done'
  const isPaid = at % 11 !== 3
  const isSent = channel === 'post' && state === 'done' && at < 94 && isPaid
  const sent = placed + 2
  return `(${at + 1}, ${(at % 9) + 1}, '${channel}', '${state}', '${day(placed)}', ${text(isPaid ? day(placed + 1) : null)}, ${text(channel === 'post' ? day(placed + 5) : null)}, ${text(isSent ? day(sent) : null)}, ${text(isSent ? day(sent + 1 + (at % 5)) : null)}, ${20 + at})`
})
const lines = Array.from(
  { length: 160 },
  (_, at) => `(${at + 1}, ${(at % 100) + 1}, ${(at % 6) + 1}, ${(at % 4) + 1}, ${8 + (at % 6)})`,
)
const batches = Array.from(
  { length: 60 },
  (_, at) =>
    `('B${at + 1}', ${(at % 6) + 1}, '${day(at * 6.8)}', ${20 + (at % 7)}, ${at % 4}, ${text(['Pia', 'Quin', 'Rae'][at % 3] ?? '')})`,
)
const stalls = Array.from({ length: 50 }, (_, at) => {
  const isOff = at % 12 === 7
  return `('${day(at * 8)}', '${['Old Square', 'Ferry Road'][at % 2] ?? ''}', ${isOff ? 'null' : 100 + at}, ${isOff ? 'null' : 150 + 2 * at}, ${text(isOff ? null : (['Pia', 'Quin', 'Pia', 'Rae'][at % 4] ?? ''))}, '${isOff ? 'cancelled' : 'done'}')`
})
const stamps = Array.from(
  { length: 80 },
  (_, at) =>
    `(${at + 1}, ${(at % 9) + 1}, '${at % 5 === 0 ? 'redeemed' : 'earned'}', ${at % 5 === 0 ? -10 : 3}, '${day(at * 5)}')`,
)

/** A cheese dairy: what is made in batches, sold at the counter and by post, and at stalls, with stamps for regulars. */
export function openCheeseDairy(): Promise<SmallDatabase> {
  return openSmallDatabase(`
    create table cheese (cheese_id integer primary key, cheese_name text not null, family text, weight_kg real, price real);
    create table member (member_id integer primary key, first_name text, surname text, born_on date, joined_on date, stamps_balance integer);
    create table sale (sale_no integer primary key, member_id integer references member, channel text, state text, ordered_on date, paid_on date, promised_for date, sent_on date, delivered_on date, total real);
    create table sale_line (line_id integer primary key, sale_no integer not null references sale, cheese_id integer not null references cheese, qty integer, unit_price real);
    create table batch (batch_no text primary key, cheese_id integer not null references cheese, made_on date, wheels integer, spoiled integer, made_by text);
    create table stall_day (date date, stall text, cash real, card real, who text, status text);
    create table stamp_booking (booking_id integer primary key, member_id integer not null references member, kind text, stamps integer, booked_on date);
    create table cellar (cheese_id integer not null references cheese, room text, on_hand integer, min_on_hand integer, best_before date, primary key (cheese_id, room));
    insert into cheese values (1, 'Old Hill', 'Hard cheese', 2.5, 30), (2, 'Young Hill', 'Hard cheese', 2.0, 24), (3, 'Brook Blue', 'Blue cheese', 1.2, 22), (4, 'Ash Log', 'Goat cheese', 0.3, 9), (5, 'Meadow Round', 'Soft cheese', 0.4, 8), (6, 'Fern Wrap', 'Soft cheese', 0.5, 10);
    insert into member values (1, 'Sol', 'Ames', '1970-12-01', '2021-01-01', 14), (2, 'Tess', 'Burn', '1981-12-19', '2021-03-01', 30), (3, 'Una', 'Cole', '1990-05-05', '2022-01-01', 5), (4, 'Vic', 'Dorn', '1988-11-21', '2022-07-01', 0), (5, 'Wes', 'Eads', '1979-02-11', '2023-01-01', 8), (6, 'Xan', 'Fox', '1999-08-30', '2023-05-01', 21), (7, 'Yan', 'Gill', '1966-12-31', '2024-01-01', 2), (8, 'Zoe', 'Hart', '1975-04-04', '2024-06-01', 11), (9, 'Amy', 'Inch', '1983-10-10', '2025-01-01', 9);
    insert into sale values ${orders.join(', ')};
    insert into sale_line values ${lines.join(', ')};
    insert into batch values ${batches.join(', ')};
    insert into stall_day values ${stalls.join(', ')};
    insert into stamp_booking values ${stamps.join(', ')};
    insert into cellar values ${Array.from({ length: 12 }, (_, at) => `(${(at % 6) + 1}, '${at < 6 ? 'North' : 'South'}', ${at * 3}, 5, '${day(400 + at * 7)}')`).join(', ')};
  `)
}
