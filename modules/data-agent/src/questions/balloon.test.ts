import { afterAll, beforeAll, expect, test } from 'vitest'
import { readQuestion, type Reading } from '@quipu/reading'
import { plainContext } from './test-shop.ts'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

/** Balloon rides: pilots fly them, codes say what became of each, pilots sit exams, and evening talks may be called off. */
const script = `
  create table pilot (pilot_no integer primary key, name text not null);
  create table ride_status (code text primary key, meaning text not null);
  create table ride (ride_no integer primary key, pilot_no integer not null references pilot, code text not null references ride_status, booked_on date, ride_date date, fare real);
  create table talk (talk_no integer primary key, pilot_no integer not null references pilot, held_on date, cancelled_on date);
  create table exam (exam_no integer primary key, pilot_no integer not null references pilot, level text, exam_date date, result text);
  create table offer (offer_no integer primary key, pilot_no integer not null references pilot, sent_on date, amount real, outcome text);
  create table parcel (parcel_no integer primary key, pilot_no integer references pilot, sent_on date, status text);
  insert into pilot values (1, 'Ada'), (2, 'Ben');
  insert into ride_status values ('F', 'Flown'), ('D', 'Done'), ('W', 'Cancelled because of wind'), ('G', 'Cancelled by guest'), ('N', 'No-show'), ('P', 'Planned');
  insert into ride values (1, 1, 'D', '2026-09-01', '2026-10-02', 100), (2, 1, 'D', '2026-09-01', '2026-10-03', 100), (3, 1, 'W', '2026-09-01', '2026-10-04', 100),
    (4, 2, 'D', '2026-09-01', '2026-10-05', 100), (5, 2, 'G', '2026-09-01', '2026-10-06', 100), (6, 2, 'N', '2026-09-01', '2026-10-07', 100),
    (7, 2, 'W', '2026-09-01', '2026-10-08', 100), (8, 1, 'P', '2026-10-01', '2026-12-20', 100), (9, 2, 'D', '2026-09-01', '2026-11-02', 100);
  insert into talk values (1, 1, '2026-10-01', null), (2, 1, '2026-10-09', '2026-10-08'), (3, 2, '2026-10-11', null);
  insert into exam values (1, 1, 'Gas', '2026-03-01', 'passed'), (2, 1, 'Gas', '2026-04-01', 'failed'), (3, 2, 'Gas', '2026-05-01', 'passed'),
    (4, 2, 'Gas', '2026-06-01', 'cancelled'), (5, 2, 'Gas', '2026-12-01', null), (6, 2, 'Air', '2026-06-01', 'failed'), (7, 1, 'Air', '2026-12-05', null);
  insert into offer values (1, 1, '2026-01-05', 500, 'accepted'), (2, 1, '2026-02-05', 400, 'declined'), (3, 2, '2026-03-05', 300, 'declined'),
    (4, 2, '2026-10-05', 300, 'open'), (5, 2, '2026-10-06', 300, 'open'), (6, 1, '2026-10-07', 200, 'accepted');
  insert into parcel values (1, 1, '2026-01-05', 'delivered'), (2, 1, '2026-02-05', 'lost'), (3, 2, '2026-03-05', 'delivered');
`
let balloon: SmallDatabase
beforeAll(async () => {
  balloon = await openSmallDatabase(script)
})
afterAll(() => balloon[Symbol.dispose]())

/** The reading of the last of several questions, each of which goes on from the one before. */
function after(...questions: readonly string[]): Reading {
  let previous: { question: string; reading: Reading } | null = null
  for (const question of questions) {
    const plan = readQuestion(question, balloon.ontology, { ...plainContext, previous })
    if (plan.status !== 'readings') throw new Error(`${question}: ${JSON.stringify(plan)}`)
    previous = { question, reading: plan.readings[0] }
  }
  if (previous === null) throw new Error('No question.')
  return previous.reading
}

test('[DR1870] a number of things that take place leaves out those that did not', () => {
  for (const question of [
    'how many rides did we do last month',
    'how many rides last month',
    'number of rides in October 2026',
    'how many rides were there last month',
  ])
    expect([question, balloon.rows(question)]).toEqual([question, [[3]]])
  const reading = balloon.reading('how many rides did we do last month')
  expect(reading.assumptions.map(({ says }) => says).join(' ')).toContain('that took place')
  expect(sorted(balloon.rows('how many rides did each pilot do last month'))).toEqual([
    '["Ada",2]',
    '["Ben",1]',
  ])
  expect(balloon.rows('which pilot did the most rides last month')).toEqual([['Ada']])
  expect(balloon.rows('how many talks did we give last month')).toEqual([[2]])
})

test('[DR1871] [DR4224] what is still to come has not taken place', () => {
  expect(balloon.rows('how many rides has Ada done so far')).toEqual([[2]])
  expect(balloon.rows('how many rides did we do this year')).toEqual([[4]])
  expect(balloon.rows('how many rides are planned for next month')).toEqual([[1]])
  const { assumptions } = balloon.reading('how many rides this month')
  expect(assumptions.filter(({ changesNumbers }) => changesNumbers)).not.toEqual([])
})

