import type { Expression, FieldRef } from '../model/logical-form.ts'
import type { Field } from '../model/ontology.ts'
import type { Cell } from '../model/statement.ts'
import {
  binary,
  call,
  fixed,
  type Literal,
  type LiteralType,
  type SqlExpression,
  type SqlOrder,
} from './ast.ts'
import type { Environment } from './environment.ts'
import { metricExpression } from '../metrics/metric-expression.ts'
import { localNow, partSql, periodSql, spanSql } from './time-sql.ts'
import { valueType } from './value-type.ts'
import { rearranged } from './written-dates.ts'

export function expressionSql(of: Expression, env: Environment): SqlExpression {
  const computed = env.computed(of)
  if (computed !== null) return computed
  switch (of.kind) {
    case 'field':
      return fieldSql(of, env)
    case 'literal':
      return literal(
        of.value,
        of.value === null || typeof of.value === 'boolean'
          ? 'plain'
          : typeof of.value === 'number'
            ? 'number'
            : 'text',
      )
    case 'aggregate':
      return env.aggregate(of)
    case 'metric':
      return expressionSql(metricExpression(of.name, env.level.build.ontology), env)
    case 'arithmetic':
      return arithmeticSql(of, env)
    case 'period':
      return periodSql(of, env)
    case 'part':
      return partSql(of.part, of.of, env)
    case 'span':
      return spanSql(of.unit, of.from, of.to, env)
    case 'now':
      return literal(localNow(env.level.build), 'timestamp')
    case 'length':
      return call('length', asText(of.of, env))
    case 'join-text':
      return call('concat_ws', fixed(' '), ...of.of.map((one) => expressionSql(one, env)))
    case 'share':
      return shareSql(of, env)
    case 'running':
      return runningSql(of, env)
    case 'scalar':
      return { kind: 'select', select: env.nested(of.query) }
    case 'rows':
      throw new Error(`Rows of ${of.dataset} can only be counted.`)
  }
}

function fieldSql(ref: FieldRef, env: Environment): SqlExpression {
  const field = env.level.field(ref)
  const column: SqlExpression = {
    kind: 'column',
    place: env.scope.place(env.level.node(ref)),
    name: field.column,
    field: field.name,
  }
  return inWholeUnits(rearranged(column, field), field)
}

/** An amount that is held in cents or pence. */
function inWholeUnits(column: SqlExpression, { statistics }: Field): SqlExpression {
  return statistics.isHundredths === true ? binary(column, '/', fixed(100, 'factor')) : column
}

/** A value from the question, sent as a parameter. */
export function literal(value: Cell, type: LiteralType, against = ''): Literal {
  return { kind: 'literal', value, type, against, isFixed: false }
}

export function asText(of: Expression, env: Environment): SqlExpression {
  const sql = expressionSql(of, env)
  const { type } = valueType(of, env.level)
  return type === 'text' || env.level.build.dialect === 'sqlite' ? sql : { kind: 'cast', of: sql, to: 'text' }
}

/** Division that never truncates and gives null when dividing by zero. */
export function divide(left: SqlExpression, right: SqlExpression, mayTruncate: boolean): SqlExpression {
  const dividend = mayTruncate ? binary(fixed(1, 'factor'), '*', left) : left
  const isNumber = right.kind === 'literal' && typeof right.value === 'number' && right.value !== 0
  return binary(dividend, '/', isNumber ? right : call('nullif', right, fixed(0)))
}

function arithmeticSql(of: Extract<Expression, { kind: 'arithmetic' }>, env: Environment): SqlExpression {
  const [left, right] = [expressionSql(of.left, env), expressionSql(of.right, env)]
  if (of.operator === '-' && isOfOtherRows(of, env))
    return binary(call('coalesce', left, fixed(0)), '-', call('coalesce', right, fixed(0)))
  if (of.operator === '-' && isShareOf(of)) return binary(left, '-', call('coalesce', right, fixed(0)))
  if (of.operator === '+' && (isSumOfOtherRows(of, env) || isSumOfParts(of)))
    return binary(call('coalesce', left, fixed(0)), '+', call('coalesce', right, fixed(0)))
  if (of.operator !== '/') return binary(left, of.operator, right)
  return divide(left, right, mayTruncate(of.left, env))
}

