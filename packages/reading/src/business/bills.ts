import type { Condition, Dataset, Field } from '@quipu/query'
import { field as fieldOf } from '../interpret/builder.ts'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'

/** A bill that is only a date or a number inside a wider row: rows without it were not billed yet. */
export function billedOnly(dataset: Dataset): readonly Condition[] {
  const mark = billMark(dataset)
  return mark === null ? [] : [{ kind: 'not', of: { kind: 'null', of: fieldOf(dataset, mark) } }]
}

/** `invoice date` or else `invoice number`, which some rows do not have. Null for bills themselves. */
export function billMark(dataset: Dataset): Field | null {
  if (isCalledBill(dataset)) return null
  const marks = visible(dataset).filter(
    ({ label, statistics }) =>
      statistics.nulls > 0 &&
      /\b(?:invoiced?|billed|bill)\b/i.test(label) &&
      !/\b(?:due|paid|pay|payment|settled)\b/i.test(label),
  )
  return marks.find(isMoment) ?? marks.find(({ label }) => /\b(?:number|no|id)$/i.test(label)) ?? null
}

export function isCalledBill({ label }: Dataset): boolean {
  return nameWords(label).some((word) => word === 'invoice' || word === 'bill')
}
