import type { Condition, Expression, Query } from '../model/logical-form.ts'
import {
  binary,
  call,
  fixed,
  select,
  type Heading,
  type Place,
  type Select,
  type SqlExpression,
  type SqlOrder,
} from './ast.ts'
import type { Base } from './base.ts'
import { conditionSql } from './condition-sql.ts'
import { keyOf, type Environment } from './environment.ts'
import { expressionSql } from './expression-sql.ts'
import type { Level } from './level.ts'
import { isAggregated } from './measures.ts'
import { freeName, headingFrom } from '../names/names.ts'
import { columnOf, headingOf } from './part-columns.ts'
import { valueType } from './value-type.ts'
import { operandsOf, partsOfExpression } from '../model/walk.ts'

/** Adds headings, conditions on groups, order, limits and set operations to the rows of a level. */
export function finishSelect(base: Base): Select {
  const { query } = base.env.level
  const isWindowed = [...query.outputs, ...query.orderBy].some((one) => hasWindow(one.expression))
  const having = query.having
  const filtersLate = having !== null && (isWindowed || operandsOf(having).some(hasWindow))
  const hiddenOrder = query.orderBy.some((order) => !isShown(order.expression, query))
  const regroups = query.distinct && hiddenOrder && isAggregated(query)
  if (filtersLate || query.limitPer !== null || regroups) return wrapped(base, filtersLate)
  const headings = headingsOf(base.env)
  const condition = having === null ? null : conditionSql(having, base.env)
  const isPlainDistinct = query.distinct && !hiddenOrder
  const plain = select({
    with: base.with,
    distinct: isPlainDistinct,
    headings,
    from: base.from,
    joins: base.joins,
    where: base.isComputed && condition !== null ? condition : base.where,
    groupBy: query.distinct && hiddenOrder ? headings.map((one) => one.of) : base.groupBy,
    having: base.isComputed ? null : condition,
  })
  const orderBy = query.distinct && hiddenOrder ? extremes(base.env, headings) : ordersOf(base.env, headings)
  return {
    ...combined(plain, base.env.level, base.env),
    orderBy: query.combine === null ? orderBy : orderByHeadings(query, headings),
    limit: query.limit,
  }
}

function headingsOf(env: Environment): readonly Heading[] {
  const { level } = env
  const columns = new Set(
    level.nodes.flatMap((node) => level.dataset(node).fields.map((one) => one.column.toLowerCase())),
  )
  const taken = new Set<string>()
  return level.query.outputs.map(({ expression, label }): Heading => {
    const of = expressionSql(expression, env)
    if (of.kind === 'column') {
      const as = freeName(of.name, taken)
      return { of, as: as === of.name ? null : as }
    }
    const wanted = headingFrom(label)
    return { of, as: freeName(columns.has(wanted) ? `${wanted}_value` : wanted, taken) }
  })
}

function ordersOf(env: Environment, headings: readonly Heading[]): readonly SqlOrder[] {
  const { query } = env.level
  return query.orderBy.map(({ expression, direction }) => {
    const index = query.outputs.findIndex((one) => keyOf(one.expression) === keyOf(expression))
    const as = headings[index]?.as ?? null
    const of: SqlExpression = as === null ? expressionSql(expression, env) : { kind: 'heading', name: as }
    return { of, direction, canBeNull: valueType(expression, env.level).canBeNull }
  })
}

/** Distinct rows ordered by an expression that is not shown: each row is ordered by the value that puts it first. */
function extremes(env: Environment, headings: readonly Heading[]): readonly SqlOrder[] {
  return ordersOf(env, headings).map((order, index) => {
    const expression = env.level.query.orderBy[index]?.expression
    if (expression === undefined || isShown(expression, env.level.query)) return order
    return { ...order, of: call(order.direction === 'asc' ? 'min' : 'max', order.of) }
  })
}

function isShown(of: Expression, query: Query): boolean {
  return query.outputs.some((one) => keyOf(one.expression) === keyOf(of))
}

