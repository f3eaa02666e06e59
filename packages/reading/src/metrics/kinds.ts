import type { Dataset, Field } from '@quipu/query'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { isNamed, pathText, type Schema } from './field-finder.ts'

/** What a row of a till or of payments is: `Type` is Sale, Refund or Void. */
export interface Kinds {
  readonly dataset: Dataset
  readonly field: Field
  /** The values for rows that never were a sale. */
  readonly dead: readonly string[]
  /** The values for money that was given back. */
  readonly back: readonly string[]
  /** What was given back has an amount below zero, so that sums leave it out by themselves. */
  readonly isSigned: boolean
}

const list = (text: string): readonly string[] => text.split(', ')
/** One of these values must be there: a kind of product may be called "test" too. */
const sales = list(
  'sale, sales, charge, payment, purchase, invoice, order, normal, standard, receipt, sold, capture, inv, sls',
)
const deadKinds = list(
  'void, voided, test, training, no sale, cancelled, canceled, cancel, cancellation, failed, draft, error, error correction, reversal, aborted, quote, quotation, estimate, offer, proposal, proforma, pro forma, enquiry',
)
const backKinds = list(
  'refund, refunded, return, returned, credit note, credit, credit memo, chargeback, reimbursement, money back, payback, crn, cn, cr note, cred, crm, rtn',
)

/** The field that says which rows of a dataset are sales and which are none. Null where all are of one sort. */
export function kindsOf(dataset: Dataset, { values }: Pick<Schema, 'values'>): Kinds | null {
  for (const field of visible(dataset)) {
    if (!/\b(?:kind|type|typ)\b/i.test(field.label) || field.role === 'name') continue
    if (field.statistics.distinct > mostKinds) continue
    const among = (words: readonly string[]): readonly string[] =>
      [
        ...new Set(
          words.flatMap((word) =>
            values
              .exact(word)
              .filter((each) => each.dataset === dataset.name && each.field === field.name)
              .map(({ value }) => value),
          ),
        ),
      ].sort()
    // Beside an I for invoices, a C is for credit notes.
    const isCoded = isNamed(dataset, bills) && among(['i']).length > 0
    const [dead, back] = [among(deadKinds), among([...backKinds, ...(isCoded ? ['c', 'r'] : [])])]
    if (dead.length + back.length === 0 || (among(sales).length === 0 && !isCoded)) continue
    return { dataset, field, dead, back, isSigned: hasNegative(dataset) }
  }
  return null
}

const bills: ReadonlySet<string> = new Set(['invoice', 'bill'])
/** More different values than this are no kinds of rows. */
const mostKinds = 8

function hasNegative(dataset: Dataset): boolean {
  return visible(dataset).some((field) => isMeasure(field) && Number(field.statistics.min) < 0)
}

/** Leaves out rows that never were a sale, and what was given back where its amounts are not below zero. */
export function kindConditions(dataset: Dataset, schema: Pick<Schema, 'values'>): readonly string[] {
  const kinds = kindsOf(dataset, schema)
  if (kinds === null) return []
  const out = kinds.isSigned ? kinds.dead : [...kinds.dead, ...kinds.back]
  if (out.length === 0) return []
  const path = pathText(kinds)
  const isOut = `not ${path} in (${out.map((value) => `'${value.replaceAll("'", "''")}'`).join(', ')})`
  return [kinds.field.statistics.nulls > 0 ? `(${path} is null or ${isOut})` : isOut]
}
