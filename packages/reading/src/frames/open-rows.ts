import type { Condition, Dataset, Ontology } from '@quipu/query'
import { and, compare, field as fieldOf, literal } from '../interpret/builder.ts'
import { visible } from '../lexicon/dataset-fields.ts'
import { flagValues } from '../lexicon/flags.ts'
import { parentsOf } from '../metrics/field-finder.ts'
import { isStateTable, stateField } from '../metrics/not-sold.ts'
import { inStates, notDead } from '../business/not-dead.ts'
import { emptyMoment } from '../business/named-moments.ts'
import { type StateMeaning } from './states.ts'
import { unanswered } from './waiting-rows.ts'

/** "outstanding" of rows that nobody pays for: their state says that they are open, or the last step has no date yet. */
export function openMeaning(dataset: Dataset, ontology: Ontology): StateMeaning | null {
  const open = stateField(dataset, openNames, ontology)
  const empty = emptyMoment(
    dataset,
    'receive deliver arrive complete finish return resolve solve settle close answer decide end',
  )
  const marked = notClosed(dataset, ontology)
  if (marked !== null) return { condition: marked, moment: null, note: null }
  // What is new or waits is open too: beside a date of the end, one state of several says too little.
  const isOne = open !== null && open.values.every((value) => /^(?:in progress|wip)$/i.test(value))
  const condition =
    open !== null && !(isOne && empty !== null)
      ? inStates(open)
      : empty === null
        ? unanswered(dataset, ontology)
        : and([empty, ...notDead(dataset, ontology)])
  return condition === null ? null : { condition, moment: null, note: null }
}

/** A table of states may say itself which of them are closed. */
function notClosed(dataset: Dataset, ontology: Ontology): Condition | null {
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

const openNames = ['open', 'outstanding', 'pending', 'in progress']
