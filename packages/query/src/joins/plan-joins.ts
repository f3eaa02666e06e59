import type { CannotAnswer, Join, JoinPlan, JoinTie, JoinTree } from '../model/join-plan.ts'
import type { Ontology } from '../model/ontology.ts'
import type { Query } from '../model/logical-form.ts'
import { metricExpression } from '../metrics/metric-expression.ts'
import { planLevel, type LevelPlan } from './plan-level.ts'
import { walkExpression, walkQuery, type Nested, type Visitor } from '../model/walk.ts'

/** Plans the joins on each level of a query, or says why the datasets cannot be joined. Pure: the same query gives the same plan. */
export function planJoins(query: Query, ontology: Ontology): JoinPlan | CannotAnswer {
  const planned = planLevels(query, ontology)
  return 'reason' in planned ? planned.reason : planned.plan
}

/** The same, with the level that cannot be joined, and the levels that can be joined in two ways that are as good. */
export function planLevels(
  query: Query,
  ontology: Ontology,
):
  | { readonly plan: JoinPlan; readonly ties: readonly JoinTie[] }
  | { readonly level: Query; readonly reason: CannotAnswer } {
  const trees = new Map<Query, JoinTree>()
  const levels: LevelPlan[] = []
  const ties: JoinTie[] = []
  const pending: Nested[] = [{ query, related: null }]
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    const { appearances, nested } = referencesOf(next.query, ontology)
    pending.push(...nested)
    const level = planLevel(next, appearances, ontology)
    if ('status' in level) return { level: next.query, reason: level }
    levels.push(level)
    trees.set(next.query, level.tree)
    if (level.paths.length > 0) ties.push({ level: next.query, paths: level.paths })
  }
  const closest = levels.toSorted((a, b) => a.margin - b.margin)[0]
  const plan = { trees, margin: closest?.margin ?? 1, alternatives: closest?.alternatives ?? [] }
  return { plan, ties }
}

/** Every join of a plan, outermost level first. */
export function joinsOf(plan: JoinPlan): readonly Join[] {
  return [...plan.trees.values()].flatMap((tree) => tree.joins)
}

/** The appearances that a level's expressions name, in order of occurrence, and the queries nested in it. */
function referencesOf(
  query: Query,
  ontology: Ontology,
): { readonly appearances: ReadonlyMap<string, string>; readonly nested: readonly Nested[] } {
  const appearances = new Map<string, string>()
  const nested: Nested[] = []
  const visitor: Visitor = {
    field: (ref) => appearances.set(ref.as ?? ref.dataset, ref.dataset),
    rows: (dataset, as) => appearances.set(as, dataset),
    metric: (name) => walkExpression(metricExpression(name, ontology), visitor),
    nested: (one) => nested.push(one),
  }
  walkQuery(query, visitor)
  return { appearances, nested }
}
