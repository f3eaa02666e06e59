import type { Dataset, Field } from '@quipu/query'
import { visible } from '../lexicon/dataset-fields.ts'
import { isMonthly } from '../lexicon/month-fields.ts'
import { fillers, nameWords } from '../lexicon/name-words.ts'
import { agreedLine, ownAmount, type AgreedLine } from './agreed.ts'
import { countedUnits } from './counted-units.ts'
import { childrenOf, isNamed, measureNamed, mostlyBelonging, parentsOf, type Schema } from './field-finder.ts'
import { reductions } from './header-discount.ts'
import { isBought } from './direction.ts'
import { chargedAmount } from './charged-amount.ts'
import { contentOf, costOf, priceOf, quantityOf } from './line-prices.ts'
import { isMuchMore, moneyIn } from './money-of.ts'
import { isCalledLent } from './not-sold.ts'
import { pricedRows } from './priced-rows.ts'
import { isExported } from './sale-number.ts'
import { notTotal, totalOf } from './totals.ts'
import type { Lines } from './trade.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const groups = (text: string): readonly (readonly string[])[] =>
  text.split(', ').map((group) => group.split(' '))

const notLines = words('payment refund instalment installment reminder')
const lineNames = words('item line detail position product entry')
const lineTotals = groups(
  'line total, total amount, total price, extended price, subtotal, total, amount, revenue, net amount, sale, taking, turnover, proceed',
)
const onlyPrices = groups('charge, fee, price, net, value')

export function linesOf(header: Dataset, schema: Schema): Lines | null {
  const own = nameWords(header.label)
  // What was paid for a bill is not what was billed.
  const isLines = (child: Dataset): boolean =>
    !isNamed(child, notLines) &&
    (isNamed(child, lineNames) ||
      nameWords(child.label).some((word) => own.includes(word) && !fillers.has(word)))
  // Rows with a number and a date of their own are sales, and not the lines of the account that they name.
  const children = mostlyBelonging(header, schema).filter((child) => !isExported(child, schema))
  const [found] = [...children.filter(isLines), header].flatMap(
    (dataset) => readLines(dataset, header, schema) ?? [],
  )
  if (found !== undefined && found.dataset !== header && kindsOfLines(header, schema).length > 1)
    return { ...found, isPart: true }
  return found ?? partsOf(header, children, schema) ?? pricedLines(header, children, schema)
}

/** The rows of a sale in which pieces or hours have a price of their own: hours and parts are two kinds, each only a part of the whole. */
export function kindsOfLines(header: Dataset, schema: Schema): readonly Lines[] {
  return childrenOf(header, schema).flatMap((child) => {
    if (isNamed(child, notLines) || isExported(child, schema) || isBought(child, schema)) return []
    const lines = readLines(child, header, schema)
    return lines !== null && lines.quantity !== null && lines.price?.dataset === child ? [lines] : []
  })
}

/** The tickets of a booking: rows with a price each, and without a quantity. */
function pricedLines(header: Dataset, children: readonly Dataset[], schema: Schema): Lines | null {
  const found = pricedRows(
    header,
    children.filter((child) => !isNamed(child, notLines)),
    schema,
    (child) => measureNamed(child, [...lineTotals, ...onlyPrices], notTotal),
  )
  const total = totalOf(header)
  const isMore =
    found !== null &&
    (total === null || isMuchMore(moneyIn(found.dataset, found.field), moneyIn(header, total)))
  if (!isMore) return null
  const things = parentsOf(found.dataset, schema).filter((parent) => parent !== header)
  return {
    dataset: found.dataset,
    quantity: null,
    price: null,
    amount: found.field,
    discount: null,
    cost: null,
    content: null,
    hasThing: things.length > 0,
    isPart: false,
  }
}

/** Rows of a sale with a quantity, a price and a thing, whatever they are called. */
function partsOf(header: Dataset, children: readonly Dataset[], schema: Schema): Lines | null {
  const [only, ...others] = children.flatMap((child) => {
    const lines = readLines(child, header, schema)
    return lines !== null && lines.quantity !== null && lines.price !== null && lines.hasThing ? [lines] : []
  })
  return only === undefined || others.length > 0 ? null : { ...only, isPart: true }
}

