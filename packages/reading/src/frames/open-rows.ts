import type { Condition, Dataset, Ontology } from '@quipu/query'
import { and } from '../interpret/builder.ts'
import { stateField } from '../metrics/not-sold.ts'
import { inStates, notDead } from '../business/not-dead.ts'
import { notClosed, unfinished } from '../business/unfinished.ts'
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
        ? (unanswered(dataset, ontology) ?? notFinished(dataset, ontology))
        : and([empty, ...notDead(dataset, ontology)])
  return condition === null ? null : { condition, moment: null, note: null }
}

/** Where only the state says which rows are finished. */
function notFinished(dataset: Dataset, ontology: Ontology): Condition | null {
  const isOpen = unfinished(dataset, ontology)
  return isOpen === null ? null : and([isOpen, ...notDead(dataset, ontology)])
}

const openNames = ['open', 'outstanding', 'pending', 'in progress']
