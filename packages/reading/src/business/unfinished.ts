import type { Condition, Dataset, Field, Ontology } from '@quipu/query'
import { heldStates, stateField } from '../metrics/not-sold.ts'
import { inStates } from './not-dead.ts'

/** A day by which something has to be handed over, and not by which it has to be paid. */
export function isPromise({ label }: Field): boolean {
  return (
    /\b(?:promised?|expected|required|requested|wanted|needed|agreed|deliver\w*|ready|finish\w*|complet\w*|install\w*)\b/i.test(
      label,
    ) && !/\b(?:pay|paid|payment)\b/i.test(label)
  )
}

/** Where the state says which rows are finished, all others are not, whatever they are called. */
export function unfinished(dataset: Dataset, ontology: Ontology): Condition | null {
  const done = stateField(dataset, finishedStates, ontology)
  return done === null ? null : { kind: 'not', of: inStates(done) }
}

const finishedStates: readonly string[] = [
  ...heldStates.filter((state) => !/^(?:given|taken|played|show|arrived|check)/.test(state)),
  ...'closed fulfilled shipped dispatched collected installed returned'.split(' '),
  'handed over',
  'picked up',
]
