import type { Dataset, Field } from '@quipu/query'
import { nameWords } from '../lexicon/name-words.ts'
import { isMoment, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { isMonthly } from '../lexicon/month-fields.ts'
import { childrenOf, isNamed, measureNamed, parentsOf, type Place, type Schema } from './field-finder.ts'
import { offHeader, percentOff, reductions, type Off } from './header-discount.ts'
import { isBought, isBuyer, isConfirmedSale, sellsTo } from './direction.ts'
import { exchangeRate, isAgreed, type AgreedLine } from './agreed.ts'
import { isMuchMore, largerOf, moneyIn } from './money-of.ts'
import { linesOf, readLines } from './read-lines.ts'
import { numberOf } from './sale-number.ts'
import { headersWithLines, isBilledBy, isBillOfAll, isSameMoney } from './same-money.ts'
import { standsAlone } from './stands-alone.ts'
import { ancestorsOf, isSummaryOf } from './summaries.ts'
import { partsOfBill } from './bill-parts.ts'
import { paymentsOfLasting } from './paid-monthly.ts'
import { confirmedTotal } from './totals.ts'
import { takenIn } from './till-sheets.ts'
import { canBeIncome, otherIncomeRank, tillRank, tradeRank } from './trade-rank.ts'

/** What was sold, as the schema records it: headers such as orders, and perhaps their lines. */
export interface Trade {
  /** The orders, invoices or bookings. */
  readonly header: Dataset
  /** The amount of a whole header. */
  readonly total: Field | null
  /** What was taken in each way of payment, where a row has no other amount. Default: none. */
  readonly ways?: readonly Field[]
  /** What is charged for each part of a sale, such as labour and materials, where no amount is that of the whole. Default: none. */
  readonly parts?: readonly Field[]
  /** What is still to be taken off the amount or the parts of a header. Default: nothing. */
  readonly off?: Off
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
  /** The exchange rate of the sale, where lines are in the currency of the buyer. Default: all amounts are in one currency. */
  readonly rate?: Place
  /** A report by item beside one by day: its rows belong to no single sale. Default: they belong to the header. */
  readonly isApart?: boolean
}

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))
const notReduction = words('percent pct rate')

/** What a database records as sold. Null where nothing is sold. */
export function tradeOf(schema: Schema): Trade | null {
  return saidTrades(schema)[0] ?? mainOf(candidates(schema), schema) ?? onlyIncome(schema)[0] ?? null
}

/** All that a database records as sold, the main trade first, the same money never twice. */
export function tradesOf(schema: Schema): readonly Trade[] {
  const all = candidates(schema)
  const [said, ...more] = saidTrades(schema)
  if (said !== undefined && more.length > 0) return [said, ...more]
  const main = said ?? mainOf(all, schema)
  if (main === null) return onlyIncome(schema)
  const trades: Trade[] = [main]
  for (const other of all)
    if (
      other.header !== main.header &&
      isIncome(other) &&
      !isUpkeep(other, main, schema) &&
      trades.every((one) => !isSameMoney(one, other, schema))
    )
      trades.push(other)
  return trades.map((trade) => withoutOrders(trade, trades))
}

/** What is another trade already is no part of this one. */
function withoutOrders(trade: Trade, others: readonly Trade[]): Trade {
  const isOther = others.some((other) => other !== trade && other.header === trade.lines?.dataset)
  return isOther && trade.total !== null ? { ...trade, lines: null, hasExtrasOnly: false } : trade
}

/** What a person says is sold: all of it, where several datasets are named. The likeliest is the main one. */
function saidTrades(schema: Schema): readonly Trade[] {
  const said = schema.datasets
    .filter(({ isSales, isHidden }) => isSales === true && !isHidden)
    .flatMap((header) => recordedIn(header, schema) ?? [])
  const main = said.length > 1 ? mainOf(candidates(schema), schema)?.header : undefined
  return said.toSorted((a, b) => Number(b.header === main) - Number(a.header === main))
}

