import { planJoins, type Ontology, type Query } from '@quipu/query'
import { doubtAbout } from '../confidence/verdict.ts'
import type { Assumption, Reading } from '../plan/reading.ts'
import { headed, restate } from '../restate/restate.ts'

/** The reading with another query, in its words. Null where nothing joins what it needs. */
export function renewed(
  reading: Reading,
  query: Query,
  notes: readonly Assumption[],
  ontology: Ontology,
): Reading | null {
  if ('status' in planJoins(query, ontology)) return null
  const whole = headed(query, ontology)
  const restatement = restate(whole, ontology)
  const assumptions = [...reading.assumptions, ...notes].map((one) =>
    one.about === doubtAbout ? { ...one, says: one.says.replace(reading.restatement, restatement) } : one,
  )
  return { ...reading, query: whole, restatement, assumptions }
}
