import {
  capital,
  visibleText,
  type Condition,
  type Expression,
  type FieldRef,
  type TimeUnit,
} from '@quipu/query'
import type { ResultSet } from '../../sources/source.ts'
import { dayOf, isoDay, periodEnd, periodName, windowName } from '../explain/periods.ts'
import { formatShare } from '../explain/numbers.ts'
import { appearanceOf } from '../query-facts.ts'
import type { Level } from './level.ts'
import { CannotWrite, ProbeSql } from './probe-sql.ts'
import { notRun, passed, wrong } from './prober.ts'
import type { Finding, Prober } from './prober.ts'

const dayMs = 86_400_000
/** The part of a period that must be missing before it is reported. */
const reportedShare = 0.1
/** Data with gaps may end this many usual gaps before the end of a period. */
const usualGaps = 3

interface Covered {
  readonly first: Date
  readonly last: Date
  /** Days from one day with data to the next, on average. */
  readonly gap: number
}

/** Periods that are not over, were requested only in part, or are only partly in the data. */
export async function checkPeriods(
  level: Level,
  result: ResultSet,
  prober: Prober,
  today: string,
): Promise<readonly Finding[]> {
  const grouping = groupingOf(level)
  const window = windowOf(level, grouping?.ref ?? null)
  const ref = grouping?.ref ?? window?.ref
  if (ref === undefined || result.rows.length === 0) return []
  const covered = await coveredBy(level, ref, window, prober)
  const about = 'Whether the last period is complete'
  if (covered === null) return [notRun('partial-period', about, 'the moments are not kept as dates')]
  if ('trouble' in covered) return [notRun('partial-period', about, covered.trouble)]
  const now = dayOf(today) ?? new Date()
  return grouping === null
    ? [checkWindow(level, ref, window, covered, now)]
    : checkGroups(grouping, window, result, covered, now)
}

/** For a question without groups of time: whether the data reaches the end of its period. */
function checkWindow(
  level: Level,
  ref: FieldRef,
  window: Window | null,
  covered: Covered,
  now: Date,
): Finding {
  const [start, end] = [dayOf(window?.start ?? null), dayOf(window?.end ?? null)]
  if (start === null || end === null) return passed('partial-period', 'No period was asked for.')
  const tomorrow = new Date(now.getTime() + dayMs)
  const reached = end > tomorrow ? tomorrow : end
  const name = windowName(window?.start ?? null, window?.end ?? null)
  const share = missingShare(start, reached, covered)
  if (share === 0) {
    const soFar = end > tomorrow ? ` up to today; ${name} is not over` : ''
    return passed('partial-period', `The data covers ${soFar === '' ? name : 'the time'}${soFar}.`, 1)
  }
  const label = visibleText(level.field(appearanceOf(ref), ref.field).label)
  const says = `The data ends on ${isoDay(covered.last)} (${label}), so ${formatShare(share)} of ${name} is missing.`
  return wrong('partial-period', 'warning', says, 1 - share)
}

function checkGroups(
  { at, unit, isFiscal }: Grouping,
  window: Window | null,
  result: ResultSet,
  covered: Covered,
  now: Date,
): readonly Finding[] {
  const days = result.rows.map((row) => dayOf(row[at] ?? null)).filter((day) => day !== null)
  const first = days.reduce<Date | null>((least, day) => (least === null || day < least ? day : least), null)
  const last = days.reduce<Date | null>((most, day) => (most === null || day > most ? day : most), null)
  if (first === null || last === null) return []
  const end = periodEnd(last, unit)
  const name = periodName(isoDay(last), unit, isFiscal)
  const found: Finding[] = []
  const cut = dayOf(window?.end ?? null)
  const tomorrow = new Date(now.getTime() + dayMs)
  if (end > tomorrow) {
    found.push(
      wrong(
        'partial-period',
        'warning',
        `${capital(name)} is not over: its figures go to ${isoDay(min(now, covered.last))} at most.`,
      ),
    )
  } else if (cut !== null && cut < end) {
    found.push(
      wrong('partial-period', 'warning', `Of ${name} only the days before ${isoDay(cut)} were asked for.`),
    )
  } else {
    const share = missingShare(last, end, covered)
    if (share > 0) {
      const says = `The data ends on ${isoDay(covered.last)}, so ${formatShare(share)} of ${name} is missing.`
      found.push(wrong('partial-period', 'warning', says, 1 - share))
    }
  }
  found.push(...firstPeriod(first, { unit, isFiscal }, dayOf(window?.start ?? null), covered))
  return found.length > 0 ? found : [passed('partial-period', `The last period, ${name}, is complete.`, 1)]
}