/** Everything that could be what is sold, one for each dataset with a date of its own. */
export function possibleTrades(schema: Schema): readonly Trade[] {
  return schema.datasets
    .filter((each) => !each.isHidden && !each.isJunction && !isPeople(each) && visible(each).some(isMoment))
    .flatMap((header) => recordedIn(header, schema) ?? [])
}

function candidates(schema: Schema): readonly Trade[] {
  return schema.datasets
    .filter(
      (each) => !each.isHidden && !each.isJunction && each.isSales !== false && !isOnlyPromised(each, schema),
    )
    .flatMap((header) => {
      const rank = tradeRank(header, schema) ?? otherIncomeRank(header, schema) ?? tillRank(header)
      return rank === null ? [] : [{ header, rank }]
    })
    .toSorted((a, b) => a.rank - b.rank)
    .flatMap(({ header }) => broughtBy(header, schema))
}

/** A pledge: what came in of it is written down among other rows, most of which were never promised. Those are the income. */
function isOnlyPromised(header: Dataset, schema: Schema): boolean {
  return childrenOf(header, schema).some(
    (child) =>
      standsAlone(child, header, schema) &&
      !isNamed(child, paid) &&
      child.reading?.sums?.some(
        ({ per, agreesWith }) => per === header.name && agreesWith.dataset === header.name,
      ) === true,
  )
}

/** Where nothing is called a sale: the dated amounts of people who are not staff, of which there are most. */
function onlyIncome(schema: Schema): readonly Trade[] {
  const [most] = schema.datasets
    .filter((each) => each.isSales !== false && canBeIncome(each, schema))
    .toSorted((a, b) => b.rows - a.rows)
    .flatMap((header) => broughtBy(header, schema))
  return most === undefined ? [] : [most]
}

/** What the rows record as sold, or what was paid for them month by month. */
function broughtBy(header: Dataset, schema: Schema): readonly Trade[] {
  const found = recordedIn(header, schema)
  const paid = found === null ? null : paymentsOfLasting(found, schema)
  return [(paid === null ? null : recordedIn(paid, schema)) ?? found ?? []].flat()
}

function recordedIn(header: Dataset, schema: Schema): Trade | null {
  const ways = takenIn(header)
  if (ways.length > 0)
    return { header, ways, total: null, lines: null, number: null, hasExtrasOnly: false, isReduced: false }
  const rows = linesOf(header, schema) ?? confirmedRows(header, schema)
  // Jobs of contractors at a house have days of their own: they were paid for, and the house is no sale.
  const isSpent =
    rows !== null &&
    rows.dataset !== header &&
    visible(rows.dataset).some(isMoment) &&
    isBought(rows.dataset, schema)
  const rate = exchangeRate(header)
  const own = isSpent ? null : rows
  const lines = own === null || rate === null ? own : { ...own, rate }
  const named = confirmedTotal(header, schema)
  const isPrice = lines?.dataset === header && lines.price?.field === named
  // A price that is multiplied is no total, nor is a fee beside priced lines, or an amount that is small beside them.
  const isFee =
    lines !== null &&
    lines.dataset !== header &&
    !lines.isPart &&
    (isExtra(named) || isOnlyPaid(named) || (lines.quantity === null && isSmall(named, header, lines)))
  const parts = lines === null || lines.isPart ? partsOfBill(header, named, schema) : []
  const total = isPrice || isFee || parts.length > 0 ? null : named
  if (lines === null && total === null && parts.length === 0) return null
  const hasExtrasOnly = areExtras(lines, total, header, schema)
  const isReduced =
    total !== null &&
    lines !== null &&
    lines.dataset !== header &&
    (measureNamed(header, reductions, notReduction) !== null || percentOff(header) !== null)
  const amounts = total === null ? parts : [total]
  // That lines come to one part says nothing about the others.
  const off = offHeader(header, amounts, total !== null && isAgreed(header, amounts, schema))
  return {
    header,
    total,
    ...(parts.length > 0 ? { parts } : {}),
    ...(off === null ? {} : { off }),
    lines,
    number: numberOf(header, schema),
    hasExtrasOnly,
    isReduced,
  }
}

