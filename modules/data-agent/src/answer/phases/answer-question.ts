import type { BuiltQuery, CannotAnswer, JoinPlan, Ontology, Query } from '@quipu/query'
import { buildSql, inZone, parseLineage, planJoins } from '@quipu/query'
import type { ClarificationQuestion, Plan, QueryJson, Reading, ReadingContext } from '@quipu/reading'
import { completeQuery, headed, readQuestion, showFigure, writeQuery } from '@quipu/reading'
import { problemOfVerified } from '../../ontology/check-verified.ts'
import type { ResultSet, Source } from '../../sources/source.ts'
import type { Answer, AnswerColumn, Phase, Verified } from '../answer.ts'
import type { Artifacts, MadeFrom, Verification } from '../artifacts.ts'
import { execute } from '../execute.ts'
import { explain } from '../explain/explain.ts'
import { lookUpValues } from '../look-up-values.ts'
import { groupsMakeWhole, tablesOf } from '../query-facts.ts'
import { rowsToShow } from '../rows-to-show.ts'
import { rowsUsed } from '../steps/rows-behind.ts'
import { runnerOn } from '../steps/runner.ts'
import { checkLineage } from '../verify/check-lineage.ts'
import { verify } from '../verify/verify.ts'
import { judged } from './judged.ts'
import { withDateThatIsSet } from './mend-dates.ts'
import { readingNamed, weighReadings } from './weigh-readings.ts'

export interface AskInput {
  readonly question: string
  /** A given reading, instead of one read from the question. */
  readonly reading?: Reading
  readonly ontology: Ontology
  readonly source: Source
  readonly context: ReadingContext
  /** The number of rows to return; the checks and the narrative use all of them. */
  readonly maxRows: number
  readonly signal: AbortSignal
  readonly onPhase?: (phase: Phase) => void
  readonly propose?: Proposer
  /** Caveats of every answer from this source. Default: none. */
  readonly caveats?: readonly string[]
  /** The fields of the source rows to show. Default: source rows are not shown. */
  readonly traced?: readonly string[]
  /** For all probes of the verifier together. */
  readonly probeMs?: number
}

/** Returns additional readings in logical form. They are joined, built and checked like our own. */
export type Proposer = (
  /** Our own readings, best first. */
  own: readonly Reading[],
  ontology: Ontology,
  signal: AbortSignal,
) => Promise<readonly Reading[]>

/** The statement to run, and its reading. */
interface Prepared {
  readonly reading: Reading | null
  readonly joins: JoinPlan | null
  readonly built: BuiltQuery
  readonly restatement: string
}

/**
 * The six phases in order. Throws `SourceError` if the database cannot return the rows, and the reason of the signal if it
 * was aborted.
 */
export async function answerQuestion(input: AskInput): Promise<Answer> {
  const { ontology, context, signal } = input
  const timed = timer(input)
  let artifacts: Artifacts = { plan: noPlan, joins: null, sql: null, execution: null, verification: null }
  const trail = () => ({ artifacts, milliseconds: timed.milliseconds })

  const { plan, known } = await timed.run('planner', () => planOf(input))
  artifacts = { ...artifacts, plan }
  if (plan.status === 'cannot_answer') return { ...plan, nearest: nearestOf(plan, ontology), ...trail() }
  if (plan.status === 'clarification' && !(context.proceed && plan.readings.length > 0)) {
    const questions = plan.questions
      .slice(0, 3)
      .map((one) => ({ ...one, choices: choicesOf(one, input, known, plan.readings) }))
    return { status: 'clarification', questions, ...trail() }
  }

  const chosen = await timed.run('navigator', () => navigate(plan, ontology))
  if ('status' in chosen) return { ...chosen, nearest: [], ...trail() }
  artifacts = { ...artifacts, joins: chosen.joins }

  const first = await timed.run('sql builder', () => prepare(plan, chosen, input))
  artifacts = { ...artifacts, sql: first.built }

  const { prepared, result } = await timed.run('executor', () => executed(plan, first, input))
  artifacts = { ...artifacts, joins: prepared.joins, sql: prepared.built, execution: result }

  const verification = await timed.run('verifier', () => check(prepared, result, input))
  const { reading, assumptions, confidence } = judged({
    question: input.question,
    plan,
    first: first.reading,
    prepared,
    result,
    verification,
    ontology,
  })
  artifacts = { ...artifacts, verification }

  signal.throwIfAborted()
  const { rows, caveats: sizeCaveats } = rowsToShow(result, input.maxRows)
  const explanation = await timed.run('explainer', () => tell(prepared, result, verification, input))
  const madeFrom = await traced(prepared, input)
  return {
    status: 'answered',
    restatement: prepared.restatement,
    sql: prepared.built.inlined,
    columns: labelled(result, prepared.reading?.query ?? null),
    rows,
    rowCount: result.rows.length,
    isTruncated: result.isTruncated || result.rows.length > rows.length,
    ...explanation,
    lineage: prepared.built.lineage,
    checks: verification.checks,
    caveats: [...verification.caveats, ...sizeCaveats, ...(input.caveats ?? [])],
    assumptions,
    confidence,
    reading,
    query: reading === null ? null : queryOf(reading, ontology),
    madeFrom,
    verified: verifiedOf(plan, ontology),
    ...trail(),
  }
}

