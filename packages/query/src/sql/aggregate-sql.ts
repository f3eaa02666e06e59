import type { Dataset } from '../model/ontology.ts'
import { allOf, binary, call, fixed, type Call, type SqlExpression } from './ast.ts'
import { conditionSql } from './condition-sql.ts'
import type { Aggregate, Environment } from './environment.ts'
import { expressionSql } from './expression-sql.ts'
import { nodeColumn, rowNumber } from './joined-tables.ts'

interface AggregateOptions {
  /** Joins repeat the rows of the table, so each row must be counted once. */
  readonly isMultiplied: boolean
  /** The counted table is outer-joined, so a row may have no partner. */
  readonly isOptional: boolean
}

export function aggregateSql(of: Aggregate, env: Environment, options: AggregateOptions): SqlExpression {
  const filter = of.where === undefined ? null : conditionSql(of.where, env)
  if (of.of.kind === 'rows') return countRows(env.level.node(of.of), filter, env, options)
  return functionCall(of, expressionSql(of.of, env), filter, env)
}

/** Uses the database's own function. Functions that SQLite lacks are built in `part-forms.ts`. */
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

/** Fields that identify a row of the dataset. Null when no fields do. */
export function keyFields(dataset: Dataset): readonly string[] | null {
  if (dataset.primaryKey.length > 0) {
    return dataset.primaryKey.map(
      (key) => dataset.fields.find((one) => one.name === key || one.column === key)?.name ?? key,
    )
  }
  const unique = dataset.fields.find((one) => one.isUnique && !one.isNullable)
  return unique === undefined ? null : [unique.name]
}

/** Columns that together identify each row of the node. */
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
  { isMultiplied, isOptional }: AggregateOptions,
): SqlExpression {
  if (!isMultiplied && !isOptional) return { ...call('count', { kind: 'star' }), filter }
  const columns = keyColumns(node, env)
  const [first] = columns
  if (first === undefined || columns.length === 1) {
    return { ...call('count', first ?? { kind: 'star' }), distinct: isMultiplied, filter }
  }
  if (!isMultiplied) return { ...call('count', first), filter }
  const isPresent: SqlExpression | null = isOptional ? { kind: 'is-null', of: first, negated: true } : null
  return { ...call('count', together(columns, env)), distinct: true, filter: allOf([filter, isPresent]) }
}

/** Combines several columns into one value that is equal only when all of them are. */
function together(columns: readonly SqlExpression[], env: Environment): SqlExpression {
  const { dialect } = env.level.build
  if (dialect !== 'sqlite' && dialect !== 'mysql') return { kind: 'row', of: columns }
  return columns
    .map((column): SqlExpression => call('quote', column))
    .reduce((left, right) => binary(binary(left, '||', fixed(',')), '||', right))
}
