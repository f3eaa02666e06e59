import type { Dataset, Field } from '@quipu/query'
import { isMeasure, isMoment, visible } from './dataset-fields.ts'
import { nameWords } from './name-words.ts'

interface MoneyName {
  readonly dataset: Dataset
  readonly field: Field
  readonly word: string
  readonly weight: number
}

const revenueWords = ['sale', 'revenue', 'turnover']
const traded = [
  'order',
  'sale',
  'invoice',
  'purchase',
  'transaction',
  'booking',
  'receipt',
  'bill',
  'ticket',
  'rental',
  'visit',
  'stay',
  'trip',
]
const amounts = ['amount', 'total', 'value', 'price', 'sum', 'fee', 'charge']
const others = [
  'refund',
  'discount',
  'tax',
  'cost',
  'unit',
  'list',
  'tip',
  'deposit',
  'balance',
  'lifetime',
  'target',
  'budget',
  'credit',
  'shipping',
  'average',
]

/** The meaning of "sales" and "revenue" where nothing has that name: the amounts of orders, invoices or bookings. */
export function moneyNames(datasets: readonly Dataset[]): readonly MoneyName[] {
  const words = datasets
    .flatMap((each) => [
      each.label,
      ...each.synonyms,
      ...visible(each).flatMap((one) => [one.label, ...one.synonyms]),
    ])
    .flatMap(nameWords)
  if (revenueWords.some((word) => words.includes(word))) return []
  return datasets.flatMap((dataset) => {
    const trade = nameWords(dataset.label).some((word) => traded.includes(word))
    if (!trade) return []
    const weight = visible(dataset).some(isMoment) ? 0.92 : 0.9
    return visible(dataset)
      .filter(isRevenueAmount)
      .flatMap((field) => revenueWords.map((word) => ({ dataset, field, word, weight })))
  })
}

/** The only amount of the traded things. Null when there are several or none. */
export function soleRevenueAmount(dataset: Dataset): Field | null {
  if (!nameWords(dataset.label).some((word) => traded.includes(word))) return null
  const [only = null, ...rest] = visible(dataset).filter(isRevenueAmount)
  return rest.length === 0 ? only : null
}

function isRevenueAmount(field: Field): boolean {
  const words = nameWords(field.label)
  return (
    isMeasure(field) &&
    !isMoment(field) &&
    words.some((word) => amounts.includes(word)) &&
    !words.some((word) => others.includes(word))
  )
}
