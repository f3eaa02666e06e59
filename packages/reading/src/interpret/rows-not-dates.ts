import type { FieldRef, Ontology, Query } from '@quipu/query'
import { isMoment } from '../lexicon/dataset-fields.ts'

/** "how many joined each month": those who joined, and not the different dates, unless days or dates are asked for. */
export function withRowsForDates(query: Query, ontology: Ontology, question: string): Query {
  return /\b(?:days?|dates?|times?|hours?|weeks?|months?) (?:did|do|does|are|were|was|is|have|has|had|on|when|that|with|in)\b|\bhow many (?:different )?(?:days?|dates?|times?|hours?|weeks?|months?|years?)\b/i.test(
    question,
  )
    ? query
    : counted(query, ontology)
}

function counted<T>(value: T, ontology: Ontology): T {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map((one) => counted(one, ontology)) as T
  const moved = Object.fromEntries(Object.entries(value).map(([key, one]) => [key, counted(one, ontology)]))
  if (moved['kind'] !== 'aggregate' || moved['function'] !== 'count' || moved['distinct'] !== true)
    return moved as T
  const of = momentIn(moved['of'], ontology)
  return (of === null ? moved : { ...moved, of: { kind: 'rows', dataset: of.dataset }, distinct: false }) as T
}

function momentIn(of: unknown, { datasets }: Ontology): FieldRef | null {
  if (typeof of !== 'object' || of === null || !('kind' in of) || of.kind !== 'field') return null
  const ref = of as FieldRef
  const owner = datasets.find(({ name }) => name === ref.dataset)
  const field = owner?.fields.find(({ name }) => name === ref.field)
  return field !== undefined && isMoment(field) && owner?.rows !== 0 ? ref : null
}
