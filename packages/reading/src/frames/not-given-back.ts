import type { Condition } from '@quipu/query'
import { field as fieldOf } from '../interpret/builder.ts'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { FrameDraft, Of } from './frame-draft.ts'

/** "the deposits that we hold": those whose return is not dated, where a date says when this amount was given back. */
export function notGivenBack(
  { measures: [slot], ontology }: FrameDraft,
  { text }: Of<'state'>,
): Condition | null {
  if (slot?.kind !== 'field' || !/\bhold(?:ing)?\b/i.test(text)) return null
  const dataset = ontology.datasets.find(({ name }) => name === slot.field.dataset)
  const amount = dataset?.fields.find(({ name }) => name === slot.field.field)
  if (dataset === undefined || amount === undefined) return null
  const own = nameWords(amount.label)
  const [only, ...more] = visible(dataset).filter(
    (field) =>
      isMoment(field) &&
      /\b(?:returned|return|refunded|refund|repaid|released|paid back|given back)\b/i.test(field.label) &&
      own.some((word) => nameWords(field.label).includes(word)),
  )
  return only === undefined || more.length > 0 ? null : { kind: 'null', of: fieldOf(dataset, only) }
}
