import type { Dataset, Field } from '@quipu/query'
import { isMeasure, isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'

/** What people pay with. */
const means: ReadonlySet<string> = new Set(
  'cash card cheque check voucher contactless paypal sumup izettle zettle stripe twint bizum mobile online coin'.split(
    ' ',
  ),
)

/**
 * What was taken in each way of payment, where a dated row has a column for each of them and no column for the whole: a day at a market, or
 * the count of a till. Empty where it has not.
 */
export function takenIn(dataset: Dataset): readonly Field[] {
  if (dataset.isHidden || !visible(dataset).some(isMoment)) return []
  const measures = visible(dataset).filter(isMeasure)
  const ways = measures.filter(({ label }) => {
    const own = nameWords(label).filter((word) => !filler.has(word))
    return own.length === 1 && means.has(own[0] ?? '')
  })
  const hasWhole = measures.some(({ label }) =>
    /\b(?:total|takings?|amount|sum|revenue|sales)\b/i.test(label),
  )
  return ways.length > 1 && !hasWhole ? ways : []
}

const filler: ReadonlySet<string> = new Set('taking sale payment in taken eur gbp usd chf paid'.split(' '))
