import type { Statement } from '../storage/store.ts'
import type { AuditFilter } from './reading.ts'

/** How many rows are looked through for one page, if no index has exactly those that the filter wants. */
export const mostLookedThrough = 5_000
/** So many times the size of the page are tried before anything else: most filters fit many rows. */
const firstLookedThrough = 5

/** Where a page ends. */
export interface Place {
  /** A time in full: a Date has milliseconds only. */
  readonly microseconds: number
  readonly id: number
}

type Column = readonly [column: string, value: string]

/** Which rows are looked through for a page: with one value of a column, with the prefix of an action, or all. */
type Way = Column | 'prefix' | 'time'

/** A way, and the time in microseconds before which nothing is looked through. */
export interface Search {
  readonly way: Way
  readonly since?: number | undefined
}

/** Which rows of a search: so many after a place. */
export interface PageOf {
  readonly after: Place | undefined
  readonly limit: number
}

/** How far a way leads, if it does not lead to the end. */
export interface Reach {
  readonly way: number
  readonly since: number | null
}

/** The search of a filter whose rows one index has, exactly and in their order. */
export function directSearch(filter: AuditFilter): Search | undefined {
  const [way = 'time', ...others] = indexed(filter)
  const isExact = others.length === 0 && prefix(filter).length === 0 && unindexed(filter).length === 0
  return isExact ? { way } : undefined
}

/** Asks how far each way of a filter leads within the bound. */
export function reachStatement(filter: AuditFilter, after: Place | undefined): Statement {
  const period: readonly Condition[] = [
    ...within(filter),
    // Whole times only, which an index has.
    ...(after === undefined ? [] : [[`at < ${moment}`, after.microseconds] as const]),
  ]
  const parts = waysOf(filter).map((way, index): Condition => {
    if (way === 'prefix') {
      const [few, ...values] = all(prefix(filter))
      return [
        `select ${index} as way, null::bigint as since where (select count(*) from (select from audit_events
          where ${few} order by action collate "C" limit ${mostLookedThrough + 1}) few) <= ${mostLookedThrough}`,
        ...values,
      ]
    }
    const column = way === 'time' ? undefined : way
    const [rows, ...values] = all([...leading(column), ...period])
    return [
      // Only the one time is made a number, which costs more than to find it.
      `select ${index} as way, ${microsecondsOf(`(select at from audit_events where ${rows}
        ${inOrder(column)} offset ${mostLookedThrough} limit 1)`)} as since`,
      ...values,
    ]
  })
  return statement([parts.map(([sql]) => sql).join(' union all '), ...valuesOf(parts)])
}

/** The way that leads to the end or, if none does, furthest. */
export function furthest(filter: AuditFilter, reaches: readonly Reach[]): Search {
  const [best] = reaches.toSorted(
    (one, other) => (one.since ?? 0) - (other.since ?? 0) || one.way - other.way,
  )
  return { way: waysOf(filter)[best?.way ?? 0] ?? 'time', since: best?.since ?? undefined }
}

/** The rows of a filter, from the newest or from a place on, in the order of their times. */
export function pageStatement(filter: AuditFilter, { way, since }: Search, page: PageOf): Statement {
  const column = typeof way === 'string' ? undefined : way
  const isByPrefix = way === 'prefix'
  const [few, ...fewValues] = all(isByPrefix ? prefix(filter) : [])
  const [rest, ...restValues] = all([
    ...leading(column),
    ...remaining(filter, column),
    ...(isByPrefix ? [] : prefix(filter)),
    ...within(filter),
    ...(since === undefined ? [] : [[`at >= ${moment}`, since] as const]),
    ...beyond(page.after),
  ])
  // With its own offset, the planner cannot search all rows for the few of a prefix.
  const source = isByPrefix ? `(select * from audit_events where ${few} offset 0) few` : 'audit_events'
  const sql = `select ${entry} from ${source} where ${rest} ${inOrder(column)}, id desc limit ${page.limit}`
  return statement([sql, ...fewValues, ...restValues])
}

/** The same, but only among the newest rows that have the first value of the filter. */
export function newestStatement(filter: AuditFilter, page: PageOf): Statement {
  const [column] = indexed(filter)
  const [newest, ...newestValues] = all([...leading(column), ...within(filter), ...beyond(page.after)])
  const [rest, ...restValues] = all([...remaining(filter, column), ...prefix(filter)])
  const sql = `select ${entry} from (select * from audit_events where ${newest} ${inOrder(column)}, id desc
      limit ${firstLookedThrough * page.limit}) newest
    where ${rest} ${inOrder(column)}, id desc limit ${page.limit}`
  return statement([sql, ...newestValues, ...restValues])
}

