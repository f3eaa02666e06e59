import type { Ontology } from '@quipu/query'
import type { Plan } from '../plan/plan.ts'
import type { Reading } from '../plan/reading.ts'
import { headed, restate } from '../restate/restate.ts'

/** Where the grammar and the slots mean the same, the slots are kept, so that a follow-up can change one. */
export function withSlots(plan: Plan, { query, frame }: Reading, ontology: Ontology): Plan {
  if (plan.status !== 'readings' || frame === undefined) return plan
  const [first, ...rest] = plan.readings
  const isSame = restate(headed(first.query, ontology), ontology) === restate(query, ontology)
  return isSame ? { ...plan, readings: [{ ...first, frame }, ...rest] } : plan
}
