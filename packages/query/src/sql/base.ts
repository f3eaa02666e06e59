import type { Condition } from '../model/logical-form.ts'
import { allOf, fixed, select, type Relation, type Select, type SqlExpression, type SqlJoin } from './ast.ts'
import { conditionSql } from './condition-sql.ts'
import type { Environment } from './environment.ts'
import { joinTables, type JoinWishes } from './joined-tables.ts'
import type { Placement, SemiJoin } from './placement.ts'
import { Scope } from './scope.ts'

/** The rows of a SELECT before its headings, order and limit are known. */
export interface Base {
  readonly with: Select['with']
  readonly from: Relation | null
  readonly joins: readonly SqlJoin[]
  readonly where: SqlExpression | null
  readonly groupBy: readonly SqlExpression[]
  readonly env: Environment
  /** Rows are whole groups already: conditions on groups are plain conditions. */
  readonly isComputed: boolean
}

/** Joined tables with every condition of the level in its place. */
export function baseOf(
  env: Environment,
  placement: Placement,
  start: string,
  wishes: Omit<JoinWishes, 'start' | 'isCorrelated'> = {},
): Base {
  const { from, joins } = joinTables(env.level, placement.nodes, env.scope, {
    ...wishes,
    start: [start],
    isCorrelated: false,
  })
  return {
    with: [],
    from,
    joins,
    where: placedConditions(env, placement),
    groupBy: [],
    env,
    isComputed: false,
  }
}

export function placedConditions(env: Environment, placement: Placement): SqlExpression | null {
  return allOf([
    ...placement.where.map((condition) => conditionSql(condition, env)),
    ...placement.semiJoins.map((semiJoin) => existsSql(semiJoin, env)),
  ])
}

/** There is a row, over the roads from the joined tables, for which all of these hold. */
function existsSql({ anchors, nodes, conditions }: SemiJoin, outer: Environment): SqlExpression {
  const scope = new Scope(outer.scope)
  const env: Environment = { ...outer, scope }
  const { from, joins, ties } = joinTables(env.level, nodes, scope, { start: anchors, isCorrelated: true })
  const where = allOf([...ties, ...conditions.map((one: Condition) => conditionSql(one, env))])
  return {
    kind: 'exists',
    negated: false,
    select: select({ headings: [{ of: fixed(1), as: null }], from, joins, where }),
  }
}
