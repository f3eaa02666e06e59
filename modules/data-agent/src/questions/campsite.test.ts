import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildSql, planJoins } from '@quipu/query'
import { readQuestion } from '@quipu/reading'
import { openCampsite } from './test-campsite.ts'
import { now, plainContext } from './test-shop.ts'
import { sorted, type SmallDatabase } from './test-small-database.ts'

let camp: SmallDatabase
beforeAll(async () => {
  camp = await openCampsite()
})
afterAll(() => camp[Symbol.dispose]())

type Case = readonly [question: string, rows: readonly (readonly unknown[])[]]

function answers(cases: readonly Case[]): void {
  test.each(cases)('%s', (question, rows) => {
    expect(sorted(camp.rows(question))).toEqual(sorted(rows))
  })
}

function follow(first: string, next: string): unknown[][] {
  const reading = camp.reading(first)
  const plan = readQuestion(next, camp.ontology, { ...plainContext, previous: { question: first, reading } })
  if (plan.status !== 'readings') throw new Error(plan.status)
  const joins = planJoins(plan.readings[0].query, camp.ontology)
  if ('status' in joins) throw new Error(joins.reason)
  return camp.run(buildSql(plan.readings[0].query, joins, camp.ontology, { now, timeZone: 'UTC' }).inlined)
}

describe('[DR600] questions about who reports to whom', () => {
  answers([
    [
      'who reports to whom?',
      [
        ['Ada', 'Berg', null, null],
        ['Bo', 'Dahl', 'Ada', 'Berg'],
        ['Cia', 'Ek', 'Ada', 'Berg'],
        ['Dan', 'Falk', 'Bo', 'Dahl'],
      ],
    ],
    [
      'who reports to Ada Berg',
      [
        ['Bo', 'Dahl'],
        ['Cia', 'Ek'],
      ],
    ],
    ["who is Dan Falk's manager?", [['Bo', 'Dahl']]],
    ['who supervises Cia Ek', [['Ada', 'Berg']]],
    [
      'how many wardens does each manager have',
      [
        ['Ada', 'Berg', 2],
        ['Bo', 'Dahl', 1],
      ],
    ],
    ['which manager has the most people', [['Ada', 'Berg', 2]]],
  ])
})

describe('[DR601] [DR4092] a rate is the fraction of the rows in this state, in each group', () => {
  answers([
    [
      'cancellation rate by channel',
      [
        ['agent', 0],
        ['phone', 0.5],
        ['web', 0],
      ],
    ],
    ['cancellation rate in 2026', [[0.2]]],
  ])
})

describe('[DR602] tenure is the time since people began, of those who have not left', () => {
  answers([
    ['average tenure of wardens', [[5.33]]],
    ['who has been with us the longest', [['Ada', 'Berg', 1]]],
    [
      'average tenure per duty',
      [
        ['Field', 3],
        ['Head', 10],
      ],
    ],
  ])
})

describe('[DR603] rows with a duration are ranked and averaged by it', () => {
  answers([
    ['average length of stay', [[3.2]]],
    ['longest stay ever', [[2]]],
  ])
})

describe('[DR604] "best rated" ranks by the mean of the ratings', () => {
  answers([
    ['worst rated site', [['Birch Cove']]],
    ['best rated site', [['Alder Bay']]],
  ])
})

describe('[DR605] values beside "versus" have a figure each', () => {
  answers([
    ['web versus phone revenue in 2026', [['web', 560]]],
    [
      'reservations web vs agent',
      [
        ['agent', 1],
        ['web', 3],
      ],
    ],
  ])
})

describe('[DR606] "how many times" counts the events, not the one thing with the name', () => {
  answers([
    ['how many times was the Sauna booked', [[2]]],
    ['how often was the Canoe booked last month', [[1]]],
  ])
})

describe('[DR607] "paid late" means paid after the due day', () => {
  answers([
    ['how many invoices were paid late last year', [[1]]],
    ['how many invoices were paid late', [[2]]],
  ])
})

describe('[DR608] a property is ranked like a thing, by revenue', () => {
  answers([
    ['which town did best in 2026', [['Lund']]],
    ['which site makes the most money', [['Alder Bay']]],
  ])
})

describe('[DR4106] the sales of the best town are shown', () => {
  answers([['sales of our best town', [['Lund', 560]]]])
})

describe('[DR609] words for the same event are synonyms, and rows without a name are shown by their number', () => {
  answers([['how many stays in 2025', [[1]]]])
})

describe('[DR4049] a row without a name is shown by its number', () => {
  answers([['which pitches have power', [['A1'], ['B1']]]])
})

describe('[DR610] an appointment happens at the agreed time, not when it was booked', () => {
  answers([
    [
      'lessons per hour of the day',
      [
        [15, 2],
        [16, 1],
      ],
    ],
  ])
})

describe('[DT600] a follow-up asks for the amount of what was counted', () => {
  test('how much is that', () => {
    expect(follow('how many unpaid invoices are there', 'and how much is that in total?')).toEqual([[160]])
  })

  test.each(['by channel', 'per site?'])('[DR1801] "%s" without a previous answer is refused', (question) => {
    expect(camp.plan(question)).toMatchObject({
      status: 'cannot_answer',
      reason: expect.stringContaining('earlier question'),
    })
  })
})

test.each(['cheapest town', 'lowest town'])('[DR383] [DR4082] a text is not ranked: %s', (question) => {
  expect(camp.plan(question).status).not.toBe('readings')
})

test('[DR383] [DR4084] the one row with a name is not counted', () => {
  expect(camp.plan('how many sites are called Alder Bay').status).not.toBe('readings')
})

test('[DR611] a question that the grammar could only ask about is answered by slots', () => {
  expect(camp.reading('reservations per weekday').frame).toBeDefined()
})

describe('[DR612] growth shows both periods and the change in percent, or the change from each period to the next', () => {
  answers([
    ['revenue growth this year', [[560, 80, 600]]],
    [
      'revenue growth by channel this year',
      [
        ['web', 560, null, null],
        ['phone', null, 80, null],
      ],
    ],
  ])
})

describe('[DR4122] growth along months is the change from each to the next', () => {
  answers([
    [
      'revenue growth by month this year',
      [
        ['2026-10-01', 400, null],
        ['2026-11-01', 160, -0.6],
      ],
    ],
  ])
})

describe('[DR613] a noun before a figure names its rows, and a negation after a verb belongs to it', () => {
  answers([['show invoice revenue by site in 2025', [['Cedar Point', 80]]]])
})

describe('[DR4050] "bought nothing" negates the verb', () => {
  answers([
    [
      'campers who bought nothing in 2026',
      [
        ['Finn', 'Holm'],
        ['Gry', 'Iversen'],
      ],
    ],
  ])
})

describe('[DR617] a period applies to the date that is named beside it', () => {
  answers([['how many campers check in today', [[1]]]])
})