/** Bills less payments: where nothing was paid, nothing is taken off. */
function isOfOtherRows({ left, right }: { left: Expression; right: Expression }, env: Environment): boolean {
  const rowsOf = (one: Expression): string | null => {
    if (one.kind === 'arithmetic') return rowsOf(one.left) === rowsOf(one.right) ? rowsOf(one.left) : null
    return one.kind === 'aggregate' && one.function === 'sum' && one.of.kind === 'field'
      ? one.of.dataset
      : null
  }
  const [from, off] = [rowsOf(left), rowsOf(right)]
  return from !== null && off !== null && from !== off && env.computed(right) !== null
}

/** Prices less a discount in percent of them: where no row has a discount, nothing is taken off. */
function isShareOf({ left, right }: { left: Expression; right: Expression }): boolean {
  if (left.kind !== 'aggregate' || right.kind !== 'aggregate') return false
  const [whole, part] = [JSON.stringify(left.of), JSON.stringify(right.of)]
  return left.function === 'sum' && right.function === 'sum' && part !== whole && part.includes(whole)
}

/** What a shop and a web shop sold: where one of them sold nothing, the other one's amount is the sum. */
function isSumOfOtherRows(
  { left, right }: { left: Expression; right: Expression },
  env: Environment,
): boolean {
  if (right.kind === 'scalar') return true
  const [one, other] = [summedRows(left), summedRows(right)]
  const isApart = one.length > 0 && other.length > 0 && one.every((name) => !other.includes(name))
  return isApart && env.computed(right) !== null
}

/** The prices of monthly plans and those of yearly ones: where no row is of one kind, the others are the sum. */
function isSumOfParts({ left, right }: { left: Expression; right: Expression }): boolean {
  const parts = [...partsIn(left), ...partsIn(right)]
  return parts.every((part) => part !== null) && new Set(parts).size === parts.length
}

/** The conditions of the sums that are added up. Null for anything else. */
function partsIn(of: Expression): readonly (string | null)[] {
  if (of.kind === 'arithmetic' && of.operator === '+') return [...partsIn(of.left), ...partsIn(of.right)]
  const isPart = of.kind === 'aggregate' && of.function === 'sum' && of.where !== undefined
  return [isPart ? JSON.stringify(of.where) : null]
}

/** The datasets whose rows an expression aggregates. */
function summedRows(of: Expression): readonly string[] {
  if (of.kind === 'arithmetic') return [...summedRows(of.left), ...summedRows(of.right)]
  if (of.kind !== 'aggregate' || of.function !== 'sum') return []
  const name = firstDataset(of.of)
  return name === null ? [] : [name]
}

function firstDataset(of: Expression): string | null {
  if (of.kind === 'field') return of.dataset
  return of.kind === 'arithmetic' ? (firstDataset(of.left) ?? firstDataset(of.right)) : null
}

function mayTruncate(of: Expression, env: Environment): boolean {
  return env.level.build.dialect !== 'duckdb' && valueType(of, env.level).mayBeWhole
}

function shareSql(of: Extract<Expression, { kind: 'share' }>, env: Environment): SqlExpression {
  const value = expressionSql(of.of, env)
  const partition = of.within.map((one) => expressionSql(one, env))
  const total: SqlExpression = { ...call('sum', value), over: { partition, order: [] } }
  if (of.percent)
    return binary(binary(fixed(100, 'factor'), '*', value), '/', call('nullif', total, fixed(0)))
  return divide(value, total, mayTruncate(of.of, env))
}

function runningSql(of: Extract<Expression, { kind: 'running' }>, env: Environment): SqlExpression {
  const value = expressionSql(of.of, env)
  const partition = of.within.map((one) => expressionSql(one, env))
  const order: SqlOrder[] = [{ of: expressionSql(of.along, env), direction: 'asc', canBeNull: true }]
  const steps = Math.max(1, Math.trunc(of.steps ?? 1))
  const before: SqlExpression = { ...call('lag', value, fixed(steps)), over: { partition, order } }
  switch (of.function) {
    case 'total':
      return { ...call('sum', value), over: { partition, order, frame: 'ROWS UNBOUNDED PRECEDING' } }
    case 'previous':
      return before
    case 'change':
      return binary(value, '-', before)
    case 'growth':
      return divide(binary(value, '-', before), before, mayTruncate(of.of, env))
    case 'mean':
      return { ...call('avg', value), over: { partition, order, frame: `ROWS ${steps - 1} PRECEDING` } }
    case 'rank': {
      const highestFirst: SqlOrder[] = [{ of: value, direction: 'desc', canBeNull: true }]
      return { ...call('rank'), over: { partition, order: highestFirst } }
    }
  }
}