/** Wraps the finished groups in a SELECT. Needed for conditions on window functions, for a limit per group, and for distinct groups with a hidden order. */
function wrapped(base: Base, filtersLate: boolean): Select {
  const { env } = base
  const { level } = env
  const { query } = level
  const shown = headingsOf(env).map((one) => ({
    ...one,
    as: one.as ?? (one.of.kind === 'column' ? one.of.name : 'value'),
  }))
  const taken = new Set(shown.map((one) => one.as.toLowerCase()))
  const columns = new Map(query.outputs.map((one, index) => [keyOf(one.expression), shown[index]?.as ?? '']))
  const headings: Heading[] = [...shown]
  const need = (of: Expression): void => {
    if (columns.has(keyOf(of)) || of.kind === 'literal' || of.kind === 'scalar' || of.kind === 'now') return
    const as = freeName(headingOf(of, env), taken)
    columns.set(keyOf(of), as)
    headings.push({ of: expressionSql(of, env), as })
  }
  for (const order of query.orderBy) need(order.expression)
  for (const key of query.limitPer ?? []) need(key)
  if (filtersLate) for (const operand of operandsOf(query.having)) need(operand)
  const position = freeName('position', taken)
  if (query.limitPer !== null) headings.push({ of: positionOf(env, query.limitPer), as: position })
  const early = filtersLate || query.having === null ? null : conditionSql(query.having, env)
  const inner = select({
    headings: headings.map((one) =>
      one.of.kind === 'column' && one.of.name === one.as ? { of: one.of, as: null } : one,
    ),
    from: base.from,
    joins: base.joins,
    where: base.isComputed && early !== null ? early : base.where,
    groupBy: base.groupBy,
    having: base.isComputed ? null : early,
  })
  return outerSelect({
    base,
    inner,
    columns,
    position,
    shown: shown.map((one) => one.as),
    late: filtersLate ? query.having : null,
  })
}

function outerSelect(parts: {
  readonly base: Base
  readonly inner: Select
  readonly columns: ReadonlyMap<string, string>
  readonly position: string
  readonly shown: readonly string[]
  readonly late: Condition | null
}): Select {
  const { base, inner, columns, position } = parts
  const { query } = base.env.level
  const place: Place = { name: 'ranked_rows', dataset: null }
  const env: Environment = {
    ...base.env,
    computed: (of) => {
      const name = columns.get(keyOf(of))
      return name === undefined ? null : columnOf(place, name)
    },
  }
  const isLimited = query.limitPer !== null && query.limit !== null
  const first = isLimited
    ? binary(columnOf(place, position), '<=', fixed(Math.max(0, Math.trunc(query.limit ?? 0))))
    : null
  const late = parts.late === null ? null : conditionSql(parts.late, env)
  const headings = parts.shown.map((name): Heading => ({ of: columnOf(place, name), as: null }))
  const hidden = query.distinct && query.orderBy.some((order) => !isShown(order.expression, query))
  const where = first === null ? late : late === null ? first : ({ kind: 'and', of: [late, first] } as const)
  const per: SqlOrder[] = (query.limitPer ?? []).map((of) => ({
    of: expressionSql(of, env),
    direction: 'asc',
    canBeNull: true,
  }))
  const own = hidden ? extremes(env, headings) : ordersOf(env, headings)
  const plain = select({
    with: base.with,
    distinct: query.distinct && !hidden,
    headings,
    from: { kind: 'derived', select: inner, place },
    where,
    groupBy: hidden ? headings.map((one) => one.of) : [],
  })
  const orderBy = query.combine === null ? [...(hidden ? [] : per), ...own] : orderByHeadings(query, headings)
  return {
    ...combined(plain, base.env.level, env),
    orderBy,
    limit: query.limitPer === null ? query.limit : null,
  }
}

function positionOf(env: Environment, per: readonly Expression[]): SqlExpression {
  const { level } = env
  const order = level.query.orderBy.map(({ expression, direction }) => ({
    of: expressionSql(expression, env),
    direction,
    canBeNull: valueType(expression, level).canBeNull,
  }))
  return { ...call('row_number'), over: { partition: per.map((one) => expressionSql(one, env)), order } }
}

function combined(left: Select, level: Level, env: Environment): Select {
  const { combine } = level.query
  if (combine === null) return left
  const right = env.nested(combine.with)
  const isBare =
    right.orderBy.length === 0 && right.limit === null && right.combine === null && right.with.length === 0
  if (isBare) return { ...left, combine: { how: combine.how, right } }
  const place: Place = { name: 'other_rows', dataset: null }
  const whole = select({
    headings: [{ of: { kind: 'star' }, as: null }],
    from: { kind: 'derived', select: right, place },
  })
  return { ...left, combine: { how: combine.how, right: whole } }
}

/** The result of a set operation can be ordered only by its outputs. */
function orderByHeadings(query: Query, headings: readonly Heading[]): readonly SqlOrder[] {
  return query.orderBy.flatMap(({ expression, direction }) => {
    const index = query.outputs.findIndex((one) => keyOf(one.expression) === keyOf(expression))
    const heading = headings[index]
    if (heading === undefined) return []
    const name = heading.as ?? (heading.of.kind === 'column' ? heading.of.name : '')
    return [{ of: { kind: 'heading', name }, direction, canBeNull: true }]
  })
}

function hasWindow(of: Expression): boolean {
  return of.kind === 'share' || of.kind === 'running' || partsOfExpression(of).some(hasWindow)
}
