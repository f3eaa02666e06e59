import type { Dataset } from '../model/ontology.ts'
import { allOf, binary, call, fixed, type Call, type SqlExpression } from './ast.ts'
import { conditionSql } from './condition-sql.ts'
import type { Aggregate, Environment } from './environment.ts'
import { expressionSql } from './expression-sql.ts'
import { nodeColumn, rowNumber } from './joined-tables.ts'

interface AggregateWishes {
  /** Joins make several rows of one: count each once. */
  readonly isMultiplied: boolean
  /** The counted table is joined so that it may lack a partner. */
  readonly isOptional: boolean
}

export function aggregateSql(of: Aggregate, env: Environment, wishes: AggregateWishes): SqlExpression {
  const filter = of.where === undefined ? null : conditionSql(of.where, env)
  if (of.of.kind === 'rows') return countRows(env.level.node(of.of), filter, env, wishes)
  return functionCall(of, expressionSql(of.of, env), filter, env)
}

/** The database's own function; SQLite's missing ones are made elsewhere. */
export function functionCall(
  of: Aggregate,
  value: SqlExpression,
  filter: SqlExpression | null,
  env: Environment,
): Call {
  const { dialect } = env.level.build
  if (of.function === 'median' && dialect === 'postgres') {
    return { ...call('percentile_cont', fixed(0.5)), within: value, filter }
  }
  const name = of.function === 'stddev' ? 'stddev_samp' : of.function
  return { ...call(name, value), distinct: of.distinct, filter }
}

/** Fields that tell rows of the dataset apart; null when nothing does. */
export function keyFields(dataset: Dataset): readonly string[] | null {
  if (dataset.primaryKey.length > 0) {
    return dataset.primaryKey.map(
      (key) => dataset.fields.find((one) => one.name === key || one.column === key)?.name ?? key,
    )
  }
  const unique = dataset.fields.find((one) => one.isUnique && !one.isNullable)
  return unique === undefined ? null : [unique.name]
}

/** Columns that together differ for each row of the node. */
export function keyColumns(node: string, env: Environment): readonly SqlExpression[] {
  const { level, scope } = env
  const fields = keyFields(level.dataset(node))
  if (fields !== null) return fields.map((field) => nodeColumn(level, node, field, scope))
  return [{ kind: 'column', place: scope.place(node), name: rowNumber, field: null }]
}

function countRows(
  node: string,
  filter: SqlExpression | null,
  env: Environment,
  { isMultiplied, isOptional }: AggregateWishes,
): SqlExpression {
  if (!isMultiplied && !isOptional) return { ...call('count', { kind: 'star' }), filter }
  const columns = keyColumns(node, env)
  const [first] = columns
  if (first === undefined || columns.length === 1) {
    return { ...call('count', first ?? { kind: 'star' }), distinct: isMultiplied, filter }
  }
  if (!isMultiplied) return { ...call('count', first), filter }
  const isThere: SqlExpression | null = isOptional ? { kind: 'is-null', of: first, negated: true } : null
  return { ...call('count', together(columns, env)), distinct: true, filter: allOf([filter, isThere]) }
}

/** Several columns as one value that is equal only when all are. */
function together(columns: readonly SqlExpression[], env: Environment): SqlExpression {
  if (env.level.build.dialect !== 'sqlite') return { kind: 'row', of: columns }
  return columns
    .map((column): SqlExpression => call('quote', column))
    .reduce((left, right) => binary(binary(left, '||', fixed(',')), '||', right))
}
