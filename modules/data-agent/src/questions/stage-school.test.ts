import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readQuestion, type Reading } from '@quipu/reading'
import { plainContext } from './test-shop.ts'
import { now, rowsOf } from './test-asked-rows.ts'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

let school: SmallDatabase
let seeds: SmallDatabase
beforeAll(async () => {
  school = await openSmallDatabase(stageSchool, { now })
  seeds = await openSmallDatabase(seedShop, { now })
})
afterAll(() => [school, seeds].forEach((one) => one[Symbol.dispose]()))

/** Costumes are lent; fittings have a day and a time; repairs have a mere day. */
const stageSchool = `
  create table Pupils ("Acc No" text primary key, Name text);
  create table "Hire fleet" ("Piece No" text primary key, Description text, Bought date);
  create table "Hire contracts" (Contract integer primary key, "Acc No" text references Pupils, "Piece No" text references "Hire fleet", "Date out" date, "Due back" date, "Date in" date, Days integer, "Day rate" real, Status text, Paid text);
  create table FITTING (FT_ID integer primary key, "Acc No" text references Pupils, FT_DT text, FT_TM text, ARR_TM text, BOOKED_ON text);
  create table alteration (alteration_no integer primary key, pupil text references Pupils, altered_on text, price real);
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 60)
  insert into Pupils select 'A' || i, 'Pupil ' || char(64 + i % 26) || i from n;
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 20)
  insert into "Hire fleet" select 'H' || i, 'Gown ' || i, date('2024-01-01', i || ' days') from n;
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 240)
  insert into "Hire contracts" select i, 'A' || (1 + i % 50), 'H' || (1 + i % 20), date('2026-06-12', -i || ' days'), date('2026-06-12', (7 - i) || ' days'),
    case when i < 7 or i % 31 = 0 or i % 9 = 0 then null else date('2026-06-12', (6 - i) || ' days') end, 7, 10 + i % 4,
    case when i % 9 = 0 then 'Cancelled' when i < 7 or i % 31 = 0 then 'On hire' else 'Returned' end,
    case when i % 5 = 0 then 'No' else 'Yes' end from n;
  insert into "Hire contracts" values (901, 'A60', 'H1', '2026-06-01', '2026-06-08', null, 7, 10, 'Cancelled', 'No');
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 150)
  insert into FITTING select i, 'A' || (1 + i % 50), date('2026-06-10', -(i % 120) || ' days'), printf('%02d:%02d', case when i % 3 = 0 then 16 else 9 + i % 5 end, i * 7 % 60), printf('%02d:25', 7 + i % 8), date('2026-05-01', -(i % 120) || ' days') from n;
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 90)
  insert into alteration select i, 'A' || (1 + i % 50), date('2026-06-10', -i || ' days'), 12 from n;
`

const seedShop = `
  create table customers (customer_id integer primary key, name text, signed_up date);
  create table orders (order_id integer primary key, customer_id integer not null references customers, order_date date not null, total real not null, status text not null);
  create table returns (return_id integer primary key, order_id integer not null references orders, returned_on date, reason text);
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 40)
  insert into customers select i, 'Grower ' || char(65 + i % 26) || i, date('2024-01-01', (i * 5) || ' days') from n;
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 300)
  insert into orders select i, case when i % 3 = 0 then i % 9 + 1 else 1 + i % 30 end, date('2026-06-14', (-3 * i) || ' days'), 10 + i % 17, case when i % 11 = 0 then 'cancelled' else 'shipped' end from n;
  insert into orders values (901, 40, '2026-05-02', 20, 'shipped'), (902, 39, '2026-05-03', 20, 'shipped'), (903, 39, '2026-05-04', 20, 'cancelled');
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 20)
  insert into returns select i, i * 7, date('2026-06-14', -i || ' days'), 'too late' from n;
`

