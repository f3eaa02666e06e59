import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildSql, planJoins, type Cell, type Ontology } from '@quipu/query'
import { readQuestion } from '@quipu/reading'
import { moreShopQuestions } from './test-shop-more-questions.ts'
import { shopQuestions, type ShopQuestion } from './test-shop-questions.ts'
import { now, plainContext, sampleShop } from './test-shop.ts'

const allQuestions = [...shopQuestions, ...moreShopQuestions]

let ontology: Ontology
let database: DatabaseSync
let file: string
beforeAll(async () => {
  const shop = await sampleShop()
  ontology = shop.ontology
  file = shop.file
  database = new DatabaseSync(file, { readOnly: true })
}, 120_000)
afterAll(() => {
  database.close()
  rmSync(dirname(file), { recursive: true })
})

test.each(allQuestions.filter(({ isGap }) => isGap !== true))(
  '[DR120] [DR4329] [DR4328] [DR4327] [DR4326] gives the same rows as hand-written SQL: $question',
  (asked) => {
    expect(comparable(answer(asked.question), asked)).toEqual(comparable(rowsOf(expectedSql(asked)), asked))
  },
)

/** A test fails as soon as its question is read correctly; remove it from the gaps then. */
test.fails.each(allQuestions.filter(({ isGap }) => isGap === true))(
  '[DR121] known gap: $question',
  (asked) => {
    expect(comparable(answer(asked.question), asked)).toEqual(comparable(rowsOf(expectedSql(asked)), asked))
  },
)

test('[DR100] every reading says how the question was read', () => {
  const restatements = allQuestions.flatMap(({ question }) => {
    const plan = readQuestion(question, ontology, plainContext)
    return plan.status === 'readings' ? plan.readings.map(({ restatement }) => restatement) : []
  })
  expect(restatements.length).toBeGreaterThan(allQuestions.length)
  expect(restatements).not.toContain('')
})

test.each([
  ['payment total by method', 'total amount per method'],
  ['order count', 'number of orders'],
  ['orders by status', 'number of orders per status'],
  ['who earns the most', 'name of employees, top 1 by annual salary'],
])('[DR125] [DR4037] things are added up, counted and ranked as they are named: %s', (question, words) => {
  const plan = readQuestion(question, ontology, plainContext)
  expect(plan.status === 'readings' && plan.readings[0].restatement.startsWith(words)).toBe(true)
})

test('[DR125] [DR4038] if several things fit, the person is asked which one is meant', () => {
  const plan = readQuestion('what costs the most?', ontology, plainContext)
  expect(plan.status === 'clarification' && plan.questions[0]?.suggestions.length).toBeGreaterThan(1)
})

test.each([
  ['quantity of order items by month', /per month/],
  ['sales compared with last year', /in 2026\) and .* in 2025\)/],
  ['sales by quarter compared with last year', /in 2026\) and .* in 2025\) per quarter of the year/],
])(
  '[DR126] [DR4040] [DR4039] rows without a time field use that of the row they belong to: %s',
  (question, words) => {
    const plan = readQuestion(question, ontology, { ...plainContext, proceed: true })
    expect(plan.status === 'readings' && plan.readings[0].restatement).toMatch(words)
  },
)

test('[DT35] a lifetime value without a field is the sum of the rows that belong to each', () => {
  const question = 'How many high-value customers are there? [High-value threshold: Lifetime value > $3,000]'
  const bySql = `select count(*) from (select customer_id from orders group by customer_id having sum(total_amount) > 3000)`
  expect(answer(question)).toEqual(rowsOf(bySql))
})

test.each([
  'Total sales by region last quarter',
  'top 5 stores by sales in 2025',
  'What percentage of orders were cancelled in each store?',
  'How many customers ordered in September 2026?',
  'month over month growth of sales in 2026',
])('[DR61] a complete reading leaves out no word: %s', (question) => {
  const plan = readQuestion(question, ontology, plainContext)
  const said = plan.status === 'readings' ? plan.readings[0].assumptions : null
  // Orders of the shop may be cancelled, which totals say. How sure a reading is says the estimate.
  const apart = new Set(['rows included', 'meaning of the question'])
  expect(said?.filter(({ about, changesNumbers }) => changesNumbers && !apart.has(about))).toEqual([])
})