/** The first period may begin before the requested window, or before the data. */
function firstPeriod(
  first: Date,
  { unit, isFiscal }: Pick<Grouping, 'unit' | 'isFiscal'>,
  asked: Date | null,
  covered: Covered,
): readonly Finding[] {
  const end = periodEnd(first, unit)
  const name = periodName(isoDay(first), unit, isFiscal)
  if (asked !== null && asked > first && asked < end) {
    return [
      wrong('partial-period', 'warning', `Of ${name} only the days from ${isoDay(asked)} on were asked for.`),
    ]
  }
  const days = (to: Date) => (to.getTime() - first.getTime()) / dayMs
  const [missing, length] = [days(covered.first), days(end)]
  if (missing <= Math.max(usualGaps * covered.gap, reportedShare * length, 1)) return []
  const share = Math.min(1, missing / length)
  const says = `The data begins on ${isoDay(covered.first)}, so ${formatShare(share)} of ${name} is missing.`
  return [wrong('partial-period', 'warning', says, 1 - share)]
}

/** The part of `from`…`to` after the data's last day; 0 if that is no more than the usual gaps. */
function missingShare(from: Date, to: Date, { last, gap }: Covered): number {
  const missing = (to.getTime() - last.getTime()) / dayMs - 1
  const length = (to.getTime() - from.getTime()) / dayMs
  if (missing <= Math.max(usualGaps * gap, reportedShare * length, 1)) return 0
  return Math.min(1, missing / length)
}

/** The first and last day of the data under the other conditions, whatever period was requested. */
async function coveredBy(
  level: Level,
  ref: FieldRef,
  window: Window | null,
  prober: Prober,
): Promise<Covered | { readonly trouble: string } | null> {
  const appearance = appearanceOf(ref)
  const field = level.field(appearance, ref.field)
  if (field.timeFormat !== null && !field.timeFormat.startsWith('iso')) return null
  const sql = new ProbeSql(level)
  const filters = level.filters.filter((filter) => filter !== window?.condition)
  try {
    const column = sql.column(appearance, ref.field)
    const scope = sql.scope(appearance, filters)
    const day =
      field.type === 'text' || level.ontology.dialect === 'sqlite'
        ? `SUBSTR(${column}, 1, 10)`
        : `CAST(${column} AS date)`
    const from = `FROM ${sql.table(appearance)}${scope.sql}`
    const probed = await prober.ask(
      sql.statement(`SELECT MIN(${column}), MAX(${column}), COUNT(DISTINCT ${day}) ${from}`),
    )
    if ('trouble' in probed) return probed
    const [min = null, max = null, days = 0] = probed.rows[0] ?? []
    const [first, last] = [dayOf(min), dayOf(max)]
    if (first === null || last === null) return null
    const span = (last.getTime() - first.getTime()) / dayMs
    return { first, last, gap: span / Math.max(1, Number(days) - 1) }
  } catch (error) {
    if (error instanceof CannotWrite) return null
    throw error
  }
}

interface Grouping {
  readonly at: number
  readonly unit: TimeUnit
  readonly isFiscal: boolean
  readonly ref: FieldRef
}

function groupingOf({ query }: Level): Grouping | null {
  for (const [at, { expression }] of query.outputs.entries()) {
    const period = periodOf(expression)
    if (period !== null && query.groupBy.length > 0) return { at, ...period }
  }
  return null
}

function periodOf(expression: Expression): Omit<Grouping, 'at'> | null {
  if (expression.kind === 'period' && expression.of.kind === 'field') {
    return { unit: expression.unit, isFiscal: expression.fiscal === true, ref: expression.of }
  }
  if (expression.kind === 'part' && expression.part === 'year' && expression.of.kind === 'field') {
    return { unit: 'year', isFiscal: false, ref: expression.of }
  }
  return null
}

interface Window {
  readonly condition: Condition
  readonly ref: FieldRef
  readonly start: string | null
  readonly end: string | null
}

function windowOf(level: Level, wanted: FieldRef | null): Window | null {
  for (const condition of level.filters) {
    if (condition.kind !== 'during' || condition.of.kind !== 'field') continue
    const ref = condition.of
    if (wanted !== null && (wanted.field !== ref.field || appearanceOf(wanted) !== appearanceOf(ref)))
      continue
    return { condition, ref, start: condition.start, end: condition.end }
  }
  return null
}

function min(a: Date, b: Date): Date {
  return a < b ? a : b
}
