import type { Field } from '@quipu/query'
import { isMeasure } from './dataset-fields.ts'

/** An amount of money, by its unit or by what prices are called. */
export function isMoney(field: Field): boolean {
  return (
    isMeasure(field) &&
    (/^(?:[A-Z]{3}|[€$£¥])$/.test(field.unit ?? '') ||
      /\b(?:amount|total|price|cost|net|gross|fee|sum|value|subtotal|charge|paid|revenue|pay)\b/i.test(
        field.label,
      ))
  )
}
