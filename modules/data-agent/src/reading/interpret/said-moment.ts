import type { Dataset, Field } from '../../ontology/ontology.ts'
import { isVerbal } from '../words/verbal.ts'
import { resolved, type Building } from './builder.ts'
import { isMoment } from './dataset-fields.ts'

/** "shipments delivered per month": the moment of that dataset that a verb names. */
export function saidMoment(building: Building, owner: Dataset): Field | null {
  for (const { kind, negated, chunk, amount } of building.draft.conditions) {
    const noun = resolved(building, amount?.noun ?? null)
    if (kind !== 'exists' || negated || noun?.kind !== 'field' || noun.dataset !== owner) continue
    if (isMoment(noun.field) && isVerbal(chunk.text)) return noun.field
  }
  return null
}
