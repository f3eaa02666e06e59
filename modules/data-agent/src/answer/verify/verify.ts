import type { JoinPlan, Ontology, Query } from '@quipu/query'
import type { ResultSet, Source } from '../../sources/source.ts'
import type { Check, Verification } from '../artifacts.ts'
import { tablesOf } from '../query-facts.ts'
import { checkDayBounds } from './check-day-bounds.ts'
import { checkDoubts } from './check-doubts.ts'
import { checkDuplicates } from './check-duplicates.ts'
import { checkEmpty } from './check-empty.ts'
import { checkJoins } from './check-joins.ts'
import { checkMeasures } from './check-measures.ts'
import { checkGroupKeys } from './check-nulls.ts'
import { checkPeriods } from './check-periods.ts'
import { checkSameness } from './check-sameness.ts'
import { checkSpellings } from './check-spellings.ts'
import { checkTies } from './check-ties.ts'
import { checkTotals } from './check-totals.ts'
import { Level } from './level.ts'
import { Prober, passed, wrong } from './prober.ts'
import type { Finding } from './prober.ts'

export interface VerifierInput {
  /** Null for a person's own SQL. */
  readonly query: Query | null
  readonly joins: JoinPlan | null
  readonly result: ResultSet
  readonly ontology: Ontology
  /** ISO day in the person's time zone. */
  readonly today: string
  /** The time of the question, for which the answer's SQL was built. Default: noon of today in UTC. */
  readonly asked?: { readonly now: Date; readonly timeZone: string }
}

export interface VerifierOptions {
  readonly signal: AbortSignal
  /** For all probes together. Default: 2,000. */
  readonly budgetMs?: number
}

/** Queries the database for anything that could make the answer wrong. */
export async function verify(
  input: VerifierInput,
  source: Source,
  options: VerifierOptions,
): Promise<Verification> {
  const prober = new Prober(source, tablesOf(input.ontology), options.signal, options.budgetMs ?? 2000)
  const found = await Promise.all([checkOuter(input, prober), checkInner(input, prober)])
  const doubts = [...checkDoubts(input.joins, input.ontology), ...checkDayBounds(input.joins, input.ontology)]
  const findings = blameOnce([...checkTruncation(input), ...doubts, ...found.flat()])
  return {
    checks: findings.map(({ check }) => check),
    caveats: [...new Set(findings.flatMap(({ caveat }) => (caveat === undefined ? [] : [caveat])))],
  }
}

/** The levels whose rows are in the result: the query itself and those it is combined with. */
async function checkOuter(input: VerifierInput, prober: Prober): Promise<readonly Finding[]> {
  const { query, joins, result, ontology, today } = input
  const tree = query === null ? undefined : joins?.trees.get(query)
  if (query === null || tree === undefined) return checkPlainResult(result)
  const level = new Level(query, tree, ontology)
  const asked = input.asked ?? { now: new Date(`${today}T12:00:00Z`), timeZone: 'UTC' }
  const found = await Promise.all([
    checkJoins(level, prober, true),
    checkDuplicates(level, result, prober),
    checkTotals(level, result, prober),
    query.combine === null ? checkEmpty(level, result, prober) : Promise.resolve([]),
    checkPeriods(level, result, prober, today),
    checkMeasures(level, prober),
    checkTies(level, result, prober, asked),
  ])
  const combined = query.combine === null ? [] : checkPlainResult(result)
  return [
    ...found.flat(),
    ...checkGroupKeys(level, result),
    ...checkSameness(level, result),
    ...checkSpellings(level, result),
    ...combined,
  ]
}

/** Nested levels only filter rows. */
async function checkInner(
  { query, joins, ontology }: VerifierInput,
  prober: Prober,
): Promise<readonly Finding[]> {
  const inner = [...(joins?.trees ?? [])].filter(([level, tree]) => level !== query && tree.joins.length > 0)
  const found = await Promise.all(
    inner.map(([level, tree]) => checkJoins(new Level(level, tree, ontology), prober, false)),
  )
  return found.flat()
}

function checkPlainResult(result: ResultSet): readonly Finding[] {
  if (result.rows.length > 0) return [passed('empty', 'There are rows that fit the question.')]
  return [wrong('empty', 'warning', 'Nothing found that fits the question.')]
}

function checkTruncation({ result }: VerifierInput): readonly Finding[] {
  const count = result.rows.length.toLocaleString('en-US')
  if (!result.isTruncated) return [passed('truncation', `The result is whole: ${count} rows.`)]
  return [wrong('truncation', 'warning', `The result was cut off after ${count} rows; there are more.`)]
}

/** If joins explain why groups do not add up, only the caveat about the joins is kept. */
function blameOnce(findings: readonly Finding[]): readonly Finding[] {
  const explains: ReadonlySet<Check['name']> = new Set(['fan-out', 'row-loss', 'null-keys'])
  const isExplained = findings.some(({ check, caveat }) => caveat !== undefined && explains.has(check.name))
  return findings.map(({ check, caveat }) =>
    caveat === undefined || (isExplained && check.name === 'reconciliation') ? { check } : { check, caveat },
  )
}
