import type { Dataset, Field } from '@quipu/query'
import { isMeasure, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { isAmong, isNamed, parentsOf, pathText, type Place, type Schema } from './field-finder.ts'

/** What a row of a till or of payments is: `Type` is Sale, Refund or Void. */
export interface Kinds {
  /** The rows themselves, or the small table in which their kinds are named. */
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

/** What comes before the invoice. Where invoices are among the rows, these are not sold yet. */
const beforeInvoices = list(
  'order, sales order, order confirmation, confirmation, delivery note, delivery, dispatch note, packing slip, packing list, picking list',
)
const invoices = list('invoice, sales invoice, tax invoice, customer invoice, final invoice, inv, bill')

/** The field that says which rows of a dataset are sales and which are none. Null where all are of one sort. */
export function kindsOf(dataset: Dataset, schema: Schema): Kinds | null {
  const tables = parentsOf(dataset, schema).filter(isKindTable)
  for (const owner of [dataset, ...tables]) {
    const found = kindsIn(owner, schema)
    if (found !== null) return { ...found, isSigned: hasNegative(dataset) }
  }
  return null
}

/** A table that holds nothing but the names of kinds, such as `doc_types`. */
function isKindTable({ label, rows }: Dataset): boolean {
  return rows <= mostKinds && /\b(?:kinds?|types?)$/i.test(label)
}

function kindsIn(dataset: Dataset, { values }: Pick<Schema, 'values'>): Omit<Kinds, 'isSigned'> | null {
  const isTable = isKindTable(dataset)
  for (const field of visible(dataset)) {
    const isKind = /\b(?:kind|type|typ)\b/i.test(field.label) && field.role !== 'name'
    if (!isKind && !(isTable && field.type === 'text')) continue
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
    const isInvoiced = among(invoices).length > 0
    // Beside an I for invoices, a C is for credit notes.
    const isCoded = isNamed(dataset, bills) && among(['i']).length > 0
    const dead = [...new Set([...among(deadKinds), ...(isInvoiced ? among(beforeInvoices) : [])])].sort()
    const back = among([...backKinds, ...(isCoded ? ['c', 'r'] : [])])
    if (dead.length + back.length === 0 || (among(sales).length === 0 && !isCoded)) continue
    return { dataset, field, dead, back }
  }
  return null
}

const bills: ReadonlySet<string> = new Set(['invoice', 'bill'])
/** More different values than this are no kinds of rows. */
const mostKinds = 12

function hasNegative(dataset: Dataset): boolean {
  return visible(dataset).some((field) => isMeasure(field) && Number(field.statistics.min) < 0)
}

/** Leaves out rows that never were a sale, and what was given back where its amounts are not below zero. */
export function kindConditions(dataset: Dataset, schema: Schema): readonly string[] {
  const paid = settlementsOf(dataset, schema)
  if (paid !== null) return [isNoneOf(paid, paid.values)]
  const kinds = kindsOf(dataset, schema)
  if (kinds === null) return []
  const out = kinds.isSigned ? kinds.dead : [...kinds.dead, ...kinds.back]
  return out.length === 0 ? [] : [isNoneOf(kinds, out)]
}

function isNoneOf(place: Place, values: readonly string[]): string {
  const path = pathText(place)
  const isOut = `not ${isAmong(place, values)}`
  return place.field.statistics.nulls > 0 ? `(${path} is null or ${isOut})` : isOut
}

/** The kinds of entries with which the account of a customer is paid, beside those with which something is charged. */
export interface Settlements extends Place {
  readonly values: readonly string[]
  readonly payments: readonly string[]
}

/** In a ledger of customers, where a field or a small table names the kind of each entry. Null for all other rows. */
export function settlementsOf(dataset: Dataset, schema: Schema): Settlements | null {
  if (!nameWords(dataset.label).some((word) => ledgers.has(word)) || !hasNegative(dataset)) return null
  for (const owner of [dataset, ...parentsOf(dataset, schema).filter(isKindTable)])
    for (const field of visible(owner)) {
      const isKind = isKindTable(owner) || /\b(?:kind|type|typ)\b/i.test(field.label)
      if (!isKind || field.type !== 'text' || field.statistics.distinct > mostKinds) continue
      const having = (words: readonly string[]): readonly string[] =>
        [
          ...new Set(
            words
              .flatMap((word) => [...schema.values.exact(word), ...schema.values.near(word, mostKinds)])
              .filter((each) => each.dataset === owner.name && each.field === field.name)
              .map(({ value }) => value)
              .filter((value) => nameWords(value).some((word) => words.includes(word))),
          ),
        ].sort()
      const payments = having(['payment', 'receipt', 'remittance'])
      const values = [...new Set([...payments, ...having(['refund', 'repayment'])])].sort()
      if (payments.length > 0 && values.length < field.statistics.distinct)
        return { dataset: owner, field, values, payments }
    }
  return null
}

const ledgers: ReadonlySet<string> = new Set('ledger journal entry posting'.split(' '))
