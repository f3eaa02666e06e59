import type { Appearance, Condition, Expression, JoinTree, Ontology, Output, Query } from '@quipu/query'
import { isAggregated, isGrouped } from '../query-facts.ts'
import { Level } from '../verify/level.ts'

/** The dataset whose rows a query counts, adds up or lists, if they can be queried alone. */
export function measuredDatasets(query: Query, tree: JoinTree, ontology: Ontology): readonly string[] {
  const level = new Level(query, tree, ontology)
  const measured = isGrouped(query) ? [...level.measured()] : []
  // A further appearance of a dataset cannot be the start of a query.
  const own = measured.filter((one) => level.dataset(one).name === one)
  return own.length > 0 ? own.slice(0, mostDatasets) : [level.dataset(tree.root).name]
}

const mostDatasets = 3

/** The joins of a level in the order in which they are reached from one of its datasets. */
export function joinsFrom(
  start: string,
  query: Query,
  tree: JoinTree,
  ontology: Ontology,
): readonly Appearance[] {
  const level = new Level(query, tree, ontology)
  const met = new Set([start])
  const found: Appearance[] = []
  for (let size = 0; size !== met.size;) {
    size = met.size
    for (const { left, right, on } of tree.joins) {
      const isForward = met.has(left)
      if (isForward === met.has(right)) continue
      const [from, to] = isForward ? [left, right] : [right, left]
      met.add(to)
      found.push({
        as: to,
        dataset: level.dataset(to).name,
        via: null,
        from,
        on: on.map(({ leftField, rightField }) =>
          isForward ? { field: leftField, own: rightField } : { field: rightField, own: leftField },
        ),
        // Rows without a partner stay in the answer, so the join removes none.
        ...(query.keepUnmatched ? { isPathOnly: true } : {}),
      })
    }
  }
  return found
}

interface RowQuery {
  readonly outputs: readonly Output[]
  readonly conditions: readonly Condition[]
  readonly joins: readonly Appearance[]
}

/** Rows of one dataset, neither grouped nor ordered. */
export function rowQuery(dataset: string, { outputs, conditions, joins }: RowQuery): Query {
  const [only, ...others] = conditions
  return {
    subject: dataset,
    outputs,
    where: only === undefined ? null : others.length === 0 ? only : { kind: 'and', of: conditions },
    groupBy: [],
    having: null,
    orderBy: [],
    limit: null,
    limitPer: null,
    distinct: false,
    combine: null,
    appearances: joins,
    keepUnmatched: false,
  }
}

export function countOfRows(dataset: string): Output {
  const of: Expression = { kind: 'rows', dataset }
  return { expression: { kind: 'aggregate', function: 'count', of, distinct: false }, label: 'rows' }
}

/** The aggregate of an expression; its own conditions choose its rows. */
export function aggregateConditions(expression: Expression): readonly Condition[] {
  if (expression.kind === 'aggregate') return expression.where === undefined ? [] : [expression.where]
  if (expression.kind === 'share' || expression.kind === 'running') return aggregateConditions(expression.of)
  if (expression.kind !== 'arithmetic') return []
  const sides = [expression.left, expression.right].filter(isAggregated)
  const [only, ...others] = sides
  return only === undefined || others.length > 0 ? [] : aggregateConditions(only)
}
