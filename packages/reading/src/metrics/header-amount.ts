import type { Amount } from './discounts.ts'
import { pathText } from './field-finder.ts'
import { shareText } from './header-discount.ts'
import { aggregated } from './proposal.ts'
import type { Trade } from './trade.ts'

/** What whole sales came to: their total or the sum of their parts, less what is still to be taken off. Null where they have neither. */
export function headerAmount(trade: Trade, sold: readonly string[]): Amount | null {
  const { header, off } = trade
  const amounts = amountsOf(trade)
  if (amounts.length === 0) return null
  const sum = (text: string): string => aggregated('sum', text, sold)
  const paths = amounts.map((field) => pathText({ dataset: header, field }))
  const labels = amounts.map(({ label }) => label).join(' + ')
  // Each summed on its own where one may be empty: it must not make the others empty.
  const isFull = [...amounts, ...(off === undefined ? [] : [off.field])].every(
    ({ statistics }) => statistics.nulls === 0,
  )
  const whole = isFull ? sum(paths.join(' + ')) : paths.map(sum).join(' + ')
  if (off === undefined) return { text: whole, says: `${labels} of ${header.label}` }
  if (off.by === 'amount') {
    const less = pathText({ dataset: header, field: off.field })
    return {
      text: isFull ? sum(`${paths.join(' + ')} - ${less}`) : `${whole} - ${sum(less)}`,
      says: `${labels} − ${off.field.label} of ${header.label}`,
    }
  }
  const share = shareText(header, off.field)
  const all = paths.length > 1 ? `(${paths.join(' + ')})` : paths.join('')
  return {
    text: isFull
      ? sum(`${all} * (1 - ${share})`)
      : [whole, ...paths.map((path) => sum(`${path} * ${share}`))].join(' - '),
    says: `${paths.length > 1 ? `(${labels})` : labels} × (1 − ${off.field.label}) of ${header.label}`,
  }
}

/** The amounts of a whole sale that are added up: its total, what was taken in each way, or its parts. */
export function amountsOf({ total, ways, parts }: Trade): Trade['header']['fields'] {
  return total === null ? (ways ?? parts ?? []) : [total]
}
