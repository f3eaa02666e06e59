import type { Ontology } from '@quipu/query'
import { nothing } from '../business/unpaid-rest.ts'
import { compare, literal } from '../interpret/builder.ts'
import { outstanding } from '../metrics/owed.ts'
import type { Reading } from '../plan/reading.ts'
import { restate } from '../restate/restate.ts'

/** What is owed by each: those who owe nothing are left out, and those who have paid too much. */
export function withDebtsOnly(reading: Reading, ontology: Ontology): Reading {
  const { query } = reading
  const [only, ...more] = query.outputs.filter(({ expression }) => expression.kind === 'metric')
  if (only?.expression.kind !== 'metric' || only.expression.name !== outstanding || more.length > 0)
    return reading
  if (query.groupBy.length === 0 || query.having !== null || query.combine !== null) return reading
  const having = compare(only.expression, '>', literal(nothing))
  const changed = { ...query, having }
  return { ...reading, query: changed, restatement: restate(changed, ontology) }
}
