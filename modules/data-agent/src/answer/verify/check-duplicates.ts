import { visibleText, type Cell, type Condition, type Dataset, type Field, type FieldRef } from '@quipu/query'
import type { ResultSet } from '../../sources/source.ts'
import { countOf, formatShare } from '../explain/numbers.ts'
import { appearanceOf, isAggregated, isGrouped, metOnce } from '../query-facts.ts'
import type { Level } from './level.ts'
import { ProbeSql } from './probe-sql.ts'
import { notRun, passed, wrong } from './prober.ts'
import type { Finding, Prober } from './prober.ts'

const reportedShare = 0.001

/** Duplicates: in the counted rows, in the groups, and in the list. */
export async function checkDuplicates(
  level: Level,
  result: ResultSet,
  prober: Prober,
): Promise<readonly Finding[]> {
  const counted = [...level.measured()].filter((appearance) => keyOf(level.dataset(appearance)) !== null)
  const found = await Promise.all([
    ...counted.map((appearance) => checkRows(level, appearance, prober)),
    ...sharedNames(level).map((name) => checkNames(level, name, prober)),
  ])
  return [...found, ...checkResult(level, result)]
}

/** Rows that exist several times, by their key or otherwise as a whole. */
async function checkRows(level: Level, appearance: string, prober: Prober): Promise<Finding> {
  const dataset = level.dataset(appearance)
  const name = visibleText(dataset.label)
  const key = keyOf(dataset) ?? []
  const sql = new ProbeSql(level)
  const scope = sql.scope(appearance, level.filters)
  const columns = key.map((field) => sql.column(appearance, field)).join(', ')
  const groups = `SELECT COUNT(*) AS n FROM ${sql.table(appearance)}${scope.sql} GROUP BY ${columns}`
  const statement = sql.statement(`SELECT COALESCE(SUM(n), 0), COUNT(*) FROM (${groups}) AS counted`)
  const numbers = await prober.numbers(statement)
  if ('trouble' in numbers)
    return notRun('duplicates', `Whether rows of ${name} are there twice`, numbers.trouble)
  const [rows = 0, distinct = 0] = numbers
  const extra = rows - distinct
  const share = rows === 0 ? 0 : extra / rows
  if (extra === 0) return passed('duplicates', `Each row of ${name} is there once.`, 0)
  const which =
    dataset.primaryKey.length > 0
      ? `the same ${key.map(visibleText).join(', ')} as another`
      : 'all values as another has them'
  const says = `${countOf(extra, 'row')} of ${name} (${formatShare(share)}) ${extra === 1 ? 'has' : 'have'} ${which}: they may be counted twice.`
  const isChance = dataset.primaryKey.length === 0 && extra < 2
  if (share < reportedShare || isChance) return passed('duplicates', says, share)
  return wrong('duplicates', share >= 0.2 ? 'failed' : 'warning', says, share)
}

interface SharedName {
  readonly appearance: string
  readonly fields: readonly string[]
  /** Otherwise a condition names one. */
  readonly isGroup: boolean
}

/** By a name that several rows share, their figures would become one. */
async function checkNames(
  level: Level,
  { appearance, fields, isGroup }: SharedName,
  prober: Prober,
): Promise<Finding> {
  const dataset = level.dataset(appearance)
  const sql = new ProbeSql(level)
  const names = fields.map((field) => sql.column(appearance, field))
  const filters = level.filters.filter((filter) =>
    [...level.needs(filter)].every((need) => need === appearance),
  )
  const scope = sql.scope(appearance, filters)
  const key = dataset.primaryKey.map((one) => sql.column(appearance, one)).join(', ')
  const named = names.map((name, at) => `${name} AS n${at}`).join(', ')
  const places = names.map((_, at) => `n${at}`)
  const things = `SELECT DISTINCT ${named}, ${key} FROM ${sql.table(appearance)}${scope.sql}`
  const isNamed = places.map((place) => `${place} IS NOT NULL`).join(' AND ')
  const several =
    `SELECT COUNT(*) AS n FROM (${things}) AS things WHERE ${isNamed}` +
    ` GROUP BY ${places.join(', ')} HAVING COUNT(*) > 1`
  const numbers = await prober.numbers(
    sql.statement(`SELECT COUNT(*), COALESCE(SUM(n), 0) FROM (${several}) AS several`),
  )
  const label = visibleText(dataset.label)
  if ('trouble' in numbers)
    return notRun('duplicates', `Whether names of ${label} are unique`, numbers.trouble)
  const [shared = 0, bearers = 0] = numbers
  if (shared === 0) return passed('duplicates', `Each name of ${label} stands for one row.`, 0)
  const says = `${countOf(shared, 'name')} of ${label} ${shared === 1 ? 'is' : 'are'} borne by ${bearers} different rows, whose figures are added up in one ${isGroup ? 'group' : 'figure'}.`
  return wrong('duplicates', 'warning', says)
}

