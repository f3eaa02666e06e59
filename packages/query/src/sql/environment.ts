import type { Expression, Query } from '../model/logical-form.ts'
import type { Select, SqlExpression } from './ast.ts'
import type { Level } from './level.ts'
import type { Scope } from './scope.ts'

export type Aggregate = Extract<Expression, { kind: 'aggregate' }>

/** Where an expression is written: which tables it sees and what has been computed already. */
export interface Environment {
  readonly level: Level
  readonly scope: Scope
  /** `expressionSql`, handed on so that what it uses can call it back. */
  readonly write: (of: Expression, env: Environment) => SqlExpression
  /** The column that already holds this expression: a group's key or a measure of a subquery. */
  readonly computed: (of: Expression) => SqlExpression | null
  readonly aggregate: (of: Aggregate) => SqlExpression
  /** A whole query inside this one that sees nothing of it. */
  readonly nested: (query: Query) => Select
  /** Whether the rows related to the one at hand, by the inner query's own road, are there. */
  readonly related: (query: Query, node: string, env: Environment) => Select
}

/** Equal expressions have equal keys. */
export function keyOf(of: Expression): string {
  return JSON.stringify(of)
}
