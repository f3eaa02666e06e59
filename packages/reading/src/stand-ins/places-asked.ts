import type { Dataset, Ontology } from '@quipu/query'
import { nameFields } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { nounsOf } from '../interpret/whole-phrase.ts'
import type { StandIn, Words } from './stand-in.ts'

/** Words for a place where a business works. */
const places: ReadonlySet<string> = new Set(
  'branch location site store shop outlet office salon studio practice clinic garage workshop depot premises venue restaurant pub bar cafe gym school centre center hotel warehouse surgery counter showroom bakery'.split(
    ' ',
  ),
)

/** "per salon" for `branch`: a word for a place of business that the data does not have, where it has one kind of place. */
export function placesAsked({ tokens, isKnown }: Words, ontology: Ontology): readonly StandIn[] {
  const [only, ...more] = ontology.datasets.filter(isPlace)
  if (only === undefined || more.length > 0) return []
  return tokens.flatMap((token, from): readonly StandIn[] =>
    token.kind === 'word' && !isKnown(token) && token.forms.some((form) => places.has(form))
      ? [{ from, to: from + 1, name: only.label, changesNumbers: false }]
      : [],
  )
}

function isPlace(dataset: Dataset): boolean {
  const words = nameWords(dataset.label)
  return (
    !dataset.isHidden && words.length === 1 && places.has(words[0] ?? '') && nameFields(dataset).length > 0
  )
}

/** "type of service" for `service`, where the data has no other name for it. */
export function kindsAsked({ tokens }: Words, ontology: Ontology): readonly StandIn[] {
  return tokens.flatMap((token, from): readonly StandIn[] => {
    const [of, noun] = [tokens[from + 1], tokens[from + 2]]
    if (!/^(?:type|kind|sort)s?$/.test(token.lower) || of?.lower !== 'of' || noun?.kind !== 'word') return []
    const isNamed = [
      `type of ${noun.lower}`,
      `${noun.lower} type`,
      `${noun.lower} kind`,
      `${noun.lower} category`,
    ].some((name) => nounsOf(name, ontology, 0.9).length > 0)
    const fields = nounsOf(noun.lower, ontology, 0.95).filter(
      (one) => one.kind === 'field' && one.field.role === 'dimension' && one.field.type === 'text',
    )
    return isNamed || fields.length === 0
      ? []
      : [{ from, to: from + 3, name: noun.text, changesNumbers: false }]
  })
}
