import type { SqlExpression } from './ast.ts'
import { conditionSql } from './condition-sql.ts'
import type { Environment } from './environment.ts'
import type { JoinOptions } from './joined-tables.ts'
import type { Level } from './level.ts'
import { nodesOfCondition, type Placement } from './placement.ts'

/** Nodes of which one row of `start` may have several partners or none. A condition on them filters partners and keeps every row of `start`. */
export function partnersOf(level: Level, start: string, nodes: Iterable<string>): ReadonlySet<string> {
  return new Set([...nodes].filter((node) => !level.meetsOne(start, node)))
}

/** Outer-joins everything except `start`. Conditions on partners go into the join condition. */
export function withOptional(
  env: Environment,
  placement: Placement,
  start: string,
  optional: ReadonlySet<string>,
): { readonly placement: Placement; readonly options: Pick<JoinOptions, 'optional'> } {
  const { level, scope } = env
  const partners = partnersOf(level, start, optional)
  for (const node of [start, ...placement.nodes]) if (!scope.has(node)) scope.add(node, level.dataset(node))
  const conditions = new Map<string, SqlExpression[]>([...optional].map((node) => [node, []]))
  const where = placement.where.filter((condition) => {
    const deepest = nodesOfCondition(condition, level)
      .filter((node) => partners.has(node))
      .toSorted((a, b) => level.path(start, b).length - level.path(start, a).length)[0]
    if (deepest === undefined) return true
    conditions.get(deepest)?.push(conditionSql(condition, env))
    return false
  })
  return { placement: { ...placement, where }, options: { optional: conditions } }
}
