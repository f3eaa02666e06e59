import type { Field } from '@quipu/query'
import type { Amount } from './discounts.ts'
import { pathText } from './field-finder.ts'
import { offPrice, offTotal, shareText } from './header-discount.ts'
import { aggregated } from './proposal.ts'
import type { Trade } from './trade.ts'

/** What whole sales came to: their total, less what is still to be taken off it. */
export function headerAmount({ header, total }: Trade, amount: Field, sold: readonly string[]): Amount {
  const path = pathText({ dataset: header, field: amount })
  const whole: Amount = { text: aggregated('sum', path, sold), says: `${amount.label} of ${header.label}` }
  const less = offPrice({ header, total })
  if (less !== null)
    return {
      text: aggregated('sum', `${path} - ${pathText({ dataset: header, field: less })}`, sold),
      says: `${amount.label} − ${less.label} of ${header.label}`,
    }
  const off = offTotal({ header, total })
  if (off === null) return whole
  const share = shareText(header, off)
  const text = aggregated('sum', `${path} * ${share}`, sold)
  return {
    // Each summed on its own where the discount may be empty.
    text:
      off.statistics.nulls === 0
        ? aggregated('sum', `${path} * (1 - ${share})`, sold)
        : `${whole.text} - ${text}`,
    says: `${amount.label} × (1 − ${off.label}) of ${header.label}`,
  }
}
