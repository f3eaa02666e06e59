import type { Dataset } from '@quipu/query'
import { isMoment, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { childrenOf, isNamed, parentsOf, type Schema } from './field-finder.ts'
import { isMuchMore, moneyOf } from './money-of.ts'
import { isPaidBy } from './payments.ts'
import { kindsOfLines, readLines } from './read-lines.ts'
import { ancestorsOf, isSummaryOf } from './summaries.ts'
import type { Lines, Trade } from './trade.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** An order and its bill, or visits and the bills to the same people: one of them says what the other one says. */
export function isSameMoney(one: Trade, other: Trade, schema: Schema): boolean {
  const rows = ({ header, lines }: Trade): readonly Dataset[] =>
    lines === null ? [header] : [header, lines.dataset]
  const isAbove = (above: Trade, below: Trade): boolean => {
    const all = rows(below).flatMap((each) => [each, ...ancestorsOf(each, schema)])
    return rows(above).some((each) => all.includes(each))
  }
  if (isPaidApart(one, other, schema) || isSoldBeside(one, other, schema) || isSoldBeside(other, one, schema))
    return false
  if (isPaidInAdvance(one, other, schema) || isPaidInAdvance(other, one, schema)) return false
  if (isAbove(one, other) || isAbove(other, one)) return true
  if (isSummaryOf(one, other, schema) || isSummaryOf(other, one, schema)) return true
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

/** Visits that are paid one by one or with a pack: those with a pack have no amount, so packs are another income. */
function isPaidInAdvance({ header, total }: Trade, pack: Trade, { relationships }: Schema): boolean {
  const link = relationships.find(({ from, to }) => from === header.name && to === pack.header.name)
  const key = header.fields.find(({ name }) => name === link?.fromFields[0])
  if (key === undefined || total === null || total.statistics.nulls === 0 || key.statistics.nulls === 0)
    return false
  const filled = 2 * header.rows - total.statistics.nulls - key.statistics.nulls
  return filled <= header.rows * 1.02
}

/** Orders that follow some of the jobs, with days and prices of their own: what a job comes to is not made of them. */
function isSoldBeside(job: Trade, order: Trade, schema: Schema): boolean {
  const { header, lines } = order
  return (
    job.hasExtrasOnly &&
    job.total !== null &&
    job.lines?.dataset === header &&
    lines?.dataset === header &&
    isNamed(header, orderNames) &&
    visible(header).some(isMoment) &&
    parentsOf(header, schema).includes(job.header)
  )
}

const orderNames = words('order sale')

/** The same receipts pay for each of them: the exam, and the glasses that were made after it. */
function isPaidApart(one: Trade, other: Trade, schema: Schema): boolean {
  if (one.header === other.header) return false
  return schema.datasets.some(
    (rows) =>
      rows !== one.header &&
      rows !== other.header &&
      isPaidBy(one.header, rows, schema) &&
      isPaidBy(other.header, rows, schema),
  )
}

/** The lines of what is billed say what a bill came to, unless work is billed beside them or bills have no lines. */
export function isBilledBy({ header, lines, total }: Trade, bill: Dataset, schema: Schema): boolean {
  // One bill for several trips, each with its own amount: trips that are not billed yet are sold too.
  if (total !== null && isNamed(bill, billNames) && childrenOf(bill, schema).includes(header)) return true
  // A bill names the customer too, who is no order.
  if (lines === null || lines.dataset === header || isPeople(header)) return false
  if (!parentsOf(bill, schema).includes(header)) return false
  // Hours of work beside parts: each of them is only a part of the bill.
  const beside = childrenOf(header, schema).filter((child) => child !== bill && child !== lines.dataset)
  const hasWork = [header, ...beside].some((rows) =>
    visible(rows).some(({ label }) => /\b(?:labou?r|hours?|wage)\b/i.test(label)),
  )
  const isPriced = beside.some((child) => readLines(child, header, schema) !== null)
  // An order may have several bills: void ones, a deposit, a credit note.
  const billed = rowsNamedBy(bill, header, schema) ?? bill.rows
  return !hasWork && !isPriced && headersWithLines(lines, header, schema) >= billed
}

/** The bill of a job with several kinds of priced lines, such as hours and parts: only the bill says what all of them came to. */
export function isBillOfAll(bill: Trade, job: Trade, schema: Schema): boolean {
  if (job.lines === null || !job.lines.isPart || !isNamed(bill.header, billNames)) return false
  return (
    bill.lines === null &&
    (bill.total !== null || bill.parts !== undefined) &&
    parentsOf(bill.header, schema).includes(job.header) &&
    kindsOfLines(job.header, schema).length > 1
  )
}

const billNames = words('invoice bill')

export function headersWithLines(lines: Lines, header: Dataset, schema: Schema): number {
  return rowsNamedBy(lines.dataset, header, schema) ?? header.rows
}

/** To how many different rows those of a dataset refer. */
function rowsNamedBy(dataset: Dataset, header: Dataset, { relationships }: Schema): number | null {
  const link = relationships.find(({ from, to }) => from === dataset.name && to === header.name)
  const key = dataset.fields.find(({ name }) => name === link?.fromFields[0])
  return key?.statistics.distinct ?? null
}
