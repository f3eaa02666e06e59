import type { Dataset, Ontology, Order, Output, Query } from '@quipu/query'
import { headed } from '../restate/restate.ts'
import { findTimes } from '../time/find-times.ts'
import { checkGrain } from './check-grain.ts'
import { checkJoins } from './check-joins.ts'
import { defaultGroup } from './default-group.ts'
import {
  countPart,
  flagAt,
  isObject,
  listAt,
  objectAt,
  textAt,
  wholeNumberAt,
  type JsonObject,
  type Level,
  type Reading,
  type TimePeriod,
} from './level.ts'
import { nearestNames } from './nearest-names.ts'
import { languageVersion } from './operators.ts'
import { QueryError } from './query-error.ts'
import { readCondition } from './read-condition.ts'
import { expressionsAt, readExpression } from './read-expression.ts'
import { readJoins } from './read-joins.ts'
import { quoted, resolveDataset } from './resolve-name.ts'
import { withSubject } from './unused-subject.ts'

export interface QueryContext {
  readonly now: Date
  /** IANA name of the time zone that decides what "today" means. */
  readonly timeZone: string
}

const keys = [
  'version', 'from', 'select', 'where', 'group', 'having', 'order', 'limit', 'per', 'distinct', 'outer', 'join', 'union', 'intersect', 'except',
] // prettier-ignore
const mostDepth = 8

/** Entry point: reads a query of the query language into the logical form. Throws `QueryError` with the place of what is wrong. */
export function readQuery(value: unknown, ontology: Ontology, context: QueryContext): Query {
  const reading: Reading = {
    ontology,
    period: (words) => periodOf(words, ontology, context),
    places: new Map(),
    parts: 0,
  }
  const given = isObject(value) ? value['version'] : undefined
  if (given !== undefined && given !== languageVersion)
    throw new QueryError('$.version', `This is version ${languageVersion} of the query language.`)
  const query = readLevel(reading, value, '$', 0, false)
  checkJoins(query, reading)
  return withHeadings(query, ontology)
}

/** Outputs that `as` does not name get headings in words. */
function withHeadings(query: Query, ontology: Ontology): Query {
  const { outputs } = headed(query, ontology)
  const named = query.outputs.map(({ expression, label }, index) => ({
    expression,
    label: label === '' ? (outputs[index]?.label ?? '') : label,
  }))
  return { ...query, outputs: named }
}

function readLevel(reading: Reading, value: unknown, path: string, depth: number, isInner: boolean): Query {
  countPart(reading, path)
  if (depth > mostDepth) throw new QueryError(path, `Sub-queries are nested more than ${mostDepth} deep.`)
  const given = objectAt(value, path, 'A query')
  const unknown = Object.keys(given).find((key) => !keys.includes(key))
  if (unknown !== undefined)
    throw new QueryError(`${path}.${unknown}`, `A query has no ${quoted(unknown)}.`, {
      nearest: nearestNames(unknown, keys),
      available: keys,
    })
  if (given['from'] === undefined)
    throw new QueryError(`${path}.from`, '"from" is missing: the dataset whose rows are asked about.', {
      available: reading.ontology.datasets.flatMap((one) => (one.isHidden ? [] : [one.name])).slice(0, 60),
    })
  const subject = resolveDataset(given['from'], reading.ontology, `${path}.from`)
  const level = levelOf(reading, path, subject, given, depth)
  const query = readClauses(given, level, path, isInner)
  reading.places.set(query, path)
  return query
}

function levelOf(
  reading: Reading,
  path: string,
  subject: Dataset,
  given: JsonObject,
  depth: number,
): Level & { readonly joins: Query['appearances'] } {
  const plain: Level = {
    reading,
    path,
    subject,
    appearances: new Map(),
    outputs: new Map(),
    depth,
    query: (value, at, deep, isInner) => readLevel(reading, value, at, deep, isInner),
    condition: readCondition,
  }
  const joins = readJoins(given['join'] ?? [], plain, `${path}.join`)
  const named = joins.filter((one) => one.as !== one.dataset)
  const appearances = new Map(
    named.map((one) => [one.as, resolveDataset(one.dataset, reading.ontology, path)]),
  )
  return { ...plain, appearances, joins }
}

