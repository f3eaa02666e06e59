import type { Dataset, Ontology } from '@quipu/query'
import { and } from '../interpret/builder.ts'
import { stateField } from '../metrics/not-sold.ts'
import { inStates, notDead } from '../business/not-dead.ts'
import { emptyMoment } from '../business/named-moments.ts'
import { type StateMeaning } from './states.ts'

/** "outstanding" of rows that nobody pays for: their state says that they are open, or the last step has no date yet. */
export function openMeaning(dataset: Dataset, ontology: Ontology): StateMeaning | null {
  const open = stateField(dataset, openNames, ontology)
  const empty = emptyMoment(
    dataset,
    'receive deliver arrive complete finish return resolve solve settle close answer decide end',
  )
  const condition =
    open !== null ? inStates(open) : empty === null ? null : and([empty, ...notDead(dataset, ontology)])
  return condition === null ? null : { condition, moment: null, note: null }
}

const openNames = ['open', 'outstanding', 'pending', 'in progress']