test('[DR1872] what was booked and what was cancelled are counted where the question asks for them', async () => {
  using walks = await openSmallDatabase(`
    create table guide (id integer primary key, name text not null);
    create table walk (id integer primary key, guide_id integer not null references guide, walk_date date, status text not null);
    insert into guide values (1, 'Ada'), (2, 'Ben');
    insert into walk values (1, 1, '2026-10-02', 'done'), (2, 1, '2026-10-03', 'cancelled'), (3, 2, '2026-10-04', 'no show'), (4, 2, '2026-10-05', 'done'), (5, 2, '2026-10-06', 'done');
  `)
  expect(walks.rows('how many walks did we do last month')).toEqual([[3]])
  expect(walks.rows('how many walks were cancelled last month')).toEqual([[1]])
  expect(walks.rows('how many walks last month and how many of them were cancelled')).toEqual([[5, 1]])
  expect(walks.rows('what percentage of walks were cancelled last month')).toEqual([[20]])
  expect(walks.rows('how many walks last month by status')).toHaveLength(3)
})

test('[DR1870] a follow-up keeps to what took place, unless it names another state', () => {
  expect(after('how many rides did we do last month', 'by pilot').restatement).toMatch(
    /per .*Cancelled by guest/,
  )
  expect(after('how many rides did we do last month', 'and this month?').restatement).toMatch(
    /Cancelled by guest/,
  )
})

test('[DR1873] a state with more words, and one that a table explains, is this state', () => {
  expect(balloon.sql('total fare of rides last month')).toContain('Cancelled because of wind')
})

test('[DR1874] a rate of one outcome is a part of what has an outcome', () => {
  expect(balloon.rows('pass rate this year')).toEqual([[0.5]])
  expect(balloon.rows('gas exam pass rate this year')).toEqual([[2 / 3]])
  expect(balloon.rows('what share of exams was passed this year')).toEqual([[50]])
  expect(balloon.rows('what share of offers was accepted')).toEqual([[50]])
  for (const question of [
    'what share of offers was accepted',
    'what percentage of offers were declined per pilot',
  ])
    expect(balloon.reading(question).assumptions.map(({ says }) => says)).toContain(
      'Of offer that have an outcome: those whose outcome is open do not count.',
    )
  // What was cancelled is a part of all.
  expect(balloon.rows('what percentage of exams were cancelled')).toEqual([[100 / 7]])
})

test('[DR1875] the age belongs to the nearest thing before it, and not to those who have it', async () => {
  using club = await openSmallDatabase(`
    create table sailor (id integer primary key, name text not null, joined_on date);
    create table bill (id integer primary key, sailor_id integer not null references sailor, issued_on date, due_on date, paid_on date, amount real);
    insert into sailor values (1, 'Ada', '2026-11-01'), (2, 'Ben', '2020-01-01'), (3, 'Cleo', '2020-01-01');
    insert into bill values (1, 1, '2026-08-01', '2026-08-15', null, 10), (2, 2, '2026-11-01', '2026-11-05', null, 20), (3, 3, '2026-08-01', '2026-08-15', '2026-08-10', 30);
  `)
  for (const question of [
    'which sailors have overdue bills older than 30 days',
    'sailors with unpaid bills older than 30 days',
  ])
    expect([question, club.rows(question).map(([name]) => name)]).toEqual([question, ['Ada']])
})

test('[DR1876] a year has no day and no month', async () => {
  using barges = await openSmallDatabase(`
    create table barge (id integer primary key, name text not null, built_year integer);
    insert into barge values (1, 'Heron', 1990), (2, 'Otter', 1991), (3, 'Swan', 1990), (4, 'Teal', 2001);
  `)
  for (const question of [
    'which day do most barges come in',
    'number of barges by month',
    'barges per weekday',
  ]) {
    const plan = barges.plan(question)
    const text = plan.status === 'readings' ? plan.readings[0].restatement : ''
    expect([question, text]).toEqual([
      question,
      expect.not.stringMatching(/(?:day|month|weekday).* of built year/),
    ])
  }
})

test('[DR1877] [DR4233] an amount beside a number of rows says that a discount is not taken off', async () => {
  using tours = await openSmallDatabase(`
    create table rower (id integer primary key, name text not null);
    create table tour (id integer primary key, rower_id integer not null references rower, tour_date date, status text not null, fee real, discount_pct integer, paid integer not null);
    insert into rower values (1, 'Ada'), (2, 'Ben');
    insert into tour values (1, 1, '2026-10-02', 'done', 50, 0, 0), (2, 1, '2026-10-03', 'cancelled', 50, 0, 0), (3, 2, '2026-10-04', 'done', 60, 10, 0),
      (4, 2, '2026-10-05', 'done', 70, 0, 1), (5, 2, '2026-12-06', 'booked', 80, 0, 0);
  `)
  const question = 'tours we have given that are not paid yet: how many and how much'
  expect(tours.rows(question)).toEqual([[2, 110]])
  expect(
    tours
      .reading(question)
      .assumptions.some(({ says, changesNumbers }) => changesNumbers && says.includes('not taken off')),
  ).toBe(true)
})