describe('an hour comes from a time of day', () => {
  test.each([
    ['busiest hour for fittings', 'select 16'],
    ['how many fittings between 9:00 and 10:00', "select count(*) from FITTING where FT_TM like '09:%'"],
    ['how many fittings in the morning', "select count(*) from FITTING where FT_TM < '12'"],
  ])('[DR3320] %s: of the time beside the date', (question, sql) => {
    const { got, wanted } = rowsOf(school, question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    'busiest hour for alterations',
    'alterations by hour',
    'how many alterations in the morning',
    'what time of day do we have the most alterations',
  ])('[DR3321] [DR4314] %s: not answered where no time of day is recorded', (question) => {
    expect(school.plan(question).status).not.toBe('readings')
  })
})

describe('what was lent', () => {
  test.each([
    ['which hires are overdue', overdue('Contract')],
    ['how many hires are overdue', overdue('count(*)')],
    ['which hire contracts are overdue', overdue('Contract')],
  ])('[DR3322] [DR4315] %s: not back, whether paid or not', (question, sql) => {
    const { got, wanted } = rowsOf(school, question, sql)
    expect(got).toEqual(wanted)
  })

  test.each([
    [
      "how many pupils haven't hired anything in the last 6 months",
      'select count(*) from Pupils where "Acc No" not in (select "Acc No" from "Hire contracts" where Status <> \'Cancelled\' and "Date out" >= \'2025-12-15\')',
    ],
    [
      'which pupils have never hired',
      'select Name from Pupils where "Acc No" not in (select "Acc No" from "Hire contracts" where Status <> \'Cancelled\')',
    ],
  ])('[DR3323] %s: what was called off did not happen', (question, sql) => {
    const { got, wanted } = rowsOf(school, question, sql)
    expect(got).toEqual(wanted)
  })
})

function overdue(shown: string): string {
  return `select ${shown} from "Hire contracts" where "Due back" < '2026-06-15' and Status = 'On hire'`
}

describe('customers who come back', () => {
  test.each([
    ['returning customers', ''],
    ['how many returning customers do we have', ''],
    ['returning customers this year', "and order_date >= '2026-01-01'"],
  ])('[DR3324] %s: more than one order, although rows are called returns', (question, during) => {
    const shown = question.startsWith('how many') ? 'count(*)' : 'name'
    const sql = `select ${shown} from customers where (select count(*) from orders where orders.customer_id = customers.customer_id and status <> 'cancelled' ${during}) > 1`
    const { got, wanted } = rowsOf(seeds, question, sql)
    expect(got).toEqual(wanted)
  })
})

describe('after one month', () => {
  const after = (question: string): Reading => {
    const context = { ...plainContext, now }
    const asked = 'sales last month'
    const first = readQuestion(asked, seeds.ontology, context)
    if (first.status !== 'readings') throw new Error(first.status)
    const previous = { question: asked, reading: first.readings[0] }
    const plan = readQuestion(question, seeds.ontology, { ...context, previous })
    if (plan.status !== 'readings') throw new Error(JSON.stringify(plan).slice(0, 300))
    return plan.readings[0]
  }

  test.each(['and by month?', 'by month', 'per month'])(
    '[DR3325] %s shows the twelve months up to it, and says so',
    (question) => {
      const { restatement, assumptions } = after(question)
      expect(restatement).toContain('from 2025-06-01 to 2026-05-31')
      expect(
        assumptions.some(({ says, changesNumbers }) => changesNumbers && says.includes('12 months')),
      ).toBe(true)
    },
  )

  test.each([
    ['compare with last year', 'May 2025'],
    ['compared to last year', 'May 2025'],
    ['compare that to the same month last year', 'May 2025'],
    ['compare it with the month before', 'April 2026'],
  ])('[DR3326] [DR4316] %s: both periods', (question, other) => {
    const { restatement } = after(question)
    expect(restatement).toContain('May 2026')
    expect(restatement).toContain(other)
  })
})
