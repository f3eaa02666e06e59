import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { offeredReading, readQuestion, type Plan, type Previous, type Reading } from '@quipu/reading'
import { plainContext } from './test-shop.ts'
import { openSmallDatabase, type SmallDatabase } from './test-small-database.ts'
import { bicycleShop, choir, honeyFarm } from './test-three-trades.ts'

const now = new Date('2026-11-18T12:00:00Z')
let bikes: SmallDatabase
let singers: SmallDatabase
let honey: SmallDatabase
beforeAll(async () => {
  bikes = await openSmallDatabase(bicycleShop(), { now })
  singers = await openSmallDatabase(choir(), { now })
  honey = await openSmallDatabase(honeyFarm('order_no'), { now })
})
afterAll(() => [bikes, singers, honey].forEach((one) => one[Symbol.dispose]()))

/** The plan of the last of several questions, each of which goes on from the one before. */
function planAfter({ ontology }: SmallDatabase, ...questions: readonly string[]): Plan {
  let previous: Previous | null = null
  let plan: Plan | null = null
  for (const question of questions) {
    plan = readQuestion(question, ontology, { ...plainContext, now, previous })
    const offered = offeredReading(plan)
    if (plan.status === 'readings') previous = { question, reading: plan.readings[0] }
    else if (offered !== null) previous = { question, reading: offered, isNotLast: 'offered' }
  }
  if (plan === null) throw new Error('No question.')
  return plan
}

function after(database: SmallDatabase, ...questions: readonly string[]): Reading {
  const plan = planAfter(database, ...questions)
  if (plan.status !== 'readings') throw new Error(JSON.stringify(plan).slice(0, 500))
  return plan.readings[0]
}

const said = (database: SmallDatabase, ...questions: readonly string[]): string =>
  after(database, ...questions).restatement
const warned = ({ assumptions }: Reading): string =>
  assumptions
    .filter(({ changesNumbers }) => changesNumbers)
    .map(({ says }) => says)
    .join(' ')

describe('[DR2100] another period takes the place of the one inside of a condition on related rows', () => {
  test.each([
    ['and this month so far?', /2026-11-01 to 2026-11-18/],
    ['and in september?', /in September 2026/],
    ['and last year?', /in 2025/],
    ['same for last year', /in October 2025/],
  ])('%s', (question, period) => {
    for (const first of ['how many singers came last month', 'how many singers visited us in october']) {
      const text = said(singers, first, question)
      expect(text).toMatch(period)
      expect(text).not.toMatch(/October 2026|joined on/)
    }
  })
  test('what follows keeps it', () => {
    expect(said(singers, 'how many singers came last month', 'and in september?', 'by town')).toMatch(
      /^number of singer per town, where there is at least one visit where arrived at is in September 2026/,
    )
  })
})

describe('[DR2101] another average or number of what was shown keeps its groups, conditions and period', () => {
  test.each([
    ['and the average amount of each', /^average amount per method, .*2026/],
    ['the average amount for each', /^average amount per method, .*2026/],
    ['and their average amount', /^average amount per method, .*2026/],
  ])('%s', (question, wanted) => {
    expect(said(singers, 'payments per method this year', question)).toMatch(wanted)
  })
  test.each([
    'and the average water of each',
    'and the average water percent',
    'the average water of each of them',
  ])('%s', (question) => {
    expect(said(honey, 'harvest kilos by site this year', question)).toMatch(
      /^average water percent per site, in 2026/,
    )
  })
  test('beside an average of sales, their number leaves out the same ones', () => {
    expect(said(bikes, 'average sale value per shop', 'and the number of sales')).toMatch(
      /^average sale value and number of sale \(only where status is not cancelled\) per shop name/,
    )
  })
})

describe('[DR2102] the same rows in another unit', () => {
  test.each([
    ['in euros', /^revenue per product name/],
    ['and in money', /^revenue per product name/],
    ['show me that in euros please', /^revenue per product name/],
    ['what is that in pounds', /^revenue per product name/],
  ])('pieces %s', (question, wanted) => {
    expect(said(bikes, 'units sold per product this year', question)).toMatch(wanted)
  })
  test.each([
    ['and in kilos', /^total weight kg per region, where status is not Cancelled, in 2026/],
    ['in kg', /^total weight kg per region, where status is not Cancelled, in 2026/],
    ['and in jars', /^total jars per region, where status is not Cancelled, in 2026/],
  ])('money %s', (question, wanted) => {
    expect(said(honey, 'revenue per region this year', question)).toMatch(wanted)
  })
  test('and back again', () => {
    expect(said(honey, 'revenue per region this year', 'in jars', 'in euros')).toMatch(/^revenue per region/)
    expect(said(bikes, 'revenue by product this year', 'in pieces')).toMatch(/^units sold per product name/)
  })
  test('[DR4148] what the rows are not measured in is refused', () => {
    expect(planAfter(bikes, 'revenue by product this year', 'in miles').status).toBe('cannot_answer')
  })
})

describe('[DR2103] what the rows that were counted or listed come to', () => {
  test.each([
    'and how much did we pay back for that?',
    'how much did we refund for those',
    'and how much did that cost us',
    'how much money was that',
  ])('%s', (question) => {
    expect(said(bikes, 'how many returns this year', question)).toMatch(/^total refund amount, in 2026/)
  })
  test('sales come to what was sold', () => {
    expect(said(bikes, 'how many sales last month', 'how much money was that')).toMatch(/^revenue/)
  })
})

