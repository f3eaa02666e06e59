import { buildSql, planJoins, type Cell, type Ontology } from '@quipu/query'
import {
  interpretQuestion,
  judgeResult,
  readQuestion,
  type Plan,
  type Reading,
  type ReadingContext,
} from '@quipu/reading'
import { rivalOf } from '../src/answer/assumptions.ts'

export interface Prediction {
  readonly id: string
  readonly status: 'answered' | 'clarification' | 'cannot_answer' | 'error'
  readonly sql: string | null
  readonly ms: number
  /** Before the rows. */
  readonly warned: boolean
  readonly reading: Reading | null
  /** The best reading of another meaning. */
  readonly rival: Reading | null
  readonly why: string | null
}

/** From question to SQL, as the agent does before it queries the database. */
export function predict(id: string, question: string, ontology: Ontology, now: Date): Prediction {
  const context: ReadingContext = {
    now,
    timeZone: 'UTC',
    preferences: { defaultTimePeriod: null, highValueThreshold: null, choices: {} },
    answers: {},
    proceed: false,
    previous: null,
  }
  const begun = performance.now()
  const done = (part: Omit<Prediction, 'id' | 'ms'>): Prediction => ({
    id,
    ms: performance.now() - begun,
    ...part,
  })
  const nothing = { sql: null, warned: false, reading: null, rival: null }
  try {
    const plan: Plan = readQuestion(question, ontology, context)
    if (plan.status === 'verified') return done({ ...nothing, status: 'answered', sql: plan.sql, why: null })
    if (plan.status === 'cannot_answer')
      return done({ ...nothing, status: 'cannot_answer', why: plan.reason })
    if (plan.status === 'clarification')
      return done({
        ...nothing,
        status: 'clarification',
        reading: plan.readings[0] ?? null,
        why: plan.questions[0]?.question ?? null,
      })
    const reading =
      plan.readings.find((each) => !('status' in planJoins(each.query, ontology))) ?? plan.readings[0]
    const joins = planJoins(reading.query, ontology)
    if ('status' in joins) return done({ ...nothing, status: 'cannot_answer', reading, why: joins.reason })
    const built = buildSql(reading.query, joins, ontology, { now, timeZone: 'UTC' })
    const warned = reading.assumptions.some((each) => each.changesNumbers)
    const rival = rivalOf(reading, plan.readings)
    return done({ status: 'answered', sql: built.inlined, warned, reading, rival, why: null })
  } catch (error) {
    return done({
      ...nothing,
      status: 'error',
      why: error instanceof Error ? (error.stack ?? error.message) : String(error),
    })
  }
}

/** Whether the answer has a warning when its rows are there. The agent checks them too, which is left out here. */
export function isWarnedAfter(
  { reading, rival, warned }: Prediction,
  question: string,
  rows: readonly (readonly unknown[])[],
  ontology: Ontology,
): boolean {
  if (reading === null) return warned
  // Rows of SQLite have only cells.
  const cells = rows as readonly (readonly Cell[])[]
  const judged = judgeResult({ question, reading, rows: cells, rival, hasCaveat: false }, ontology)
  return judged.reading.assumptions.some((each) => each.changesNumbers)
}

/** Only the best reading, whatever its confidence: for work on the grammar. */
export function predictRaw(id: string, question: string, ontology: Ontology, now: Date): Prediction {
  const context: ReadingContext = {
    now,
    timeZone: 'UTC',
    preferences: { defaultTimePeriod: null, highValueThreshold: null, choices: {} },
    answers: {},
    proceed: true,
    previous: null,
  }
  const begun = performance.now()
  const nothing = { id, sql: null, warned: false, reading: null, rival: null }
  try {
    const { candidates } = interpretQuestion(question, ontology, context)
    const best = candidates.find((each) => !('status' in planJoins(each.query, ontology))) ?? candidates[0]
    if (best === undefined)
      return { ...nothing, ms: performance.now() - begun, status: 'cannot_answer', why: 'nothing understood' }
    const joins = planJoins(best.query, ontology)
    if ('status' in joins)
      return { ...nothing, ms: performance.now() - begun, status: 'cannot_answer', why: joins.reason }
    const sql = buildSql(best.query, joins, ontology, { now, timeZone: 'UTC' }).inlined
    return { ...nothing, ms: performance.now() - begun, status: 'answered', sql, why: null }
  } catch (error) {
    return {
      ...nothing,
      ms: performance.now() - begun,
      status: 'error',
      why: error instanceof Error ? (error.stack ?? error.message) : String(error),
    }
  }
}
