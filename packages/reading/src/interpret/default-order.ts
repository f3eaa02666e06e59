import type { Expression, Ontology, Order, Query } from '@quipu/query'
import { isMoment } from '../lexicon/dataset-fields.ts'

/** The order when the question names none: periods in time order, groups with the largest first. */
export function withDefaultOrder(query: Query, ontology: Ontology): Query {
  if (
    query.orderBy.length > 0 ||
    query.limit !== null ||
    query.combine !== null ||
    query.groupBy.length === 0
  )
    return query
  const order = defaultOrder(query, ontology)
  return order === null ? query : { ...query, orderBy: [order] }
}

function defaultOrder({ outputs, groupBy }: Query, ontology: Ontology): Order | null {
  const shown = outputs.map((each) => each.expression)
  const period = shown.find((each) => !isAmount(each) && isPeriod(each, ontology))
  if (period !== undefined) return { expression: period, direction: 'asc' }
  const amount = shown.find(isAmount)
  return amount === undefined || groupBy.length === 0 ? null : { expression: amount, direction: 'desc' }
}

function isAmount(expression: Expression): boolean {
  if (expression.kind === 'arithmetic') return isAmount(expression.left) || isAmount(expression.right)
  return expression.kind === 'aggregate' || expression.kind === 'metric' || expression.kind === 'share'
}

function isPeriod(expression: Expression, ontology: Ontology): boolean {
  if (expression.kind === 'period' || expression.kind === 'part') return true
  if (expression.kind !== 'field') return false
  const field = ontology.datasets
    .find((each) => each.name === expression.dataset)
    ?.fields.find((each) => each.name === expression.field)
  return field !== undefined && isMoment(field)
}
