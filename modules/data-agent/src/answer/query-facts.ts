import {
  isExpression,
  metricExpression,
  type Condition,
  type Expression,
  type FieldRef,
  type JoinTree,
  type Metric,
  type Ontology,
  type Query,
} from '@quipu/query'
import type { ResultSet } from '../sources/source.ts'

/** The conditions that must all hold. */
export function conjunctsOf(condition: Condition | null): readonly Condition[] {
  if (condition === null) return []
  return condition.kind === 'and' ? condition.of.flatMap(conjunctsOf) : [condition]
}

/** The name of one appearance of a dataset in a query. */
export function appearanceOf(ref: { readonly dataset: string; readonly as?: string }): string {
  return ref.as ?? ref.dataset
}

/**
 * Fields that this level of the query uses, without those of nested queries. Fields of metrics are among
 * them if the ontology is given.
 */
export function fieldsIn(node: Expression | Condition, ontology?: Ontology): readonly FieldRef[] {
  if (node.kind === 'metric' && ontology !== undefined) return fieldsIn(metricExpression(node.name, ontology))
  return partsOf(node).flatMap((part) => (part.kind === 'field' ? [part] : fieldsIn(part, ontology)))
}

/** Appearances of datasets that this level of the query needs for an expression or a condition. */
export function appearancesIn(node: Expression | Condition, ontology: Ontology): ReadonlySet<string> {
  const found = new Set<string>()
  collect(node)
  return found

  function collect(part: Expression | Condition): void {
    if (part.kind === 'field' || part.kind === 'rows') found.add(appearanceOf(part))
    if (part.kind === 'related') found.add(part.ofAs ?? part.of)
    if (part.kind === 'metric') collect(metricExpression(part.name, ontology))
    for (const inner of partsOf(part)) if (inner !== part) collect(inner)
  }
}

/** Whether an expression aggregates rows. */
export function isAggregated(expression: Expression): boolean {
  if (['aggregate', 'metric', 'share', 'running'].includes(expression.kind)) return true
  return partsOf(expression).some((part) => part !== expression && isExpression(part) && isAggregated(part))
}

export function isGrouped(query: Query): boolean {
  return query.groupBy.length > 0 || query.outputs.some(({ expression }) => isAggregated(expression))
}

/** Whether the values of disjoint groups add up to the value of all rows. */
export function isAdditive(expression: Expression, ontology: Ontology): boolean {
  switch (expression.kind) {
    case 'aggregate':
      return !expression.distinct && (expression.function === 'sum' || expression.function === 'count')
    case 'metric':
      return isAdditive(metricExpression(expression.name, ontology), ontology)
    case 'arithmetic':
      return isAdditiveArithmetic(expression, ontology)
    case 'field':
    case 'literal':
    case 'rows':
    case 'period':
    case 'part':
    case 'span':
    case 'now':
    case 'length':
    case 'join-text':
    case 'share':
    case 'running':
    case 'scalar':
      return false
  }
}

/** The paths of the ontology's tables: an answer may read only these. */
export function tablesOf(ontology: Ontology): readonly (readonly string[])[] {
  return ontology.datasets.filter(({ isHidden }) => !isHidden).map(({ path }) => path)
}

export function metricNamed(name: string, ontology: Ontology): Metric | undefined {
  return ontology.metrics.find((metric) => metric.name === name)
}

/** The appearances of which one row of `from` has at most one row each. */
export function metOnce(tree: JoinTree, from: string, ontology: Ontology): ReadonlySet<string> {
  const met = new Set([from])
  for (let size = 0; size !== met.size;) {
    size = met.size
    for (const join of tree.joins) {
      const relationship = ontology.relationships.find(({ name }) => name === join.relationship)
      const isOneToOne = relationship?.cardinality === 'one-to-one'
      const isManyToMany = relationship?.cardinality === 'many-to-many'
      if (met.has(join.left) && join.meets === 'one') met.add(join.right)
      if (met.has(join.right) && !isManyToMany && (join.meets === 'many' || isOneToOne)) met.add(join.left)
    }
  }
  return met
}

/** Whether the groups of a result are complete and disjoint. */
export function groupsMakeWhole(
  query: Query,
  tree: JoinTree,
  result: ResultSet,
  ontology: Ontology,
): boolean {
  const isLimited = query.limit !== null && (query.limitPer !== null || result.rows.length >= query.limit)
  if (result.isTruncated || query.combine !== null || query.having !== null || isLimited) return false
  const keys = query.groupBy.flatMap((key) => [...appearancesIn(key, ontology)])
  return query.outputs
    .filter(({ expression }) => isAdditive(expression, ontology))
    .every(({ expression }) =>
      [...appearancesIn(expression, ontology)].every((measured) => {
        const met = metOnce(tree, measured, ontology)
        return keys.every((key) => met.has(key))
      }),
    )
}

function isAdditiveArithmetic(expression: Expression & { kind: 'arithmetic' }, ontology: Ontology): boolean {
  const { operator, left, right } = expression
  const isSum = isAdditive(left, ontology) && isAdditive(right, ontology)
  if (operator === '+' || operator === '-') return isSum
  return isAdditive(left, ontology) && right.kind === 'literal'
}

/** The fields of an expression or condition. */
function partsOf(node: Expression | Condition): readonly (Expression | Condition)[] {
  switch (node.kind) {
    case 'field':
      return [node]
    case 'literal':
    case 'rows':
    case 'metric':
    case 'now':
    case 'scalar':
    case 'related':
      return []
    case 'and':
    case 'or':
    case 'join-text':
      return node.of
    case 'aggregate':
      return node.where === undefined ? [node.of] : [node.of, node.where]
    case 'arithmetic':
    case 'compare':
      return [node.left, node.right]
    case 'between':
      return [node.of, node.low, node.high]
    case 'span':
      return [node.from, node.to]
    case 'share':
      return [node.of, ...node.within]
    case 'running':
      return [node.of, node.along, ...node.within]
    case 'not':
    case 'period':
    case 'part':
    case 'length':
    case 'in':
    case 'like':
    case 'null':
    case 'during':
    case 'member':
      return [node.of]
  }
}