/** Questions that can be answered instead. */
function nearestOf({ nearest = [] }: Extract<Plan, { status: 'cannot_answer' }>, ontology: Ontology) {
  return nearest
    .filter(({ query }) => !('status' in planJoins(query, ontology)))
    .map((reading) => ({ answer: reading.restatement, query: queryOf(reading, ontology) }))
}

const mostTraced = 50

async function traced({ reading, joins }: Prepared, input: AskInput): Promise<MadeFrom | null> {
  const { traced: always, ontology, source, context, signal } = input
  const tree = reading === null ? undefined : joins?.trees.get(reading.query)
  if (always === undefined || reading === null || tree === undefined) return null
  const runner = runnerOn(source, ontology, context, signal)
  const wanted = { query: reading.query, tree, ontology }
  return (await rowsUsed(wanted, runner, { most: mostTraced, always })) ?? null
}

/** The query of each suggestion, if it can be answered. */
function choicesOf(
  { label, suggestions }: ClarificationQuestion,
  { question, context }: AskInput,
  ontology: Ontology,
  readings: readonly Reading[],
) {
  return suggestions.flatMap((answer) => {
    const named = readingNamed(answer, readings, ontology)
    if (named !== undefined) return [{ answer, query: queryOf(named, ontology) }]
    const answers = { ...context.answers, [label.toLowerCase()]: answer }
    const plan = readQuestion(question, ontology, { ...context, answers, proceed: true })
    const [reading] = plan.status === 'readings' || plan.status === 'clarification' ? plan.readings : []
    return reading === undefined ? [] : [{ answer, query: queryOf(reading, ontology) }]
  })
}

function labelled(result: ResultSet, query: Query | null): readonly AnswerColumn[] {
  const outputs = query?.outputs.length === result.columns.length ? query.outputs : []
  return result.columns.map((column, index) => {
    const { label = column.name, expression } = outputs[index] ?? {}
    // A fiscal year has no name that everybody would understand: its first day is shown.
    const isPeriod = expression?.kind === 'period' && expression.fiscal !== true
    return { ...column, label, ...(isPeriod ? { period: expression.unit } : {}) }
  })
}

/** In the query language, with every choice explicit, so that it can be sent back. */
function queryOf({ query }: Reading, ontology: Ontology): QueryJson {
  return writeQuery(completeQuery(query, ontology), ontology)
}

interface Planned {
  readonly plan: Plan
  /** The ontology with the values that were looked up for this question. */
  readonly known: Ontology
}

async function planOf(input: AskInput): Promise<Planned> {
  const { question, context, signal, propose, source, reading } = input
  if (reading !== undefined)
    return { plan: { status: 'readings', readings: [reading] }, known: input.ontology }
  const known = await lookUpValues(question, input.ontology, { source, signal })
  const plan = withFigures(await usablePlan(question, known, context), known)
  if (plan.status === 'verified' || propose === undefined) return { plan, known }
  const own = plan.status === 'cannot_answer' ? [] : plan.readings
  return { plan: weighReadings(plan, await propose(own, known, signal), known, context), known }
}

/** The thing that is asked for is shown with the figure that ranks it, and each column has a heading. */
function withFigures(plan: Plan, ontology: Ontology): Plan {
  if (plan.status === 'verified' || plan.status === 'cannot_answer') return plan
  if (plan.status === 'clarification')
    return { ...plan, readings: plan.readings.map((one) => withHeadings(one, ontology)) }
  const [first, ...rest] = plan.readings
  const shown = withHeadings(showFigure(first, ontology), ontology)
  return { ...plan, readings: [shown, ...rest.map((one) => withHeadings(one, ontology))] }
}

/** A column that a reading left without a heading gets the one it has in the query language. */
function withHeadings(reading: Reading, ontology: Ontology): Reading {
  const { query } = reading
  if (query.outputs.every(({ label }) => label !== '')) return reading
  const named = headed(query, ontology).outputs
  const outputs = query.outputs.map((output, at) =>
    output.label === '' ? { ...output, label: named[at]?.label ?? '' } : output,
  )
  return { ...reading, query: { ...query, outputs } }
}

/** A verified question whose SQL cannot answer is ignored: it was stored before the database was read. */
async function usablePlan(question: string, ontology: Ontology, context: ReadingContext): Promise<Plan> {
  const plan = readQuestion(question, ontology, context)
  if (plan.status !== 'verified') return plan
  const shown = { ...ontology, datasets: ontology.datasets.filter(({ isHidden }) => !isHidden) }
  if ((await problemOfVerified(plan.sql, shown)) === null) return plan
  return readQuestion(question, { ...ontology, verified: [] }, context)
}

