import type { Cell, Expression } from '@quipu/query'
import { checkIsNumber, checkIsTime } from './check-types.ts'
import {
  countPart,
  flagAt,
  isObject,
  kindOf,
  listAt,
  textAt,
  wholeNumberAt,
  type JsonObject,
  type Level,
} from './level.ts'
import { nearestNames } from './nearest-names.ts'
import { aggregates, isOneOf, operators, parts, runningWords, signs, spanUnits, units } from './operators.ts'
import { QueryError } from './query-error.ts'
import { quoted, resolveField, resolveMetric, resolveName, resolveOwner } from './resolve-name.ts'

/** A name, a number, or an object with one operator. `more` are keys that the place itself allows. */
export function readExpression(
  value: unknown,
  level: Level,
  path: string,
  more: readonly string[] = [],
): Expression {
  countPart(level.reading, path)
  if (typeof value === 'string') return resolveName(value, level, path)
  if (typeof value === 'number' || typeof value === 'boolean')
    return { kind: 'literal', value: cellAt(value, path) }
  if (!isObject(value))
    throw new QueryError(path, `A name or an object such as {"sum": "…"} belongs here, not ${kindOf(value)}.`)
  const operator = operatorOf(value, path, more)
  return readOperator(operator, value, level, path)
}

/** A plain value. */
export function cellAt(value: unknown, path: string): Cell {
  if (typeof value === 'string') return textAt(value, path, 'A value')
  if (value === null || typeof value === 'boolean') return value
  if (typeof value === 'number' && Number.isFinite(value)) return value
  throw new QueryError(path, `A value is text, a number, true, false or null, not ${kindOf(value)}.`)
}

function operatorOf(value: JsonObject, path: string, more: readonly string[]): string {
  const keys = Object.keys(value).filter((key) => !more.includes(key))
  const known = Object.keys(operators)
  const found = keys.filter((key) => known.includes(key))
  const operator = found.find((one) => keys.every((key) => key === one || operators[one]?.includes(key)))
  if (operator !== undefined) return operator
  const unknown = keys.find((key) => !known.includes(key)) ?? keys[0] ?? ''
  const first = found[0]
  const reason =
    first === undefined
      ? `There is no operator ${quoted(unknown)}.`
      : `${quoted(keys.find((key) => key !== first && operators[first]?.includes(key) !== true) ?? unknown)} does not belong beside ${quoted(first)}. An expression has one operator.`
  throw new QueryError(path, reason, { nearest: nearestNames(unknown, known), available: known })
}

function readOperator(operator: string, value: JsonObject, level: Level, path: string): Expression {
  const { ontology } = level.reading
  const at = (key: string): string => `${path}.${key}`
  const inner = (key: string): Expression => readExpression(value[key], level, at(key))
  if (isOneOf(operator, aggregates)) return readAggregate(operator, value, level, path)
  if (isOneOf(operator, signs)) return readArithmetic(operator, value[operator], level, at(operator))
  if (isOneOf(operator, units)) {
    const of = inner(operator)
    checkIsTime(of, ontology, at(operator))
    const start = value['fiscal_start']
    return {
      kind: 'period',
      unit: operator,
      of,
      ...(flagAt(value['fiscal'], at('fiscal')) ? { fiscal: true } : {}),
      ...(start === undefined ? {} : { fiscalStart: wholeNumberAt(start, at('fiscal_start'), 1, 12) }),
    }
  }
  if (isOneOf(operator, Object.keys(runningWords) as (keyof typeof runningWords)[]))
    return readRunning(operator, value, level, path)
  switch (operator) {
    case 'field':
      return resolveField(value['field'], value['of'], level, at('field'))
    case 'metric':
      return resolveMetric(value['metric'], level, at('metric'))
    case 'value':
      return { kind: 'literal', value: cellAt(value['value'], at('value')) }
    case 'now':
      return { kind: 'now' }
    case 'part': {
      const of = inner('of')
      checkIsTime(of, ontology, at('of'))
      return { kind: 'part', part: wordAt(value['part'], at('part'), parts), of }
    }
    case 'span': {
      const [from, to] = [inner('from'), inner('to')]
      checkIsTime(from, ontology, at('from'))
      checkIsTime(to, ontology, at('to'))
      return { kind: 'span', unit: wordAt(value['span'], at('span'), spanUnits), from, to }
    }
    case 'length':
      return { kind: 'length', of: inner('length') }
    case 'join_text':
      return { kind: 'join-text', of: expressionsAt(value['join_text'], level, at('join_text')) }
    case 'share': {
      const of = inner('share')
      checkIsNumber(of, ontology, at('share'), 'A share')
      const within = expressionsAt(value['within'] ?? [], level, at('within'))
      return { kind: 'share', of, within, percent: flagAt(value['percent'], at('percent')) }
    }
    default: {
      const query = level.query(value['query'], at('query'), level.depth + 1, false)
      if (query.outputs.length !== 1)
        throw new QueryError(at('query'), 'A query that stands for a value has one column.')
      return { kind: 'scalar', query }
    }
  }
}

