import type { Ontology } from '@quipu/query'
import { businessOf } from '../business/business.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { ways } from '../metrics/channel-names.ts'
import { singular } from '../words/word-forms.ts'
import type { StandIn, Words } from './stand-in.ts'

/** Rows that are called one of these are often called the other. */
const letting: readonly string[] = ['hire', 'rental']

/** "in the shop" for `till receipts` beside `trade invoices`: another word for the only stream of income of this kind. */
export function streamsAsked({ tokens }: Words, ontology: Ontology): readonly StandIn[] {
  const { streams } = businessOf(ontology)
  if (streams.length === 0) return []
  return tokens.flatMap(({ kind, lower }, from): readonly StandIn[] => {
    const isLet = kind === 'word' && letting.includes(singular(lower))
    const found = kind === 'word' ? ways.find((words) => words.includes(singular(lower))) : undefined
    const way = isLet ? letting : found
    // "Per shop" divides by places.
    if (way === undefined || divides.has(tokens[from - 1]?.lower ?? '')) return []
    const isChannel = isLet || isWayOfSelling(tokens, from)
    if (isChannel ? isDataset(lower, ontology) : lower !== singular(lower) || isOfData(lower, ontology))
      return []
    const [name, ...more] = streams.flatMap(({ words }) => way.find((word) => words.includes(word)) ?? [])
    // A web shop may be one of several ways online.
    const changesNumbers = name === 'web'
    return name === undefined || more.length > 0 ? [] : [{ from, to: from + 1, name, changesNumbers }]
  })
}

/** "Shop sales", "in the shops": all of them as a way of selling, also where each row names its shop. */
function isWayOfSelling(tokens: Words['tokens'], at: number): boolean {
  const before = tokens.slice(Math.max(0, at - 2), at).map(({ lower }) => lower)
  return (
    /^(?:sales?|takings?|revenue|turnover|income|receipts)$/.test(tokens[at + 1]?.lower ?? '') ||
    /^(?:in|at|from|over|through) (?:the|our)$/.test(before.join(' '))
  )
}

/** What has rows of its own is meant itself. */
function isDataset(word: string, { datasets }: Ontology): boolean {
  return datasets.some(({ label, isHidden }) => !isHidden && nameWords(label).includes(singular(word)))
}

const divides: ReadonlySet<string> = new Set(['per', 'by', 'each', 'every', 'which', 'what'])

function isOfData(word: string, { datasets, values }: Ontology): boolean {
  const isNamed = datasets.some(({ label, fields }) =>
    [label, ...fields.map((field) => field.label)].some((one) => nameWords(one).includes(word)),
  )
  return isNamed || values.exact(word).length > 0
}