function verifiedOf(plan: Plan, { verified }: Ontology): Verified | null {
  if (plan.status !== 'verified') return null
  const { question, sql } = plan
  const entry = verified.find((one) => one.question === question && one.sql === sql)
  return { question, by: entry?.verifiedBy ?? null, at: entry?.verifiedAt ?? null }
}

interface Chosen {
  readonly reading: Reading | null
  readonly joins: JoinPlan | null
}

/** The best reading whose datasets can be joined, or the reason if there is none. */
function navigate(plan: Exclude<Plan, CannotAnswer>, ontology: Ontology): Chosen | CannotAnswer {
  if (plan.status === 'verified') return { reading: null, joins: null }
  let reason: CannotAnswer | null = null
  for (const reading of plan.readings) {
    const joins = planJoins(reading.query, ontology)
    if (!('status' in joins)) return { reading, joins }
    reason ??= joins
  }
  return reason ?? noPlan
}

async function prepare(plan: Plan, { reading, joins }: Chosen, input: AskInput): Promise<Prepared> {
  const { ontology, context, question } = input
  if (reading !== null && joins !== null) {
    const { now, timeZone } = context
    const built = buildSql(reading.query, joins, ontology, { now, timeZone })
    return { reading, joins, built, restatement: reading.restatement || question }
  }
  const sql = plan.status === 'verified' ? plan.sql : ''
  const lineage = await parseLineage(sql, ontology.dialect, ontology, { timeZone: context.timeZone })
  const statement = { sql, parameters: [] }
  const restatement = plan.status === 'verified' ? plan.question : question
  return { reading, joins, built: { statement, inlined: sql, lineage, joins: [] }, restatement }
}

async function rowsOf({ built }: Prepared, { source, signal, ontology }: AskInput): Promise<ResultSet> {
  const execution = await execute(built.statement, source, { signal, tables: tablesOf(ontology) })
  if (execution.status === 'done') return execution.result
  signal.throwIfAborted()
  throw execution.error
}

interface Executed {
  readonly prepared: Prepared
  readonly result: ResultSet
}

/** Asks again where the rows never have the date that was taken. */
async function executed(plan: Plan, first: Prepared, input: AskInput): Promise<Executed> {
  const { ontology, source, context, signal, question } = input
  const done = { prepared: first, result: await rowsOf(first, input) }
  // What a person or a program gave is asked as it is.
  if (first.reading === null || input.reading !== undefined) return done
  const run = runnerOn(source, ontology, context, signal)
  const other = await withDateThatIsSet(first.reading, done.result, question, ontology, run)
  const joins = other === null ? null : planJoins(other.query, ontology)
  if (other === null || joins === null || 'status' in joins) return done
  const prepared = await prepare(plan, { reading: other, joins }, input)
  return { prepared, result: await rowsOf(prepared, input) }
}

async function check(
  { reading, joins, built }: Prepared,
  result: ResultSet,
  input: AskInput,
): Promise<Verification> {
  const { ontology, source, signal, context, probeMs } = input
  const today = inZone(context.now, context.timeZone).slice(0, 10)
  const options = { signal, ...(probeMs === undefined ? {} : { budgetMs: probeMs }) }
  const found = await verify(
    { query: reading?.query ?? null, joins, result, ontology, today, asked: context },
    source,
    options,
  )
  if (reading === null) return found
  const lineage = await checkLineage(built, ontology, context.timeZone)
  return {
    checks: [...found.checks, lineage.check],
    caveats: lineage.caveat === undefined ? found.caveats : [...found.caveats, lineage.caveat],
  }
}

function tell(
  { reading, joins, restatement }: Prepared,
  result: ResultSet,
  { checks }: Verification,
  input: AskInput,
) {
  const query = reading?.query ?? null
  const tree = query === null ? undefined : joins?.trees.get(query)
  const isTrusted = !checks.some(({ name, status }) => name === 'reconciliation' && status === 'failed')
  const addsUp =
    query !== null && tree !== undefined && isTrusted && groupsMakeWhole(query, tree, result, input.ontology)
  return explain({ query, result, ontology: input.ontology, restatement, addsUp, checks })
}

function timer({ signal, onPhase }: AskInput) {
  const milliseconds: Partial<Record<Phase, number>> = {}
  return {
    milliseconds,
    async run<T>(phase: Phase, work: () => T | Promise<T>): Promise<T> {
      signal.throwIfAborted()
      onPhase?.(phase)
      const started = performance.now()
      try {
        return await work()
      } finally {
        milliseconds[phase] = Math.round((performance.now() - started) * 100) / 100
      }
    },
  }
}

const noPlan: CannotAnswer = {
  status: 'cannot_answer',
  reason: 'The question could not be read.',
  missing: [],
  available: [],
}
