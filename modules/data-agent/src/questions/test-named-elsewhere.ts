import { into, upTo } from './test-made-rows.ts'

const cities = ['NO', 'NO', 'SE', 'DK', 'FI']
const firsts = ['Ada', 'Bo', 'Cay', 'Dag', 'Eli', 'Finn', 'Gro', 'Hal', 'Ida', 'Jon']
const lasts = ['Holm', 'Berg', 'Lund', 'Dahl', 'Vik', 'Moe']
const at = (list: readonly string[], index: number): string => list[index % list.length] ?? ''

/** Pilots and clients have no name of their own: each is a person. Two pilots share a name. */
export const pilotStation = `
  create table person (person_id integer primary key, given_name text not null, family_name text not null, country text not null);
  create table pilot (pilot_id integer primary key, person_id integer not null unique references person, is_active boolean not null);
  create table client (client_id integer primary key, person_id integer not null unique references person, since date not null);
  create table trip (trip_id integer primary key, client_id integer not null references client, pilot_id integer not null references pilot, sailed_on date not null, fare real not null, state text not null);
  create table pilot_payout (payout_id integer primary key, pilot_id integer not null references pilot, period_end date not null, amount real not null, state text not null, paid_on date);
  ${into(
    'person',
    upTo(60).map((id) => [
      id,
      id === 4 ? 'Ada' : at(firsts, id - 1),
      id === 4 ? 'Holm' : at(lasts, id - 1),
      at(cities, id),
    ]),
  )}
  ${into(
    'pilot',
    upTo(8).map((id) => [id, id === 8 ? 1 : id + 1, id % 4 === 0 ? 0 : 1]),
  )}
  ${into(
    'client',
    upTo(40).map((id) => [id, id + 15, '2025-01-10']),
  )}
  ${into(
    'trip',
    upTo(240).map((id) => [
      id,
      ((id * 7) % 40) + 1,
      ((id * id) % 8) + 1,
      `${id % 2 === 0 ? 2026 : 2025}-0${(id % 6) + 1}-0${(id % 9) + 1}`,
      50 + ((id * 13) % 90),
      id % 11 === 0 ? 'cancelled' : 'done',
    ]),
  )}
  ${into(
    'pilot_payout',
    upTo(24).map((id) => [
      id,
      (id % 8) + 1,
      `2026-0${(id % 3) + 3}-28`,
      100 + id * 10,
      id > 18 ? 'pending' : 'paid',
      id > 18 ? null : '2026-06-01',
    ]),
  )}
`

/** Accounts of three roles, a bar whose snacks are of a kind, lessons beside it, and memberships that ended or run. */
export const fencingHall = `
  create table account (account_id integer primary key, name text not null, role text not null, country text not null, joined_on date not null);
  create table hall (hall_id integer primary key, name text not null);
  create table plan (plan_id integer primary key, name text not null, price real not null);
  create table membership (membership_id integer primary key, account_id integer not null references account, plan_id integer not null references plan, state text not null, started_on date not null, ended_on date);
  create table snack_kind (kind_id integer primary key, name text not null);
  create table snack (snack_id integer primary key, name text not null, kind_id integer not null references snack_kind);
  create table sale (sale_id integer primary key, snack_id integer not null references snack, hall_id integer not null references hall, account_id integer references account, sold_on date not null, quantity integer not null, amount real not null);
  create table lesson (lesson_id integer primary key, account_id integer not null references account, hall_id integer not null references hall, held_on date not null, fee real not null);
  ${into(
    'account',
    upTo(60).map((id) => [
      id,
      `${at(firsts, id)} ${at(lasts, id)}`,
      id < 4 ? 'referee' : id % 5 === 0 ? 'guest' : 'pupil',
      at(['AT', 'AT', 'HU', 'CZ'], id),
      '2025-03-01',
    ]),
  )}
  ${into('hall', [
    [1, 'North Hall'],
    [2, 'Mill Hall'],
  ])}
  ${into('plan', [
    [1, 'Monthly', 30],
    [2, 'Yearly', 300],
  ])}
  ${into(
    'membership',
    upTo(40).map((id) => [
      id,
      id + 5,
      (id % 2) + 1,
      id % 3 === 0 ? 'ended' : 'active',
      '2025-04-01',
      id % 3 === 0 ? '2026-02-01' : null,
    ]),
  )}
  ${into('snack_kind', [
    [1, 'Drinks'],
    [2, 'Bars'],
  ])}
  ${into('snack', [
    [1, 'Cola', 1],
    [2, 'Water', 1],
    [3, 'Nut bar', 2],
    [4, 'Oat bar', 2],
  ])}
  ${into(
    'sale',
    upTo(200).map((id) => [
      id,
      (id % 4) + 1,
      (id % 2) + 1,
      id % 3 === 0 ? null : (id % 60) + 1,
      `${id % 5 === 0 ? 2025 : 2026}-0${(id % 5) + 1}-1${id % 9}`,
      1 + (id % 3),
      2 * (1 + (id % 3)),
    ]),
  )}
  ${into(
    'lesson',
    upTo(120).map((id) => [id, (id % 60) + 1, (id % 2) + 1, `2026-0${(id % 5) + 1}-0${(id % 9) + 1}`, 15]),
  )}
`
