import type { Dataset, Field } from '@quipu/query'
import { isMeasure, isMoment, visible } from './dataset-fields.ts'
import { nameWords } from './name-words.ts'

interface MoneyName {
  readonly dataset: Dataset
  readonly field: Field
  readonly word: string
  readonly weight: number
}

const takings = ['sale', 'revenue', 'turnover']
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

/** What "sales" and "revenue" mean where nothing bears such a name: the amounts of what is ordered, invoiced, booked. */
export function moneyNames(datasets: readonly Dataset[]): readonly MoneyName[] {
  const words = datasets
    .flatMap((each) => [
      each.label,
      ...each.synonyms,
      ...visible(each).flatMap((one) => [one.label, ...one.synonyms]),
    ])
    .flatMap(nameWords)
  if (takings.some((word) => words.includes(word))) return []
  return datasets.flatMap((dataset) => {
    const trade = nameWords(dataset.label).some((word) => traded.includes(word))
    if (!trade) return []
    const weight = visible(dataset).some(isMoment) ? 0.92 : 0.9
    return visible(dataset)
      .filter(isTaking)
      .flatMap((field) => takings.map((word) => ({ dataset, field, word, weight })))
  })
}

/** The one amount of what is traded here; null when there are several or none. */
export function soleTaking(dataset: Dataset): Field | null {
  if (!nameWords(dataset.label).some((word) => traded.includes(word))) return null
  const [only = null, ...rest] = visible(dataset).filter(isTaking)
  return rest.length === 0 ? only : null
}

function isTaking(field: Field): boolean {
  const words = nameWords(field.label)
  return (
    isMeasure(field) &&
    !isMoment(field) &&
    words.some((word) => amounts.includes(word)) &&
    !words.some((word) => others.includes(word))
  )
}
