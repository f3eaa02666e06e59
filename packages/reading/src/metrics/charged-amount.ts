import type { Dataset, Field } from '@quipu/query'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Place } from './field-finder.ts'
import { isMuchMore, moneyIn } from './money-of.ts'
import { notTotal } from './totals.ts'

const charges: ReadonlySet<string> = new Set('charge fee price fare amount total value'.split(' '))
const ofOne: ReadonlySet<string> = new Set('each per piece one base'.split(' '))

/**
 * The amount of a row with a quantity and a price, such as a `hire charge` beside days and a day rate: what the row came to, where no sums
 * confirm the product. Null where no number is about as much as the product, or more than one is.
 */
export function chargedAmount(dataset: Dataset, quantity: Field | null, price: Place | null): Field | null {
  if (quantity === null || price === null) return null
  const found = visible(dataset).filter(
    (field) =>
      isMeasure(field) &&
      field !== quantity &&
      field !== price.field &&
      isCharge(field) &&
      isAboutTheProduct(field, dataset, quantity, price.field),
  )
  const [only, ...more] = found
  return only === undefined || more.length > 0 ? null : only
}

function isCharge({ label }: Field): boolean {
  const own = nameWords(label)
  return (
    charges.has(own.at(-1) ?? '') &&
    !own.some((word) => notTotal.has(word) || ofOne.has(word)) &&
    !/\b(?:late|damage|cleaning|admin|booking|service|call.?out|repair|material|labou?r)\b/i.test(label)
  )
}

/** As large as the product of the two, by the quarters of their values, and more than a price: a row with more pieces comes to more. */
function isAboutTheProduct(field: Field, dataset: Dataset, quantity: Field, price: Field): boolean {
  const [pieces, each] = [quantity.statistics.quantiles, price.statistics.quantiles]
  if (field.statistics.quantiles === null || pieces === null || each === null) return false
  const product = dataset.rows * mean(pieces) * mean(each)
  const money = moneyIn(dataset, field)
  return (
    !isMuchMore(money, product) &&
    !isMuchMore(product, money) &&
    money > moneyIn(dataset, price) &&
    Number(field.statistics.max) > Number(price.statistics.max)
  )
}

function mean(quantiles: readonly number[]): number {
  return (Number(quantiles[0]) + Number(quantiles[1]) + Number(quantiles[2])) / 3
}
