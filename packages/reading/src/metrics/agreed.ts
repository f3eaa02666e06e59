import type { AgreedSum, Dataset, Field } from '@quipu/query'
import { visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import type { Place, Schema } from './field-finder.ts'

/** What a line comes to, as the data confirms it. */
export interface AgreedLine {
  readonly quantity: Field | null
  readonly price: Place | null
  /** Of the whole line, where nothing is multiplied. */
  readonly amount: Field | null
  readonly change: { readonly field: Field; readonly by: NonNullable<AgreedSum['change']>['by'] } | null
}

/** The formula whose sums agree with the header of the lines, or with what else belongs to it. */
export function agreedLine(dataset: Dataset, header: Dataset, schema: Schema): AgreedLine | null {
  const sum = dataset.reading?.sums?.find(({ per }) => per === header.name)
  const factors = sum?.factors.map((place) => placeOf(place, schema)) ?? []
  if (sum === undefined || factors.length === 0 || factors.length > 2) return null
  const [one, other] = factors
  if (one === undefined || one === null || other === null) return null
  const changed = sum.change === null ? null : fieldIn(dataset, sum.change.field)
  if (sum.change !== null && (changed === null || sum.change.by === 'times')) return null
  const change = sum.change === null || changed === null ? null : { field: changed, by: sum.change.by }
  if (other === undefined) return { quantity: null, price: null, amount: one.field, change }
  const [quantity, price] = isPiece(other, one, dataset) ? [other, one] : [one, other]
  return quantity.dataset === dataset ? { quantity: quantity.field, price, amount: null, change } : null
}

/** The amount of a row, with the quantity and the price that make it, or with what was taken off it. */
export interface OwnAmount extends AgreedLine {
  readonly total: Field
}

export function ownAmount(dataset: Dataset, schema: Schema): OwnAmount | null {
  const sum = dataset.reading?.sums?.find(({ per }) => per === dataset.name)
  const line = agreedLine(dataset, dataset, schema)
  const total = sum === undefined ? null : fieldIn(dataset, sum.agreesWith.field)
  return line === null || total === null ? null : { ...line, total }
}

/** Whether the first of two factors counts pieces: whole numbers, or the fewer different ones. */
function isPiece(one: Place, other: Place, dataset: Dataset): boolean {
  if (other.dataset !== dataset) return false
  if (one.dataset !== dataset) return false
  const isPrice = ({ field }: Place): boolean => nameWords(field.label).some((word) => prices.has(word))
  if (isPrice(one) !== isPrice(other)) return isPrice(other)
  if (one.field.isInteger !== other.field.isInteger) return one.field.isInteger
  return one.field.statistics.distinct < other.field.statistics.distinct
}

const prices: ReadonlySet<string> = new Set(['price', 'rate', 'fee', 'amount'])

/** The amount of a row that a formula over its own columns, or the sum of what belongs to it, agrees with. */
export function agreedTotal(header: Dataset, schema: Schema): Field | null {
  const ours = exchanged(header)
  if (ours !== null) return ours.total
  const sums = schema.datasets.flatMap(({ isHidden, reading }) => (isHidden ? [] : (reading?.sums ?? [])))
  const names = sums.flatMap(({ agreesWith, less }) =>
    agreesWith.dataset === header.name && less === null ? [agreesWith.field] : [],
  )
  const [only, ...more] = new Set(names)
  return only === undefined || more.length > 0 ? null : fieldIn(header, only)
}

function placeOf({ dataset, field }: { dataset: string; field: string }, schema: Schema): Place | null {
  const found = schema.datasets.find(({ name }) => name === dataset)
  const own = found === undefined ? null : fieldIn(found, field)
  return found === undefined || own === null ? null : { dataset: found, field: own }
}

function fieldIn(dataset: Dataset, name: string): Field | null {
  return visible(dataset).find((field) => field.name === name) ?? null
}

/** What an amount is multiplied by to be in our own currency, as the data confirms it. */
export function exchangeRate(header: Dataset): Place | null {
  const rate = exchanged(header)?.rate
  return rate === undefined ? null : { dataset: header, field: rate }
}

/** The amount of a row in our own currency, and the rate that makes it from the amount in that of the buyer. */
function exchanged(header: Dataset): { readonly rate: Field; readonly total: Field } | null {
  for (const { per, factors, agreesWith } of header.reading?.sums ?? []) {
    const own = factors.map(({ dataset, field }) => (dataset === header.name ? fieldIn(header, field) : null))
    const rate = own.find((field) => field !== null && isRate(field)) ?? null
    const base = own.find((field) => field !== rate) ?? null
    const total = fieldIn(header, agreesWith.field)
    if (per !== header.name || rate === null || base === null || total === null) continue
    // `Total GBP` × rate = `total` makes the amount of the buyer from ours.
    if (isOurs(total) || !isOurs(base)) return { rate, total }
  }
  return null
}

function isRate({ label }: Field): boolean {
  return /\b(?:fx|forex|exchange|conversion|currency)\b/i.test(label)
}

function isOurs({ label }: Field): boolean {
  return /\b(?:gbp|eur|usd|chf|base|home|local)\b/i.test(label)
}

/** Whether what was paid for each row is its amount, as the data confirms it: an instalment is a bill, whatever it is called. */
export function isPaidFor(dataset: Dataset, schema: Schema): boolean {
  return schema.datasets.some(
    ({ label, reading, isHidden }) =>
      !isHidden &&
      nameWords(label).some((word) => word === 'payment' || word === 'receipt') &&
      reading?.sums?.some(({ agreesWith, per }) => per === dataset.name && agreesWith.dataset === per) ===
        true,
  )
}

/** Whether one of these amounts is what a formula, or what else belongs to the row, comes to. */
export function isAgreed(header: Dataset, amounts: readonly Field[], { datasets }: Schema): boolean {
  return datasets.some(
    ({ isHidden, reading }) =>
      !isHidden &&
      reading?.sums?.some(
        ({ agreesWith, less }) =>
          agreesWith.dataset === header.name &&
          less === null &&
          amounts.some(({ name }) => name === agreesWith.field),
      ) === true,
  )
}
