import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildSql, planJoins } from '@quipu/query'
import { readQuestion, type Reading } from '@quipu/reading'
import { sorted, type SmallDatabase } from './test-small-database.ts'
import { now, plainContext } from './test-shop.ts'
import { openTeaHouse } from './test-tea-house.ts'

let house: SmallDatabase
beforeAll(async () => {
  house = await openTeaHouse()
})
afterAll(() => house[Symbol.dispose]())

type Case = readonly [question: string, rows: readonly (readonly unknown[])[]]

function answers(cases: readonly Case[]): void {
  test.each(cases)('%s', (question, rows) => {
    expect(sorted(house.rows(question))).toEqual(sorted(rows))
  })
}

describe('[DR340] a question is read by slots if every word fills a slot', () => {
  answers([
    ['how much did we sell last month?', [[32]]],
    [
      'revenue by kind this year',
      [
        ['Green', 10],
        ['Black', 38],
      ],
    ],
    ['sales of green tea in 2026', [[10]]],
    [
      'profit margin by kind',
      [
        ['Green', 60],
        ['Black', 44.74],
      ],
    ],
    ['average order value in october 2026', [[16]]],
    [
      'takings per town in 2026',
      [
        ['Aarau', 32],
        ['Brig', 16],
      ],
    ],
  ])

  test('[DR4043] the answer says what the metric means', () => {
    const { assumptions } = house.reading('revenue by kind this year')
    expect(assumptions.map(({ says }) => says)).toContain(
      'revenue = quantity × unit price × (1 − discount) of order lines, without those that were cancelled or never became a sale.',
    )
  })

  test('a word that fills no slot is never dropped', () => {
    expect(house.plan('how much violet revenue did we make with pilots').status).toBe('cannot_answer')
  })
})

describe('[DR341] verbs of trade mean metrics', () => {
  answers([
    ['how many Assam Strong did we sell this year', [[11]]],
    ['how much do we make with Gunpowder', [[null]]],
    ['who spent the most this year', [['Nora', 'Keel', 1]]],
    ['which server sold the most last month', [['Ines', 'Roth', 1]]],
    ['who owes us the most', [['Nora', 'Keel', 2]]],
  ])
})

describe('[DR342] a period applies to the date of the measured rows', () => {
  answers([
    ['revenue by branch in 2025', [['Mill Yard', 10]]],
    [
      'new guests per month this year',
      [
        ['2026-01-01', 1],
        ['2026-02-01', 1],
      ],
    ],
  ])
})

describe('[DR343] [DR4044] best, worst, busiest and biggest', () => {
  answers([
    [
      'top 2 guests by revenue',
      [
        ['Nora', 'Keel', 1, 36],
        ['Nora', 'Keel', 2, 12],
      ],
    ],
    ['worst selling tea', [['Sencha Gold']]],
    ['busiest day of the week', [[1]]],
    ['what was our best month ever', [['2026-10-01']]],
  ])

  test('[DR4046] people of equal name are kept apart by their key', () => {
    expect(house.rows('revenue by guest in 2026')).toHaveLength(2)
  })
})

describe('[DR4045] "in each" ranks within each group', () => {
  answers([
    [
      'best-selling tea in each kind',
      [
        ['Green', 'Sencha Gold'],
        ['Black', 'Assam Strong'],
      ],
    ],
  ])
})

describe('[DR344] states follow from status, dates and stock', () => {
  answers([
    ['which orders are late', [[5, 'Nora', 'Keel', 'Mill Yard', 'Uma', 'Lang', '2026-11-04']]],
    ['how many unpaid invoices and how much in total', [[2, 45]]],
    ['how many overdue invoices are there', [[1]]],
    ['what is out of stock', [['Sencha Gold']]],
    ['what do we need to reorder', [['Sencha Gold'], ['Assam Mild']]],
    ['how many people work for us right now', [[2]]],
  ])
})

describe('[DR345] events that never happened, or not in a period', () => {
  answers([
    ['which teas have never been sold?', [['Gunpowder']]],
    ["how many guests haven't ordered in the last 3 months", [[1]]],
    ['orders without a server', []],
  ])
})

describe('[DR346] periods side by side, shares and rates', () => {
  answers([
    [
      'sales this year vs last year',
      [
        ['2026-01-01', 48],
        ['2025-01-01', 10],
      ],
    ],
  ])
})

describe('[DR4047] percentages of the total, and of rows that meet a condition', () => {
  answers([
    ['what percentage of orders were cancelled', [[20]]],
    [
      'percentage of revenue by town in 2026',
      [
        ['Aarau', 66.67],
        ['Brig', 33.33],
      ],
    ],
  ])
})

