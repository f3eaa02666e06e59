import type { Condition, Expression } from '../model/logical-form.ts'
import type { Level } from './level.ts'
import { metricExpression } from '../metrics/metric-expression.ts'
import { walkCondition, walkExpression, walkQuery, type Visitor } from '../model/walk.ts'

/** Where the conditions of a level go, once the joined tables are known. */
export interface Placement {
  /** The joined tables, including those that conditions need and that add no rows. */
  readonly nodes: Set<string>
  readonly where: readonly Condition[]
  /** Conditions on tables that would multiply the joined rows. Each becomes EXISTS. */
  readonly semiJoins: readonly SemiJoin[]
}

export interface SemiJoin {
  readonly anchors: readonly string[]
  readonly nodes: ReadonlySet<string>
  readonly conditions: readonly Condition[]
}

export function placeConditions(
  level: Level,
  core: Iterable<string>,
  counts: (condition: Condition) => boolean = () => true,
): Placement {
  const nodes = new Set(core)
  const conditions = conjuncts(level.query.where).filter(counts)
  const needs = conditions.map((one) => nodesOfCondition(one, level))
  const unreferenced = unreferencedAppearances(level)
  let grew = true
  while (grew) {
    grew = false
    for (const node of [...needs.flat(), ...unreferenced]) {
      if (nodes.has(node)) continue
      const anchor = anchorOf(level, nodes, node)
      if (!level.meetsOne(anchor, node)) continue
      for (const step of level.path(anchor, node)) nodes.add(step)
      grew = true
    }
  }
  const where = conditions.filter((_, index) => needs[index]?.every((node) => nodes.has(node)) === true)
  return { nodes, where, semiJoins: semiJoins(level, nodes, conditions, needs, unreferenced) }
}

function conjuncts(condition: Condition | null): readonly Condition[] {
  if (condition === null) return []
  return condition.kind === 'and' ? condition.of.flatMap(conjuncts) : [condition]
}

export function nodesOfCondition(condition: Condition, level: Level): readonly string[] {
  return collect(level, (visitor) => walkCondition(condition, visitor))
}

export function nodesOfExpressions(expressions: readonly Expression[], level: Level): readonly string[] {
  return collect(level, (visitor) => {
    for (const one of expressions) walkExpression(one, visitor)
  })
}

function collect(level: Level, walk: (visitor: Visitor) => void): readonly string[] {
  const nodes = new Set<string>()
  const visitor: Visitor = {
    field: (ref) => nodes.add(level.node(ref)),
    rows: (dataset, as) => nodes.add(level.node({ dataset, as })),
    metric: (name) => walkExpression(metricExpression(name, level.build.ontology), visitor),
  }
  walk(visitor)
  return [...nodes]
}

/** Appearances that the query lists but never refers to: a matching row must exist. */
function unreferencedAppearances(level: Level): readonly string[] {
  const named = new Set(collect(level, (visitor) => walkQuery(level.query, visitor)))
  return level.query.appearances
    .filter((one) => one.isPathOnly !== true)
    .map((one) => one.as)
    .filter((node) => !named.has(node) && level.nodes.includes(node))
}

/** The joined table that is nearest to a node that is not joined. */
function anchorOf(level: Level, nodes: ReadonlySet<string>, node: string): string {
  const [first = level.root] = nodes
  return [first, ...level.path(first, node)].findLast((step) => nodes.has(step)) ?? first
}

function semiJoins(
  level: Level,
  nodes: ReadonlySet<string>,
  conditions: readonly Condition[],
  needs: readonly (readonly string[])[],
  unreferenced: readonly string[],
): readonly SemiJoin[] {
  const groups: {
    branches: Set<string>
    nodes: Set<string>
    anchors: Set<string>
    conditions: Condition[]
  }[] = []
  const add = (wanted: readonly string[], condition: Condition | null): void => {
    const outside = wanted.filter((node) => !nodes.has(node))
    if (outside.length === 0) return
    const group = {
      branches: new Set<string>(),
      nodes: new Set<string>(),
      anchors: new Set<string>(),
      conditions: [] as Condition[],
    }
    for (const node of outside) {
      const anchor = anchorOf(level, nodes, node)
      const path = level.path(anchor, node)
      group.anchors.add(anchor)
      group.branches.add(path[0] ?? node)
      for (const step of path) group.nodes.add(step)
    }
    // Conditions on the same branch apply to the same row.
    for (const other of groups.filter((one) =>
      [...one.branches].some((branch) => group.branches.has(branch)),
    )) {
      groups.splice(groups.indexOf(other), 1)
      for (const one of other.branches) group.branches.add(one)
      for (const one of other.nodes) group.nodes.add(one)
      for (const one of other.anchors) group.anchors.add(one)
      group.conditions.push(...other.conditions)
    }
    if (condition !== null) group.conditions.push(condition)
    groups.push(group)
  }
  conditions.forEach((condition, index) => add(needs[index] ?? [], condition))
  for (const node of unreferenced) add([node], null)
  return groups.map((group) => ({
    anchors: [...group.anchors],
    nodes: group.nodes,
    conditions: group.conditions,
  }))
}
