import type { Dataset, Field } from '@quipu/query'
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
  { header, lines, off }: Trade,
  sold: readonly string[],
): { readonly text: string; readonly says: string } | null {
  if (lines === null || lines.dataset === header || lines.amount !== null || lines.discount !== null)
    return null
  // What is taken off the sale's own price is not taken off its extras.
  const share = off === undefined ? percentOff(header) : null
  if (share === null || lines.quantity === null || lines.price === null) return null
  const base = `${pathText({ dataset: lines.dataset, field: lines.quantity })} * ${pathText(lines.price)}`
  const part = shareText(header, share)
  return { text: aggregated('sum', `${base} * ${part}`, sold), says: `${share.label} of ${header.label}` }
}

/** What is taken off the amount of a whole sale, and how. */
export interface Off {
  readonly field: Field
  readonly by: 'share' | 'percent' | 'amount'
}

/**
 * What is still to be taken off the amounts of a whole sale. By convention a price, a fee or the parts of a bill are those before a
 * discount, and a total or an amount is the one after it; what the data confirms is what was left.
 */
export function offHeader(header: Dataset, amounts: readonly Field[], isConfirmed: boolean): Off | null {
  const [first, ...others] = amounts
  if (first === undefined) return null
  const isBefore = others.length === 0 && before.test(first.label)
  const isPrice = others.length > 0 || listed.has(nameWords(first.label).at(-1) ?? '')
  const measures = visible(header).filter((field) => isMeasure(field) && !amounts.includes(field))
  const reduced = measures.filter(({ label }) => /\b(?:discount|rebate|reduction)\b/i.test(label))
  const isLeft = measures.some((field) => !reduced.includes(field) && left.test(field.label))
  if (!isBefore && (!isPrice || isConfirmed || isLeft)) return null
  const share = percentOff(header)
  if (share !== null) return { field: share, by: Number(share.statistics.max) <= 1 ? 'share' : 'percent' }
  const [only, ...more] = reduced
  if (only === undefined || more.length > 0 || isBefore) return null
  const { min, max } = only.statistics
  const most = amounts.reduce((sum, { statistics }) => sum + Number(statistics.max), 0)
  return Number(min) >= 0 && Number(max) > 0 && Number(max) <= most
    ? { field: only, by: Number(max) <= 1 ? 'share' : 'amount' }
    : null
}

/** A discount of at most 1 is a share, one that is called so is in percent, any other one is money. */
export function namedChange({ statistics, label, unit }: Field): Off['by'] {
  const most = Number(statistics.max)
  if (Number.isFinite(most) && most <= 1) return 'share'
  const isPercent = /\b(?:percent|percentage|pct|rate)\b|%/i.test(`${label} ${unit ?? ''}`)
  return isPercent && most <= 100 ? 'percent' : 'amount'
}

const before = /\b(?:base|basic|full|standard|regular|original|normal|undiscounted)\b/i
const listed: ReadonlySet<string> = new Set('price fee rate charge fare rent tariff'.split(' '))
const left = /\b(?:net|total|paid|due|final|charged|invoiced|billed|after|to pay)\b/i

/** The share of an amount that a discount in percent takes off, as the text of a metric. */
export function shareText(header: Dataset, field: Field): string {
  const path = pathText({ dataset: header, field })
  return Number(field.statistics.max) <= 1 ? path : `${path} / 100`
}

/** A discount that is said in percent. */
export function percentOff(header: Dataset): Field | null {
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