export function expressionsAt(value: unknown, level: Level, path: string): readonly Expression[] {
  if (typeof value === 'string' || isObject(value)) return [readExpression(value, level, path)]
  const list = listAt(value, path, 'This')
  return list.map((one, index) => readExpression(one, level, `${path}[${index}]`))
}

function readAggregate(
  name: (typeof aggregates)[number],
  value: JsonObject,
  level: Level,
  path: string,
): Expression {
  const at = `${path}.${name}`
  const of = name === 'count' ? readCounted(value[name], level, at) : readExpression(value[name], level, at)
  if (hasAggregate(of)) throw new QueryError(at, `${name} stands around another aggregate. Use a sub-query.`)
  if (name === 'sum' || name === 'avg' || name === 'median' || name === 'stddev')
    checkIsNumber(of, level.reading.ontology, at, name)
  const distinct = flagAt(value['distinct'], `${path}.distinct`)
  const each = value['each'] === undefined ? {} : { each: readEach(value['each'], of, level, `${path}.each`) }
  const aggregate = { kind: 'aggregate', function: name, of, distinct, ...each } as const
  if (value['where'] === undefined) return aggregate
  const where = level.condition(value['where'], level, `${path}.where`)
  return where === null ? aggregate : { ...aggregate, where }
}

/** The dataset for each row of which the value is taken. */
function readEach(value: unknown, of: Expression, level: Level, path: string) {
  if (of.kind === 'rows') throw new QueryError(path, 'Rows are counted once. Count the rows of this dataset.')
  const { dataset, as } = resolveOwner(value, level, path)
  return { dataset: dataset.name, ...(as === null ? {} : { as }) }
}

/** Rows of a dataset (`*` is the level's own), or the values of an expression. */
function readCounted(value: unknown, level: Level, path: string): Expression {
  if (typeof value !== 'string') return readExpression(value, level, path)
  countPart(level.reading, path)
  if (value === '*') return { kind: 'rows', dataset: level.subject.name }
  try {
    const { dataset, as } = resolveOwner(value.replace(/\.\*$/, ''), level, path)
    return { kind: 'rows', dataset: dataset.name, ...(as === null ? {} : { as }) }
  } catch (error) {
    if (!(error instanceof QueryError) || error.details.choices !== undefined) throw error
    return resolveName(value, level, path)
  }
}

function readArithmetic(
  operator: (typeof signs)[number],
  value: unknown,
  level: Level,
  path: string,
): Expression {
  const [first, second, ...rest] = listAt(value, path, `The value of ${quoted(operator)}`)
  const read = (one: unknown, index: number): Expression => {
    const part = readExpression(one, level, `${path}[${index}]`)
    checkIsNumber(part, level.reading.ontology, `${path}[${index}]`, quoted(operator))
    return part
  }
  if (second === undefined) throw new QueryError(path, `${quoted(operator)} needs two expressions.`)
  const start: Expression = { kind: 'arithmetic', operator, left: read(first, 0), right: read(second, 1) }
  return rest.reduce(
    (left: Expression, one, index): Expression => ({ kind: 'arithmetic', operator, left, right: read(one, index + 2) }), // prettier-ignore
    start,
  )
}

function readRunning(
  word: keyof typeof runningWords,
  value: JsonObject,
  level: Level,
  path: string,
): Expression {
  const of = readExpression(value[word], level, `${path}.${word}`)
  checkIsNumber(of, level.reading.ontology, `${path}.${word}`, word)
  const within = expressionsAt(value['within'] ?? [], level, `${path}.within`)
  const { along, steps } = value
  if (along === undefined && word !== 'rank')
    throw new QueryError(`${path}.along`, `${word} needs "along": the period or field that gives the order.`)
  return {
    kind: 'running',
    function: runningWords[word],
    of,
    along: along === undefined ? of : readExpression(along, level, `${path}.along`),
    within,
    ...(steps === undefined ? {} : { steps: wholeNumberAt(steps, `${path}.steps`, 1, 1000) }),
  }
}

function wordAt<Word extends string>(value: unknown, path: string, known: readonly Word[]): Word {
  const text = typeof value === 'string' ? value : ''
  if (isOneOf(text, known)) return text
  throw new QueryError(path, `This is one of ${known.join(', ')}.`, { nearest: nearestNames(text, known) })
}

function hasAggregate(of: Expression): boolean {
  if (of.kind === 'aggregate' || of.kind === 'metric' || of.kind === 'share' || of.kind === 'running')
    return true
  return of.kind === 'arithmetic' && (hasAggregate(of.left) || hasAggregate(of.right))
}
