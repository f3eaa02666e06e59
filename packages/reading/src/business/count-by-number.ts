import type { Expression, Ontology, Query } from '@quipu/query'
import { businessOf } from './business.ts'
import { aggregate, field as fieldOf } from '../interpret/builder.ts'

/** Counts sales that have a row for each of their lines by the number that these rows share. Lines stay lines where they are named. */
export function countedByNumber(query: Query, ontology: Ontology, question: string): Query {
  const trade = businessOf(ontology).trade
  const number = trade?.number ?? null
  if (trade === null || number === null || /\b(?:lines?|rows?|positions?|entries|records)\b/i.test(question))
    return query
  const { header } = trade
  const counted = (expression: Expression): Expression =>
    expression.kind === 'aggregate' &&
    expression.function === 'count' &&
    expression.of.kind === 'rows' &&
    expression.of.dataset === header.name
      ? aggregate('count', fieldOf(header, number), true)
      : expression
  return {
    ...query,
    outputs: query.outputs.map((output) => ({ ...output, expression: counted(output.expression) })),
    orderBy: query.orderBy.map((order) => ({ ...order, expression: counted(order.expression) })),
  }
}
