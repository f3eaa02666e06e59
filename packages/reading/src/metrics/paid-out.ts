import type { Dataset, Metric } from '@quipu/query'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { measureNamed, pathText, type Schema } from './field-finder.ts'
import { deadStates, openStates, soldConditions } from './not-sold.ts'
import { aggregated, propose } from './proposal.ts'

export const paidOut = 'paid_out'

/** What goes out to people who work or sell for us is no income. */
export function isPaidOut({ label }: Dataset): boolean {
  return /\b(?:pay ?outs?|disbursements?|payroll|pay ?slips?|remunerations?)$/i.test(label)
}

/** Money that has not gone out. */
const notPaidOut: readonly string[] = [
  ...deadStates,
  ...openStates,
  ...'on hold, held, hold, scheduled, requested, planned, queued, blocked, waiting, in transit, upcoming'.split(
    ', ',
  ),
]

/** What was paid out to others, where one dataset has a row for each payment. */
export function paidOutMetrics(schema: Schema): readonly Metric[] {
  const found = schema.datasets.flatMap((dataset) => {
    const isDated = visible(dataset).some(isMoment)
    const field = dataset.isHidden || !isPaidOut(dataset) || !isDated ? null : amountOf(dataset)
    return field === null ? [] : [{ dataset, field }]
  })
  const [only, ...more] = found
  if (only === undefined || more.length > 0) return []
  const where = soldConditions([only.dataset], schema, notPaidOut)
  return [
    propose({
      name: paidOut,
      label: 'paid out',
      synonyms: 'payouts, payout, amount paid out, payout amount, money paid out, total payouts, pay outs',
      expression: aggregated('sum', pathText(only), where),
      unit: only.field.unit,
      says: `${only.field.label} of ${only.dataset.label}${where.length === 0 ? '' : ' that went out'}`,
    }),
  ]
}

function amountOf(dataset: Dataset): ReturnType<typeof measureNamed> {
  return measureNamed(
    dataset,
    'net amount, total amount, amount, total, net pay, net, value, sum, payout'
      .split(', ')
      .map((one) => one.split(' ')),
    new Set('tax fee discount balance'.split(' ')),
  )
}
