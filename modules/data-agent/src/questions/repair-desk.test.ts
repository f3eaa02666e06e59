import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** Fills a table with rows 1 to `most`, as an expression of `i`. */
const fill = (table: string, most: number, values: string): string =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${most}) insert into ${table} select ${values} from n;`

/** Those who look after lifts: calls with a table of states, a time log, bills of the counter. */
const lifts = `
  create table mechanics (mechanic_id integer primary key, display_name text, active_from date, active_to date, cost_per_hour real);
  ${fill('mechanics', 7, `i, 'Mechanic ' || i, '2020-01-0' || i, case when i in (2, 5) then '2025-05-01' end, 30 + i`)}
  create table buildings (building_id integer primary key, building_name text);
  ${fill('buildings', 12, `i, 'House ' || i`)}
  create table call_states (code text primary key, label text, is_closed integer);
  insert into call_states values ('NEW', 'New', 0), ('WIP', 'In progress', 0), ('PRT', 'Waiting for parts', 0), ('FIX', 'Fixed', 1), ('DON', 'Done', 1);
  create table calls (call_id integer primary key, building_id integer references buildings, state_code text references call_states, called_at timestamp);
  ${fill('calls', 50, `i, 1 + i % 12, case i % 10 when 0 then 'NEW' when 1 then 'WIP' when 2 then 'PRT' when 3 then 'FIX' else 'DON' end, datetime('2026-01-01', '+' || (i * 60) || ' hours')`)}
  create table time_log (log_id integer primary key, call_id integer references calls, mechanic_id integer references mechanics, worked_on date, minutes integer, billable integer, hourly_rate real);
  ${fill('time_log', 80, `i, 1 + i % 50, 1 + i % 7, date('2026-01-01', '+' || i || ' days'), 30 * (1 + i % 4), i % 2, i % 2 * 90`)}
  create table checks (check_id integer primary key, building_id integer references buildings, made_on date, booked_for timestamp);
  ${fill('checks', 30, `i, 1 + i % 12, date('2025-12-01', '+' || i || ' days'), datetime('2026-01-01', '+' || (i * 24) || ' hours')`)}
  create table clients (client_id integer primary key, first_name text, last_name text);
  ${fill('clients', 12, `i, 'First ' || i, 'Last ' || i`)}
  create table counter_bills (bill_no integer primary key, client_id integer references clients, billed_on date);
  ${fill('counter_bills', 40, `i, 1 + i % 12, date('2026-01-01', '+' || (i * 3) || ' days')`)}
  create table parts (part_id integer primary key, part_name text);
  ${fill('parts', 6, `i, 'Part ' || i`)}
  create table counter_bill_lines (bill_no integer references counter_bills, line_no integer, part_id integer references parts, qty integer, price real, primary key (bill_no, line_no));
  ${fill('counter_bill_lines', 80, `1 + i % 40, 1 + i / 41, 1 + i % 6, 1 + i % 3, 20 + i % 9`)}`

let desk: SmallDatabase
beforeAll(async () => {
  desk = await openSmallDatabase(lifts)
})
afterAll(() => {
  desk[Symbol.dispose]()
})

test('[DR2540] people whose `active_to` has passed are no longer there', () => {
  expect(desk.rows('How many mechanics do we have?')).toEqual([[5]])
})

test('[DR2541] open rows are those whose state is not marked as closed in the table of states', () => {
  expect(desk.rows('How many calls are open?')).toEqual([[15]])
})

test('[DR2542] [DR4254] the minutes of a time log are hours worked, and the rate of what is billed is no pay', () => {
  const hours = desk.rows('Hours worked by mechanic').map((row) => Number(row.at(-1)))
  const [[wanted]] = desk.run('select sum(minutes) / 60.0 from time_log') as [[number]]
  expect(hours).toHaveLength(7)
  expect(hours.reduce((sum, one) => sum + one, 0)).toBeCloseTo(wanted)
  const wages = desk.ontology.metrics.find(({ name }) => name === 'wages')
  expect(wages?.expression).toBe('sum(time_log.minutes / 60 * mechanics.cost_per_hour)')
})

test('[DR2543] the average sale may be called by the last word of its name', () => {
  const [[average]] = desk.rows('What is the average bill value?') as [[number]]
  const [[wanted]] = desk.run('select sum(qty * price) / 40.0 from counter_bill_lines') as [[number]]
  expect(average).toBeCloseTo(wanted)
})

test('[DR2544] `booked_for` is when rows take place, and not when they were booked', () => {
  expect(desk.rows('How many checks in January 2026?')).toEqual([[30]])
})
