import type { Dataset } from '@quipu/query'
import { visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'

/** What says where all rows of a dataset come from: a first word of its name that its label leaves out, or a field with one value. */
export function channelNames(dataset: Dataset): readonly string[] {
  return [...new Set([...programOf(dataset), ...sourceOf(dataset)])]
}

/** `EbaySoldOrders` are called sold orders, and were sold on eBay. */
function programOf({ name, label }: Dataset): readonly string[] {
  const [first, ...more] = name
    .replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .filter((word) => word !== '')
  const isLeftOut = first !== undefined && more.length > 0 && !label.toLowerCase().includes(first)
  return isLeftOut && first.length > 3 ? [first] : []
}

/** Each row has the source `web`. */
function sourceOf(dataset: Dataset): readonly string[] {
  return visible(dataset).flatMap(({ type, label, sample, statistics }) => {
    const [only, ...more] = sample
    if (type !== 'text' || statistics.distinct !== 1 || only === undefined || more.length > 0) return []
    const [word, ...others] = nameWords(only)
    const isPlace = nameWords(label).some((one) => places.has(one))
    return isPlace && word !== undefined && others.length === 0 && word.length > 2 ? [word] : []
  })
}

const places: ReadonlySet<string> = new Set(
  'source channel origin platform marketplace storefront'.split(' '),
)

/** Words for the same way of selling: over the counter, to other businesses, or on the web. */
export const ways: readonly (readonly string[])[] = [
  ['till', 'pos', 'counter', 'retail', 'shop', 'store', 'checkout'],
  ['trade', 'wholesale', 'b2b'],
  ['web', 'online', 'internet', 'website', 'webshop', 'webstore', 'ecommerce', 'eshop'],
]
