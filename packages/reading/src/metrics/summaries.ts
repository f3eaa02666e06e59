import type { Dataset } from '@quipu/query'
import { isMoment, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { isStatusName } from '../lexicon/same-states.ts'
import { isBuyer } from './direction.ts'
import { isNamed, parentsOf, type Schema } from './field-finder.ts'
import { moneyOf } from './money-of.ts'
import { isLasting } from './plans.ts'
import type { Lines, Trade } from './trade.ts'

/**
 * Whether rows with nothing but totals sum up what was sold: bills to the same people, or the takings of each day. What was sold is
 * where the things, the quantities and the prices are, also of sales without a bill.
 */
export function isSummaryOf(bill: Trade, sale: Trade, schema: Schema): boolean {
  // What was taken in cash at markets is no summary of orders.
  if (bill.ways !== undefined) return false
  if (bill.lines !== null || bill.header === sale.header || !isItemised(sale, schema)) return false
  // What runs for a time, such as a membership, is no bill for what the same people bought.
  if (isLasting(bill.header)) return false
  // A bill that refers to what was sold may be for more than its lines.
  if (parentsOf(bill.header, schema).includes(sale.header)) return false
  const [billed, sold] = [moneyOf(bill), moneyOf(sale)]
  if (billed > aboutTwice * sold) return false
  if (isBill(bill.header) && !hasOwnThing(bill, sale, schema) && namesTheSame(bill, sale, schema)) return true
  return isByDay(bill.header, schema) && sold <= aboutTwice * billed
}

/** Sums are estimated from percentiles, so that they may be off. */
const aboutTwice = 2

/** Each row or line has a quantity with its price or amount, or names a thing. */
function isItemised({ header, lines }: Trade, schema: Schema): boolean {
  if (lines === null || lines.isPart || isStaffTime(lines, schema)) return false
  if (lines.quantity !== null) return lines.price !== null || lines.amount !== null
  return lines.dataset !== header && parentsOf(lines.dataset, schema).length > 1
}

/** Hours of staff at a rate are what the work is worth, and not what was billed for it. */
function isStaffTime({ dataset, quantity }: Lines, schema: Schema): boolean {
  return (
    quantity !== null &&
    /\b(?:hours?|minutes?)\b/i.test(quantity.label) &&
    parentsOf(dataset, schema).some((parent) => isPeople(parent) && !isBuyer(parent)) &&
    !parentsOf(dataset, schema).some(isBuyer)
  )
}

/** Called a bill or a receipt, or with a tax, or with a day on which it is due or was paid. */
function isBill(dataset: Dataset): boolean {
  return (
    isNamed(dataset, billNames) ||
    visible(dataset).some(({ label }) => /\b(?:vat|tax|gst)\b/i.test(label)) ||
    visible(dataset).some((field) => isMoment(field) && /\b(?:due|paid|settled)\b/i.test(field.label))
  )
}

/** Rents of rooms that are paid are no bills for what the shop sold: they name a thing of their own, and nothing calls them bills. */
function hasOwnThing({ header }: Trade, sale: Trade, schema: Schema): boolean {
  if (isNamed(header, billNames)) return false
  const sold = new Set([sale.header, sale.lines?.dataset ?? sale.header])
  const around = new Set([...sold].flatMap((each) => [each, ...ancestorsOf(each, schema)]))
  return parentsOf(header, schema).some((each) => !isPeople(each) && !around.has(each))
}

const billNames: ReadonlySet<string> = new Set('invoice bill statement claim account receipt'.split(' '))

/** Both name the same people: by a row of another dataset, or in a text of the same name. */
function namesTheSame(bill: Trade, { header, lines }: Trade, schema: Schema): boolean {
  const around = ancestorsOf(header, schema)
  if (parentsOf(bill.header, schema).some((each) => around.has(each))) return true
  const texts = (dataset: Dataset): readonly string[] =>
    visible(dataset).flatMap(({ type, role, label, statistics }) =>
      type === 'text' && role !== 'identifier' && statistics.distinct > 2 && !isStatusName(label)
        ? [label.toLowerCase()]
        : [],
    )
  const own = new Set([header, lines?.dataset ?? header].flatMap(texts))
  return texts(bill.header).some((label) => own.has(label))
}

/** One row for each day, week or month, of nobody: its texts are notes, or say who counted. */
function isByDay(dataset: Dataset, schema: Schema): boolean {
  return (
    parentsOf(dataset, schema).length === 0 &&
    visible(dataset).every(
      ({ type, label }) => type !== 'text' || /\b(?:by|notes?|remarks?|comments?|weekday)\b/i.test(label),
    ) &&
    visible(dataset).some((field) => isMoment(field) && field.statistics.distinct >= dataset.rows)
  )
}

/** All datasets of which each row has one, also by way of others. */
export function ancestorsOf(
  dataset: Dataset,
  schema: Schema,
  seen = new Set<Dataset>(),
): ReadonlySet<Dataset> {
  for (const parent of parentsOf(dataset, schema))
    if (!seen.has(parent)) ancestorsOf(parent, schema, seen.add(parent))
  return seen
}
