import type { Expression, Query } from '../model/logical-form.ts'
import { keyOf, type Aggregate } from './environment.ts'
import type { Level } from './level.ts'
import { metricExpression } from '../metrics/metric-expression.ts'
import { nodesOfCondition, nodesOfExpressions } from './placement.ts'
import { operandsOf, partsOfExpression, walkExpression, walkQuery } from '../model/walk.ts'

/** An aggregate of a level, and the table whose rows it aggregates. */
export interface Measure {
  readonly of: Aggregate
  readonly key: string
  /** Null when it combines rows of two tables and neither determines the other. */
  readonly grain: string | null
  readonly nodes: readonly string[]
}

export function isAggregated(query: Query): boolean {
  if (query.groupBy.length > 0) return true
  let found = false
  const note = (): void => {
    found = true
  }
  const visitor = { aggregate: note, metric: note }
  for (const output of query.outputs) walkExpression(output.expression, visitor)
  for (const order of query.orderBy) walkExpression(order.expression, visitor)
  return found || query.having !== null
}

/** The group keys: those of the query, and every output that is not aggregated. */
export function groupKeys(level: Level): readonly Expression[] {
  const keys = new Map(level.query.groupBy.map((one) => [keyOf(one), one]))
  const visit = (of: Expression): void => {
    if (keys.has(keyOf(of)) || of.kind === 'aggregate' || of.kind === 'metric') return
    if (of.kind === 'field') keys.set(keyOf(of), of)
    for (const inner of partsOfExpression(of)) visit(inner)
  }
  for (const output of level.query.outputs) visit(output.expression)
  for (const operand of operandsOf(level.query.having)) visit(operand)
  for (const order of level.query.orderBy) visit(order.expression)
  for (const key of level.query.limitPer ?? []) visit(key)
  return [...keys.values()]
}

export function measuresOf(level: Level): readonly Measure[] {
  const found = new Map<string, Measure>()
  const aggregate = (of: Expression): void => {
    if (of.kind !== 'aggregate' || found.has(keyOf(of))) return
    found.set(keyOf(of), measure(of, level))
  }
  const visitor = {
    aggregate,
    metric: (name: string): void =>
      walkExpression(metricExpression(name, level.build.ontology), { aggregate }),
  }
  walkQuery({ ...level.query, where: null, groupBy: [], combine: null }, visitor)
  return [...found.values()]
}

function measure(of: Aggregate, level: Level): Measure {
  const each = of.each === undefined ? [] : [level.node(of.each)]
  const taken = [...new Set([...nodesOfExpressions([of.of], level), ...each])]
  const asked = of.where === undefined ? [] : nodesOfCondition(of.where, level)
  const nodes = [...new Set([...taken, ...asked])]
  const own = taken.length > 0 ? taken : [level.query.subject]
  const grain = own.find((node) => own.every((other) => level.meetsOne(node, other))) ?? null
  return { of, key: keyOf(of), grain, nodes: nodes.length > 0 ? nodes : own }
}
