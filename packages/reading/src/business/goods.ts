import type { Dataset, Ontology } from '@quipu/query'
import { isGoods } from '../lexicon/wordnet.ts'
import { singular } from '../words/word-forms.ts'
import { businessOf } from './business.ts'
import { hasName, rowsNaming, wholeOf } from './levels.ts'
import { isGoodsLike, soldThings } from './sold-things.ts'

export interface NamedGoods {
  /** With the name of the dataset in place of the word. */
  readonly question: string
  readonly dataset: Dataset
}

/**
 * People call what they sell by its kind: a baker's "breads" are the products, though no product is called so. Only for
 * a word that nothing in the data has, that means a thing to hold, and that stands beside words of trade.
 */
export function namedGoods(question: string, word: string, ontology: Ontology): NamedGoods | null {
  const dataset = goodsNamed(word, ontology)
  const base = singular(word.toLowerCase())
  if (dataset === null || !traded.test(question)) return null
  const plural = dataset.label.toLowerCase()
  const found = new RegExp(String.raw`\b${base}(s|es)?\b`, 'giu')
  const read = question.replace(found, (_, ending?: string) =>
    ending === undefined ? plural.split(' ').map(singular).join(' ') : plural,
  )
  return read === question ? null : { question: read, dataset }
}

/** What is sold, if the word may be its kind. */
export function goodsNamed(word: string, ontology: Ontology): Dataset | null {
  const base = singular(word.toLowerCase())
  return /^\p{L}{3,}$/u.test(base) && isGoods(base) ? goodsOf(ontology) : null
}

const traded =
  /\b(?:sell|sells|sold|selling|sellers?|bestsellers?|best|worst|popular|expensive|cheap\w*|prices?|priced|margins?|stock|units?|kilos?|kg|pieces|bought|ordered|top|revenue|sales|turnover|profit\w*)\b/i

/** What the lines of a sale name, if it is one kind of thing with figures of its own. */
function goodsOf(ontology: Ontology): Dataset | null {
  const [only, ...others] = soldThings(businessOf(ontology).trade, ontology)
  return only === undefined || others.length > 0 ? null : (wholeOf(only, ontology) ?? only)
}

/** Whether this thing is sold: lines of sales name it or a piece of it, or it has a name and a price and other rows refer to it. */
export function isSoldThing(thing: Dataset, ontology: Ontology): boolean {
  const isNamed = soldThings(businessOf(ontology).trade, ontology).some(
    (each) => each === thing || wholeOf(each, ontology) === thing,
  )
  return isNamed || (isGoodsLike(thing) && hasName(thing) && rowsNaming(thing, ontology).length > 0)
}
