import type { Ontology, Query } from '@quipu/query'
import { isMoment } from '../lexicon/dataset-fields.ts'
import { mapped } from './mapped.ts'

/** "how many joined each month": those who joined, and not the different dates, unless days or dates are asked for. */
export function withRowsForDates(query: Query, ontology: Ontology, question: string): Query {
  if (asksForDates.test(question)) return query
  return mapped(query, (part) => {
    if (!('kind' in part && 'of' in part && 'function' in part && 'distinct' in part)) return part
    const isOfDates = part.kind === 'aggregate' && part.function === 'count' && part.distinct === true
    const dataset = isOfDates ? ownerOfDate(part.of, ontology) : null
    return dataset === null ? part : { ...part, of: { kind: 'rows', dataset }, distinct: false }
  })
}

const units = '(?:days?|dates?|times?|hours?|weeks?|months?|years?)'
const asksForDates = new RegExp(
  String.raw`\bhow many (?:different )?${units}\b|\b${units} (?:did|do|does|are|were|was|is|have|has|had|on|when|that|with|in)\b`,
  'i',
)

/** The dataset whose rows have this date. Null for what is no date. */
function ownerOfDate(of: unknown, { datasets }: Ontology): string | null {
  if (typeof of !== 'object' || of === null || !('dataset' in of && 'field' in of)) return null
  const owner = datasets.find(({ name }) => name === of.dataset)
  const field = owner?.fields.find(({ name }) => name === of.field)
  return owner !== undefined && field !== undefined && isMoment(field) ? owner.name : null
}
