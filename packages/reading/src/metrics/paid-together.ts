import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { isNamed, parentsOf, type Schema } from './field-finder.ts'
import { paymentsFor } from './payments.ts'
import { otherIncomeRank, tradeRank } from './trade-rank.ts'

/**
 * Whether one dataset of payments is for several kinds of sales, such as single lessons and packages of them. What was sold in one kind may be paid
 * with another one, so only the payments say what came in.
 */
export function areSeveralPaid(schema: Schema): boolean {
  return schema.datasets.some((payments) => {
    if (payments.isHidden || !visible(payments).some(isMoment)) return false
    const sold = parentsOf(payments, schema).filter(
      (parent) =>
        !isNamed(parent, bills) &&
        (tradeRank(parent, schema) ?? otherIncomeRank(parent, schema)) !== null &&
        paymentsFor(parent, schema)?.dataset === payments,
    )
    return sold.length > 1
  })
}

const bills: ReadonlySet<string> = new Set(['invoice', 'bill'])