/** The names by which groups are formed or which conditions fix, if the key is not among them. */
function sharedNames(level: Level): readonly SharedName[] {
  const { query } = level
  const counts = [...query.outputs, ...query.orderBy].some(({ expression }) => isAggregated(expression))
  if (!counts) return []
  const groups = query.groupBy.filter((key) => key.kind === 'field')
  const keys = [...groups, ...level.filters.flatMap(fixedField)]
  return [...new Set(keys.map(appearanceOf))].flatMap((appearance) => {
    const { primaryKey, isJunction } = level.dataset(appearance)
    const fields = keys.filter((key) => appearanceOf(key) === appearance).map(({ field }) => field)
    const isNamed = fields.some((field) => level.field(appearance, field).role === 'name')
    const isByKey = primaryKey.every((part) => fields.includes(part))
    const isGroup = groups.some((key) => appearanceOf(key) === appearance)
    return !isNamed || isByKey || isJunction ? [] : [{ appearance, fields: [...new Set(fields)], isGroup }]
  })
}

function fixedField(condition: Condition): readonly FieldRef[] {
  const isFixed =
    condition.kind === 'compare' && condition.operator === '=' && condition.right.kind === 'literal'
  return isFixed && condition.left.kind === 'field' ? [condition.left] : []
}

function checkResult(level: Level, result: ResultSet): readonly Finding[] {
  const { query } = level
  if (query.combine !== null || result.rows.length === 0) return []
  if (isGrouped(query)) return checkGroups(level, result)
  const unseen = unseenRepetition(level)
  if (unseen === null || query.distinct) return []
  const repeated = repetitions(result.rows)
  if (repeated === 0) return [passed('duplicates', 'No row of the result is there twice.', 0)]
  const says =
    `${countOf(repeated, 'row')} of the result (${formatShare(repeated / result.rows.length)}) ${repeated === 1 ? 'repeats' : 'repeat'} another, ` +
    `because one row of ${visibleText(unseen.of)} meets several of ${visibleText(unseen.meets)}.`
  return [wrong('duplicates', 'warning', says, repeated / result.rows.length)]
}

function checkGroups({ query }: Level, result: ResultSet): readonly Finding[] {
  const places = query.groupBy.map((key) =>
    query.outputs.findIndex(({ expression }) => JSON.stringify(expression) === JSON.stringify(key)),
  )
  if (places.length === 0 || places.includes(-1)) return []
  const repeated = repetitions(result.rows.map((row) => places.map((at) => row[at] ?? null)))
  if (repeated === 0) return [passed('duplicates', 'Each group is there once.', 0)]
  const says = `${countOf(repeated, 'group')} of the result ${repeated === 1 ? 'is' : 'are'} there more than once.`
  return [wrong('duplicates', 'failed', says)]
}

/** A joined dataset that may match several times and has no column in the list. */
function unseenRepetition(level: Level): { readonly of: string; readonly meets: string } | null {
  const shown = level.shown()
  const [first] = shown
  if (first === undefined) return null
  const met = new Set([...shown].flatMap((one) => [...metOnce(level.tree, one, level.ontology)]))
  const unseen = level.tree.joins.flatMap(({ left, right }) => [left, right]).find((one) => !met.has(one))
  return unseen === undefined ? null : { of: level.dataset(first).label, meets: level.dataset(unseen).label }
}

/** The fields that identify a row of a dataset; null if equal rows may be different things. */
function keyOf(dataset: Dataset): readonly string[] | null {
  if (dataset.primaryKey.length > 0) return dataset.primaryKey
  const visible = dataset.fields.filter(({ type }) => type !== 'other')
  return visible.length >= 3 && visible.length <= 40 && visible.some((field) => tellsApart(field, dataset))
    ? visible.map(({ name }) => name)
    : null
}

/** An identifier or a time that is unique in most rows, so that an equal row is a copy. */
function tellsApart({ role, type, isInteger, statistics }: Field, { rows }: Dataset): boolean {
  const isTelling =
    role === 'identifier' || type === 'timestamp' || role === 'name' || (role === 'measure' && !isInteger)
  return isTelling && statistics.distinct * 2 >= rows
}

function repetitions(rows: readonly (readonly Cell[])[]): number {
  return rows.length - new Set(rows.map((row) => JSON.stringify(row))).size
}
