import type { Dataset } from '@quipu/query'
import { otherSpellings } from '../words/spellings.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isNamed, type Schema } from './field-finder.ts'
import { paidAmount, paymentsFor } from './payments.ts'
import { tradeNames } from './trade-names.ts'

/**
 * Orders and bookings that are paid in parts, such as a deposit and the rest: several payments belong to one of them. Where each has one
 * payment, or bills say what is to be paid, nothing tells what is still to come.
 */
export function isPaidInParts(dataset: Dataset, schema: Schema): boolean {
  const paid = paymentsFor(dataset, schema)
  const payments = paid?.dataset
  const isSale = isNamedSale(dataset) || (paid !== null && paidAmount(dataset, paid) !== null)
  const isOffer = nameWords(dataset.label).includes('quote')
  if (!isSale || isOffer || schema.datasets.some((each) => !each.isHidden && isNamed(each, bills)))
    return false
  const link = schema.relationships.find(({ from, to }) => from === payments?.name && to === dataset.name)
  const key = payments?.fields.find(({ name }) => name === link?.fromFields[0])
  if (payments === undefined || key === undefined) return false
  const { distinct, nulls } = key.statistics
  return payments.rows >= fewest && distinct < (payments.rows - nulls) * mostlySingle
}

function isNamedSale({ label }: Dataset): boolean {
  return nameWords(label).some((word) =>
    [word, ...otherSpellings(word)].some((one) => tradeNames.includes(one)),
  )
}

const bills: ReadonlySet<string> = new Set(['invoice', 'bill'])
/** Fewer payments say nothing: one was made twice by chance. */
const fewest = 20
/** With more, an order has one payment, and a second one is a correction. */
const mostlySingle = 0.9
