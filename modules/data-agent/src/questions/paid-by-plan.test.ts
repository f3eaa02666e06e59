import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** A rowing club: members choose a plan, whose price is for a month, a quarter or a year, and pay for periods. */
let club: SmallDatabase
beforeAll(async () => {
  club = await openSmallDatabase(rows())
})
afterAll(() => club[Symbol.dispose]())

const perMonth =
  "p.price / case p.billing_interval when 'monthly' then 1.0 when 'quarterly' then 3 when 'yearly' then 12 end"
const running = "memberships m join plans p on p.id = m.plan_id where m.state = 'running'"

test.each([
  ['what is our mrr', `select sum(${perMonth}) from ${running}`],
  ['monthly recurring revenue', `select sum(${perMonth}) from ${running}`],
  ['our arr', `select 12 * sum(${perMonth}) from ${running}`],
  ['mrr per plan', `select p.name, sum(${perMonth}) from ${running} group by p.id order by 2 desc`],
])(
  '[DR3520] [DQ1242] [DQ1243] the price of a plan counts once for each membership, by the months that it is for: %s',
  (question, sql) => {
    const numbers = (found: readonly (readonly unknown[])[]) =>
      found.map((row) => row.map((cell) => (typeof cell === 'number' ? Math.round(cell * 100) / 100 : cell)))
    expect(numbers(club.rows(question))).toEqual(numbers(club.run(sql)))
  },
)

test.each([
  [
    'payments received per month this year',
    "select strftime('%Y-%m-01', paid_on), sum(amount) from membership_payments where paid_on >= '2026-01-01' and state = 'paid' group by 1",
  ],
  [
    'how much was paid in march 2026',
    "select sum(amount) from membership_payments where paid_on like '2026-03-%' and state = 'paid'",
  ],
])(
  '[DR3521] payments are dated by the day on which they were made, and not by the period that they are for: %s',
  (question, sql) => {
    expect(club.rows(question).map((row) => row.slice(-2))).toEqual(club.run(sql))
  },
)

test('[DR3522] money that is given back is no purchase', () => {
  const names = club.ontology.metrics.map(({ name }) => name)
  expect(names).toContain('refunded_amount')
  expect(names).not.toContain('purchases')
  expect(names).not.toContain('spending')
})

function rows(): string {
  return `
  create table plans (id integer primary key, name text, price real, billing_interval text);
  insert into plans values (1, 'Single', 30, 'monthly'), (2, 'Crew', 81, 'quarterly'), (3, 'Season', 276, 'yearly'), (4, 'Junior', 12, 'monthly');
  create table rowers (id integer primary key, first_name text, last_name text, email text, joined_on date);
  with recursive n(i) as (select 1 union all select i + 1 from n where i < 60)
    insert into rowers select i, 'Ada' || i, 'Berg' || i, 'ada' || i || '@club.example', date('2025-01-01', i || ' day') from n;
  create table memberships (id integer primary key, rower_id integer references rowers, plan_id integer references plans, state text, started_on date, ended_on date);
  insert into memberships select id, id, id % 4 + 1, case when id % 7 = 0 then 'cancelled' when id % 11 = 0 then 'trialing' else 'running' end,
    joined_on, case when id % 7 = 0 then date(joined_on, '200 day') end from rowers;
  create table membership_payments (id integer primary key, membership_id integer references memberships, amount real, state text, period_start date, period_end date, paid_on date);
  with recursive n(i) as (select 0 union all select i + 1 from n where i < 299)
    insert into membership_payments select i + 1, i % 60 + 1, 10 + i % 9, case when i % 13 = 0 then 'failed' else 'paid' end,
      date('2025-06-01', i || ' day'), date('2025-06-01', (i + 30) || ' day'), case when i % 13 > 0 then date('2025-06-09', (i + i % 17) || ' day') end from n;
  create table refunds (id integer primary key, payment_id integer references membership_payments, amount real, reason text, processed_on date);
  insert into refunds select id, id, amount, 'moved away', date(paid_on, '20 day') from membership_payments where id % 20 = 3 and state = 'paid';
`
}
