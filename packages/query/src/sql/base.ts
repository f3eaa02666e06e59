import type { Condition } from '../model/logical-form.ts'
import { allOf, fixed, select, type Relation, type Select, type SqlExpression, type SqlJoin } from './ast.ts'
import { conditionSql } from './condition-sql.ts'
import type { Environment } from './environment.ts'
import { joinTables, type JoinOptions } from './joined-tables.ts'
import type { Placement, SemiJoin } from './placement.ts'
import { Scope } from './scope.ts'

/** The rows of a SELECT, before headings, order and limit are added. */
export interface Base {
  readonly with: Select['with']
  readonly from: Relation | null
  readonly joins: readonly SqlJoin[]
  readonly where: SqlExpression | null
  readonly groupBy: readonly SqlExpression[]
  readonly env: Environment
  /** Each row is already a whole group, so conditions on groups become plain conditions. */
  readonly isComputed: boolean
}

/** Joins the tables and puts every condition of the level where it belongs. */
export function baseOf(
  env: Environment,
  placement: Placement,
  start: string,
  options: Omit<JoinOptions, 'start' | 'isCorrelated'> = {},
): Base {
  const { from, joins } = joinTables(env.level, placement.nodes, env.scope, {
    ...options,
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

/** EXISTS: there is a row, reached by the join path from the joined tables, that meets all these conditions. */
function existsSql({ anchors, nodes, conditions }: SemiJoin, outer: Environment): SqlExpression {
  const scope = new Scope(outer.scope)
  const env: Environment = { ...outer, scope }
  const { from, joins, links } = joinTables(env.level, nodes, scope, { start: anchors, isCorrelated: true })
  const where = allOf([...links, ...conditions.map((one: Condition) => conditionSql(one, env))])
  return {
    kind: 'exists',
    negated: false,
    select: select({ headings: [{ of: fixed(1), as: null }], from, joins, where }),
  }
}
