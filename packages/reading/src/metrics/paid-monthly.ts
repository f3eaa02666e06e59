import type { Dataset } from '@quipu/query'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { isBuyer } from './direction.ts'
import { measureNamed, parentsOf, type Schema } from './field-finder.ts'
import { moneyIn, moneyOf } from './money-of.ts'
import { isPaymentName } from './payments.ts'
import { isLasting } from './plans.ts'
import type { Trade } from './trade.ts'

/**
 * The payments of those who have a contract or a membership, where its amount is what they pay for each month and the payments come to more:
 * what came in is there, month by month. Null where that is not so.
 */
export function paymentsOfLasting(trade: Trade, schema: Schema): Dataset | null {
  const { header, total, lines } = trade
  if (lines !== null || total === null || !isLasting(header) || !isForEachMonth(total.label)) return null
  const holders = parentsOf(header, schema).filter(isBuyer)
  const [only, ...more] = schema.datasets.filter((dataset) => {
    if (dataset.isHidden || !isPaymentName(dataset) || !visible(dataset).some(isMoment)) return false
    const parents = parentsOf(dataset, schema)
    const amount = measureNamed(dataset, [['amount'], ['total'], ['paid']])
    const isOfThem = parents.includes(header) || parents.some((each) => holders.includes(each))
    return isOfThem && amount !== null && moneyIn(dataset, amount) > twice * moneyOf(trade)
  })
  return more.length > 0 ? null : (only ?? null)
}

/** A contract that was paid for once comes to one payment. */
const twice = 2

function isForEachMonth(label: string): boolean {
  return /\b(?:monthly|weekly|per month|per week|a month|month)\b/i.test(label)
}