describe('[DR2104] divided by what a question word means', () => {
  test.each([
    ['split that by where it was sold', /^revenue per shop name/],
    ['by where it was sold', /^revenue per shop name/],
    ['by who sold it', /^revenue per employee/],
    ['by who bought it', /^revenue per customer/],
    ['by what was sold', /^revenue per product name/],
    ['by when it was sold', /^revenue per month/],
    ['by where they live', /^revenue per town/],
  ])('%s', (question, wanted) => {
    expect(said(bikes, 'revenue this year', question)).toMatch(wanted)
  })
  test('a field that says where things were sold goes first', () => {
    expect(said(honey, 'revenue last month', 'split that by where it was sold')).toMatch(
      /^revenue per sold via/,
    )
    expect(said(honey, 'revenue last month', 'by where it was sold', 'in percent please')).toMatch(
      /in percent per sold via/,
    )
  })
  test('where the rows have no such thing, it is refused', () => {
    expect(planAfter(singers, 'how many payments last month', 'by where it was sold').status).toBe(
      'cannot_answer',
    )
  })
})

describe('[DR2105] a property of the rows that were listed', () => {
  test.each([
    ['which employees left', 'when was their last day', /left on of employee/],
    ['which employees left', 'and their job', /job of employee/],
    ['which memberships are on notice', 'when is their last day', /end date.* of membership/],
    [
      'who has handed in their notice',
      'when is their last day',
      /first name, last name and end date of membership/,
    ],
    ['list invoices of last month', 'when are they due', /due date.* of invoice/],
    ['list invoices of last month', 'and their due date', /due date.* of invoice/],
  ])('%s, %s', (first, question, wanted) => {
    expect(
      said(first.includes('employees') || first.includes('invoices') ? bikes : singers, first, question),
    ).toMatch(wanted)
  })
})

describe('[DR2106] [DR4241] a ranking is turned round, and a list is counted', () => {
  test('the other way round', () => {
    const ranked = ['revenue by product this year', 'top 3 only', 'the other way round'] as const
    expect(said(bikes, ...ranked)).toMatch(/bottom 3 by revenue/)
    expect(said(bikes, ...ranked, 'in reverse')).toMatch(/top 3 by revenue/)
  })
  test.each(['how many is that', 'how many are there', 'and how many are they in total?'])(
    '%s',
    (question) => {
      expect(said(singers, 'which memberships are on notice', question)).toBe(
        'number of membership, where status is notice',
      )
    },
  )
})

describe('[DR2153] a number is followed by its rows where "which of them" is asked', () => {
  test.each(['which of them are overdue', 'which ones are overdue?'])('%s', (question) => {
    const text = said(bikes, 'how many invoices did we send this year', question)
    expect(text).not.toMatch(/^number of/)
    expect(text).toMatch(/due date is before/)
  })
})

describe('[DR2154] a follow-up that asks for a split is not answered without one', () => {
  test.each(['split that into blue, green and heavy ones', 'divide it by the moon'])('%s', (question) => {
    const plan = planAfter(bikes, 'revenue this year', question)
    const text = plan.status === 'readings' ? plan.readings[0].restatement : 'refused'
    expect(text).toMatch(/ per |^refused$/)
  })
})

describe('[DR2107] a follow-up of a question without an answer', () => {
  test('goes on from the only reading that was offered, and says so', () => {
    const first = 'how many customers purchased something last month'
    expect(planAfter(bikes, first).status).not.toBe('readings')
    const reading = after(bikes, first, 'by town')
    expect(reading.restatement).toMatch(/^number of customer per town/)
    expect(warned(reading)).toMatch(/question before was not answered.*offered/)
  })
  test('goes on from an earlier answer with a warning', () => {
    const reading = after(bikes, 'revenue this year')
    const previous: Previous = { question: 'revenue this year', reading, isNotLast: 'earlier' }
    const plan = readQuestion('by shop', bikes.ontology, { ...plainContext, now, previous })
    expect(plan.status === 'readings' && warned(plan.readings[0])).toMatch(
      /last question was not answered.*earlier/,
    )
  })
})

test.each([
  'by where it was sold',
  'and in kilos',
  'the average price of each',
  'just the ones past due',
  'when is their last day',
])('[DR1801] alone, it goes on from nothing: %s', (question) => {
  const plan = planAfter(bikes, question)
  expect(plan.status === 'cannot_answer' && plan.reason).toMatch(/goes on from an earlier question/)
})

test('[DR2109] “and …” that is read on its own says that groups are not kept', () => {
  const reading = after(bikes, 'revenue by category this year', 'and how many employees do we have')
  expect(warned(reading)).toMatch(/read on its own/)
})

describe('[DR2117] rows are narrowed by their amount', () => {
  test.each([
    ['list the unpaid invoices', 'only those over 200', /paid on is empty and amount is more than 200/],
    ['how many invoices last year', 'just the ones above 200 euros', /amount is more than 200/],
    ['how many invoices last year', 'only those under 100', /amount is less than 100/],
    ['how many returns this year', 'only those of at least 50', /refund amount is at least 50/],
  ])('%s, %s', (first, question, wanted) => {
    expect(said(bikes, first, question)).toMatch(wanted)
  })
})

test('[DR2118] units and words that judge are corrected', () => {
  expect(said(bikes, 'units sold per product this year', 'in eruos')).toMatch(/^revenue per product name/)
  expect(said(honey, 'revenue per region this year', 'and in kilso')).toMatch(/^total weight kg per region/)
  const plan = planAfter(bikes, 'which products are waek')
  expect(plan.status === 'clarification' && plan.questions[0]?.question).toMatch(/weak/)
})
