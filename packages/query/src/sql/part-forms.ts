import type { Expression } from '../model/logical-form.ts'
import { blockBase, type Block } from './block.ts'
import { functionCall, keyColumns } from './aggregate-sql.ts'
import {
  binary,
  call,
  fixed,
  select,
  type Heading,
  type Place,
  type Relation,
  type Select,
  type SqlExpression,
} from './ast.ts'
import { conditionSql } from './condition-sql.ts'
import type { Environment } from './environment.ts'
import { divide, expressionSql } from './expression-sql.ts'
import { columnOf, named } from './part-columns.ts'

const measured = 'measured'

/** Takes each row of the measure's table once per group, then aggregates. For values that the joins repeat. */
export function onceSelect(
  env: Environment,
  block: Block,
  keys: readonly Expression[],
  keyNames: readonly string[],
  measures: ReadonlyMap<string, string>,
): Select {
  const rows: Place = { name: 'each_once', dataset: null }
  const from: Relation = { kind: 'derived', place: rows, select: onceRows(env, block, keys, keyNames) }
  const groupBy = keyNames.map((name) => columnOf(rows, name))
  const headings: Heading[] = groupBy.map((of) => ({ of, as: null }))
  for (const { of, key } of block.measures) {
    headings.push({
      of: functionCall(of, columnOf(rows, measured), null, env),
      as: measures.get(key) ?? null,
    })
  }
  return select({ headings, from, groupBy })
}

/** Median and standard deviation for SQLite, which has neither, and the median for MySQL: the values are first ranked and centred within their group. */
export function rankedSelect(
  env: Environment,
  block: Block,
  keys: readonly Expression[],
  keyNames: readonly string[],
  measures: ReadonlyMap<string, string>,
): Select {
  const measure = block.measures[0]
  if (measure === undefined) throw new Error('A ranked part has one measure.')
  const once: Place = { name: 'each_once', dataset: null }
  const source: Relation = { kind: 'derived', place: once, select: onceRows(env, block, keys, keyNames) }
  const partition = keyNames.map((name) => columnOf(once, name))
  const ranked: Place = { name: 'ranked', dataset: null }
  const inner = select({
    headings: [
      ...partition.map((of) => ({ of, as: null })),
      ...rankings(columnOf(once, measured), partition),
    ],
    from: source,
  })
  const groupBy = keyNames.map((name) => columnOf(ranked, name))
  const value = measure.of.function === 'median' ? medianOf(ranked, env) : deviationOf(ranked)
  return select({
    headings: [
      ...groupBy.map((of) => ({ of, as: null })),
      { of: value, as: measures.get(measure.key) ?? null },
    ],
    from: { kind: 'derived', place: ranked, select: inner },
    groupBy,
  })
}

function onceRows(
  env: Environment,
  block: Block,
  keys: readonly Expression[],
  keyNames: readonly string[],
): Select {
  const base = blockBase(env, block, keys)
  const measure = block.measures[0]
  if (measure === undefined) throw new Error('A part has at least one measure.')
  const { of, grain } = measure
  const bare = expressionSql(of.of, base.env)
  const value: SqlExpression =
    of.where === undefined ? bare : { kind: 'case', when: conditionSql(of.where, base.env), gives: bare }
  const ids = block.isMultiplied && grain !== null ? keyColumns(grain, base.env) : []
  const headings: Heading[] = [
    ...keys.map((key, index) => named(expressionSql(key, base.env), keyNames[index] ?? '')),
    ...ids.map((id, index) => ({ of: id, as: `row_key_${index + 1}` })),
    { of: value, as: measured },
  ]
  return select({
    distinct: block.isMultiplied || of.distinct,
    headings,
    from: base.from,
    joins: base.joins,
    where: base.where,
  })
}

function rankings(value: SqlExpression, partition: readonly SqlExpression[]): readonly Heading[] {
  const isNull: SqlExpression = { kind: 'is-null', of: value, negated: false }
  const order = [{ of: value, direction: 'asc', canBeNull: false } as const]
  return [
    { of: value, as: null },
    { of: { ...call('row_number'), over: { partition: [...partition, isNull], order } }, as: 'place' },
    { of: { ...call('count', value), over: { partition, order: [] } }, as: 'many' },
    { of: { ...call('avg', value), over: { partition, order: [] } }, as: 'mean' },
  ]
}

/** The middle value, or the mean of the two middle values. */
function medianOf(ranked: Place, env: Environment): SqlExpression {
  const half = (more: number): SqlExpression => {
    const place = binary(binary(columnOf(ranked, 'many'), '+', fixed(more)), '/', fixed(2))
    // SQLite divides whole numbers without a rest, MySQL does not.
    return env.level.build.dialect === 'mysql' ? call('floor', place) : place
  }
  const isMiddle: SqlExpression = {
    kind: 'in',
    of: columnOf(ranked, 'place'),
    values: [half(1), half(2)],
    negated: false,
  }
  return { ...call('avg', columnOf(ranked, measured)), filter: isMiddle }
}

/** Of a sample, from the distances to the mean. */
function deviationOf(ranked: Place): SqlExpression {
  const distance = binary(columnOf(ranked, measured), '-', columnOf(ranked, 'mean'))
  const count = binary(call('count', columnOf(ranked, measured)), '-', fixed(1))
  return call('sqrt', divide(call('sum', binary(distance, '*', distance)), count, false))
}