export function readLines(dataset: Dataset, header: Dataset, schema: Schema): Lines | null {
  const things = parentsOf(dataset, schema).filter((parent) => parent !== header)
  const agreed = dataset === header ? null : agreedLine(dataset, header, schema)
  // What a thing that is lent cost is no cost of lending it.
  const goods = isCalledLent(header) ? [] : things
  if (agreed !== null) return { ...confirmedLines(dataset, things, agreed), cost: costOf(dataset, goods) }
  const own = dataset === header ? ownAmount(header, schema) : null
  if (own !== null) {
    const { amount: base, ...lines } = confirmedLines(dataset, things, own)
    const cost = costOf(dataset, goods)
    return { ...lines, cost, amount: own.total, hasThing: true, ...(base === null ? {} : { base }) }
  }
  const quantity = quantityOf(dataset) ?? countedUnits(dataset)
  const price = quantity === null ? null : priceOf(dataset, things)
  if (dataset === header && price === null)
    return quantity !== null && isMonthly(header) ? ofReport(header, quantity) : withOwnCost(header)
  // What a sale says it came to goes before the price in a list; where it names its own price, tax may be in the total.
  const hasOwnPrice = dataset === header && price?.dataset === dataset
  const reduced = measureNamed(dataset, reductions, words('total'))
  const isNet = hasOwnPrice && hasGaps(reduced) && !visible(dataset).some(isTax)
  const whole = hasOwnPrice && !isNet ? null : measureNamed(dataset, lineTotals, notTotal)
  // A line without a quantity is for one piece, or for all of them.
  const isPriced = dataset !== header && quantity === null
  const amount =
    whole ??
    (isPriced ? measureNamed(dataset, onlyPrices, notTotal) : chargedAmount(dataset, quantity, price))
  if (amount === null && price === null) return null
  const discount = amount === null || isNet ? reduced : null
  const hasThing = things.length > 0 || dataset === header
  return {
    dataset,
    quantity,
    price,
    amount,
    discount,
    cost: costOf(dataset, goods),
    content: contentOf(things),
    hasThing,
    isPart: false,
  }
}

/** What the sums of the data confirm goes before what names suggest. */
function confirmedLines(
  dataset: Dataset,
  things: readonly Dataset[],
  agreed: AgreedLine,
): Omit<Lines, 'cost'> {
  const { quantity, price, amount, change } = agreed
  const isTaken = change !== null && change.by !== 'added'
  return {
    dataset,
    quantity: quantity ?? quantityOf(dataset) ?? countedUnits(dataset),
    price,
    amount,
    discount: isTaken ? change.field : null,
    change,
    content: contentOf(things),
    hasThing: things.length > 0,
    isPart: false,
  }
}

/** A discount that some rows leave empty: what is computed with it would be empty where nothing was reduced. */
function hasGaps(discount: Field | null): boolean {
  return discount !== null && discount.statistics.nulls > 0
}

function isTax({ label }: Field): boolean {
  return /\b(?:tax|vat|gst|gross|net)\b/i.test(label)
}

/** A report with a row for each item: how many there were, and what they came to. */
function ofReport(header: Dataset, quantity: Field): Lines | null {
  const amount = totalOf(header)
  if (amount === null || amount === quantity) return null
  const none = { price: null, discount: null, cost: null, content: null }
  return { dataset: header, quantity, amount, ...none, hasThing: true, isPart: false }
}

/** A trip with an amount and a cost of its own is its own line. */
function withOwnCost(header: Dataset): Lines | null {
  const [amount, cost] = [totalOf(header), costOf(header, [])]
  if (amount === null || cost === null) return null
  return {
    dataset: header,
    quantity: null,
    price: null,
    amount,
    discount: null,
    cost,
    content: null,
    hasThing: true,
    isPart: false,
  }
}
