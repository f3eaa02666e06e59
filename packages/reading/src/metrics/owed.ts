import type { Dataset, Field, Metric } from '@quipu/query'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { agreedTotal, isPaidFor } from './agreed.ts'
import { isBought } from './direction.ts'
import { isNamed, measureNamed, pathText, type Place, type Schema } from './field-finder.ts'
import { deadStates, openStates, soldConditions } from './not-sold.ts'
import { aggregated, propose } from './proposal.ts'

/** The name of the metric that holds what customers have yet to pay. */
export const outstanding = 'outstanding'

/** States of a bill for which nothing is to be paid any more. */
export const settledStates =
  'paid, paid in full, fully paid, paid up, settled, credited, written off, write off, uncollectible, waived, refunded, returned'.split(
    ', ',
  )

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const totals = 'amount due, total due, grand total, total amount, total, amount, fee'
  .split(', ')
  .map((one) => one.split(' '))
const notTotal = words('tax vat discount pay paid shipping unit net sub')

/** Bills, and fees or rents for which there are payments. An order that is not paid is another matter: it may be delivered. */
export function isBill(dataset: Dataset, schema: Schema): boolean {
  return (
    isNamed(dataset, words('invoice bill')) ||
    (isNamed(dataset, words('fee instalment installment charge rent statement')) &&
      isPaidFor(dataset, schema))
  )
}

/** What was billed less what was paid of it, where bills are paid in parts. Empty where the data does not tell. */
export function owedMetrics(schema: Schema): readonly Metric[] {
  const found = schema.datasets.flatMap((dataset) => {
    if (dataset.isHidden || !isBill(dataset, schema) || isBought(dataset, schema)) return []
    const total = billed(dataset, schema)
    const paid = paidOf(dataset, schema)
    return total === null || paid === null || paid.field === total ? [] : [{ dataset, total, paid }]
  })
  const [only, ...more] = found
  if (only === undefined || more.length > 0) return []
  const { dataset, total, paid } = only
  const open = soldConditions([dataset], schema, [...deadStates, ...settledStates])
  const counted =
    paid.dataset === dataset
      ? []
      : soldConditions([paid.dataset], schema, [...deadStates, ...openStates, 'refunded'])
  return [
    propose({
      name: outstanding,
      label: 'outstanding amount',
      synonyms:
        'amount outstanding, outstanding balance, amount owed, open amount, amounts owed, receivables, unpaid amount, outstanding money, money outstanding',
      expression: `${aggregated('sum', pathText({ dataset, field: total }), open)} - ${aggregated('sum', pathText(paid), [...open, ...counted])}`,
      unit: total.unit,
      says: `${total.label} of ${dataset.label} − ${paid.dataset === dataset ? paid.field.label : paid.dataset.label}, without what is settled`,
    }),
  ]
}

/** What has to be paid for a bill, with tax. */
function billed(dataset: Dataset, schema: Schema): Field | null {
  const gross = measureNamed(dataset, [['gross']], notTotal)
  const hasNet = visible(dataset).some((field) => isMeasure(field) && /\bnet\b/i.test(field.label))
  if (gross !== null && hasNet) return gross
  return agreedTotal(dataset, schema) ?? measureNamed(dataset, totals, notTotal)
}

/** The part that was paid: a field of the bill, or the payments for it. */
function paidOf(dataset: Dataset, schema: Schema): Place | null {
  const own = visible(dataset).find(
    (field) =>
      isMeasure(field) &&
      /^(?:(?:amount|total|sum|already) )?paid(?: amount| so far| to date)?$/i.test(field.label),
  )
  if (own !== undefined) return { dataset, field: own }
  const names = schema.relationships.flatMap(({ from, to }) => (to === dataset.name ? [from] : []))
  const [payments, ...more] = schema.datasets.filter(
    ({ name, label, isHidden }) => !isHidden && names.includes(name) && nameWords(label).includes('payment'),
  )
  const field = payments === undefined ? null : measureNamed(payments, [['amount'], ['total'], ['value']])
  return payments === undefined || field === null || more.length > 0 ? null : { dataset: payments, field }
}
