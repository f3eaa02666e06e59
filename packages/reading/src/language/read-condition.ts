import type { Condition, Expression } from '@quipu/query'
import { checkDay, checkIsTime, checkValue } from './check-types.ts'
import { countPart, isObject, kindOf, listAt, textAt, type JsonObject, type Level } from './level.ts'
import { nearestNames } from './nearest-names.ts'
import { comparisons, ignoringCase, isOneOf, likes } from './operators.ts'
import { QueryError } from './query-error.ts'
import { cellAt, readExpression } from './read-expression.ts'
import { quoted, resolveOwner } from './resolve-name.ts'

const listWords = ['in', 'not in', 'in ignoring case', 'not in ignoring case'] as const
const nullWords = ['is null', 'is not null'] as const
const likeWords = [...likes, ...likes.map((word) => `not ${word}` as const)]
const caseWords = comparisons.map((sign) => `${sign}${ignoringCase}` as const)
const known: readonly string[] = [
  ...comparisons,
  ...caseWords,
  ...listWords,
  ...nullWords,
  ...likeWords,
  'between',
  'during',
]

/** One condition, or a list that must hold altogether. */
export function readCondition(value: unknown, level: Level, path: string): Condition | null {
  if (!Array.isArray(value) || isSimple(value)) return readOne(value, level, path)
  const of = value.map((one, index) => readOne(one, level, `${path}[${index}]`))
  const [only, ...others] = of
  if (only === undefined) return null
  return others.length === 0 ? only : { kind: 'and', of }
}

function isSimple(value: readonly unknown[]): boolean {
  return value.length <= 3 && typeof value[1] === 'string'
}

function readOne(value: unknown, level: Level, path: string): Condition {
  countPart(level.reading, path)
  if (Array.isArray(value)) return readSimple(value, level, path)
  if (!isObject(value))
    throw new QueryError(
      path,
      `A condition such as ["status", "=", "paid"] belongs here, not ${kindOf(value)}.`,
    )
  const [word = '', ...more] = Object.keys(value).filter((key) => key !== 'of')
  if (more.length > 0) throw new QueryError(path, `A condition has one of ${words.join(', ')}.`)
  const at = `${path}.${word}`
  switch (word) {
    case 'and':
    case 'or': {
      const list = listAt(value[word], at, `The value of ${quoted(word)}`)
      return { kind: word, of: list.map((one, index) => readOne(one, level, `${at}[${index}]`)) }
    }
    case 'not':
      return { kind: 'not', of: readCondition(value[word], level, at) ?? { kind: 'and', of: [] } }
    case 'exists':
      return readRelated(value, value[word], level, path, at)
    case 'not_exists':
      return { kind: 'not', of: readRelated(value, value[word], level, path, at) }
    default:
      throw new QueryError(path, `There is no condition ${quoted(word)}.`, {
        nearest: nearestNames(word, words),
        available: words,
      })
  }
}

const words = ['and', 'or', 'not', 'exists', 'not_exists']

function readRelated(value: JsonObject, inner: unknown, level: Level, path: string, at: string): Condition {
  const of =
    value['of'] === undefined
      ? { dataset: level.subject, as: null }
      : resolveOwner(value['of'], level, `${path}.of`)
  const query = level.query(inner, at, level.depth + 1, true)
  return { kind: 'related', of: of.dataset.name, ...(of.as === null ? {} : { ofAs: of.as }), query }
}

