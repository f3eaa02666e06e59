import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'

let stables: SmallDatabase
beforeAll(async () => {
  stables = await openSmallDatabase(`
    create table groom (groom_id integer primary key, first_name text not null, last_name text not null, team text not null, started_on date not null, ended_on date);
    create table rider (rider_id integer primary key, first_name text not null, last_name text not null, rider_status text not null, date_registered date not null, referred_by integer references rider);
    create table lesson (lesson_id integer primary key, rider_id integer not null references rider, groom_id integer not null references groom, held_on date not null, fee real not null);
    insert into groom values (1, 'Ann', 'Ash', 'Yard', '2024-01-02', null), (2, 'Bert', 'Beck', 'Yard', '2024-02-02', '2025-02-02'), (3, 'Cleo', 'Dorn', 'School', '2025-02-02', null);
    insert into rider values (1, 'Dora', 'Ellis', 'A', '2025-02-03', null), (2, 'Emil', 'Frank', 'A', '2025-03-03', 1), (3, 'Fay', 'Gould', 'L', '2025-10-03', 1), (4, 'Gus', 'Horn', 'D', '2026-10-04', 2), (5, 'Hal', 'Innes', 'A', '2026-10-09', 1);
    insert into lesson values (1, 1, 1, '2026-10-02', 40), (2, 1, 1, '2026-10-09', 40), (3, 2, 3, '2026-10-11', 45), (4, 4, 3, '2026-09-11', 45);
  `)
})
afterAll(() => stables[Symbol.dispose]())

const reason = (question: string): string => {
  const plan = stables.plan(question)
  return plan.status === 'cannot_answer' ? plan.reason : JSON.stringify(plan).slice(0, 300)
}
const warnings = (question: string): string =>
  stables
    .reading(question)
    .assumptions.filter(({ changesNumbers }) => changesNumbers)
    .map(({ says }) => says)
    .join(' ')

test.each([
  ['which groom gets the most tips', 'tips'],
  ['how many saddles are left in the store', 'saddles'],
  ['how many website visitors did we get', 'website'],
])('[DR1810] %s', (question, missing) => {
  expect(reason(question)).toMatch(new RegExp(`says nothing about: .*${missing}`))
})

test.each([
  'how many lessons should we expect in january',
  'how likely is Dora Ellis to come back',
  'where is the price of hay heading',
  'can you recommend a groom',
])('[DR1811] %s', (question) => {
  expect(reason(question)).toMatch(/forecast/)
})

test.each([
  'what will we turn over in january',
  'how much will we feed the horses in january',
  'what are we going to pay the yard team next spring',
])('[DR2360] %s', (question) => {
  expect(reason(question)).toMatch(/forecast/)
})

test('[DR1812] [DR4157] riders are ranked by whom they referred, and not by the number of riders that each of them is', () => {
  expect(stables.rows('who has referred the most riders')).toEqual([[1]])
  expect(warnings('who has referred the most riders')).not.toBe('')
})

test('[DR1813] riders who have gone', () => {
  expect(warnings('how many riders do we have')).toMatch(/no longer active by rider status/)
  expect(warnings('how many riders registered in october 2026')).not.toMatch(/no longer active/)
})

test('[DR1814] something was done with the people who are counted', () => {
  const plan = stables.plan('how many riders did we greet last month')
  expect(plan.status === 'readings' ? warnings('how many riders did we greet last month') : 'asked').not.toBe(
    '',
  )
  expect(warnings('how many riders did we register last month')).toBe('')
})

test('[DR1815] time between dates that nobody named', () => {
  const plan = stables.plan('how much time has the yard spent on Dora Ellis this year')
  const isWarned =
    plan.status !== 'readings' || plan.readings[0].assumptions.some(({ changesNumbers }) => changesNumbers)
  expect(isWarned).toBe(true)
})

test('[DR1816] the code of those who are active', () => {
  expect(stables.rows('how many active riders')).toEqual([[3]])
})
