import type { Dataset, Field } from '@quipu/query'
import { isSparse, visible } from '../lexicon/dataset-fields.ts'
import { agreedTotal, isPaidFor } from './agreed.ts'
import { measureNamed, type Schema } from './field-finder.ts'
import { reductions } from './header-discount.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const groups = (text: string): readonly (readonly string[])[] =>
  text.split(', ').map((group) => group.split(' '))

const totals = groups(
  'grand total, total amount, total price, order total, total, amount, net amount, revenue, sale, taking, turnover, proceed, value, subtotal, gross, billed, invoiced, charged, price, fee, charge, fare, rent',
)
export const notTotal = words(
  'refund discount tax cost unit list tip deposit balance lifetime target budget credit shipping average paid due count quantity item weight distance limit delivery rate vat point minute hour day number freight postage voucher coupon handling packing surcharge rounding quote quoted estimate estimated',
)
/** `net total`, and not the `labour net` that is a part of it. */
const nets = groups('net total, net amount, net value, net')

/** Where the amounts are gross and net, what was sold is the net amount: tax is no income. */
export function totalOf(header: Dataset): Field | null {
  const fields = header.fields.filter((field) => !isSparse(field, header))
  return (fields.length < header.fields.length ? totalIn({ ...header, fields }) : null) ?? totalIn(header)
}

function totalIn(header: Dataset): Field | null {
  const named = measureNamed(header, totals, notTotal)
  // Only a net beside a tax comes to the whole.
  const hasTax = visible(header).some(({ label }) => /\b(?:tax|vat|gst)\b/i.test(label))
  const total =
    named ?? (hasTax ? measureNamed(header, nets, notTotal) : null) ?? paidPrice(header) ?? listPrice(header)
  const isEither = hasGrossAndNet(header) && /\b(?:gross|net)\b/i.test(total?.label ?? 'net')
  return isEither ? (measureNamed(header, nets, notTotal) ?? total) : total
}

/** What was paid is what it came to, where the row has no other amount. */
function paidPrice(header: Dataset): Field | null {
  return measureNamed(header, paidPrices, notPaidPrice)
}

const paidPrices = groups('price paid, amount paid, paid amount, total paid, fee paid, paid')
const notPaidPrice = new Set([...notTotal].filter((word) => word !== 'paid'))

/** What a sale was offered for, where the row has nothing else: a discount beside it is taken off. */
function listPrice(header: Dataset): Field | null {
  return measureNamed(header, groups('list price'), notListPrice)
}

const notListPrice = new Set([...notTotal].filter((word) => word !== 'list'))

function hasGrossAndNet(header: Dataset): boolean {
  const has = (word: RegExp): boolean => visible(header).some(({ label }) => word.test(label))
  return has(/\bgross\b/i) && has(/\bnet\b/i)
}

/** What the data confirms goes before a name of a part of it: `to pay`, and not the `course fee` that it is computed from. */
export function confirmedTotal(header: Dataset, schema: Schema): Field | null {
  const [named, agreed] = [totalOf(header), agreedTotal(header, schema)]
  if (named === null || agreed === null) return named ?? (hasGrossAndNet(header) ? null : agreed)
  const isPart = header.reading?.sums?.some(
    ({ per, factors }) => per === header.name && factors.some(({ field }) => field === named.name),
  )
  // What was paid for a bill with a discount is what it came to, and not what it came to before.
  const isReducedFrom = !hasGrossAndNet(header) && measureNamed(header, reductions) !== null
  return isPart === true || (isReducedFrom && isPaidFor(header, schema)) ? agreed : named
}
