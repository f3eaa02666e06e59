import type { Dataset } from '@quipu/query'
import { isMeasure, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { likeness } from '../lexicon/word-vectors.ts'
import { isGoods } from '../lexicon/wordnet.ts'
import { childrenOf, parentsOf, type Schema } from '../metrics/field-finder.ts'
import type { Trade } from '../metrics/trade.ts'

/** The kinds of things that the lines of a sale name, such as titles and dishes, each with figures of its own. */
export function soldThings(trade: Trade | null, schema: Schema): readonly Dataset[] {
  if (trade === null) return []
  return parentsOf(trade.lines?.dataset ?? trade.header, schema).filter(
    (each) => each !== trade.header && isGoodsLike(each),
  )
}

/** Nobody, and with a price or a stock. */
export function isGoodsLike(dataset: Dataset): boolean {
  return !isPeople(dataset) && visible(dataset).some((field) => isMeasure(field) && ofGoods.test(field.label))
}

const ofGoods =
  /\b(?:price|cost|stock|fee|(?:day|daily|week|weekly|hire|rental) (?:rate|charge)|rate per (?:day|week))\b/i

/**
 * Which of several kinds of things sold a word means that none of them is called by: "books" are the titles, which have
 * a publisher and a genre, and not the dishes. Null where it is not clear.
 */
export function thingCalled(word: string, things: readonly Dataset[], schema: Schema): Dataset | null {
  if (things.length < 2 || !isGoods(word)) return null
  // A part of the name of other rows, such as the "ins" of check-ins.
  if (schema.datasets.some(({ label, isHidden }) => !isHidden && nameWords(label).includes(word))) return null
  const ranked = things
    .map((dataset) => ({ dataset, score: kinship(word, dataset, schema) }))
    .toSorted((a, b) => b.score - a.score)
  const [first, second] = ranked
  if (first === undefined || second === undefined || first.score < near) return null
  return first.score - second.score >= apart ? first.dataset : null
}

const near = 0.45
const apart = 0.12

/** How alike the word is to what belongs to a thing: the mean of the two nearest names of its fields and neighbours. */
function kinship(word: string, dataset: Dataset, schema: Schema): number {
  const labels = [
    dataset.label,
    ...visible(dataset).map(({ label }) => label),
    ...[...parentsOf(dataset, schema), ...childrenOf(dataset, schema)].map(({ label }) => label),
  ]
  const words = new Set(labels.flatMap(nameWords))
  const [best = 0, next = 0] = [...words].map((each) => likeness(word, each) ?? 0).toSorted((a, b) => b - a)
  return (best + next) / 2
}
