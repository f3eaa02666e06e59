import type { Dataset, Ontology } from '@quipu/query'
import type { State } from './state-name.ts'
import { reachesOne } from '../business/nearest.ts'
import { debtOf, related, stateMeaning, type StateMeaning } from './states.ts'

/** "overdue customers", "who is in arrears": those with something that is unpaid, or unpaid and due. */
export function owingMeaning(
  state: State,
  owner: Dataset,
  ontology: Ontology,
  today: string,
): StateMeaning | null {
  const debt = state === 'late' || state === 'unpaid' ? debtOf(ontology)?.dataset : undefined
  if (debt === undefined || debt === owner || !reachesOne(debt.name, owner.name, ontology)) return null
  const condition = stateMeaning(state, debt, ontology, today)?.condition ?? null
  return condition === null ? null : { condition: related(owner, debt, condition), moment: null, note: null }
}
