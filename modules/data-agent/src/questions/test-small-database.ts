import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { buildSql, planJoins, type Ontology } from '@quipu/query'
import { readQuestion, type Plan, type Reading, type ReadingContext } from '@quipu/reading'
import { ontologyOf, plainContext } from './test-shop.ts'

export interface SmallDatabase extends Disposable {
  readonly ontology: Ontology
  plan(question: string): Plan
  /** The SQL of the best reading; throws if there is none. */
  reading(question: string): Reading
  sql(question: string): string
  /** The rows of the best reading. */
  rows(question: string): unknown[][]
  run(sql: string): unknown[][]
}

/** A small database with its ontology. */
export async function openSmallDatabase(
  script: string,
  more: Partial<ReadingContext> = {},
): Promise<SmallDatabase> {
  const folder = mkdtempSync(join(tmpdir(), 'quipu-small-'))
  const file = join(folder, 'small.sqlite')
  const database = new DatabaseSync(file)
  database.exec(script)
  const ontology = await ontologyOf(file)
  const context = { ...plainContext, ...more }
  const plan = (question: string): Plan => readQuestion(question, ontology, context)
  const reading = (question: string): Reading => {
    const made = plan(question)
    if (made.status !== 'readings') throw new Error(`no reading: ${made.status}`)
    return made.readings[0]
  }
  const sql = (question: string): string => {
    const { query } = reading(question)
    const joins = planJoins(query, ontology)
    if ('status' in joins) throw new Error(joins.reason)
    return buildSql(query, joins, ontology, { now: context.now, timeZone: 'UTC' }).inlined
  }
  const rows = (question: string): unknown[][] => run(sql(question))
  const run = (text: string): unknown[][] => {
    const statement = database.prepare(text)
    statement.setReturnArrays(true)
    // setReturnArrays makes each row an array.
    return statement.all() as unknown as unknown[][]
  }
  const close = (): void => {
    database.close()
    rmSync(folder, { recursive: true })
  }
  return { ontology, plan, reading, sql, rows, run, [Symbol.dispose]: close }
}

/** Rows whose order does not count, as texts, with figures rounded. */
export function sorted(rows: readonly (readonly unknown[])[]): readonly string[] {
  const rounded = (one: unknown): unknown => (typeof one === 'number' ? Math.round(one * 100) / 100 : one)
  return rows.map((row) => JSON.stringify(row.map(rounded))).toSorted()
}