function readClauses(
  given: JsonObject,
  level: Level & { readonly joins: Query['appearances'] },
  path: string,
  isInner: boolean,
): Query {
  const outputs = readSelect(given['select'], level, `${path}.select`, isInner)
  const named = outputs.filter(({ label }) => label !== '')
  const shown: Level = {
    ...level,
    outputs: new Map(named.map(({ expression, label }) => [label, expression])),
    sharedNames: sharedNamesOf(named),
  }
  const group = given['group']
  const groupBy = group === undefined ? defaultGroup(outputs) : expressionsAt(group, shown, `${path}.group`)
  const { limit, per } = given
  const query: Query = {
    subject: level.subject.name,
    outputs,
    where: given['where'] === undefined ? null : readCondition(given['where'], level, `${path}.where`),
    groupBy,
    having: given['having'] === undefined ? null : readCondition(given['having'], shown, `${path}.having`),
    orderBy: readOrder(given['order'], shown, `${path}.order`),
    limit: limit === undefined || limit === null ? null : wholeNumberAt(limit, `${path}.limit`, 0, 1_000_000),
    limitPer: per === undefined ? null : expressionsAt(per, shown, `${path}.per`),
    distinct: flagAt(given['distinct'], `${path}.distinct`),
    combine: readCombination(given, level, path, outputs.length),
    appearances: level.joins,
    keepUnmatched: flagAt(given['outer'], `${path}.outer`),
  }
  if (per !== undefined && query.limit === null)
    throw new QueryError(`${path}.per`, '"per" needs "limit": how many rows of each group.')
  checkGrain(query, path, isInner)
  return isInner ? query : withSubject(query)
}

function readSelect(value: unknown, level: Level, path: string, isInner: boolean): readonly Output[] {
  if (value === undefined && isInner) return []
  const list = typeof value === 'string' || isObject(value) ? [value] : listAt(value, path, '"select"')
  if (list.length === 0 && !isInner) throw new QueryError(path, '"select" needs at least one column.')
  if (list.length > mostColumns) throw new QueryError(path, `"select" has more than ${mostColumns} columns.`)
  return list.map((one, index) => {
    const at = `${path}[${index}]`
    const label = isObject(one) && one['as'] !== undefined ? textAt(one['as'], `${at}.as`, 'A heading') : ''
    return { expression: readExpression(one, level, at, ['as']), label }
  })
}

const mostColumns = 100

/** A heading of two columns that mean the same is no problem. */
function sharedNamesOf(outputs: readonly Output[]): ReadonlySet<string> {
  const meanings = Map.groupBy(outputs, ({ label }) => label)
  const isShared = (all: readonly Output[]) =>
    new Set(all.map(({ expression }) => JSON.stringify(expression))).size > 1
  return new Set([...meanings].flatMap(([label, all]) => (isShared(all) ? [label] : [])))
}

function readOrder(value: unknown, level: Level, path: string): readonly Order[] {
  if (value === undefined) return []
  const list = typeof value === 'string' || isObject(value) ? [value] : listAt(value, path, '"order"')
  return list.map((one, index) => {
    const at = `${path}[${index}]`
    const direction = isObject(one) ? (['desc', 'asc'] as const).find((key) => key in one) : undefined
    if (direction === undefined || !isObject(one))
      return { expression: readExpression(one, level, at), direction: 'asc' }
    if (Object.keys(one).length > 1) throw new QueryError(at, `An order is {"${direction}": expression}.`)
    return { expression: readExpression(one[direction], level, `${at}.${direction}`), direction }
  })
}

function readCombination(given: JsonObject, level: Level, path: string, columns: number): Query['combine'] {
  const found = (['union', 'intersect', 'except'] as const).filter((how) => given[how] !== undefined)
  const [how, other] = found
  if (how === undefined) return null
  if (other !== undefined) throw new QueryError(`${path}.${other}`, `Put ${other} into the query of ${how}.`)
  const query = level.query(given[how], `${path}.${how}`, level.depth + 1, false)
  if (query.outputs.length !== columns)
    throw new QueryError(`${path}.${how}`, `Both queries need the same number of columns: ${columns}.`)
  return { how, with: query }
}

/** The whole text must be one period that means one thing. */
function periodOf(words: string, ontology: Ontology, { now, timeZone }: QueryContext): TimePeriod | string {
  const found = findTimes(words, { now, timeZone, calendar: ontology.calendar })
  const [only, ...others] = found
  const hint = 'Write a period such as "last quarter", "2025", "March 2025", or {"start": day, "end": day}.'
  if (only === undefined || others.length > 0 || only.words.length < words.trim().length - 3)
    return `${quoted(words)} is no period. ${hint}`
  if (only.range === null || (only.kind !== 'range' && only.kind !== 'point') || only.comparison !== null)
    return `${quoted(words)} is no period from one day to another. ${hint}`
  if (only.isAmbiguous !== undefined && only.isAmbiguous !== 'after-data')
    return `${quoted(words)} may mean several periods. Give its days: {"start": day, "end": day}.`
  return { start: only.range.start, end: only.range.end }
}
