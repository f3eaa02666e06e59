import type { Dataset, Field, Ontology } from '@quipu/query'
import { isMoment, nameFields, visible } from './dataset-fields.ts'

/** A key that only the database knows: a running number, or a long random text. */
export function isSurrogate(field: Field | null, { primaryKey }: Dataset): boolean {
  if (field === null || !(field.isPrimaryKey || primaryKey.includes(field.name))) return false
  if (field.type === 'number') return !isNumberName.test(field.label)
  return field.sample.length > 0 && field.sample.every((text) => /^[\da-f-]{24,}$/i.test(text))
}

/** The number or text that people tell rows apart by: a registration, an invoice number. Null where there is only a key. */
export function uniqueCode(dataset: Dataset, { relationships }: Ontology): Field | null {
  const refers = new Set(
    relationships.flatMap(({ from, fromFields }) => (from === dataset.name ? fromFields : [])),
  )
  const codes = visible(dataset).filter(
    (field) =>
      !refers.has(field.name) &&
      !isMoment(field) &&
      !isSurrogate(field, dataset) &&
      isUnique(field, dataset) &&
      !isOther.test(field.label) &&
      isCode(field),
  )
  return codes.find(({ label }) => isNumberName.test(label)) ?? codes[0] ?? null
}

/** What people know a row by where it has no name: the plate of a car. Null where it has a name. */
export function markOf(dataset: Dataset): Field | null {
  if (nameFields(dataset).some(({ role, type }) => role !== 'identifier' || type === 'text')) return null
  const marks = visible(dataset).filter(
    (one) =>
      one.type === 'text' &&
      (one.isUnique || one.statistics.distinct >= dataset.rows) &&
      !/\b(?:e-?mail|phone|url|address|notes?|comment|description)\b/i.test(one.label),
  )
  return marks[0] ?? null
}

/** `order no`, `Reg`, `reference`. */
const isNumberName =
  /\b(?:no|nr|num|number|code|ref|reference|reg|registration|plate|serial|sku|barcode|isbn|tag|badge|card)$/i

/** What is different for each row, and is no number of it. */
const isOther =
  /\b(?:e-?mail|phone|mobile|tel|fax|url|link|website|web|iban|account|tax|vat|address|street|postcode|zip|note|notes|comment|description|token|hash|password|uuid|guid)\b/i

function isUnique({ isUnique: isSo, statistics: { distinct, nulls } }: Field, { rows }: Dataset): boolean {
  if (nulls > rows * 0.1) return false
  return isSo || (rows >= 5 && distinct >= (rows - nulls) * 0.98)
}

/** Short, with digits: `KX22 DNS`. A plain number is one only by its name. */
function isCode({ type, isInteger, label, sample }: Field): boolean {
  if (type === 'number') return isInteger && isNumberName.test(label)
  return (
    type === 'text' &&
    sample.length > 0 &&
    sample.every((text) => text.length <= 24 && /\d/.test(text) && !/\p{Ll}{4}/u.test(text))
  )
}
