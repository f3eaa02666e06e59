import { readQuestion } from '@quipu/reading'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plainContext } from './test-shop.ts'
import { sorted, type SmallDatabase } from './test-small-database.ts'
import { openSportsHalls } from './test-sports-halls.ts'

let halls: SmallDatabase
beforeAll(async () => {
  halls = await openSportsHalls()
})
afterAll(() => halls[Symbol.dispose]())

type Case = readonly [question: string, sql: string]

function answers(cases: readonly Case[]): void {
  test.each(cases)('%s', (question, sql) => {
    expect(sorted(halls.rows(question))).toEqual(sorted(halls.run(sql)))
  })
}

describe('[DR2480] the words before a figure that begin the name of its rows are no group', () => {
  answers([
    [
      'court booking revenue by month this year',
      `select strftime('%Y-%m-01', booked_at), sum(fee) from court_bookings where state <> 'cancelled' and booked_at >= '2026-01-01' group by 1`,
    ],
  ])
})

describe('[DR2481] a ranking by the amount of rows with several amounts is by what they come to', () => {
  answers([
    [
      'top 5 players by invoiced amount this year',
      `select given_name, family_name, player_id, sum(line_net) from invoice_positions join invoices using (invoice_id) join players using (player_id) where state <> 'void' and invoice_date >= '2026-01-01' group by player_id order by 4 desc limit 5`,
    ],
  ])
})

describe('[DR2482] the average of a field of rows per row is the plain average', () => {
  answers([
    [
      'average number of spectators per booking',
      `select avg(spectators) from court_bookings where state <> 'cancelled'`,
    ],
  ])
})

describe('[DR2483] the dearest things per day are those with the highest rate per day', () => {
  answers([
    ['3 most expensive courts per day', 'select court_name, day_rate from courts order by 2 desc limit 3'],
  ])
})

describe('[DR2484] a field of the measured rows goes before a dataset that shares only its last word', () => {
  answers([
    [
      'what did we invoice for this year? total by type',
      `select type, sum(line_net) from invoice_positions join invoices using (invoice_id) where state <> 'void' and invoice_date >= '2026-01-01' group by 1`,
    ],
  ])
})

describe('[DR2485] [DO1000] “by kind” is the only text of few values of rows that have no kind', () => {
  answers([
    [
      'breakages by kind this year',
      `select what_happened, count(*) from breakage_log where noted_on >= '2026-01-01' group by 1`,
    ],
  ])
})

describe('[DR2488] what happens the most to things is counted by the rows of that event', () => {
  answers([
    [
      'which court gets booked the most this year',
      `select court_name from court_bookings join courts using (court_id) where booked_at >= '2026-01-01' group by 1 order by count(*) desc limit 1`,
    ],
  ])
})

describe('[DR2493] `plan types` are called plans', () => {
  answers([
    [
      'how many subscriptions per plan',
      'select label, count(*) from subscriptions join plan_types using (plan_type_id) group by 1',
    ],
  ])
})

describe('[DR2496] what is not settled has a mark that says so', () => {
  answers([
    [
      'breakage charges players have not settled, total',
      'select sum(charged_to_player) from breakage_log where settled = 0',
    ],
  ])
})

describe('[DR2498] when the last bill is due', () => {
  answers([
    [
      'when is the last invoice of Orr18 due',
      `select max(due_date) from invoices join players using (player_id) where family_name = 'Orr18' and state <> 'void' and invoice_date <= '2026-11-15'`,
    ],
  ])
})

test('[DR2497] how much of a sum was charged is another amount of the same rows', () => {
  const before = 'total repair cost this year'
  const previous = { question: before, reading: halls.reading(before) }
  const context = { ...plainContext, previous }
  const plan = readQuestion('how much of that did we charge to players', halls.ontology, context)
  expect(plan.status === 'readings' && plan.readings[0].restatement).toBe('total charged to player, in 2026')
})

test('[DR2501] people who had something by rows that have ended are counted with a warning', () => {
  const { assumptions } = halls.reading('how many players have the Anytime plan')
  expect(assumptions).toContainEqual({
    about: 'what counts',
    says: 'players whose subscriptions have ended are counted too.',
    changesNumbers: true,
  })
})

test('[DQ300] a figure by site goes by the court, which every booking has', () => {
  expect(sorted(halls.rows('no shows by site this year'))).toEqual(
    sorted(
      halls.run(
        `select title, count(*) from court_bookings join courts using (court_id) join sites using (site_id) where state = 'no_show' and booked_at >= '2026-01-01' group by 1`,
      ),
    ),
  )
})

test('[DR2490] the worst after a number of bad rows has the most of them', () => {
  const before = 'how many bookings were cancelled this year'
  const previous = { question: before, reading: halls.reading(before) }
  const plan = readQuestion('which court is the worst', halls.ontology, { ...plainContext, previous })
  expect(plan.status === 'readings' && plan.readings[0].frame?.rank?.direction).toBe('desc')
})