test('[DR124] [DR4036] [DR4035] an unsure reading is asked about if another one is as likely', () => {
  const question = 'which quantity had late orders by reason'
  const plan = readQuestion(question, ontology, plainContext)
  expect(plan).toMatchObject({
    status: 'clarification',
    questions: [
      {
        label: 'Meaning of quantity',
        why: 'meaning',
        suggestions: ['quantity of returns', 'quantity of order items'],
      },
    ],
  })
  const about = (words: string, proceed: boolean): readonly string[] => {
    const read = readQuestion(words, ontology, { ...plainContext, proceed })
    if (read.status !== 'readings') throw new Error(read.status)
    return read.readings[0].assumptions.map((each) => each.about)
  }
  expect(about(question, true)).toContain('meaning of quantity')
  const chosen = `${question} [Meaning of quantity: quantity of order items]`
  expect(about(chosen, false)).not.toContain('meaning of the question')
})

test('[DR124] no answer is given that is less likely than another reading of the same words', () => {
  const questions = [
    ...allQuestions.map(({ question }) => question),
    'list quantity, amount for open employees',
    'average orders between status and cost since 2025',
    'which quantity had late refunds by discount',
  ]
  for (const question of questions) {
    const plan = readQuestion(question, ontology, plainContext)
    if (plan.status !== 'readings' || plan.readings[0].confidence >= 0.3) continue
    const [first, ...others] = plan.readings
    expect([question, others.every(({ confidence }) => confidence < first.confidence)]).toEqual([
      question,
      true,
    ])
  }
})

test.each([
  ['who earns the most and the average of suppliers', ['average']],
  ['names of suppliers in the last 3 months', ['the last 3 months']],
  ['suppliers by month', ['by month']],
  ['growth of suppliers year over year', ['growth of', 'year over year']],
])(
  '[DR123] [DR4033] words that were understood but are not in the query are named: %s',
  (question, words) => {
    const plan = readQuestion(question, ontology, { ...plainContext, proceed: true })
    if (plan.status !== 'readings') throw new Error(plan.status)
    const [{ unmatched, assumptions }] = plan.readings
    for (const word of words) expect(unmatched).toContain(word)
    expect(assumptions).toContainEqual(
      expect.objectContaining({ about: 'words not understood', changesNumbers: true }),
    )
  },
)

test('[DR123] [DR380] a meaningful word without effect is asked about, and the rest can be chosen', () => {
  const question = 'how many products are out of stock'
  const plan = readQuestion(question, ontology, plainContext)
  if (plan.status !== 'clarification') throw new Error(plan.status)
  const [asked] = plan.questions
  expect(asked?.question).toContain('“stock”')
  expect(asked?.suggestions[0]).toBe('number of products')
  const chosen = readQuestion(`${question} [Reading: number of products]`, ontology, plainContext)
  if (chosen.status !== 'readings') throw new Error(chosen.status)
  expect(chosen.readings.map(({ restatement }) => restatement)).toEqual(['number of products'])
})

function answer(question: string): readonly (readonly Cell[])[] {
  const plan = readQuestion(question, ontology, plainContext)
  // Below the bound the right reading is offered first.
  const isOffered = plan.status === 'clarification' && plan.questions[0]?.label === 'Reading'
  const [reading] = plan.status === 'readings' || isOffered ? plan.readings : []
  if (reading === undefined) throw new Error(`${question}: ${plan.status}`)
  const { query } = reading
  const joins = planJoins(query, ontology)
  if ('status' in joins) throw new Error(joins.reason)
  return rowsOf(buildSql(query, joins, ontology, { now, timeZone: 'UTC' }).inlined)
}

function expectedSql({ sql, isSold }: ShopQuestion): string {
  if (isSold !== true) return sql
  return `with orders as (select * from main.orders where status <> 'cancelled'),
    order_items as (select * from main.order_items where order_id in (select order_id from orders)) ${sql}`
}

function rowsOf(sql: string): readonly (readonly Cell[])[] {
  const statement = database.prepare(sql)
  statement.setReturnArrays(true)
  // `setReturnArrays` makes each row an array.
  return statement.all() as unknown as readonly (readonly Cell[])[]
}

/** Numbers to two digits; columns in any order, and rows too unless the question orders them. */
function comparable(rows: readonly (readonly Cell[])[], { isOrdered }: ShopQuestion): readonly string[] {
  const lines = rows.map((row) =>
    row
      .map((cell) => (typeof cell === 'number' ? cell.toFixed(2) : String(cell)))
      .toSorted()
      .join(' | '),
  )
  return isOrdered === true ? lines : lines.toSorted()
}
