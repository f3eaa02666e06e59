import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSql, planJoins } from '@quipu/query'
import { readQuestion, type Plan, type Reading } from '@quipu/reading'
import { plainContext } from './test-shop.ts'
import { openSmallDatabase, sorted, type SmallDatabase } from './test-small-database.ts'

let kayaks: SmallDatabase
beforeAll(async () => {
  kayaks = await openSmallDatabase(`
    create table tour_type (code text primary key, label text not null);
    create table guide (guide_id integer primary key, name text not null);
    create table guest (guest_id integer primary key, name text not null, town text not null);
    create table tour (tour_id integer primary key, tour_type text not null references tour_type, guide_id integer not null references guide, tour_date date not null);
    create table booking (booking_id integer primary key, guest_id integer not null references guest, tour_id integer not null references tour, booked_on date not null, confirmed_on date, channel text not null, seats integer not null, status text not null, cancel_reason text);
    insert into tour_type values ('SUN', 'Sunset'), ('ICE', 'Ice'), ('FAM', 'Family');
    insert into guide values (1, 'Ines'), (2, 'Jarl');
    insert into guest values (1, 'Ada Horn', 'Reading'), (2, 'Bo Finch', 'Ulm'), (3, 'Cy Marsh', 'Ulm');
    insert into tour values (1, 'SUN', 1, '2026-10-10'), (2, 'ICE', 2, '2026-10-12'), (3, 'SUN', 2, '2026-09-12');
    insert into booking values
      (1, 1, 1, '2026-10-01', '2026-10-03', 'web', 2, 'done', null), (2, 2, 1, '2026-10-02', '2026-10-03', 'desk', 4, 'done', null),
      (3, 3, 2, '2026-10-05', '2026-10-15', 'web', 1, 'done', null), (4, 1, 2, '2026-10-06', null, 'phone', 3, 'cancelled', 'weather'),
      (5, 2, 3, '2026-09-01', '2026-09-02', 'web', 5, 'done', null), (6, 3, 3, '2026-09-03', null, 'desk', 2, 'cancelled', 'illness');
  `)
})
afterAll(() => kayaks[Symbol.dispose]())

/** The plan of the last of several questions, each of which goes on from the one before if that was answered. */
function planAfter(...questions: readonly string[]): Plan {
  let previous: { question: string; reading: Reading } | null = null
  let plan: Plan | null = null
  for (const question of questions) {
    plan = readQuestion(question, kayaks.ontology, { ...plainContext, previous })
    previous = plan.status === 'readings' ? { question, reading: plan.readings[0] } : null
  }
  if (plan === null) throw new Error('No question.')
  return plan
}

function rowsAfter(...questions: readonly string[]): readonly string[] {
  const plan = planAfter(...questions)
  if (plan.status !== 'readings') throw new Error(JSON.stringify(plan))
  const { query } = plan.readings[0]
  const joins = planJoins(query, kayaks.ontology)
  if ('status' in joins) throw new Error(joins.reason)
  return sorted(
    kayaks.run(buildSql(query, joins, kayaks.ontology, { now: plainContext.now, timeZone: 'UTC' }).inlined),
  )
}

const first = 'how many bookings last month'

test('[DR1800] [DR4217] sounds, and vowels of names', () => {
  expect(kayaks.rows('how many bookings per tour tipe')).toEqual(
    kayaks.rows('how many bookings per tour type'),
  )
  expect(kayaks.rows('how many guists')).toEqual([[3]])
  expect(kayaks.reading('guests in rading').restatement).toMatch(/Reading/)
})

test.each([
  'and last year?',
  'same for the month before',
  'only the web ones',
  'split by web and desk',
  'in percent please',
  'for which tours?',
  'show me that by month',
  'how much of that was online',
  'how many of them came back',
])('[DR1801] alone: %s', (question) => {
  const plan = planAfter(question)
  expect(plan.status === 'cannot_answer' && plan.reason).toMatch(/goes on from an earlier question/)
})

test('[DR1801] where the answer cannot be changed so, the answer says which one is meant', () => {
  const plan = planAfter(first, 'in percent please')
  expect(plan.status === 'cannot_answer' && plan.reason).toMatch(/question before/)
})

test('[DR1801] [DR4218] what a word points to may stand in the same question', () => {
  const plan = planAfter('how many bookings were there last month and how many of them were cancelled')
  expect(JSON.stringify(plan)).not.toMatch(/earlier question/)
})

test('[DR1801] a period that is named does not point to a question before', () => {
  expect(JSON.stringify(planAfter("show me this year's bookings by channel"))).not.toMatch(/earlier question/)
})

test('[DR1802] an answer of the grammar is changed like one of slots', () => {
  const listed = 'guests in Ulm'
  expect(rowsAfter(listed, 'by town')).toEqual(['["Ulm",2]'])
})

test.each(['show me that by channel', 'break that down by channel', 'can you split it by channel please'])(
  '[DR1803] %s',
  (question) => {
    expect(rowsAfter(first, question)).toEqual(['["desk",1]', '["phone",1]', '["web",2]'])
  },
)

test('[DR1803] two properties', () => {
  expect(rowsAfter(first, 'by channel and status')).toHaveLength(3)
})

test('[DR1804] values stand for their property', () => {
  expect(rowsAfter(first, 'split by web and desk')).toEqual(['["desk",1]', '["web",2]'])
  expect(rowsAfter(first, 'split into web and desk bookings')).toEqual(['["desk",1]', '["web",2]'])
  expect(rowsAfter(first, 'split by web, desk etc')).toEqual(['["desk",1]', '["phone",1]', '["web",2]'])
})

test('[DR1805] [DR4219] the things behind a figure, their kinds and reasons', () => {
  expect(rowsAfter(first, 'for which guests?')).toHaveLength(3)
  expect(rowsAfter('how many tours', 'what kind of tours were they')).toEqual(['["Ice",1]', '["Sunset",2]'])
  expect(rowsAfter('how many bookings were cancelled', 'why were they cancelled?')).toEqual([
    '["illness",1]',
    '["weather",1]',
  ])
})

test('[DR1806] [DR4220] a part of what was shown', () => {
  expect(rowsAfter(first, 'how many of those were by phone')).toEqual(['[1]'])
  expect(rowsAfter(first, 'what share of that was phone')).toEqual(['[25]'])
})

test('[DR1807] numbers of the rows', () => {
  expect(rowsAfter(first, 'how many seats is that in total')).toEqual(['[10]'])
})

test('[DR1808] the slowest', () => {
  const rows = rowsAfter('how long does it take to confirm a booking on average', 'who are the slowest 2')
  expect(rows).toHaveLength(2)
  expect(rows.join()).toMatch(/Cy Marsh/)
})
