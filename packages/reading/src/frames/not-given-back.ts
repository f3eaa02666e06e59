import type { Condition, Dataset, Field, Ontology } from '@quipu/query'
import { field as fieldOf } from '../interpret/builder.ts'
import { isMeasure, isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Token } from '../words/tokens.ts'
import type { Open } from './cell.ts'
import type { FrameDraft, Of } from './frame-draft.ts'

/** "the deposits that we hold": those whose return is not dated, where a date says when this amount was given back. */
export function notGivenBack(
  { measures: [slot], ontology }: FrameDraft,
  { text }: Of<'state'>,
): Condition | null {
  if (slot?.kind !== 'field' || !/\bhold(?:ing)?\b/i.test(text)) return null
  const dataset = ontology.datasets.find(({ name }) => name === slot.field.dataset)
  const amount = dataset?.fields.find(({ name }) => name === slot.field.field)
  const only = dataset === undefined || amount === undefined ? null : returnOf(amount, dataset)
  return only === null || dataset === undefined ? null : { kind: 'null', of: fieldOf(dataset, only) }
}

/** The date on which an amount was given back: `deposit returned`. */
function returnOf(amount: Field, dataset: Dataset): Field | null {
  const own = nameWords(amount.label)
  const [only, ...more] = visible(dataset).filter(
    (field) =>
      isMoment(field) &&
      /\b(?:returned|return|refunded|refund|repaid|released|paid back|given back)\b/i.test(field.label) &&
      own.some((word) => nameWords(field.label).includes(word)),
  )
  return only === undefined || more.length > 0 ? null : only
}

const back =
  /^(?:(?:were |was |have been |been |we )?(?:given|gave|give|paid|pay|handed|hand|sent) back|(?:were |was |have been |been )?(?:returned|refunded|repaid|released))$/

/** "deposits given back last month", "deposits returned": the amount, by the day of its return. */
export function addGivenBack(
  tokens: readonly Token[],
  ontology: Ontology,
  span: (from: number, to: number) => Open,
): void {
  tokens.forEach((token, from) => {
    const found = ontology.datasets.flatMap((dataset) =>
      dataset.isHidden
        ? []
        : visible(dataset).flatMap((amount) => {
            const [word, ...more] = nameWords(amount.label)
            const isNamed = isMeasure(amount) && more.length === 0 && token.forms.includes(word ?? '')
            const on = isNamed ? returnOf(amount, dataset) : null
            return on === null ? [] : [{ dataset, amount, on }]
          }),
    )
    const [only, ...others] = token.kind === 'word' ? found : []
    if (only === undefined || others.length > 0) return
    for (let to = Math.min(tokens.length, from + 4); to > from + 1; to--) {
      const phrase = tokens
        .slice(from + 1, to)
        .map(({ lower }) => lower)
        .join(' ')
      if (!back.test(phrase)) continue
      const { dataset, amount, on } = only
      const thing = span(from, from + 1)
      thing.nouns = [{ kind: 'field', dataset, field: amount, score: 1, saysDataset: false }]
      thing.worth = Math.max(thing.worth, 1)
      const verb = span(from + 1, to)
      verb.role = null
      verb.values = []
      verb.nouns = []
      verb.events = [{ dataset, field: on, stems: new Set(), after: [] }]
      // More than one name for both, which would be the date itself.
      verb.worth = Math.max(verb.worth, (to - from) * 1.4 + 0.6)
      return
    }
  })
}
