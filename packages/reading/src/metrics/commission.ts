import type { Dataset, Field, Metric } from '@quipu/query'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { parentsOf, pathText, type Place, type Schema } from './field-finder.ts'
import { shareText } from './header-discount.ts'
import { isPaidOut } from './paid-out.ts'
import { aggregated, propose } from './proposal.ts'
import { soldOf } from './sold-rows.ts'
import type { Trade } from './trade.ts'

/** What others get of each sale: the only rate of this kind among what a sale belongs to, times what the sale came to. */
export function commissionMetrics(trade: Trade, schema: Schema): readonly Metric[] {
  const { header, total, lines } = trade
  const amount: Place | null =
    lines !== null && lines.amount !== null
      ? { dataset: lines.dataset, field: lines.amount }
      : total === null
        ? null
        : { dataset: header, field: total }
  if (amount === null) return []
  const [rate, ...more] = above(amount.dataset, schema).flatMap((dataset) =>
    visible(dataset)
      .filter(isCommission)
      .map((field) => ({ dataset, field })),
  )
  if (rate === undefined || more.length > 0) return []
  const off = amount.field === total && trade.off?.by !== 'amount' ? (trade.off?.field ?? null) : null
  const isFraction = Number(rate.field.statistics.max) <= 1
  const product = `${pathText(amount)} * ${pathText(rate)}${isFraction ? '' : ' / 100'}`
  return [
    propose({
      name: 'commission',
      label: 'commission',
      synonyms: [
        'commissions, commission owed, commission due, commission payable, commission earned',
        // Where payouts have rows of their own, they are no computed share.
        ...(schema.datasets.some(isPaidOut) ? [] : ['payout, payouts']),
      ].join(', '),
      expression: [product, ...(off === null ? [] : [`${product} * ${shareText(header, off)}`])]
        .map((one) => aggregated('sum', one, soldOf(trade, schema)))
        .join(' - '),
      unit: amount.field.unit,
      says: `${amount.field.label}${off === null ? '' : ` × (1 − ${off.label})`} × ${rate.field.label} of ${rate.dataset.label}`,
    }),
  ]
}

/** What a row belongs to, by references one after the other. */
function above(dataset: Dataset, schema: Schema, found: readonly Dataset[] = []): readonly Dataset[] {
  return parentsOf(dataset, schema).reduce(
    (all, parent) => (all.includes(parent) ? all : above(parent, schema, [...all, parent])),
    found,
  )
}

/** `commission`, `commission rate`, `revenue share`, `royalty percent`: a rate, and no amount of money. */
function isCommission(field: Field): boolean {
  const most = Number(field.statistics.max)
  return (
    isMeasure(field) &&
    /\b(?:commission|royalty|(?:revenue|rev|profit) share)\b/i.test(field.label) &&
    !/\bamount\b/i.test(field.label) &&
    most > 0 &&
    most <= 100
  )
}
