import type { Dataset, Field } from '@quipu/query'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import type { Trade } from './trade.ts'

/** How many sales each row sums up, where a till or a day has a row of its own: `receipts`, `no of transactions`. */
export function countedSales({ header, total, lines, number }: Trade): Field | null {
  const isWhole = total !== null && number === null && (lines === null || lines.isApart === true)
  const found = isWhole ? visible(header).filter((field) => isMeasure(field) && isCount(field)) : []
  return found.length === 1 ? (found[0] ?? null) : null
}

function isCount({ label, isInteger }: Field): boolean {
  return isInteger && counts.test(label)
}

const counted = '(?:transactions?|receipts?|customers?|covers?|sales|orders|tickets|bills|guests?|checks)'
const counts = new RegExp(
  String.raw`^(?:count|(?:(?:number|no|count|qty|quantity) (?:of )?)?${counted}|${counted} (?:count|number|no|qty|quantity))$`,
  'i',
)

/** The names of what each of these sales came to, on average, beside those of any trade. */
export function averageNames(datasets: readonly Dataset[]): readonly string[] {
  const isNamed = datasets.some(
    ({ label, isHidden }) => !isHidden && /\b(?:customers?|clients?|guests?)\b/i.test(label),
  )
  const people = isNamed ? [] : ['customer', 'head', 'person', 'cover', 'guest', 'visit']
  return [
    'average spend',
    'average transaction',
    'average transaction value',
    ...[...people, 'transaction', 'receipt', 'ticket', 'sale'].flatMap((word) => [
      `average spend per ${word}`,
      `spend per ${word}`,
      `average takings per ${word}`,
      `average sale per ${word}`,
      `revenue per ${word}`,
    ]),
  ]
}
