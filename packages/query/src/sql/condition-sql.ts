import type { Condition, Expression } from '../model/logical-form.ts'
import type { Cell } from '../model/statement.ts'
import {
  allOf,
  binary,
  call,
  fixed,
  select,
  type Literal,
  type Select,
  type LiteralType,
  type SqlExpression,
} from './ast.ts'
import { duringSql } from './during-sql.ts'
import type { Environment } from './environment.ts'
import { asText, expressionSql, literal } from './expression-sql.ts'
import { valueType, type ValueType } from './value-type.ts'

export function conditionSql(of: Condition, env: Environment): SqlExpression {
  switch (of.kind) {
    case 'and':
    case 'or':
      if (of.of.length === 0) return truth(of.kind === 'and', env)
      return of.of.length === 1 && of.of[0] !== undefined
        ? conditionSql(of.of[0], env)
        : { kind: of.kind, of: of.of.map((one) => conditionSql(one, env)) }
    case 'not':
      return negated(of.of, env)
    case 'compare':
      return compareSql(of, env)
    case 'between': {
      const [low, high] = [operandSql(of.low, of.of, env), operandSql(of.high, of.of, env)]
      return { kind: 'between', of: expressionSql(of.of, env), low, high }
    }
    case 'in':
      return inSql(of, env)
    case 'like':
      return { kind: 'like', of: asText(of.of, env), pattern: pattern(of.how, of.text), negated: false }
    case 'null':
      return { kind: 'is-null', of: expressionSql(of.of, env), negated: false }
    case 'during':
      return duringSql(of, env) ?? { kind: 'is-null', of: expressionSql(of.of, env), negated: true }
    case 'member':
      return { kind: 'in', of: expressionSql(of.of, env), values: env.nested(of.query), negated: false }
    case 'related':
      return { kind: 'exists', select: env.related(of.query, of.ofAs ?? of.of, env), negated: false }
  }
}

function truth(holds: boolean, env: Environment): SqlExpression {
  if (env.level.build.dialect === 'sqlite') return binary(fixed(1), '=', fixed(holds ? 1 : 0))
  return fixed(holds)
}

function negated(of: Condition, env: Environment): SqlExpression {
  if (of.kind === 'not') return conditionSql(of.of, env)
  if (of.kind === 'member') {
    return {
      kind: 'in',
      of: expressionSql(of.of, env),
      values: withoutNulls(env.nested(of.query)),
      negated: true,
    }
  }
  const sql = conditionSql(of, env)
  if (sql.kind === 'in' || sql.kind === 'exists' || sql.kind === 'like' || sql.kind === 'is-null') {
    return { ...sql, negated: !sql.negated }
  }
  if (sql.kind === 'binary' && sql.operator === '=') return { ...sql, operator: '!=' }
  return { kind: 'not', of: sql }
}

function compareSql(of: Extract<Condition, { kind: 'compare' }>, env: Environment): SqlExpression {
  const { left, right, operator } = of
  if (right.kind === 'literal' && right.value === null) {
    return { kind: 'is-null', of: expressionSql(left, env), negated: operator !== '=' }
  }
  if (of.fold === true) return binary(folded(left, env), operator, folded(right, env))
  const leftSql = left.kind === 'literal' ? operandSql(left, right, env) : expressionSql(left, env)
  return binary(leftSql, operator, operandSql(right, left, env))
}

function inSql(of: Extract<Condition, { kind: 'in' }>, env: Environment): SqlExpression {
  const values = of.values.filter((one) => one !== null)
  const holdsNull = values.length < of.values.length
  const isNull: SqlExpression = { kind: 'is-null', of: expressionSql(of.of, env), negated: false }
  if (values.length === 0) return holdsNull ? isNull : truth(false, env)
  const tested = of.fold === true ? folded(of.of, env) : expressionSql(of.of, env)
  const listed: SqlExpression = {
    kind: 'in',
    of: tested,
    values: values.map((value) =>
      of.fold === true
        ? folded({ kind: 'literal', value }, env)
        : operandSql({ kind: 'literal', value }, of.of, env),
    ),
    negated: false,
  }
  return holdsNull ? { kind: 'or', of: [listed, isNull] } : listed
}

/** Compares without case, for the letters whose case the database knows. */
function folded(of: Expression, env: Environment): SqlExpression {
  if (of.kind === 'literal') {
    const value = String(of.value)
    const isPlain = /^[\x20-\x7e]*$/.test(value)
    return isPlain ? literal(value.toLowerCase(), 'text') : call('lower', literal(value, 'text'))
  }
  return call('lower', asText(of, env))
}

/** One side of a comparison. A literal is converted to the type of the other side. */
function operandSql(of: Expression, other: Expression, env: Environment): SqlExpression {
  if (of.kind !== 'literal') return expressionSql(of, env)
  const type = valueType(other, env.level)
  const against = other.kind === 'field' ? `${other.dataset}.${other.field}` : type.type
  const value = fitted(of.value, type, env)
  const isComputed = other.kind !== 'field'
  return literal(value, literalTypeFor(value, type, isComputed), against)
}

function literalTypeFor(value: Cell, type: ValueType, isComputed: boolean): LiteralType {
  if (typeof value === 'number') return isComputed ? 'number' : 'plain'
  if (typeof value !== 'string') return 'plain'
  if (type.type === 'date') return value.length > 10 ? 'timestamp' : 'date'
  if (type.type === 'timestamp') return type.isZoned ? 'moment' : 'timestamp'
  return isComputed && type.type === 'text' ? 'text' : 'plain'
}

/** `'5'` compared with a number is 5; 1 compared with a flag is true; a number compared with text is its digits. */
function fitted(value: Cell, { type, isZoned }: ValueType, env: Environment): Cell {
  if (value === null) return null
  if (type === 'number') {
    if (typeof value === 'boolean') return value ? 1 : 0
    if (typeof value === 'string' && value.trim() !== '' && Number.isFinite(Number(value)))
      return Number(value)
    return value
  }
  if (type === 'boolean') {
    if (typeof value === 'boolean' || env.level.build.dialect === 'sqlite') return value
    if (typeof value === 'number') return value !== 0
    return /^(true|t|yes|y|1)$/i.test(value)
  }
  if (type === 'text') return typeof value === 'string' ? value : String(value)
  if (type === 'timestamp' && isZoned && typeof value === 'string' && !/(z|[+-]\d\d:?\d\d)$/i.test(value))
    return value
  return value
}

function pattern(how: 'contains' | 'begins' | 'ends', text: string): Literal {
  const escaped = text.replace(/[%_!]/g, '!$&')
  const value = `${how === 'begins' ? '' : '%'}${escaped}${how === 'ends' ? '' : '%'}`
  return literal(value, 'plain', 'pattern')
}

/** Excludes nulls from the list: a single null would make NOT IN false for every row. */
function withoutNulls(list: Select): Select {
  const [heading] = list.headings
  if (heading === undefined) return list
  const isPlain =
    list.combine === null && list.groupBy.length === 0 && list.limit === null && list.having === null
  const isNotNull = (of: SqlExpression): SqlExpression => ({ kind: 'is-null', of, negated: true })
  if (isPlain && heading.of.kind === 'column')
    return { ...list, where: allOf([list.where, isNotNull(heading.of)]) }
  const place = { name: 'listed', dataset: null }
  const name = heading.as ?? (heading.of.kind === 'column' ? heading.of.name : 'value')
  const column: SqlExpression = { kind: 'column', place, name, field: null }
  return select({
    headings: [{ of: column, as: null }],
    from: { kind: 'derived', place, select: list },
    where: isNotNull(column),
  })
}
