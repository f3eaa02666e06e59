import type { Ontology } from '@quipu/query'
import { withNotes } from '../plan/notes.ts'
import type { Plan } from '../plan/plan.ts'
import { asTradesSay } from './stand-ins.ts'

/** Where a question is not read, or with doubt: what the data may call the words that it does not have. The answer says so. */
export function readInTradeWords(
  plan: Plan,
  question: string,
  ontology: Ontology,
  read: (question: string) => Plan,
): Plan | null {
  const trust = plan.status === 'readings' ? plan.readings[0].confidence : 0
  if (plan.status === 'verified' || trust >= enough) return null
  const renamed = asTradesSay(question, ontology)
  // Two words that the data does not have are most likely about something that it does not hold.
  if (renamed.notes.length !== 1) return null
  const again = read(renamed.question)
  const isBetter = again.status === 'readings' && again.readings[0].confidence > Math.max(trust, enough)
  return isBetter ? withNotes(again, renamed.notes) : null
}

/** A reading with less confidence is not helped by another word. */
const enough = 0.6
