import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

const bills = Array.from({ length: 40 }, (_, at) => {
  const [id, gross] = [at + 1, 10_000 + 500 * at]
  const percent = at % 4 === 0 ? 10 : 0
  const month = at < 20 ? '09' : '10'
  const day = String((at % 20) + 1).padStart(2, '0')
  const net = gross - (gross * percent) / 100
  return {
    id,
    gross,
    percent,
    net,
    on: `2026-${month}-${day}`,
    due: `2026-${month === '09' ? '10' : '11'}-${day}`,
  }
})
const tuple = (...cells: readonly (string | number | null)[]): string =>
  `(${cells.map((cell) => (cell === null ? 'null' : typeof cell === 'number' ? cell : `'${cell}'`)).join(', ')})`

const script = `
  create table household (hh_id integer primary key, firm text, given_name text, family_name text, town text, joined date, moved_away date);
  create table sweep (sweep_id integer primary key, given_name text, family_name text, hired date);
  create table visit_state (state_id integer primary key, state_name text not null);
  create table visit (visit_id integer primary key, hh_id integer not null references household, sweep_id integer references sweep, starts_at datetime, state_id integer references visit_state, flues integer);
  create table bill (bill_id integer primary key, hh_id integer not null references household, visit_id integer references visit, billed_on date, due_on date,
    gross_pence integer, disc_pct real, net_pence integer, is_void integer not null default 0);
  create table receipt (receipt_id integer primary key, bill_id integer not null references bill, received_on date, paid_by text, amount_pence integer, bounced integer not null default 0);
  insert into household values (1, null, 'Ada', 'Firth', 'Leek', '2020-01-01', null), (2, 'Hearth Inn', 'Bo', 'Gale', 'Leek', '2021-01-01', null), (3, null, 'Cy', 'Hall', 'Stone', '2021-05-01', '2026-06-01'), (4, 'Smoke House', null, null, 'Stone', '2022-01-01', null);
  insert into sweep values (1, 'Nan', 'Soot', '2019-01-01'), (2, 'Oz', 'Flue', '2019-01-01');
  insert into visit_state values (1, 'Booked'), (2, 'Done'), (3, 'Cancelled'), (4, 'Nobody home');
  insert into visit values ${bills.map(({ id, on }) => tuple(id, (id % 4) + 1, (id % 2) + 1, `${on} 09:00:00`, id % 10 === 0 ? 4 : 2, (id % 3) + 1)).join(', ')},
    (41, 1, 1, '2026-10-29 10:00:00', 3, 1), (42, 2, 1, '2026-11-12 10:00:00', 1, 2);
  insert into bill values ${bills.map(({ id, on, due, gross, percent, net }) => tuple(id, (id % 4) + 1, id, on, due, gross, percent, net, id === 40 ? 1 : 0)).join(', ')};
  insert into receipt values ${bills
    .filter(({ id }) => id < 37 && id !== 12)
    .map(({ id, on, net }) => tuple(id, id, on, id % 2 === 0 ? 'card' : 'cash', net, id === 36 ? 1 : 0))
    .join(', ')}, (90, 37, '2026-10-25', 'cash', 8000, 0);
`

/** A chimney sweep: visits, bills in pence with a discount in percent, and receipts, of which one bounced. */
export function openChimneySweep(): Promise<SmallDatabase> {
  return openSmallDatabase(script)
}
