import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** Fills a table with rows 1 to `most`, as an expression of `i`. */
const fill = (table: string, most: number, values: string): string =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${most}) insert into ${table} select ${values} from n;`

const day = (text: string): string => `date('2025-02-01', '+' || (${text}) || ' days')`

/** A yard that mends boats and lends dinghies: what is open shows only in dates that are empty. */
const yard = `
  create table clients (client_id integer primary key, client_name text, joined_on date);
  ${fill('clients', 20, `i, 'Client ' || i, ${day('i')}`)}
  create table shipwrights (wright_id integer primary key, full_name text, empl_from date, empl_to date, client_lead integer);
  ${fill('shipwrights', 8, `i, 'Wright ' || i, '2020-01-0' || i, case when i in (2, 5) then '2025-05-01' end, i`)}
  create table boats (boat_id integer primary key, client_id integer references clients, boat_name text);
  ${fill('boats', 30, `i, 1 + i % 20, 'Boat ' || i`)}
  create table berthings (berthing_no integer primary key, boat_id integer references boats, wright_id integer references shipwrights, opened date, in_plan date, out_plan date, in_act date, out_act date, canc_dt date);
  ${fill('berthings', 60, `i, 1 + i % 30, 1 + i % 8, ${day('i * 4')}, ${day('i * 4 + 2')}, ${day('i * 4 + 9')}, case when i % 12 = 0 then null else ${day('i * 4 + 2')} end, case when i % 12 in (0, 1) then null else ${day('i * 4 + 9')} end, case when i % 12 = 0 and i < 40 then ${day('i * 4 + 1')} end`)}
  create table dinghies (dinghy_id integer primary key, dinghy_name text, sold_off date);
  ${fill('dinghies', 15, `i, 'Dinghy ' || i, case when i = 3 then '2025-04-01' end`)}
  create table outings (outing_no integer primary key, dinghy_id integer references dinghies, client_id integer references clients, taken_out date, back_by date, brought_back date);
  ${fill('outings', 60, `i, 1 + i % 15, 1 + i % 20, ${day('i * 3')}, ${day('i * 3 + 2')}, case when i > 54 then null else ${day('i * 3 + 2')} end`)}
  create table estimates (estimate_no integer primary key, client_id integer references clients, given_on date, amount real, accepted_on date, declined_on date);
  ${fill('estimates', 40, `i, 1 + i % 20, ${day('i * 5')}, 100 + i, case when i % 4 < 2 then ${day('i * 5 + 3')} end, case when i % 4 = 2 then ${day('i * 5 + 6')} end`)}
  create table bills (bill_no integer primary key, client_id integer references clients, billed_on date, due_on date, total real, status text, paid_on date);
  ${fill('bills', 80, `i, 1 + i % 20, ${day('i * 3')}, ${day('i * 3 + 14')}, 50 + i, case when i % 8 = 0 then 'V' when i % 8 = 1 then 'O' else 'P' end, case when i % 8 > 1 then ${day('i * 3 + 10')} end`)}
  create table fittings (fitting_no integer primary key, descr text, qty_on_hand integer, restock_below integer);
  ${fill('fittings', 12, `i, 'Fitting ' || i, i * 3, 12`)}
  create table regattas (regatta_id integer primary key, regatta_name text, client_id integer references clients, asked_on date, confirmed_on date, start_planned date, end_planned date);
  ${fill('regattas', 40, `i, 'Regatta ' || i, 1 + i % 20, ${day('i * 2')}, case when i % 4 > 0 then ${day('i * 2 + 5')} end, ${day('i * 30')}, ${day('i * 30 + 2')}`)}
  create table moorings (mooring_id integer primary key, client_id integer references clients, monthly_fee real, started_on date, ended_on date);
  ${fill('moorings', 30, `i, 1 + i % 20, 40 + i, ${day('i * 5')}, case when i % 3 = 0 then ${day('i * 5 + 60')} end`)}
  create table charters (charter_no integer primary key, client_id integer references clients, chartered_on date, state text, price real);
  ${fill('charters', 30, `i, 1 + i % 20, ${day('i * 6')}, case when i % 5 = 0 then 'cancelled' else 'done' end, 100 + i`)}`

let boats: SmallDatabase
beforeAll(async () => {
  boats = await openSmallDatabase(yard)
})
afterAll(() => {
  boats[Symbol.dispose]()
})

const today = "'2026-11-15'"

test('[DR2620] what is in the yard now came in and did not leave', () => {
  const here = boats.run(
    'select count(distinct boat_id) from berthings where in_act is not null and out_act is null',
  )
  expect(boats.rows('How many boats are in the yard right now?')).toEqual(here)
  expect(boats.rows('How many berthings are with us at the moment?')).toEqual(
    boats.run('select count(*) from berthings where in_act is not null and out_act is null'),
  )
})

test('[DR2621] what is out now was taken and not brought back', () => {
  const out = boats.run('select count(distinct dinghy_id) from outings where brought_back is null')
  expect(boats.rows('How many dinghies are out right now?')).toEqual(out)
  expect(boats.rows('How many dinghies are out on hire at the moment?')).toEqual(out)
  expect(boats.rows('How many dinghies are hired out at the moment?')).toEqual(out)
})

test('[DR2622] estimates wait for an answer until one of two days is set', () => {
  const open = boats.run('select count(*) from estimates where accepted_on is null and declined_on is null')
  expect(boats.rows('How many estimates are still waiting for an answer?')).toEqual(open)
  expect(boats.rows('How many estimates are open?')).toEqual(open)
})

test('[DR2623] the code V among the states of bills says that they are void', () => {
  expect(boats.rows('How many unpaid bills are there?')).toEqual(
    boats.run("select count(*) from bills where status = 'O'"),
  )
})

test('[DR2624] the last day of people is the one beside their first', () => {
  expect(boats.rows('How many shipwrights do we employ?')).toEqual([[6]])
})

test('[DR2625] whom we work for are those whom the data has', () => {
  expect(boats.rows('How many clients do we work for?')).toEqual([[20]])
  expect(boats.rows('How many clients do we look after?')).toEqual([[20]])
})

test('[DR2626] what is below the stock at which it is bought again runs low', () => {
  expect(boats.rows('Which fittings are low on stock?')).toHaveLength(3)
})

test('[DR2627] [DR4259] what comes up begins later than today, and was confirmed if the question says so', () => {
  expect(boats.rows('How many regattas are coming up?')).toEqual(
    boats.run(`select count(*) from regattas where start_planned >= ${today}`),
  )
  expect(boats.rows('How many confirmed regattas are coming up?')).toEqual(
    boats.run(`select count(*) from regattas where start_planned >= ${today} and confirmed_on is not null`),
  )
})

test('[DR2628] cancelled rows that begin and end are those that ended', () => {
  expect(boats.rows('How many moorings were cancelled in 2025?')).toEqual(
    boats.run("select count(*) from moorings where ended_on < '2026-01-01'"),
  )
})

test('[DR2629] those who owe are those whom the bills name', () => {
  const [best] = boats.run(
    "select client_name from bills join clients using (client_id) where status = 'O' group by client_id order by sum(total) desc limit 1",
  )
  expect(boats.rows('Who owes us the most?')[0]?.[0]).toBe(best?.[0])
})

test('[DR2630] which clients owe us money are those with something left to pay', () => {
  const owing = boats.run(
    "select distinct client_name from bills join clients using (client_id) where status = 'O'",
  )
  expect(boats.rows('Which clients owe us money?')).toHaveLength(owing.length)
  expect(boats.rows('Which clients have unpaid bills?')).toHaveLength(owing.length)
})

test('[DR2631] parts of what a sale comes to that are not paid are what is owed', async () => {
  using sails = await openSmallDatabase(`
    create table sailors (sailor_id integer primary key, first_name text, last_name text);
    ${fill('sailors', 20, `i, 'First ' || i, 'Last ' || i`)}
    create table courses (course_id integer primary key, course_title text, list_fee real);
    ${fill('courses', 5, `i, 'Course ' || i, 100 + i`)}
    create table bookings (booking_id integer primary key, sailor_id integer references sailors, course_id integer references courses, booked_on date, course_fee real);
    ${fill('bookings', 60, `i, 1 + i % 20, 1 + i % 5, ${day('i * 4')}, 120 + i`)}
    create table booking_instalments (part_id integer primary key, booking_id integer references bookings, due_on date, amount real, paid_on date);
    ${fill('booking_instalments', 120, `i, 1 + i % 60, ${day('i * 3')}, 60 + i % 60 / 2.0, case when i % 10 > 0 then ${day('i * 3 + 5')} end`)}`)
  expect(sails.rows('How much money is still owed to us?')).toEqual(
    sails.run('select sum(amount) from booking_instalments where paid_on is null'),
  )
})