/** Whatever they are called: rows of things that come to the total of the header, as the data confirms, and are no sales of their own. */
function confirmedRows(header: Dataset, schema: Schema): Lines | null {
  const total = confirmedTotal(header, schema)
  const [only, ...more] = childrenOf(header, schema).filter(
    (child) =>
      tradeRank(child, schema) === null &&
      !isNamed(child, paid) &&
      !standsAlone(child, header, schema) &&
      parentsOf(child, schema).some((thing) => thing !== header && !isPeople(thing)) &&
      child.reading?.sums?.some(
        ({ per, agreesWith }) =>
          per === header.name && agreesWith.dataset === header.name && agreesWith.field === total?.name,
      ) === true,
  )
  return only === undefined || more.length > 0 ? null : readLines(only, header, schema)
}

const paid = words('payment receipt refund instalment installment reminder')

function isSmall(total: Field | null, header: Dataset, { dataset, amount }: Lines): boolean {
  return total !== null && amount !== null && isMuchMore(moneyIn(dataset, amount), moneyIn(header, total))
}

function mainOf(trades: readonly Trade[], schema: Schema): Trade | null {
  const [first] = trades
  if (first === undefined) return null
  // A bill without lines of its own is for an order or a visit: what was sold is there.
  const billed =
    first.lines === null
      ? (trades.find((other) => isBilledBy(other, first.header, schema)) ??
        trades.find((other) => isSummaryOf(first, other, schema)))
      : trades.find((other) => isBillOfAll(other, first, schema))
  const main = byDay(billed ?? first, trades, schema)
  const others = trades.filter(
    (other) =>
      (isConfirmedSale(other.header, schema) || tradeRank(other.header, schema) === null) &&
      !isSameMoney(main, other, schema),
  )
  return largerOf(main, others)
}

/** A report with a row for each item and month, beside one by day of the same money: when it came in is said by the one by day. */
function byDay(main: Trade, trades: readonly Trade[], schema: Schema): Trade {
  const { header, lines } = main
  if (lines === null || lines.dataset !== header || !isMonthly(header)) return main
  const day = trades.find(
    (other) => other.lines === null && !isMonthly(other.header) && isSummaryOf(other, main, schema),
  )
  return day === undefined
    ? main
    : { ...day, lines: { ...lines, amount: lines.amount ?? main.total, isApart: true } }
}

/** The rows of single sales, or of their lines. */
export function saleRows({ header, lines }: Trade): Dataset {
  return lines === null || lines.isApart === true ? header : lines.dataset
}

/** The declared value of what is carried or lent is no income. */
function isIncome({ total, ways, parts, lines }: Trade): boolean {
  return (
    lines !== null ||
    (ways ?? parts) !== undefined ||
    (total !== null && !nameWords(total.label).includes('value'))
  )
}

/** Jobs on things of our own, where sales name who buys and these do not: what they come to was spent, and not earned. */
function isUpkeep({ header, total }: Trade, main: Trade, schema: Schema): boolean {
  const isOfBuyer = (dataset: Dataset): boolean =>
    sellsTo(dataset, schema) || [...ancestorsOf(dataset, schema)].some(isBuyer)
  return total !== null && isNamed(header, upkeep) && !isOfBuyer(header) && isOfBuyer(main.header)
}

const upkeep = words('job repair service maintenance inspection upkeep overhaul')

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

/** What was paid so far, or with a voucher, is not what the lines came to. */
function isOnlyPaid(total: Field | null): boolean {
  return total !== null && /\b(?:paid|vouchers?|coupons?)\b/i.test(total.label)
}