function readSimple(value: readonly unknown[], level: Level, path: string): Condition {
  if (value.length < 2 || value.length > 3)
    throw new QueryError(path, 'A condition is [expression, operator, value].')
  const of = readExpression(value[0], level, `${path}[0]`)
  const word = typeof value[1] === 'string' ? value[1].toLowerCase().trim() : ''
  const at = `${path}[2]`
  if (isOneOf(word, nullWords)) {
    const isNull: Condition = { kind: 'null', of }
    return word === 'is null' ? isNull : { kind: 'not', of: isNull }
  }
  if (value.length < 3 && isOneOf(word, known)) throw new QueryError(path, `${quoted(word)} needs a value.`)
  if (isOneOf(word, comparisons) || isOneOf(word, caseWords)) demandOrdered(word, value[2], at)
  if (isOneOf(word, comparisons))
    return { kind: 'compare', left: of, operator: word, right: operandAt(value[2], of, level, at) }
  if (isOneOf(word, caseWords)) {
    const right = operandAt(value[2], of, level, at)
    // Safe: `caseWords` is made of the comparisons.
    const operator = word.slice(0, -ignoringCase.length) as (typeof comparisons)[number]
    return { kind: 'compare', left: of, operator, right, fold: true }
  }
  if (isOneOf(word, listWords)) return readIn(word, of, value[2], level, at)
  if (isOneOf(word, likeWords)) {
    const how = likes.find((one) => word.endsWith(one)) ?? 'contains'
    const like: Condition = { kind: 'like', of, how, text: textAt(value[2], at, 'The text') }
    return word.startsWith('not ') ? { kind: 'not', of: like } : like
  }
  if (word === 'between') {
    const [low, high, ...rest] = listAt(value[2], at, 'The value of "between"')
    if (high === undefined || rest.length > 0) throw new QueryError(at, '"between" needs [low, high].')
    demandOrdered(word, low, `${at}[0]`)
    demandOrdered(word, high, `${at}[1]`)
    return {
      kind: 'between',
      of,
      low: operandAt(low, of, level, `${at}[0]`),
      high: operandAt(high, of, level, `${at}[1]`),
    }
  }
  if (word === 'during') return readDuring(of, value[2], level, path)
  throw new QueryError(`${path}[1]`, `There is no operator ${quoted(String(value[1]))}.`, {
    nearest: nearestNames(word, known),
    available: known,
  })
}

/** Null is equal to null here, but nothing is more or less than it. A number that JSON cannot hold arrives as null too. */
function demandOrdered(word: string, value: unknown, path: string): void {
  if (value !== null || word.startsWith('=') || word.startsWith('!=')) return
  throw new QueryError(
    path,
    `${quoted(word)} cannot compare with null. Give a value, or use "is null" or "is not null".`,
  )
}

/** The right side of a comparison: text and numbers are values, objects are expressions. */
function operandAt(value: unknown, beside: Expression, level: Level, path: string): Expression {
  if (isObject(value)) return readExpression(value, level, path)
  countPart(level.reading, path)
  const cell = cellAt(value, path)
  checkValue(cell, beside, level.reading.ontology, path)
  return { kind: 'literal', value: cell }
}

const mostValues = 1000

function readIn(word: string, of: Expression, value: unknown, level: Level, path: string): Condition {
  const isNegated = word.startsWith('not ')
  const negated = (one: Condition): Condition => (isNegated ? { kind: 'not', of: one } : one)
  if (isObject(value)) {
    const query = level.query(value['query'] ?? value, `${path}${value['query'] === undefined ? '' : '.query'}`, level.depth + 1, false) // prettier-ignore
    if (query.outputs.length !== 1) throw new QueryError(path, 'A query that gives a list has one column.')
    return negated({ kind: 'member', of, query })
  }
  const list = listAt(value, path, `The value of ${quoted(word)}`)
  if (list.length > mostValues)
    throw new QueryError(path, `The list has ${list.length} values; ${mostValues} at most. Use a sub-query.`)
  const values = list.map((one, index) => {
    const cell = cellAt(one, `${path}[${index}]`)
    checkValue(cell, of, level.reading.ontology, `${path}[${index}]`)
    return cell
  })
  return negated({ kind: 'in', of, values, ...(word.endsWith(ignoringCase) ? { fold: true } : {}) })
}

/** `{"start": day, "end": day}` without the end, or a period in words. */
function readDuring(of: Expression, value: unknown, level: Level, path: string): Condition {
  const at = `${path}[2]`
  checkIsTime(of, level.reading.ontology, `${path}[0]`)
  if (typeof value === 'string') {
    const found = level.reading.period(textAt(value, at, 'A period'))
    if (typeof found === 'string') throw new QueryError(at, found)
    return { kind: 'during', of, ...found }
  }
  if (!isObject(value))
    throw new QueryError(at, 'A period is text such as "last quarter", or {"start": day, "end": day}.')
  const other = Object.keys(value).find((key) => key !== 'start' && key !== 'end')
  if (other !== undefined) throw new QueryError(`${at}.${other}`, 'A period has "start" and "end".')
  const bound = (key: 'start' | 'end'): string | null => {
    if (value[key] === undefined || value[key] === null) return null
    const text = textAt(value[key], `${at}.${key}`, 'A bound')
    checkDay(text, `${at}.${key}`)
    return text
  }
  const [start, end] = [bound('start'), bound('end')]
  if (start !== null && end !== null && end <= start)
    throw new QueryError(at, 'The period ends before it starts. "end" is the first day that is not in it.')
  return { kind: 'during', of, start, end }
}
