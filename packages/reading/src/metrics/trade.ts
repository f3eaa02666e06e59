import type { Dataset, Field } from '@quipu/query'
import { visible } from '../lexicon/dataset-fields.ts'
import { fillers, nameWords } from '../lexicon/name-words.ts'
import { childrenOf, isNamed, measureNamed, parentsOf, type Place, type Schema } from './field-finder.ts'
import { countedUnits } from './counted-units.ts'
import { percentOff, reductions } from './header-discount.ts'
import { isConfirmedSale } from './direction.ts'
import { agreedLine, agreedTotal, isPaidFor, ownAmount, type AgreedLine } from './agreed.ts'
import { contentOf, costOf, priceOf, quantityOf } from './line-prices.ts'
import { isMuchMore, largerOf, moneyIn, moneyOf } from './money-of.ts'
import { pricedRows } from './priced-rows.ts'
import { canBeIncome, otherIncomeRank, tradeNames, tradeRank } from './trade-rank.ts'

/** What was sold, as the schema records it: headers such as orders, and perhaps their lines. */
export interface Trade {
  /** The orders, invoices or bookings. */
  readonly header: Dataset
  /** The amount of a whole header. */
  readonly total: Field | null
  readonly lines: Lines | null
  /** The number of a sale that has a row for each of its lines. */
  readonly number: Field | null
  /** Something is taken off the whole sale, which its lines do not know. */
  readonly isReduced: boolean
  /** Many headers have no lines: these are extras, and the header's own amount is what was sold. */
  readonly hasExtrasOnly: boolean
}

