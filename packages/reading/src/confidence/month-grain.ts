import { type Expression, type Ontology, type Query } from '@quipu/query'
import { hasOnlyMonths } from '../lexicon/month-fields.ts'
import { fieldAt } from './counts-one.ts'

/** Whether a query asks for days or weeks of rows that only have a month. */
export function asksWithinMonths({ groupBy, where }: Query, ontology: Ontology): boolean {
  const isOfMonths = (of: Expression): boolean => {
    const field = of.kind === 'field' ? fieldAt(of, ontology)?.field : undefined
    return field !== undefined && hasOnlyMonths(field)
  }
  return (
    groupBy.some(
      (key) =>
        (key.kind === 'period' || key.kind === 'part') &&
        within.has(key.kind === 'part' ? key.part : key.unit) &&
        isOfMonths(key.of),
    ) ||
    (where?.kind === 'and' ? where.of : [where]).some(
      (each) =>
        each?.kind === 'during' &&
        isOfMonths(each.of) &&
        [each.start, each.end].some(
          (bound) => bound !== null && !/^\d{4}-\d{2}-01(?:T00:00.*)?$/.test(bound),
        ),
    )
  )
}

const within: ReadonlySet<string> = new Set(['day', 'week', 'weekday', 'hour'])
