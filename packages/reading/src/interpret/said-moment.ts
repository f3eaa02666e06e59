import type { Dataset, Field } from '@quipu/query'
import { isHappening } from '../grammar/chunk-kind.ts'
import type { ConditionDraft } from '../grammar/draft.ts'
import { isVerbal } from '../words/verbal.ts'
import { dataset, resolved, type Building } from './builder.ts'
import { isMoment } from '../lexicon/dataset-fields.ts'

/** "shipments delivered per month", "how many left each year": the moment of that dataset that a verb names. */
export function saidMoment(building: Building, owner: Dataset): Field | null {
  for (const each of building.draft.conditions) {
    const one = each.negated ? undefined : fieldSaid(building, each, owner)
    if (one !== undefined && isMoment(one)) return one
  }
  return null
}

/** The verb stands by itself, or describes the thing: "finished repairs". */
function fieldSaid(building: Building, draft: ConditionDraft, owner: Dataset): Field | undefined {
  const { kind, chunk, amount } = draft
  if (kind === 'value') {
    const value = building.resolution.values.get(draft)
    if (value?.holds === undefined || value.dataset !== owner.name) return undefined
    return dataset(building, value.dataset).fields.find(({ name }) => name === value.field)
  }
  const noun = resolved(building, amount?.noun ?? null)
  if (kind !== 'exists' || noun?.kind !== 'field' || noun.dataset !== owner) return undefined
  return isVerbal(chunk.text) || isHappening(chunk) ? noun.field : undefined
}
