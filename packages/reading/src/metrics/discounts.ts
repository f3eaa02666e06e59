import type { Field, Metric } from '@quipu/query'
import { visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { ownAmount } from './agreed.ts'
import { amountsOf } from './header-amount.ts'
import { measureNamed, pathText, type Place, type Schema } from './field-finder.ts'
import { headerDiscount, namedChange, percentOff, reductions, shareText } from './header-discount.ts'
import { priceOf } from './line-prices.ts'
import { aggregated, propose } from './proposal.ts'
import type { Lines, Trade } from './trade.ts'

export interface Amount {
  readonly text: string
  readonly says: string
}

/** What a change takes off or adds, and what is left, in words. */
export function changeOf(
  base: string,
  product: string,
  place: Place,
  by: NonNullable<Lines['change']>['by'],
): Amount {
  const [path, label] = [pathText(place), place.field.label]
  switch (by) {
    case 'share':
      return { text: `${base} * ${path}`, says: `${product} × (1 − ${label})` }
    case 'percent':
      return { text: `${base} * ${path} / 100`, says: `${product} × (1 − ${label})` }
    case 'each':
      return { text: `${base.split(' * ')[0] ?? base} * ${path}`, says: `${product} − ${label} of each` }
    case 'added':
    case 'times':
      return { text: path, says: `${product} + ${label}` }
    case 'amount':
      return { text: path, says: `${product} − ${label}` }
  }
}

/** What was taken off the prices: by the lines, by the whole sale, or as much as the lines come to less than their prices. */
export function discountMetric(
  trade: Trade,
  { sold, soldHeaders }: { readonly sold: readonly string[]; readonly soldHeaders: readonly string[] },
  left: string,
  unit: string | null,
  schema: Schema,
): readonly Metric[] {
  const { header, lines } = trade
  const found =
    (lines === null
      ? null
      : (takenOffLines(lines, sold) ?? confirmedOff(lines, sold) ?? lessThanPrices(lines, sold))) ??
    takenOffHeader(trade, sold, soldHeaders) ??
    beforeAndAfter(trade, soldHeaders, schema)
  if (found === null) return []
  const field = lines?.discount ?? measureNamed(header, reductions)
  return [
    propose({
      name: 'discounts_given',
      label: 'discounts given',
      synonyms: [
        'discount amount, total discount, value of discounts, discounts',
        ...(field === null ? [] : ownNames(field)),
      ].join(', '),
      expression: found.text,
      unit,
      says: `${found.says}${left}`,
    }),
  ]
}

function takenOffLines(lines: Lines, sold: readonly string[]): Amount | null {
  const { dataset, quantity, price, amount, base, discount, change = null } = lines
  const product: readonly Place[] =
    base !== undefined
      ? [{ dataset, field: base }]
      : quantity !== null && price !== null
        ? [{ dataset, field: quantity }, price]
        : change !== null && amount !== null
          ? [{ dataset, field: amount }]
          : []
  if (discount === null || product.length === 0) return null
  const by = change?.by ?? namedChange(discount)
  const words = product.map(({ field }) => field.label).join(' × ')
  const { text } = changeOf(product.map(pathText).join(' * '), words, { dataset, field: discount }, by)
  const says = by === 'amount' ? `${discount.label} of ${dataset.label}` : `${words} × ${discount.label}`
  return { text: positive(aggregated('sum', text, sold), discount), says }
}

/** A percentage of what lines come to before it, as an amount without tax confirms that is not the one that was sold for. */
function confirmedOff({ dataset }: Lines, sold: readonly string[]): Amount | null {
  const fieldOf = (name: string): Field | undefined => visible(dataset).find((field) => field.name === name)
  const isOwn = (place: { readonly dataset: string }): boolean => place.dataset === dataset.name
  const confirmed = dataset.reading?.sums?.find(
    ({ factors, change, agreesWith }) =>
      (change?.by === 'percent' || change?.by === 'share') && factors.every(isOwn) && isOwn(agreesWith),
  )
  const discount = fieldOf(confirmed?.change?.field ?? '')
  const factors = confirmed?.factors.flatMap(({ field }) => fieldOf(field) ?? []) ?? []
  const by = confirmed?.change?.by
  if (discount === undefined || by === undefined || factors.length !== confirmed?.factors.length) return null
  const places = factors.map((field): Place => ({ dataset, field }))
  const words = factors.map(({ label }) => label).join(' × ')
  const { text } = changeOf(places.map(pathText).join(' * '), words, { dataset, field: discount }, by)
  return { text: aggregated('sum', text, sold), says: `${words} × ${discount.label}` }
}

/** Lines that say what they came to beside a price, a quantity and a discount, however this is written. */
function lessThanPrices({ dataset, quantity, amount }: Lines, sold: readonly string[]): Amount | null {
  const price = priceOf(dataset, [])
  const isTaxed = visible(dataset).some(({ label }) => /\b(?:tax|vat|gst|gross)\b/i.test(label))
  if (quantity === null || amount === null || price === null || price.field === amount || isTaxed) return null
  if (measureNamed(dataset, reductions) === null) return null
  const full = `${pathText({ dataset, field: quantity })} * ${pathText(price)}`
  return {
    text: `${aggregated('sum', full, sold)} - ${aggregated('sum', pathText({ dataset, field: amount }), sold)}`,
    says: `${quantity.label} × ${price.field.label} − ${amount.label} of ${dataset.label}`,
  }
}

function takenOffHeader(
  trade: Trade,
  sold: readonly string[],
  soldHeaders: readonly string[],
): Amount | null {
  const { header, off } = trade
  // What is not called a percentage is not multiplied with to say what was given.
  if (off !== undefined && off.field === percentOff(header)) {
    const parts = amountsOf(trade).map(
      (field) => `${pathText({ dataset: header, field })} * ${shareText(header, off.field)}`,
    )
    const labels = amountsOf(trade).map(({ label }) => label)
    return {
      text: parts.map((part) => aggregated('sum', part, soldHeaders)).join(' + '),
      says: `${labels.length > 1 ? `(${labels.join(' + ')})` : labels.join('')} × ${off.field.label}`,
    }
  }
  const ofLines = headerDiscount(trade, sold)
  if (ofLines !== null) return ofLines
  const field = measureNamed(header, reductions)
  if (field === null || namedChange(field) !== 'amount') return null
  const text = aggregated('sum', pathText({ dataset: header, field }), soldHeaders)
  return { text: positive(text, field), says: `${field.label} of ${header.label}` }
}

/** An amount before and one after a discount in percent, as the data confirms it: the difference is what was given. */
function beforeAndAfter({ header }: Trade, soldHeaders: readonly string[], schema: Schema): Amount | null {
  const own = ownAmount(header, schema)
  const isReduced = own?.change?.by === 'percent' || own?.change?.by === 'share'
  if (own === null || own.amount === null || !isReduced) return null
  const sum = (field: Field): string => aggregated('sum', pathText({ dataset: header, field }), soldHeaders)
  return {
    text: `${sum(own.amount)} - ${sum(own.total)}`,
    says: `${own.amount.label} − ${own.total.label} of ${header.label}`,
  }
}

/** What was taken off may be written below zero. */
function positive(text: string, { statistics }: Field): string {
  return Number(statistics.max) <= 0 && Number(statistics.min) < 0 ? `0 - ${text}` : text
}

/** "price reductions", "reductions cost us", where the data calls them so. */
function ownNames({ label }: Field): readonly string[] {
  const [only, ...more] = nameWords(label)
  if (only === undefined || more.length > 0 || only === 'discount') return []
  const many = `${only}s`
  return [
    many,
    `price ${many}`,
    `${many} given`,
    `${many} cost us`,
    `price ${many} cost us`,
    `cost of ${many}`,
  ]
}
