import type { Ontology } from '@quipu/query'
import { businessOf } from '../business/business.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { StandIn, Words } from './stand-in.ts'

/** Words for the same way of selling: over the counter, to other businesses, or on the web. */
const ways: readonly (readonly string[])[] = [
  ['till', 'pos', 'counter', 'retail', 'shop', 'store', 'checkout'],
  ['trade', 'wholesale', 'b2b'],
  ['web', 'online', 'internet', 'website', 'webshop', 'webstore', 'ecommerce', 'eshop'],
]

/** "in the shop" for `till receipts` beside `trade invoices`: another word for the only stream of income of this kind. */
export function streamsAsked({ tokens }: Words, ontology: Ontology): readonly StandIn[] {
  const { streams } = businessOf(ontology)
  if (streams.length === 0) return []
  return tokens.flatMap(({ kind, lower }, from): readonly StandIn[] => {
    const way = kind === 'word' ? ways.find((words) => words.includes(lower)) : undefined
    // "Per shop" divides by places.
    if (way === undefined || divides.has(tokens[from - 1]?.lower ?? '') || isOfData(lower, ontology))
      return []
    const [name, ...more] = streams.flatMap(({ words }) => way.find((word) => words.includes(word)) ?? [])
    // A web shop may be one of several ways online.
    const changesNumbers = name === 'web'
    return name === undefined || more.length > 0 ? [] : [{ from, to: from + 1, name, changesNumbers }]
  })
}

const divides: ReadonlySet<string> = new Set(['per', 'by', 'each', 'every', 'which', 'what'])

function isOfData(word: string, { datasets, values }: Ontology): boolean {
  const isNamed = datasets.some(({ label, fields }) =>
    [label, ...fields.map((field) => field.label)].some((one) => nameWords(one).includes(word)),
  )
  return isNamed || values.exact(word).length > 0
}
