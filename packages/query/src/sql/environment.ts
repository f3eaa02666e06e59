import type { Expression, Query } from '../model/logical-form.ts'
import type { Select, SqlExpression } from './ast.ts'
import type { Level } from './level.ts'
import type { Scope } from './scope.ts'

export type Aggregate = Extract<Expression, { kind: 'aggregate' }>

/** The context an expression is written in: the tables it sees and the expressions that are already computed. */
export interface Environment {
  readonly level: Level
  readonly scope: Scope
  /** `expressionSql`, passed on to avoid an import cycle. */
  readonly write: (of: Expression, env: Environment) => SqlExpression
  /** The column that already holds this expression: a group key, or a measure of a subquery. */
  readonly computed: (of: Expression) => SqlExpression | null
  readonly aggregate: (of: Aggregate) => SqlExpression
  /** Builds a nested query that does not refer to this one. */
  readonly nested: (query: Query) => Select
  /** Builds EXISTS over the rows that the inner query's join path relates to the current row. */
  readonly related: (query: Query, node: string, env: Environment) => Select
}

/** Equal expressions have equal keys. */
export function keyOf(of: Expression): string {
  return JSON.stringify(of)
}
