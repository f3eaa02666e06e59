import type { Dataset, Field, Metric } from '@quipu/query'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { agreedTotal, isPaidFor, ownAmount } from './agreed.ts'
import { isBought } from './direction.ts'
import { isNamed, measureNamed, pathText, type Place, type Schema } from './field-finder.ts'
import { deadStates, openStates, soldConditions } from './not-sold.ts'
import { isPaidInParts } from './paid-in-parts.ts'
import { paidAmount, paymentsFor } from './payments.ts'
import { aggregated, propose } from './proposal.ts'

/** The name of the metric that holds what customers have yet to pay. */
export const outstanding = 'outstanding'

export const outstandingNames =
  'amount outstanding, outstanding balance, amount owed, open amount, amounts owed, receivables, unpaid amount, outstanding money, money outstanding, debt, debts, owed amount, open balance'

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

/** Bills of customers, or orders that are paid in parts, with what was paid of them. Null where there is none, or more than one kind. */
export function owedBills(
  schema: Schema,
): { readonly dataset: Dataset; readonly total: readonly Field[]; readonly paid: Place } | null {
  const found = schema.datasets.flatMap((dataset) => {
    const isOwed = isBill(dataset, schema) || isPaidInParts(dataset, schema)
    if (dataset.isHidden || !isOwed || isBought(dataset, schema)) return []
    const paid = paidOf(dataset, schema)
    const total = paid === null ? [] : billed(dataset, paid, schema)
    return total.length === 0 || paid === null || total.includes(paid.field) ? [] : [{ dataset, total, paid }]
  })
  const [only, ...more] = found
  return only === undefined || more.length > 0 ? null : only
}

/** What was billed less what was paid of it, where bills are paid in parts. Empty where the data does not tell. */
export function owedMetrics(schema: Schema): readonly Metric[] {
  const only = owedBills(schema)
  if (only === null) return []
  const { dataset, total, paid } = only
  const open = soldConditions([dataset], schema, [...deadStates, ...settledStates])
  const counted =
    paid.dataset === dataset
      ? []
      : soldConditions([paid.dataset], schema, [...deadStates, ...openStates, 'refunded'])
  const due = total.map((field) => aggregated('sum', pathText({ dataset, field }), open)).join(' + ')
  const less = paidByOthers(dataset, paid)
  const borne = less === null ? '' : ` - ${aggregated('sum', pathText({ dataset, field: less }), open)}`
  return [
    propose({
      name: outstanding,
      label: 'outstanding amount',
      synonyms: outstandingNames,
      expression: `${total.length > 1 ? `(${due})` : due}${borne} - ${aggregated('sum', pathText(paid), [...open, ...counted])}`,
      unit: total[0]?.unit ?? null,
      says: `${total.map(({ label }) => label).join(' + ')} of ${dataset.label} − ${paid.dataset === dataset ? paid.field.label : paid.dataset.label}, without what is settled`,
    }),
  ]
}

/** What others pay of it, such as an insurance, where payments come to the amount less this one. */
function paidByOthers(dataset: Dataset, { dataset: rows }: Place): Field | null {
  const sum = rows.reading?.sums?.find(
    ({ per, agreesWith }) => per === dataset.name && agreesWith.dataset === dataset.name,
  )
  return visible(dataset).find(({ name }) => name === sum?.less) ?? null
}

/** What has to be paid for a bill, with tax: what the payments come to, or the gross amount, or the net amount and the tax. */
function billed(dataset: Dataset, paid: Place, schema: Schema): readonly Field[] {
  const confirmed = paidAmount(dataset, paid)
  const agreed = visible(dataset).find(({ name }) => name === confirmed)
  if (agreed !== undefined) return [agreed]
  const gross = measureNamed(dataset, [['gross']], notTotal)
  const net = visible(dataset).find((field) => isMeasure(field) && /\bnet\b/i.test(field.label))
  // A net amount that is the gross one less a discount is what is to be paid.
  if (gross !== null && net !== undefined) return [isReducedTo(dataset, net, schema) ? net : gross]
  const [tax, ...more] = visible(dataset).filter(
    (field) => isMeasure(field) && /\b(?:tax|vat|gst)\b/i.test(field.label) && !isRate(field),
  )
  const whole = agreedTotal(dataset, schema) ?? measureNamed(dataset, totals, notTotal)
  if (net !== undefined && (whole === null || whole === net) && tax !== undefined && more.length === 0)
    return [net, tax]
  const total = whole ?? net
  return total === null || total === undefined ? [] : [total]
}

function isRate({ label, unit }: Field): boolean {
  return /\b(?:percent|pct|rate|number|no|code|id)\b|%/i.test(`${label} ${unit ?? ''}`)
}

/** Whether the data confirms that an amount is another one of the row less a discount. */
function isReducedTo(dataset: Dataset, net: Field, schema: Schema): boolean {
  const own = ownAmount(dataset, schema)
  return own !== null && own.total === net && own.change !== null && own.change.by !== 'added'
}

/** The part that was paid: a field of the bill, or the payments for it. */
function paidOf(dataset: Dataset, schema: Schema): Place | null {
  const own = visible(dataset).find(
    (field) =>
      isMeasure(field) &&
      /^(?:(?:amount|total|sum|already) )?paid(?: amount| so far| to date)?$/i.test(field.label),
  )
  return own !== undefined ? { dataset, field: own } : paymentsFor(dataset, schema)
}
