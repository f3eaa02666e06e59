import { metricExpression, singularLabel, visibleText, type Condition, type Expression } from '@quipu/query'
import type { ResultSet } from '../../sources/source.ts'
import { decimalsFor, formatNumber, formatShare } from '../explain/numbers.ts'
import { isAdditive, isAggregated, metOnce } from '../query-facts.ts'
import type { Level } from './level.ts'
import { CannotWrite, ProbeSql } from './probe-sql.ts'
import { notRun, passed, wrong } from './prober.ts'
import type { Finding, Prober } from './prober.ts'

/** An additive measure of the rows of one appearance. */
interface Measure {
  readonly at: number
  readonly label: string
  readonly of: Expression & { kind: 'aggregate' }
  readonly rowsOf: string
  /** Why a row may count in several groups; null if a row has one group. */
  readonly repeats: string | null
}

/** The share that joins may lose before it is reported; the checks of the joins are more precise. */
const reportedShare = 0.01
const about = 'Whether the groups add up to the total'

/** Adds up the groups and compares them with the total, which is counted with only those joins that filter. */
export async function checkTotals(
  level: Level,
  result: ResultSet,
  prober: Prober,
): Promise<readonly Finding[]> {
  if (!mustAddUp(level, result)) return []
  const measures = measuresOf(level)
  return Promise.all(measures.map((measure) => checkMeasure(level, measure, result, prober)))
}

async function checkMeasure(
  level: Level,
  measure: Measure,
  result: ResultSet,
  prober: Prober,
): Promise<Finding> {
  const statement = totalProbe(level, measure)
  if (statement === null) return unchecked
  const numbers = await prober.numbers(statement)
  if ('trouble' in numbers) return notRun('reconciliation', about, numbers.trouble)
  const expected = numbers[0] ?? 0
  const actual = result.rows.reduce((sum, row) => sum + Number(row[measure.at] ?? 0), 0)
  if (measure.repeats !== null) return countedSeveralTimes(measure, measure.repeats, actual, expected)
  const format = { unit: null, isPlain: false, decimals: decimalsFor([expected, actual]) }
  const [sum, total] = [formatNumber(actual, format), formatNumber(expected, format)]
  if (isNear(actual, expected)) {
    return passed('reconciliation', `${measure.label}: the result adds up to the total of ${total}.`, 1)
  }
  const ratio = expected === 0 ? undefined : actual / expected
  const difference =
    expected === 0
      ? ''
      : `, ${formatShare(Math.abs(actual - expected) / Math.abs(expected))} ${actual > expected ? 'too much' : 'missing'}`
  if (ratio !== undefined && ratio < 1 && ratio > 1 - reportedShare && level.tree.joins.length > 0) {
    return passed(
      'reconciliation',
      `${measure.label}: the result adds up to ${sum} of ${total}; less than 1% has no group.`,
      ratio,
    )
  }
  const says = `${measure.label}: the result adds up to ${sum}, but all the rows asked about to ${total}${difference}.`
  const isBad = ratio === undefined || Math.abs(ratio - 1) >= reportedShare
  return wrong('reconciliation', isBad ? 'failed' : 'warning', says, ratio)
}

/** Null if probes cannot write a condition of this kind. */
function totalProbe(level: Level, { of, rowsOf }: Measure) {
  const sql = new ProbeSql(level)
  const filters: readonly Condition[] = of.where === undefined ? level.filters : [...level.filters, of.where]
  const scope = sql.scope(rowsOf, filters)
  if (!scope.isExact) return null
  const value = of.of.kind === 'rows' ? 'COUNT(*)' : aggregateSql(sql, of)
  return value === null ? null : sql.statement(`SELECT ${value} FROM ${sql.table(rowsOf)}${scope.sql}`)
}

function aggregateSql(sql: ProbeSql, of: Expression & { kind: 'aggregate' }): string | null {
  try {
    return of.function === 'count' ? `COUNT(${sql.expression(of.of)})` : `SUM(${sql.expression(of.of)})`
  } catch (error) {
    if (error instanceof CannotWrite) return null
    throw error
  }
}

function measuresOf(level: Level): readonly Measure[] {
  const keys = [...level.query.groupBy].flatMap((key) => [...level.needs(key)])
  return level.query.outputs.flatMap(({ expression, label }, at) => {
    const meant =
      expression.kind === 'metric' ? metricExpression(expression.name, level.ontology) : expression
    if (meant.kind !== 'aggregate' || !isAdditive(meant, level.ontology)) return []
    const [rowsOf, ...others] = level.needs(meant.of)
    if (rowsOf === undefined || others.length > 0) return []
    const met = metOnce(level.tree, rowsOf, level.ontology)
    const several = keys.filter((key) => !met.has(key))
    const turns = several.map((key) => turnOf(level, rowsOf, key, met))
    // Rows are counted in each of their groups on purpose: the orders of each category. An amount is not divided by that.
    if (turns.includes(rowsOf) && meant.function === 'count') return []
    const repeats = turns[0] === undefined ? null : repeatsBy(level, rowsOf, turns[0])
    return [{ at, label: visibleText(label), of: meant, rowsOf, repeats }]
  })
}

/**
 * Where the join path from the rows to a group's key begins to fork. If that is not at the rows themselves, they are
 * connected with the key only through a common neighbour.
 */
function turnOf(level: Level, rowsOf: string, key: string, met: ReadonlySet<string>): string {
  const fork = level
    .joinPathTo(rowsOf, new Set([key]))
    .find(({ left, right }) => met.has(left) !== met.has(right))
  if (fork === undefined) return rowsOf
  return met.has(fork.left) ? fork.left : fork.right
}

function repeatsBy(level: Level, rowsOf: string, turn: string): string {
  const label = visibleText(level.dataset(turn).label)
  return turn === rowsOf
    ? `the whole amount of each ${singularLabel(label)} counts in each of its groups`
    : `one row counts in several groups, which only share the same ${label}`
}

function countedSeveralTimes({ label }: Measure, repeats: string, actual: number, expected: number): Finding {
  const ratio = expected === 0 ? 1 : actual / expected
  const format = { unit: null, isPlain: false, decimals: decimalsFor([expected, actual]) }
  const [sum, total] = [formatNumber(actual, format), formatNumber(expected, format)]
  if (ratio <= 1 + reportedShare)
    return passed('fan-out', `${label}: no row counts in several groups.`, ratio)
  const says = `${label}: ${repeats}; they add up to ${sum}, all rows to ${total}.`
  return wrong('fan-out', 'warning', says, ratio)
}

/** Whether the result shows the whole of an additive measure, in parts or through joins. */
function mustAddUp({ query, tree, ontology }: Level, result: ResultSet): boolean {
  if (!query.outputs.some(({ expression }) => isAggregated(expression))) return false
  if (query.groupBy.length === 0 && tree.joins.length === 0) return false
  if (result.isTruncated || query.combine !== null || query.having !== null) return false
  const own = ontology.relationships.filter(({ from, to }) => from === to).map(({ name }) => name)
  if (tree.joins.some(({ relationship }) => own.includes(relationship))) return false
  const isLimited = query.limit !== null && (query.limitPer !== null || result.rows.length >= query.limit)
  return !isLimited || query.groupBy.length === 0
}

const unchecked: Finding = {
  check: {
    name: 'reconciliation',
    status: 'not-run',
    says: `${about} was not checked: a condition of the question cannot be checked apart from its answer.`,
  },
}

function isNear(a: number, b: number): boolean {
  return Math.abs(a - b) <= Math.max(1e-6 * Math.max(Math.abs(a), Math.abs(b)), 1e-6)
}