/** The rows that hold what was sold. They are the header itself where each sale has one row. */
export interface Lines {
  readonly dataset: Dataset
  readonly quantity: Field | null
  /** Of one piece, perhaps a field of the thing sold. */
  readonly price: Place | null
  /** Of the whole line. */
  readonly amount: Field | null
  readonly discount: Field | null
  /** How a column changes the amounts, as the data confirms it. Default: as the name and the values of the discount suggest. */
  readonly change?: AgreedLine['change']
  /** What the change is taken off, where no price is multiplied. */
  readonly base?: Field
  /** Of one piece, or of the whole line. */
  readonly cost: (Place & { readonly isOfLine: boolean }) | null
  /** What is in one piece, such as its litres. */
  readonly content: Place | null
  /** Each line names a thing of its own, such as a product. */
  readonly hasThing: boolean
  /** The lines may be a part of the whole: the parts used in a repair, beside its labour. */
  readonly isPart: boolean
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const groups = (text: string): readonly (readonly string[])[] =>
  text.split(', ').map((group) => group.split(' '))

const documents = words('order invoice receipt bill booking ticket')
const notLines = words('payment refund instalment installment reminder')
const lineNames = words('item line detail position product entry')
const totals = groups(
  'grand total, total amount, total price, order total, total, amount, net amount, revenue, sale, taking, turnover, proceed, value, subtotal, gross, price, fee, charge, fare',
)
const notTotal = words(
  'refund discount tax cost unit list tip deposit balance lifetime target budget credit shipping average paid due count quantity item weight distance limit delivery rate vat point minute hour day number freight postage voucher coupon handling packing surcharge rounding',
)
/** `net total`, and not the `labour net` that is a part of it. */
const nets = groups('net total, net amount, net value, net')
const lineTotals = groups(
  'line total, total amount, total price, extended price, subtotal, total, amount, revenue, net amount, sale, taking, turnover, proceed',
)
const onlyPrices = groups('charge, fee, price, net, value')
const notReduction = words('percent pct rate')

/** What a database records as sold. Null where nothing is sold. */
export function tradeOf(schema: Schema): Trade | null {
  return mainOf(candidates(schema), schema) ?? onlyIncome(schema)[0] ?? null
}

/** All that a database records as sold, the main trade first, the same money never twice. */
export function tradesOf(schema: Schema): readonly Trade[] {
  const all = candidates(schema)
  const main = mainOf(all, schema)
  if (main === null) return onlyIncome(schema)
  const trades: Trade[] = [main]
  for (const other of all)
    if (isIncome(other) && trades.every((one) => !isSameMoney(one, other, schema))) trades.push(other)
  return trades
}

function candidates(schema: Schema): readonly Trade[] {
  return schema.datasets
    .filter((each) => !each.isHidden && !each.isJunction)
    .flatMap((header) => {
      const rank = tradeRank(header, schema) ?? otherIncomeRank(header, schema)
      return rank === null ? [] : [{ header, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .flatMap(({ header }) => recordedIn(header, schema) ?? [])
}

/** Where nothing is called a sale: the dated amounts of people who are not staff, of which there are most. */
function onlyIncome(schema: Schema): readonly Trade[] {
  const [most] = schema.datasets
    .filter((each) => canBeIncome(each, schema))
    .toSorted((a, b) => b.rows - a.rows)
    .flatMap((header) => recordedIn(header, schema) ?? [])
  return most === undefined ? [] : [most]
}

function recordedIn(header: Dataset, schema: Schema): Trade | null {
  const lines = linesOf(header, schema)
  const named = confirmedTotal(header, schema)
  const isPrice = lines?.dataset === header && lines.price?.field === named
  // A price that is multiplied is no total, nor is a fee beside priced lines, or an amount that is small beside them.
  const isFee =
    lines !== null &&
    lines.dataset !== header &&
    !lines.isPart &&
    (isExtra(named) || (lines.quantity === null && isSmall(named, header, lines)))
  const total = isPrice || isFee ? null : named
  if (lines === null && total === null) return null
  const hasExtrasOnly = areExtras(lines, total, header, schema)
  const isReduced =
    total !== null &&
    lines !== null &&
    lines.dataset !== header &&
    (measureNamed(header, reductions, notReduction) !== null || percentOff(header) !== null)
  return { header, total, lines, number: numberOf(header, schema), hasExtrasOnly, isReduced }
}

function isSmall(total: Field | null, header: Dataset, { dataset, amount }: Lines): boolean {
  return total !== null && amount !== null && isMuchMore(moneyIn(dataset, amount), moneyIn(header, total))
}

function mainOf(trades: readonly Trade[], schema: Schema): Trade | null {
  const [first] = trades
  if (first === undefined) return null
  // A bill without lines of its own is for an order or a visit: what was sold is there.
  const billed =
    first.lines === null ? trades.find((other) => isBilledBy(other, first.header, schema)) : first
  const main = billed ?? first
  const others = trades.filter(
    (other) =>
      (isConfirmedSale(other.header, schema) || tradeRank(other.header, schema) === null) &&
      !isSameMoney(main, other, schema),
  )
  return largerOf(main, others)
}

/** The declared value of what is carried or lent is no income. */
function isIncome({ total, lines }: Trade): boolean {
  return lines !== null || (total !== null && !nameWords(total.label).includes('value'))
}

/** An order and its bill, or visits and the bills to the same people: one of them says what the other one says. */
function isSameMoney(one: Trade, other: Trade, schema: Schema): boolean {
  const rows = ({ header, lines }: Trade): readonly Dataset[] =>
    lines === null ? [header] : [header, lines.dataset]
  const isAbove = (above: Trade, below: Trade): boolean => {
    const all = rows(below).flatMap((each) => [each, ...ancestorsOf(each, schema)])
    return rows(above).some((each) => all.includes(each))
  }
  if (isAbove(one, other) || isAbove(other, one)) return true
  const isBill = [one, other].some(({ header }) => isNamed(header, billNames))
  const parents = parentsOf(other.header, schema)
  // Bills that come to much more than what the same people bought are bills for something else.
  return (
    isBill &&
    !isMuchMore(moneyOf(one), moneyOf(other)) &&
    !isMuchMore(moneyOf(other), moneyOf(one)) &&
    parentsOf(one.header, schema).some((each) => parents.includes(each))
  )
}

function ancestorsOf(dataset: Dataset, schema: Schema, seen = new Set<Dataset>()): ReadonlySet<Dataset> {
  for (const parent of parentsOf(dataset, schema))
    if (!seen.has(parent)) ancestorsOf(parent, schema, seen.add(parent))
  return seen
}

/** The lines of what is billed say what a bill came to, unless work is billed beside them or bills have no lines. */
function isBilledBy({ header, lines, total }: Trade, bill: Dataset, schema: Schema): boolean {
  // One bill for several trips, each with its own amount: trips that are not billed yet are sold too.
  if (total !== null && isNamed(bill, billNames) && childrenOf(bill, schema).includes(header)) return true
  if (lines === null || lines.dataset === header || !parentsOf(bill, schema).includes(header)) return false
  // Hours of work beside parts: each of them is only a part of the bill.
  const beside = childrenOf(header, schema).filter((child) => child !== bill && child !== lines.dataset)
  const hasWork = [header, ...beside].some((rows) =>
    visible(rows).some(({ label }) => /\b(?:labou?r|hours?|wage)\b/i.test(label)),
  )
  const isPriced = beside.some((child) => readLines(child, header, schema) !== null)
  return !hasWork && !isPriced && headersWithLines(lines, header, schema) >= bill.rows
}

const billNames = words('invoice bill')

function headersWithLines(lines: Lines, header: Dataset, { relationships }: Schema): number {
  const link = relationships.find(({ from, to }) => from === lines.dataset.name && to === header.name)
  const key = lines.dataset.fields.find(({ name }) => name === link?.fromFields[0])
  return key?.statistics.distinct ?? header.rows
}

/** The share of headers with lines below which lines are extras. */
const mostlyCovered = 0.75

function areExtras(lines: Lines | null, total: Field | null, header: Dataset, schema: Schema): boolean {
  if (lines === null || total === null || lines.dataset === header) return false
  return headersWithLines(lines, header, schema) < header.rows * mostlyCovered
}

function isExtra(total: Field | null): boolean {
  const own = total === null ? [] : nameWords(total.label)
  return own.length > 1 && own.some((word) => extras.has(word))
}

const extras = words('fee charge surcharge')

/** Where the amounts are gross and net, what was sold is the net amount: tax is no income. */
function totalOf(header: Dataset): Field | null {
  const named = measureNamed(header, totals, notTotal)
  // Only a net beside a tax comes to the whole.
  const hasTax = visible(header).some(({ label }) => /\b(?:tax|vat|gst)\b/i.test(label))
  const total = named ?? (hasTax ? measureNamed(header, nets, notTotal) : null) ?? paidPrice(header)
  const isEither = hasGrossAndNet(header) && /\b(?:gross|net)\b/i.test(total?.label ?? 'net')
  return isEither ? (measureNamed(header, nets, notTotal) ?? total) : total
}

/** What was paid is what it came to, where the row has no other amount. */
function paidPrice(header: Dataset): Field | null {
  return measureNamed(header, paidPrices, notPaidPrice)
}

const paidPrices = groups('price paid, amount paid, paid amount, total paid, fee paid, paid')
const notPaidPrice = new Set([...notTotal].filter((word) => word !== 'paid'))

function hasGrossAndNet(header: Dataset): boolean {
  const has = (word: RegExp): boolean => visible(header).some(({ label }) => word.test(label))
  return has(/\bgross\b/i) && has(/\bnet\b/i)
}

/** What the data confirms goes before a name of a part of it: `to pay`, and not the `course fee` that it is computed from. */
function confirmedTotal(header: Dataset, schema: Schema): Field | null {
  const [named, agreed] = [totalOf(header), agreedTotal(header, schema)]
  if (named === null || agreed === null) return named ?? (hasGrossAndNet(header) ? null : agreed)
  const isPart = header.reading?.sums?.some(
    ({ per, factors }) => per === header.name && factors.some(({ field }) => field === named.name),
  )
  // What was paid for a bill with a discount is what it came to, and not what it came to before.
  const isReducedFrom = !hasGrossAndNet(header) && measureNamed(header, reductions) !== null
  return isPart === true || (isReducedFrom && isPaidFor(header, schema)) ? agreed : named
}

/** `Order #` of sales: a number that several rows share, and that leads to no other dataset. */
function numberOf(header: Dataset, { relationships }: Schema): Field | null {
  const found = visible(header).filter(({ name, role, type, label, isUnique, statistics }) => {
    const own = nameWords(label)
    return (
      !isUnique &&
      !relationships.some(({ from, fromFields }) => from === header.name && fromFields.includes(name)) &&
      (header.primaryKey.length !== 1 || header.primaryKey[0] !== name) &&
      (role === 'identifier' || type === 'text') &&
      (/(?:#|\b(?:no|nr|number|id|code|ref|reference)\.?)$/i.test(label) ||
        (own.length === 1 && documents.has(own[0] ?? ''))) &&
      own.some((word) => tradeNames.includes(word)) &&
      statistics.distinct * 20 < header.rows * 19 &&
      statistics.nulls * 20 < header.rows
    )
  })
  return found.length === 1 ? (found[0] ?? null) : null
}

function linesOf(header: Dataset, schema: Schema): Lines | null {
  const own = nameWords(header.label)
  // What was paid for a bill is not what was billed.
  const isLines = (child: Dataset): boolean =>
    !isNamed(child, notLines) &&
    (isNamed(child, lineNames) ||
      nameWords(child.label).some((word) => own.includes(word) && !fillers.has(word)))
  const children = childrenOf(header, schema)
  const [found] = [...children.filter(isLines), header].flatMap(
    (dataset) => readLines(dataset, header, schema) ?? [],
  )
  return found ?? partsOf(header, children, schema) ?? pricedLines(header, children, schema)
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

function readLines(dataset: Dataset, header: Dataset, schema: Schema): Lines | null {
  const things = parentsOf(dataset, schema).filter((parent) => parent !== header)
  const agreed = dataset === header ? null : agreedLine(dataset, header, schema)
  if (agreed !== null) return confirmedLines(dataset, things, agreed)
  const own = dataset === header ? ownAmount(header, schema) : null
  if (own !== null) {
    const { amount: base, ...lines } = confirmedLines(dataset, things, own)
    return { ...lines, amount: own.total, hasThing: true, ...(base === null ? {} : { base }) }
  }
  const quantity = quantityOf(dataset) ?? countedUnits(dataset)
  const price = quantity === null ? null : priceOf(dataset, things)
  if (dataset === header && price === null) return withOwnCost(header)
  // What a sale says it came to goes before the price in a list; where it names its own price, tax may be in the total.
  const hasOwnPrice = dataset === header && price?.dataset === dataset
  const reduced = measureNamed(dataset, reductions, words('total'))
  const isNet = hasOwnPrice && hasGaps(reduced) && !visible(dataset).some(isTax)
  const whole = hasOwnPrice && !isNet ? null : measureNamed(dataset, lineTotals, notTotal)
  // A line without a quantity is for one piece, or for all of them.
  const isPriced = dataset !== header && quantity === null
  const amount = whole ?? (isPriced ? measureNamed(dataset, onlyPrices, notTotal) : null)
  if (amount === null && price === null) return null
  const discount = amount === null || isNet ? reduced : null
  const hasThing = things.length > 0 || dataset === header
  return {
    dataset,
    quantity,
    price,
    amount,
    discount,
    cost: costOf(dataset, things),
    content: contentOf(things),
    hasThing,
    isPart: false,
  }
}

/** What the sums of the data confirm goes before what names suggest. */
function confirmedLines(dataset: Dataset, things: readonly Dataset[], agreed: AgreedLine): Lines {
  const { quantity, price, amount, change } = agreed
  const isTaken = change !== null && change.by !== 'added'
  return {
    dataset,
    quantity: quantity ?? quantityOf(dataset) ?? countedUnits(dataset),
    price,
    amount,
    discount: isTaken ? change.field : null,
    change,
    cost: costOf(dataset, things),
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
