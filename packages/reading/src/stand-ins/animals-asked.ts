import type { Dataset, Field, Ontology } from '@quipu/query'
import { visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { StandIn, Words } from './stand-in.ts'

/** "which pets", "how many animals": the rows with a species or a breed, whatever they are called. "Kind of pet" is that column. */
export function animalsAsked({ tokens }: Words, ontology: Ontology): readonly StandIn[] {
  const places = tokens.flatMap(({ lower }, at) => (/^(?:pets?|animals?)$/.test(lower) ? [at] : []))
  if (places.length === 0) return []
  const [only, ...more] = ontology.datasets.flatMap((dataset) => {
    const kind = kindOf(dataset)
    return kind === null ? [] : [{ dataset, kind }]
  })
  if (only === undefined || more.length > 0) return []
  return places.flatMap((at): readonly StandIn[] => {
    const said = tokens[at]?.lower ?? ''
    const before = tokens.slice(Math.max(0, at - 2), at).map(({ lower }) => lower)
    if (/^(?:kinds?|types?|sorts?) of$/.test(before.join(' ')))
      return [{ from: at - 2, to: at + 1, name: only.kind.label, changesNumbers: false }]
    const isCalled = ontology.datasets.some(
      ({ label, isHidden }) => !isHidden && nameWords(label).includes(nameWords(said)[0] ?? said),
    )
    return isCalled || ontology.values.exact(said).length > 0
      ? []
      : [{ from: at, to: at + 1, name: only.dataset.label, changesNumbers: false }]
  })
}

/** Null for rows that are no animals. A shop may note the breed of a dog that it sells food for, and then has no name for it. */
function kindOf(dataset: Dataset): Field | null {
  if (dataset.isHidden || !visible(dataset).some(({ role }) => role === 'name')) return null
  const named = (words: RegExp): Field | undefined =>
    visible(dataset).find(({ label, type }) => type === 'text' && words.test(label))
  return named(/\bspecies$/i) ?? named(/\b(?:animal|pet) (?:type|kind)$/i) ?? named(/\bbreed$/i) ?? null
}
