import type { Dataset, Ontology } from '@quipu/query'
import type { State } from './state-name.ts'
import { reachesOne } from '../business/nearest.ts'
import { debtsOf, related, stateMeaning, type StateMeaning } from './states.ts'

/** "overdue customers", "who is in arrears": those with something that is unpaid, or unpaid and due. */
export function owingMeaning(
  state: State,
  owner: Dataset,
  ontology: Ontology,
  today: string,
): StateMeaning | null {
  if (state !== 'late' && state !== 'unpaid') return null
  const owed = debtsOf(ontology).filter(
    ({ dataset }) => dataset !== owner && reachesOne(dataset.name, owner.name, ontology),
  )
  for (const { dataset } of state === 'late' ? owed : owed.slice(0, 1)) {
    const condition = stateMeaning(state, dataset, ontology, today)?.condition ?? null
    if (condition !== null) return { condition: related(owner, dataset, condition), moment: null, note: null }
  }
  return null
}
