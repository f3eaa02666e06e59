import { expect, test } from 'vitest'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

const rows = (count: number): string =>
  `with recursive n(i) as (select 1 union all select i + 1 from n where i < ${count})`

/** Paints signs: hours are logged per commission, some are billable, and invoices have items. */
const signs = `
  create table painters (id integer primary key, name text, email text, job_title text, weekly_hours integer, hired_on date);
  ${rows(6)} insert into painters select i, 'Painter ' || i, 'p' || i || '@mail.example', 'sign writer', 30 + i, '2020-01-0' || i from n;
  create table clients (id integer primary key, company_name text, email text, manager_id integer references painters);
  ${rows(9)} insert into clients select i, 'Client ' || i, 'c' || i || '@mail.example', 1 + i % 6 from n;
  create table commissions (id integer primary key, title text, client_id integer references clients, lead_id integer references painters, kind text, budget_hours real, started_on date);
  ${rows(18)} insert into commissions select i, 'Commission ' || i, 1 + i % 9, 1 + i % 6, case i % 3 when 0 then 'shopfront' when 1 then 'lettering' else 'internal' end, 20 + i * 3, '2024-02-01' from n;
  create table invoices (id integer primary key, number text, client_id integer references clients, commission_id integer references commissions, issued_on date, due_on date, net_total real, status text, created_by_id integer references painters);
  ${rows(60)} insert into invoices select i, 'R' || (1000 + i), 1 + (i % 18) % 9, 1 + i % 18, date('2024-03-01', '+' || (i * 12) || ' days'), date('2024-03-21', '+' || (i * 12) || ' days'), 200 + i * 10, case i % 6 when 0 then 'sent' else 'paid' end, 1 + i % 2 from n;
  create table invoice_items (id integer primary key, invoice_id integer references invoices, description text, quantity real, unit_price real, amount real);
  ${rows(120)} insert into invoice_items select i, 1 + i % 60, 'Website lettering ' || i, 2, 40, 80 from n;
  create table time_entries (id integer primary key, painter_id integer references painters, commission_id integer references commissions, worked_on date, minutes integer, is_billable integer, invoice_item_id integer references invoice_items);
  ${rows(300)} insert into time_entries select i, 1 + i % 5, 1 + i % 18, date('2025-01-01', '+' || i || ' days'), 30 + i % 8 * 30, case when i % 4 = 0 then 0 else 1 end,
    case when i % 4 > 0 and i <= 120 then i end from n;
  create table expenses (id integer primary key, spent_on date, category text, net_amount real);
  ${rows(90)} insert into expenses select i, date('2024-03-01', '+' || (i * 8) || ' days'), case i % 2 when 0 then 'Paint' else 'Rent' end, 50 + i from n;
`

const open = (): Promise<SmallDatabase> => openSmallDatabase(signs)
const hours = 'sum(minutes / 60.0)'

test('[DR2826] [DR4282] hours are those that were logged, and not those that somebody should work', async () => {
  using studio = await open()
  expect(sorted(studio.rows('hours per painter in March 2025'))).toEqual(
    sorted(
      studio.run(
        `select name, ${hours} from time_entries join painters on painters.id = painter_id where worked_on like '2025-03%' group by 1`,
      ),
    ),
  )
  expect(studio.rows('how many billable hours did we do in March 2025')).toEqual(
    studio.run(`select ${hours} from time_entries where is_billable = 1 and worked_on like '2025-03%'`),
  )
  expect(studio.rows('hours logged on lettering in March 2025')).toEqual(
    studio.run(
      `select ${hours} from time_entries join commissions on commissions.id = commission_id where kind = 'lettering' and worked_on like '2025-03%'`,
    ),
  )
})

test('[DR2827] hours that wait for their bill are the billable ones without a line of an invoice', async () => {
  using studio = await open()
  const waiting = studio.run(
    `select ${hours} from time_entries where is_billable = 1 and invoice_item_id is null`,
  )
  expect(studio.rows("how many billable hours haven't been invoiced yet")).toEqual(waiting)
  expect(studio.rows('hours not invoiced yet')).toEqual(waiting)
  const notes = studio.reading('hours not invoiced yet').assumptions.map(({ says }) => says)
  expect(notes.some((one) => one.startsWith('Only time entries that are marked as'))).toBe(true)
})

test('[DR2828] [DR2829] the billable percentage of people is a part of the hours of each', async () => {
  using studio = await open()
  const parts = studio
    .run(
      'select name, 100.0 * sum(case when is_billable = 1 then minutes else 0 end) / sum(minutes) from time_entries join painters on painters.id = painter_id group by 1',
    )
    .map(([name, part]) => `${String(name)} ${Number(part).toFixed(3)}`)
    .toSorted()
  for (const question of ['billable percentage per painter', 'percentage of billable hours per painter'])
    expect(
      studio
        .rows(question)
        .map(([name, part]) => `${String(name)} ${Number(part).toFixed(3)}`)
        .toSorted(),
    ).toEqual(parts)
})

test('[DR2830] [DR4283] who worked on something, and what time went into it, are hours that were worked', async () => {
  using studio = await open()
  const on = "join commissions on commissions.id = commission_id where kind = 'internal'"
  expect(sorted(studio.rows('who worked on Commission 7'))).toEqual(
    sorted(
      studio.run(
        `select name, ${hours} from time_entries join painters on painters.id = painter_id join commissions on commissions.id = commission_id where title = 'Commission 7' group by 1`,
      ),
    ),
  )
  const spent = studio.run(`select ${hours} from time_entries ${on} and worked_on like '2025%'`)
  expect(studio.rows('how much time went into internal stuff in 2025')).toEqual(spent)
  expect(studio.rows('how much time did we spend on internal commissions in 2025')).toEqual(spent)
})

test('[DR2831] [DR4284] who logged no hours, and what took more of them than planned', async () => {
  using studio = await open()
  expect(studio.rows('who logged no hours in March 2025')).toEqual([['Painter 6']])
  expect(sorted(studio.rows('which commissions used more hours than budgeted'))).toEqual(
    sorted(
      studio.run(
        `select title from commissions c where budget_hours < (select ${hours} from time_entries where commission_id = c.id)`,
      ),
    ),
  )
})

test('[DR2832] profit is what came in less what was spent, where both are known', async () => {
  using studio = await open()
  const [[came] = []] = studio.run("select sum(net_total) from invoices where issued_on like '2025%'")
  const [[spent] = []] = studio.run("select sum(net_amount) from expenses where spent_on like '2025%'")
  expect(Number(studio.rows('what was our profit in 2025')[0]?.[0])).toBeCloseTo(Number(came) - Number(spent))
  expect(studio.reading('what was our profit in 2025').assumptions.map(({ says }) => says)).toContain(
    'Profit is read as revenue less spending: net amount of expenses.',
  )
})

test('[DR2833] "how many hours each" goes on from what was shown', async () => {
  using studio = await open()
  expect(studio.plan('how many hours each').status).toBe('cannot_answer')
})

test('[DO1220] a list joins what its own rows refer to', async () => {
  using studio = await open()
  const sql = studio.sql('which invoices are overdue')
  expect(sql).not.toContain('lead_id')
  expect(studio.rows('which invoices are overdue')).toHaveLength(
    Number(
      studio.run("select count(*) from invoices where status = 'sent' and due_on < '2026-06-01'")[0]?.[0],
    ),
  )
})

test('[DR2845] who looks at a website is no customer', async () => {
  using studio = await open()
  for (const place of ['website of Client 3', 'Client 3 site'])
    expect(studio.plan(`how many visitors does the ${place} get`).status).toBe('cannot_answer')
})
