import type { Condition, Dataset, Ontology } from '@quipu/query'
import { stateField } from '../metrics/not-sold.ts'
import { inStates } from './not-dead.ts'

/** Offers that were sent, where others of them were accepted or declined: they wait for an answer. */
export function awaiting(dataset: Dataset, ontology: Ontology): Condition | null {
  const sent = stateField(dataset, sentStates, ontology)
  const decided = stateField(dataset, decidedStates, ontology)
  return sent === null || decided === null || sent.field !== decided.field ? null : inStates(sent)
}

const sentStates = [
  'sent',
  'submitted',
  'offered',
  'quoted',
  'pending',
  'awaiting',
  'awaiting answer',
  'awaiting reply',
  'awaiting decision',
]
const decidedStates = [
  'accepted',
  'approved',
  'won',
  'declined',
  'rejected',
  'refused',
  'lost',
  'turned down',
]
