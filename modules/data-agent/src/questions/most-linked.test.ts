import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** A lift company: agents look after clients, and fitters mend lifts. */
const script = `
  create table agents (id integer primary key, full_name text not null, hired_on date);
  create table clients (id integer primary key, name text not null, agent_id integer references agents, since date);
  create table lifts (id integer primary key, client_id integer not null references clients, place text);
  create table fitters (id integer primary key, company text not null, trade text, is_active integer);
  create table mendings (id integer primary key, lift_id integer not null references lifts, fitter_id integer references fitters, reported_on date, mended_on date, status text, cost real);
  insert into agents values (1, 'Ada Moor', '2020-01-01'), (2, 'Ben Fell', '2021-01-01');
  insert into clients values (1, 'Pier Hotel', 1, '2025-01-01'), (2, 'Town Hall', 2, '2025-02-01'), (3, 'Mill', 1, '2025-03-01'), (4, 'Museum', 2, '2026-03-01');
  insert into lifts values (1, 1, 'East'), (2, 2, 'West'), (3, 3, 'Yard');
  insert into fitters values (1, 'Rope & Co', 'Ropes', 1), (2, 'Doors Ltd', 'Doors', 1), (3, 'Old Wheel', 'Ropes', 0);
  insert into mendings values (1, 1, 2, '2026-01-01', '2026-01-05', 'completed', 50), (2, 1, 2, '2026-02-01', '2026-02-05', 'completed', 60),
    (3, 2, 1, '2026-02-01', '2026-02-08', 'completed', 90), (4, 3, 2, '2025-02-01', null, 'reported', null);
`
let lifts: SmallDatabase
beforeAll(async () => {
  lifts = await openSmallDatabase(script, { now: new Date('2026-06-24T12:00:00Z') })
})
afterAll(() => lifts[Symbol.dispose]())

test('[DR3755] who has done the most jobs is told by the only dated rows that name each', () => {
  expect(lifts.rows('which fitter has done the most jobs for us?')).toEqual([['Doors Ltd', 2]])
  expect(lifts.rows('which fitter did the most jobs last year')[0]?.[0]).not.toBe('Rope & Co')
})

test('[DR4436] the answer says which rows are taken for jobs', () => {
  const { assumptions } = lifts.reading('which fitter has done the most jobs for us?')
  expect(assumptions.map(({ says }) => says)).toContain('“jobs” is read as mendings.')
})

test('[DR3756] who brought in the most new customers is the one whom most of them name', () => {
  expect(lifts.rows('who brought in the most new clients last year')[0]?.slice(0, 2)).toEqual(['Ada Moor', 2])
  expect(lifts.rows('which agent won the most clients this year')[0]?.slice(0, 2)).toEqual(['Ben Fell', 1])
})

test('[DR3757] nothing is ranked by the number of different values of a column that each has one of', () => {
  const plan = lifts.plan('which fitter has the most trades')
  const ranked = plan.status === 'readings' ? JSON.stringify(plan.readings[0].query.orderBy) : ''
  expect(ranked).not.toContain('"distinct":true')
})