describe('[DR347] how long something takes', () => {
  answers([
    ['how many days until an invoice gets paid on average', [[10]]],
    ['how long does it take to deliver an order', [[1.67]]],
  ])
})

describe('[DR348] spelling is corrected to names, data and grammar, and the answer says so', () => {
  answers([
    [
      'reveneu by knid this yaer',
      [
        ['Green', 10],
        ['Black', 38],
      ],
    ],
    ['how many Asam Strong did we sell this year', [[11]]],
  ])

  test('the answer names the corrected words', () => {
    const { assumptions } = house.reading('reveneu by kind this yaer')
    expect(assumptions[0]).toEqual({
      about: 'spelling',
      says: 'Read "reveneu" as "revenue", "yaer" as "year".',
      changesNumbers: false,
    })
  })

  test('[DR4048] words of English and quoted text are left alone', () => {
    expect(house.plan('recent "Asam Stron"').status).not.toBe('readings')
  })
})

test.each([
  ['Wie viel Umsatz haben wir letzten Monat gemacht?', 'German'],
  ['¿Cuántos pedidos hay este mes?', 'Spanish'],
  ['Combien de commandes avons-nous ce mois ?', 'French'],
])('[DR349] %s is refused as %s', (question, language) => {
  const plan = house.plan(question)
  expect(plan).toMatchObject({ status: 'cannot_answer', reason: expect.stringContaining(`in ${language}`) })
})

describe('[DT340] a follow-up changes one slot', () => {
  test.each<readonly [first: string, next: string, rows: readonly (readonly unknown[])[]]>([
    ['how much did we sell last month?', 'and by branch?', [['Old Bridge', 32]]],
    ['revenue by branch in 2026', 'which one was best?', [['Old Bridge']]],
    ['revenue by branch in 2026', 'and the worst?', [['Mill Yard']]],
    ['revenue by branch in 2026', 'and in 2025?', [['Mill Yard', 10]]],
    ['revenue by branch in 2026', 'only Brig', [['Mill Yard', 16]]],
    [
      'revenue by branch in 2026',
      'as a percentage',
      [
        ['Old Bridge', 66.67],
        ['Mill Yard', 33.33],
      ],
    ],
    ['revenue by branch in 2026', 'and in total?', [[48]]],
    ['revenue in october 2026', 'and the month before?', [[null]]],
    [
      'revenue by branch in 2026',
      'what about profit?',
      [
        ['Old Bridge', 17],
        ['Mill Yard', 6],
      ],
    ],
    ['how many unpaid invoices and how much in total', 'only the overdue ones', [[1, 40]]],
  ])('%s %s', (first, next, rows) => {
    // Kept with the answer as JSON, and read back for the next question.
    const reading = JSON.parse(JSON.stringify(house.reading(first))) as Reading
    const plan = readQuestion(next, house.ontology, {
      ...plainContext,
      previous: { question: first, reading },
    })
    if (plan.status !== 'readings') throw new Error(plan.status)
    const joins = planJoins(plan.readings[0].query, house.ontology)
    if ('status' in joins) throw new Error(joins.reason)
    const sql = buildSql(plan.readings[0].query, joins, house.ontology, { now, timeZone: 'UTC' }).inlined
    expect(sorted(house.run(sql))).toEqual(sorted(rows))
    expect(plan.readings[0].assumptions.some(({ about }) => about === 'follow-up')).toBe(true)
  })

  test('a complete question is not continued', () => {
    const reading = house.reading('revenue by branch in 2026')
    const plan = readQuestion('how many guests are there', house.ontology, {
      ...plainContext,
      previous: { question: 'x', reading },
    })
    expect(plan.status === 'readings' && plan.readings[0].restatement).toBe('number of guests')
  })
})

test('[DR4070] the answer says which amount an average before other rows is of', () => {
  const { assumptions } = house.reading('average invoice per guest')
  expect(assumptions.map(({ says }) => says)).toContain('The average invoice is the average amount.')
})

test('[DR4071] "in percent" beside a figure in percent adds nothing', () => {
  expect(sorted(house.rows('profit margin by kind in percent'))).toEqual(
    sorted(house.rows('profit margin by kind')),
  )
})

test('[DR4073] words for the means of payment are not dropped where the rows have none', () => {
  expect(house.plan('revenue split by how they paid').status).not.toBe('readings')
})

test('[DR4187] what we owe is never what guests owe', () => {
  expect(house.plan('how much do we owe').status).toBe('cannot_answer')
})
