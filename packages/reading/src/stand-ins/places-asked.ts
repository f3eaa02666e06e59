import type { Ontology } from '@quipu/query'
import { visible } from '../lexicon/dataset-fields.ts'
import { isPlace, places } from '../lexicon/place-words.ts'
import { nounsOf } from '../interpret/whole-phrase.ts'
import { numberLike } from '../words/inflect.ts'
import type { StandIn, Words } from './stand-in.ts'

/** "per salon" for `branch`: a word for a place of business that the data does not have, where it has one kind of place. */
export function placesAsked({ tokens, isKnown }: Words, ontology: Ontology): readonly StandIn[] {
  const [only, ...more] = ontology.datasets.filter(isPlace)
  if (only === undefined || more.length > 0) return []
  return tokens.flatMap((token, from): readonly StandIn[] => {
    if (token.kind !== 'word' || isKnown(token) || !token.forms.some((form) => places.has(form))) return []
    const kinds = visible(only).filter(
      ({ label, type }) => type === 'text' && /\b(?:kind|type)$/i.test(label),
    )
    // "stores" are the locations of the kind `shop`.
    const alike = kindsOfPlaces.find((words) => token.forms.some((form) => words.includes(form))) ?? []
    const [kind, ...others] = kinds.flatMap(({ sample }) =>
      sample.filter((value) => alike.includes(value.toLowerCase())),
    )
    const name =
      kind === undefined || others.length > 0 ? only.label : numberLike(token.lower.endsWith('s'), kind)
    return [{ from, to: from + 1, name, changesNumbers: kinds.length > 0 }]
  })
}

/** Places where people buy, and places where things are kept. */
const kindsOfPlaces: readonly (readonly string[])[] = [
  ['store', 'shop', 'outlet', 'branch', 'showroom'],
  ['warehouse', 'depot', 'storeroom', 'hub'],
]

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
