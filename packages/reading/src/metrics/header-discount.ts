import type { Field } from '@quipu/query'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { pathText } from './field-finder.ts'
import { aggregated } from './proposal.ts'
import type { Trade } from './trade.ts'

/** Names of what is taken off a price. */
export const reductions: readonly (readonly string[])[] =
  'discount rebate reduction reduced markdown deduction allowance'.split(' ').map((word) => [word])

/** What a discount in percent of the whole sale takes off its lines, as the text of a metric. Null where lines say what they come to. */
export function headerDiscount(
  { header, total, lines }: Trade,
  sold: readonly string[],
): { readonly text: string; readonly says: string } | null {
  if (lines === null || lines.dataset === header || lines.amount !== null || lines.discount !== null)
    return null
  // What is taken off the sale's own price is not taken off its extras.
  const share = offTotal({ header, total }) === null ? percentOff(header) : null
  if (share === null || lines.quantity === null || lines.price === null) return null
  const base = `${pathText({ dataset: lines.dataset, field: lines.quantity })} * ${pathText(lines.price)}`
  const part = shareText(header, share)
  return { text: aggregated('sum', `${base} * ${part}`, sold), says: `${share.label} of ${header.label}` }
}

/** What is still to be taken off the amount of a whole sale, in percent: the amount is called what it was before. */
export function offTotal({ header, total }: Pick<Trade, 'header' | 'total'>): Field | null {
  return total !== null && before.test(total.label) ? percentOff(header) : null
}

const before = /\b(?:base|basic|full|standard|regular|original|normal|undiscounted)\b/i

/** Money that is still to be taken off the price of a whole sale: no other amount of the row says what was left. */
export function offPrice({ header, total }: Pick<Trade, 'header' | 'total'>): Field | null {
  if (total === null || nameWords(total.label).at(-1) !== 'price' || offTotal({ header, total }) !== null)
    return null
  const measures = visible(header).filter(isMeasure)
  if (measures.some(({ label }) => left.test(label))) return null
  const [only, ...more] = measures.filter(({ label }) => /\b(?:discount|rebate|reduction)\b/i.test(label))
  if (only === undefined || more.length > 0 || percentOff(header) !== null) return null
  const { min, max, nulls } = only.statistics
  const isMoney = nulls === 0 && Number(min) >= 0 && Number(max) > 1
  return isMoney && Number(max) <= Number(total.statistics.max) ? only : null
}

const left = /\b(?:net|total|paid|due|final|charged|invoiced|billed|after|to pay)\b/i

/** The share of an amount that a discount in percent takes off, as the text of a metric. */
export function shareText(header: Trade['header'], field: Field): string {
  const path = pathText({ dataset: header, field })
  return Number(field.statistics.max) <= 1 ? path : `${path} / 100`
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
