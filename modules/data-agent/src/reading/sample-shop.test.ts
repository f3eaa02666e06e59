import { rmSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Ontology } from '../ontology/ontology.ts'
import type { Cell } from '../sources/source.ts'
import { buildSql } from '../sql/build-sql.ts'
import { planJoins } from '../sql/plan-joins.ts'
import { readQuestion } from './read-question.ts'
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
  '[DR120] answered as in SQL by hand: $question',
  (asked) => {
    expect(comparable(answer(asked.question), asked)).toEqual(comparable(rowsOf(asked.sql), asked))
  },
)

/** Each fails as soon as its question is read as it is meant; it is then no gap any more. */
test.fails.each(allQuestions.filter(({ isGap }) => isGap === true))(
  '[DR121] known gap: $question',
  (asked) => {
    expect(comparable(answer(asked.question), asked)).toEqual(comparable(rowsOf(asked.sql), asked))
  },
)

test('[DR100] every reading says how the question was read', () => {
  const told = allQuestions.flatMap(({ question }) => {
    const plan = readQuestion(question, ontology, plainContext)
    return plan.status === 'readings' ? plan.readings.map(({ restatement }) => restatement) : []
  })
  expect(told.length).toBeGreaterThan(allQuestions.length)
  expect(told).not.toContain('')
})

test('[DR123] a word of substance that narrows nothing is named in a warning', () => {
  const plan = readQuestion('how many products are out of stock', ontology, plainContext)
  if (plan.status !== 'readings') throw new Error(plan.status)
  expect(plan.readings[0].unmatched).toEqual(['stock'])
  expect(plan.readings[0].assumptions).toContainEqual({
    about: 'words not understood',
    says: 'Not taken into account: stock.',
    changesNumbers: true,
  })
})

function answer(question: string): readonly (readonly Cell[])[] {
  const plan = readQuestion(question, ontology, plainContext)
  if (plan.status !== 'readings') throw new Error(`${question}: ${plan.status}`)
  const { query } = plan.readings[0]
  const joins = planJoins(query, ontology)
  if ('status' in joins) throw new Error(joins.reason)
  return rowsOf(buildSql(query, joins, ontology, { now, timeZone: 'UTC' }).inlined)
}

function rowsOf(sql: string): readonly (readonly Cell[])[] {
  const statement = database.prepare(sql)
  statement.setReturnArrays(true)
  // `setReturnArrays` makes each row an array.
  return statement.all() as unknown as readonly (readonly Cell[])[]
}

/** Numbers to two digits; columns in any order, and rows too unless the question orders them. */
function comparable(rows: readonly (readonly Cell[])[], { isOrdered }: ShopQuestion): readonly string[] {
  const told = rows.map((row) =>
    row
      .map((cell) => (typeof cell === 'number' ? cell.toFixed(2) : String(cell)))
      .toSorted()
      .join(' | '),
  )
  return isOrdered === true ? told : told.toSorted()
}
