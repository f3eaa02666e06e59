import type { Field } from '@quipu/query'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { pathText } from './field-finder.ts'
import { aggregated } from './proposal.ts'
import type { Trade } from './trade.ts'

/** Names of what is taken off a price. */
export const reductions: readonly (readonly string[])[] =
  'discount rebate reduction reduced markdown deduction allowance'.split(' ').map((word) => [word])

/** What a discount in percent of the whole sale takes off its lines, as the text of a metric. Null where lines say what they come to. */
export function headerDiscount(
  { header, lines }: Trade,
  sold: readonly string[],
): { readonly text: string; readonly says: string } | null {
  if (lines === null || lines.dataset === header || lines.amount !== null || lines.discount !== null)
    return null
  const share = percentOff(header)
  if (share === null || lines.quantity === null || lines.price === null) return null
  const base = `${pathText({ dataset: lines.dataset, field: lines.quantity })} * ${pathText(lines.price)}`
  const path = pathText({ dataset: header, field: share })
  const part = Number(share.statistics.max) <= 1 ? path : `${path} / 100`
  return { text: aggregated('sum', `${base} * ${part}`, sold), says: `${share.label} of ${header.label}` }
}

/** A discount that is said in percent. */
export function percentOff(header: Trade['header']): Field | null {
  const [only, ...more] = visible(header).filter(
    (field) =>
      isMeasure(field) &&
      /\b(?:discount|rebate|reduction)\b/i.test(field.label) &&
      /\b(?:percent|percentage|pct|rate)\b|%/i.test(`${field.label} ${field.unit ?? ''}`) &&
      Number(field.statistics.min) >= 0 &&
      Number(field.statistics.max) <= 100,
  )
  return only === undefined || more.length > 0 ? null : only
}
