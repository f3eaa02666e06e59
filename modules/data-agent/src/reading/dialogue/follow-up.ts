import type { Ontology } from '../../ontology/ontology.ts'
import { planJoins } from '../../sql/plan-joins.ts'
import type { Reading } from '../logical-form.ts'
import type { ReadingContext } from '../reading-context.ts'
import { headed, restate } from '../restate/restate.ts'
import { continueReading } from './continue-reading.ts'
import { phraseResolver } from './phrase-resolver.ts'

/** Door: the question as a change to the turn before. Null when there is none, or when it stands on its own. */
export function followUp(
  question: string,
  ontology: Ontology,
  { previous, now, timeZone }: ReadingContext,
): Reading | null {
  if (previous === null) return null
  const resolve = phraseResolver(previous.reading.query, ontology)
  const continued = continueReading(previous.reading, question, ontology, {
    now,
    timeZone,
    resolve,
    restate: (query) => restate(query, ontology),
  })
  if (continued === null || 'status' in planJoins(continued.query, ontology)) return null
  return { ...continued, query: headed(continued.query, ontology) }
}
