import type { Dataset, Field } from '@quipu/query'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isPaidFor } from './agreed.ts'
import type { Schema } from './field-finder.ts'
import { notTotal } from './totals.ts'

const words = (text: string): ReadonlySet<string> => new Set(text.split(' '))

/** What a part of a bill is called after what it is for: `labour net`, `call out fee`. A `price` may be that of one piece. */
const money = words('fee charge net gross amount total subtotal')
/** `Total`, `invoice amount`, `price to pay`: amounts of the whole. */
const ofWhole = words(
  'total amount price value sum subtotal grand net gross revenue sale taking turnover final payable billed invoiced charged to pay',
)
/** Not charged, charged for each month, or a cost of ours. */
const notPart = words(
  'list standard original old estimated quoted agreed planned expected monthly annual yearly weekly daily hourly commission platform processing transaction card bank purchase insurance opening closing gift',
)
/** Charged beside something else, and never the whole of it. */
const penalties = words('late damage cancellation cancel penalty overdue lost reminder admin booking joining')

/**
 * What is charged for each part of a bill, where no amount of it is that of the whole: labour, materials and the call-out, or the fees
 * of a course. Empty where the row has one amount, or where payments confirm the one that its name suggests.
 */
export function partsOfBill(header: Dataset, named: Field | null, schema: Schema): readonly Field[] {
  const own = nameWords(header.label)
  const said = (field: Field): readonly string[] =>
    nameWords(field.label).filter((word) => !own.includes(word))
  const measures = visible(header).filter(isMeasure)
  const isWhole = (field: Field): boolean => said(field).every((word) => ofWhole.has(word))
  if (measures.some(isWhole) || (named !== null && isPaidFor(header, schema))) return []
  const parts = measures.filter((field) => {
    const all = said(field)
    return (
      money.has(all.at(-1) ?? '') &&
      !all.some((word) => notTotal.has(word) || notPart.has(word)) &&
      Number(field.statistics.min) >= 0 &&
      Number(field.statistics.max) > 0
    )
  })
  const net = parts.filter((field) => !parts.some((other) => isNetOf(other, field)))
  const isOnlyBeside = net.every((field) => said(field).some((word) => penalties.has(word)))
  const isNamed = named === null || net.includes(named)
  return net.length > 1 && !isOnlyBeside && isNamed ? net : []
}

/** `labour net` beside `labour gross`: tax is no income. */
function isNetOf(one: Field, other: Field): boolean {
  return (
    /\bgross\b/i.test(other.label) &&
    one.label.toLowerCase() === other.label.toLowerCase().replace('gross', 'net')
  )
}
