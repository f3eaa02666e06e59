import type { Dataset, Field } from '@quipu/query'
import { isMoment, visible } from './dataset-fields.ts'

/** Text such as `2026-03`, or dates called a month or a period of which each is the first day of one. */
export function hasOnlyMonths(field: Field): boolean {
  if (field.timeFormat === 'year-month') return true
  const { min, max, distinct } = field.statistics
  return (
    field.type === 'date' &&
    /\b(?:months?|periods?)\b/i.test(field.label) &&
    distinct > 2 &&
    [min, max, ...field.sample].every((each) => /^\d{4}-\d{2}-01\b/.test(String(each)))
  )
}

/** A report with a row for each month: no row says on which day something was. */
export function isMonthly(dataset: Dataset): boolean {
  const moments = visible(dataset).filter(isMoment)
  return moments.length > 0 && moments.every(hasOnlyMonths)
}