/** Each index that could serve; all rows by time only if there is none. */
function waysOf(filter: AuditFilter): readonly Way[] {
  const columns = indexed(filter)
  return [
    ...columns,
    ...(prefix(filter).length > 0 ? ['prefix' as const] : []),
    ...(columns.length === 0 ? ['time' as const] : []),
  ]
}

type Condition = readonly [sql: string, ...values: readonly unknown[]]

const moment = `timestamptz 'epoch' + ?::float8 * interval '1 microsecond'`

const entry = `id, at, ${microsecondsOf('at')} as microseconds,
  user_id, action, resource_type, resource_id, outcome, request_id, metadata`

function microsecondsOf(time: string): string {
  return `(extract(epoch from ${time}) * 1000000)::bigint`
}

/** A list of one, sorted by: only the index of the column has the rows in this order. */
function leading(column: Column | undefined): readonly Condition[] {
  if (column === undefined) return []
  const [name, value] = column
  return [[`${name} = any(array[?::${name === 'user_id' ? 'uuid' : 'text'}])`, value]]
}

/** What is checked row by row. */
function remaining(filter: AuditFilter, column: Column | undefined): readonly Condition[] {
  const others = indexed(filter).filter(([name]) => name !== column?.[0])
  return [...others.map(([name, value]): Condition => [`${name} = ?`, value]), ...unindexed(filter)]
}

function beyond(after: Place | undefined): readonly Condition[] {
  return after === undefined ? [] : [[`(at, id) < (${moment}, ?::bigint)`, after.microseconds, after.id]]
}

function inOrder(column: Column | undefined): string {
  return `order by ${column === undefined ? '' : `${column[0]} desc, `}at desc`
}

function all(conditions: readonly Condition[]): Condition {
  return [['true', ...conditions.map(([sql]) => sql)].join(' and '), ...valuesOf(conditions)]
}

function valuesOf(conditions: readonly Condition[]): readonly unknown[] {
  return conditions.flatMap(([, ...values]) => values)
}

function statement([sql, ...parameters]: Condition): Statement {
  let parameter = 0
  return { sql: sql.replaceAll('?', () => `$${(parameter += 1)}`), parameters, isPlannedEachTime: true }
}

/** What the filter compares with one value and has an index of its own. */
function indexed(filter: AuditFilter): readonly Column[] {
  const { userId, action, outcome, resourceType, resourceId } = filter
  const columns: readonly (readonly [column: string, value: string | undefined])[] = [
    ['user_id', userId],
    // In the form of the index: letters in the order of their code points.
    ['action collate "C"', action?.endsWith('*') ? undefined : action],
    ['outcome', isFrequentOutcome(outcome) ? undefined : outcome],
    ['resource_type', isFrequentType(resourceType) ? undefined : resourceType],
    ['resource_id', resourceId],
  ]
  return columns.flatMap(([column, value]) => (value === undefined ? [] : [[column, value] as const]))
}

/** The last code point follows every name. */
function prefix({ action }: AuditFilter): readonly Condition[] {
  if (!action?.endsWith('*')) return []
  const start = action.slice(0, -1)
  return [
    ['action collate "C" >= ?', start],
    ['action collate "C" < ?', `${start}\u{10FFFF}`],
  ]
}

function unindexed({ outcome, resourceType, isWithoutReads }: AuditFilter): readonly Condition[] {
  return [
    ...(isFrequentOutcome(outcome) ? [['outcome = ?', outcome] as const] : []),
    ...(isFrequentType(resourceType) ? [['resource_type = ?', resourceType] as const] : []),
    ...(isWithoutReads ? [[`not (action = 'api.call' and resource_id like 'GET %')`] as const] : []),
  ]
}

function within({ from, to }: AuditFilter): readonly Condition[] {
  return [
    ...(from === undefined ? [] : [['at >= ?', from] as const]),
    ...(to === undefined ? [] : [['at < ?', to] as const]),
  ]
}

/** Nearly all rows have these, so no index has them. */
function isFrequentOutcome(outcome: string | undefined): boolean {
  return outcome === 'ok'
}

function isFrequentType(type: string | undefined): boolean {
  return type === 'mcp_tool' || type === 'api_route'
}
