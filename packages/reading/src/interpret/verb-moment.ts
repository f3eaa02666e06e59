import type { Dataset, Field } from '@quipu/query'
import { isEventVerb } from '../grammar/chunk-kind.ts'
import type { ConditionDraft } from '../grammar/draft.ts'
import { isVerbal } from '../words/verbal.ts'
import { dataset, resolved, type Building } from './builder.ts'
import { isMoment } from '../lexicon/dataset-fields.ts'

/** "shipments delivered per month", "how many left each year": the time field of the dataset that a verb names. */
export function verbMoment(building: Building, owner: Dataset): Field | null {
  for (const each of building.draft.conditions) {
    const one = each.negated ? undefined : fieldOfVerb(building, each, owner)
    if (one !== undefined && isMoment(one)) return one
  }
  return null
}

/** The verb is on its own, or describes the thing: "finished repairs". */
function fieldOfVerb(building: Building, draft: ConditionDraft, owner: Dataset): Field | undefined {
  const { kind, chunk, amount } = draft
  if (kind === 'value') {
    const value = building.resolution.values.get(draft)
    if (value?.holds === undefined || value.dataset !== owner.name) return undefined
    return dataset(building, value.dataset).fields.find(({ name }) => name === value.field)
  }
  const noun = resolved(building, amount?.noun ?? null)
  if (kind !== 'exists' || noun?.kind !== 'field' || noun.dataset !== owner) return undefined
  return isVerbal(chunk.text) || isEventVerb(chunk) ? noun.field : undefined
}
