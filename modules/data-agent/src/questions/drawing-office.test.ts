import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

const day = (at: number): string =>
  new Date(Date.UTC(2026, 7, 1) + at * 86_400_000).toISOString().slice(0, 10)

describe('a drawing office whose team members note hours on plans', () => {
  const sheets = Array.from({ length: 80 }, (_, at) => {
    const state = at % 9 === 4 ? 'rejected' : at > 70 ? 'submitted' : 'approved'
    return `(${at + 1}, ${(at % 3) + 1}, ${(at % 4) + 1}, '${day(at)}', ${(at % 5) + 1.5 + (at % 3) * 2}, ${at % 4 === 1 ? 0 : 1}, ${60 + (at % 3) * 10}, '${state}')`
  })
  let office: SmallDatabase
  beforeAll(async () => {
    office = await openSmallDatabase(
      `
      create table team_members (member_id integer primary key, given_name text, family_name text, joined_on date, left_on date);
      create table clients (client_id integer primary key, company text not null, city text);
      create table plans (plan_id integer primary key, title text not null, client_id integer not null references clients, estimated_hours real);
      create table timesheets (entry_id integer primary key, member_id integer not null references team_members, plan_id integer not null references plans,
        worked_on date, hours real, is_billable integer, hourly_rate real, approval text);
      insert into team_members values (1, 'Ada', 'Moor', '2020-01-01', null), (2, 'Ben', 'Fell', '2021-01-01', null), (3, 'Cay', 'Reed', '2022-01-01', null),
        (4, 'Dot', 'Lake', '2023-01-01', null), (5, 'Eve', 'Hill', '2019-01-01', '2025-01-01');
      insert into clients values (1, 'Brick and Beam', 'Ulm'), (2, 'Stone Yard', 'Bonn');
      insert into plans values (1, 'Barn', 1, 40), (2, 'Mill', 2, 60), (3, 'Quay', 1, 20), (4, 'Loft', 2, 30);
      insert into timesheets values ${sheets.join(', ')};
    `,
      { now: new Date('2026-10-24T12:00:00Z') },
    )
  })
  afterAll(() => office[Symbol.dispose]())

  const worked = `select sum(hours) from timesheets where approval <> 'rejected'`
  const september = `worked_on >= '2026-09-01' and worked_on < '2026-10-01'`

  test('[DR2660] [DR4266] hours that are noted and billed by the hour are hours worked, and no units sold', () => {
    expect(office.rows('how many hours did we log last month')).toEqual(
      office.run(`${worked} and ${september}`),
    )
    expect(office.sql('hours per team member last month')).not.toContain('units_sold')
    const [first] = office.run(
      `select given_name from timesheets join team_members using (member_id) where approval <> 'rejected' and ${september} group by member_id order by sum(hours) desc limit 1`,
    )
    expect(office.rows('who logged the most hours last month')[0]?.[0]).toBe(first?.[0])
  })

  test('[DR2661] members of the team are staff, and not those who buy', () => {
    expect(office.sql('top 2 customers by revenue')).toContain('clients')
  })

  test('[DR2662] a mark before a figure narrows its rows', () => {
    expect(office.rows('billable hours last month')).toEqual(
      office.run(`${worked} and is_billable = 1 and ${september}`),
    )
    expect(office.rows('how many hours were billable last month')).toEqual(
      office.run(`${worked} and is_billable = 1 and ${september}`),
    )
  })

  test('[DR2663] who has not logged any hours is somebody of the staff who is still there', () => {
    const rows = office.rows('who has not logged any hours in the last 14 days')
    expect(sorted(rows.map(([name]) => [name]))).toEqual(
      sorted(
        office.run(
          `select given_name from team_members m where left_on is null and not exists (select 1 from timesheets t where t.member_id = m.member_id and worked_on >= '2026-10-10') order by 1`,
        ),
      ),
    )
  })

  test('[DR2664] hours that wait for approval are those that were handed in', () => {
    expect(office.rows('how many hours are waiting for approval')).toEqual(
      office.run(`select sum(hours) from timesheets where approval = 'submitted'`),
    )
  })
})
