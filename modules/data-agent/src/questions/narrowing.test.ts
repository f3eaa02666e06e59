import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSql, planJoins } from '@quipu/query'
import { readQuestion } from '@quipu/reading'
import { plainContext } from './test-shop.ts'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

/** An allotment society: growers hold leases of plots by kind, seeds are offered by staff and ordered by others. */
const now = new Date('2026-10-24T12:00:00Z')
const script = `
  create table kinds (id integer primary key, name text);
  create table growers (id integer primary key, name text, joined_on date, left_on date);
  create table leases (id integer primary key, grower_id integer not null references growers, kind_id integer not null references kinds, starts_on date, ends_on date);
  create table offers (id integer primary key, offer_no text unique, adviser text, result text, amount real, offered_on date);
  create table seed_orders (id integer primary key, offer_id integer references offers, clerk text, ordered_on date);
  insert into kinds values (1, 'Small plot'), (2, 'Large plot');
  insert into growers values (1, 'Tess', '2024-01-01', null), (2, 'Ivo', '2024-02-01', null), (3, 'Lena', '2024-03-01', '2026-05-01');
  insert into leases values (1, 1, 1, '2024-01-01', '2025-12-31'), (2, 1, 2, '2026-01-01', null), (3, 2, 1, '2024-02-01', null), (4, 3, 1, '2024-03-01', '2026-05-01');
  insert into offers values (1, 'F-001', 'Maud Reed', 'open', 100, '2026-09-01'), (2, 'F-002', 'Maud Reed', 'won', 50, '2026-09-02'),
    (3, 'F-003', 'Finn Sedge', 'open', 70, '2026-09-03'), (4, 'F-004', 'Maud Reed', 'open', 20, '2026-10-20');
  insert into seed_orders values (1, 2, 'Maud', '2026-09-10'), (2, null, 'Finn', '2026-09-11');
`
let society: SmallDatabase
beforeAll(async () => {
  society = await openSmallDatabase(script, { now })
})
afterAll(() => society[Symbol.dispose]())

function after(first: string, next: string): readonly (readonly unknown[])[] {
  const { ontology } = society
  const previous = { question: first, reading: society.reading(first) }
  const plan = readQuestion(next, ontology, { ...plainContext, now, previous })
  if (plan.status !== 'readings') throw new Error(plan.status)
  const [{ query }] = plan.readings
  const joins = planJoins(query, ontology)
  if ('status' in joins) throw new Error(joins.reason)
  return society.run(buildSql(query, joins, ontology, { now, timeZone: 'UTC' }).inlined)
}

const open = 'how many offers are open and what are they worth'

test('[DR1913] all figures of the answer before are kept', () => {
  expect(society.rows(open)).toEqual([[3, 190]])
  expect(after(open, 'only those older than a month')).toEqual([[2, 170]])
})

test('[DR1914] a name is read in the field of the rows shown that begins with it', () => {
  expect(after(open, 'only maud')).toEqual([[2, 120]])
})

test('[DR1915] those who are there now are divided by what they have now', () => {
  expect(after('how many growers do we have right now', 'split by kind')).toEqual([
    ['Large plot', 1],
    ['Small plot', 1],
  ])
})
