import { expect, test } from 'vitest'
import { openedBefore, rowsOf } from './test-asked-rows.ts'
import { day, into, upTo } from './test-made-rows.ts'

/** A dance school whose lessons are rows of `dance_sessions`, with a row for each place that is taken. */
const states = ['checked_in', 'checked_in', 'no_show', 'cancelled']
const opened = openedBefore(`
  create table halls (hall_id integer primary key, title text);
  create table trainers (trainer_id integer primary key, given_name text, family_name text, hired_on text);
  create table dancers (dancer_id integer primary key, given_name text, family_name text, home_hall_id integer references halls, joined_on text);
  create table floors (floor_id integer primary key, hall_id integer references halls, label text);
  create table dance_sessions (session_id integer primary key, floor_id integer references floors, trainer_id integer references trainers, starts_at text, capacity integer, state text);
  create table reservations (reservation_id integer primary key, session_id integer references dance_sessions, dancer_id integer references dancers, state text, heads integer, booked_at text);
  insert into halls values (1, 'Quay'), (2, 'Mill');
  insert into floors values (1, 1, 'Upper'), (2, 2, 'Lower');
  ${into(
    'trainers',
    upTo(5).map((id) => [id, `Tina${id}`, `Rau${id}`, day(-800 + id)]),
  )}
  ${into(
    'dancers',
    upTo(30).map((id) => [id, `Dan${id}`, `Cer${id}`, id % 4 === 0 ? null : 1 + (id % 2), day(-700 + id)]),
  )}
  ${into(
    'dance_sessions',
    upTo(60).map((id) => [
      id,
      1 + (id % 2),
      1 + Math.min(4, id % 8),
      `${day(-2 * id)} 18:00:00`,
      6 + (id % 3),
      id % 11 === 0 ? 'called_off' : 'held',
    ]),
  )}
  ${into(
    'reservations',
    upTo(200).map((id) => [
      id,
      1 + (id % 60),
      1 + ((id * 7) % 30),
      states[id % 4] ?? '',
      1 + (id % 2),
      `${day(-2 * (1 + (id % 60)) - 20)} 09:00:00`,
    ]),
  )}
`)
const held = "dance_sessions s join reservations r using (session_id) where s.state <> 'called_off'"
const may = "s.starts_at like '2026-05%'"

test.each([
  [
    'how many dances did we have last month',
    `select count(*) from dance_sessions s where state <> 'called_off' and ${may}`,
  ],
])('[DR2688] %s', (question, sql) => {
  const { got, wanted } = rowsOf(opened(), question, sql)
  expect(got).toEqual(wanted)
})

test.each([
  [
    'which trainer trained the most dances last month',
    `select given_name from trainers join dance_sessions s using (trainer_id) where state <> 'called_off' and ${may} group by trainer_id order by count(*) desc limit 1`,
  ],
  [
    'how many dances did each trainer train last month',
    `select given_name, family_name, trainer_id, count(*) from trainers join dance_sessions s using (trainer_id) where state <> 'called_off' and ${may} group by trainer_id`,
  ],
])('[DR2689] %s', (question, sql) => {
  const { got, wanted } = rowsOf(opened(), question, sql)
  expect(got).toEqual(wanted)
})

test.each([
  ['attendance last month', `select sum(heads) from ${held} and r.state = 'checked_in' and ${may}`],
  [
    'how many people came to dances last month?',
    `select sum(heads) from ${held} and r.state = 'checked_in' and ${may}`,
  ],
  [
    'how many people come to a dance on average',
    `select 1.0 * sum(heads) / (select count(*) from dance_sessions where state <> 'called_off') from ${held} and r.state = 'checked_in'`,
  ],
  [
    'how many no shows did we have last month',
    `select count(*) from dance_sessions s join reservations r using (session_id) where r.state = 'no_show' and ${may}`,
  ],
])('[DR2690] [DR4164] [DR2691] %s', (question, sql) => {
  const { got, wanted } = rowsOf(opened(), question, sql)
  expect(got).toEqual(wanted)
})

test('[DR2692] [DQ1241] how full are our dances by hall', () => {
  const { got, wanted } = rowsOf(
    opened(),
    'how full are our dances by hall',
    `select title, 100.0 * sum(taken) / sum(capacity) from (
      select h.title, s.capacity, (select sum(heads) from reservations r where r.session_id = s.session_id and r.state <> 'cancelled') taken
      from dance_sessions s join floors using (floor_id) join halls h using (hall_id) where s.state <> 'called_off') group by 1`,
  )
  expect(got).toEqual(wanted)
})
