import type { Condition, Dataset, Field, Ontology } from '@quipu/query'
import { compare, field as fieldOf, literal } from '../interpret/builder.ts'
import { visible } from '../lexicon/dataset-fields.ts'
import { flagValues } from '../lexicon/flags.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import { heldStates, isStateTable, stateField } from '../metrics/not-sold.ts'
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

/** A table of states may say itself which of them are closed. */
export function notClosed(dataset: Dataset, ontology: Ontology): Condition | null {
  const found = parentsOf(dataset, ontology)
    .filter(isStateTable)
    .flatMap((table) =>
      visible(table).flatMap((field) => {
        const flag = flagValues(field)
        const isOpen = /\bopen$/i.test(field.label)
        const value = isOpen ? flag?.yes : flag?.no
        const isTold = isOpen || /\b(?:closed|finished|final|done|completed?|resolved)$/i.test(field.label)
        return !isTold || value === undefined || value === null
          ? []
          : [compare(fieldOf(table, field), '=', literal(value))]
      }),
    )
  const [only, ...more] = found
  return only === undefined || more.length > 0 ? null : only
}
