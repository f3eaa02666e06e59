import type { Cell, Dataset, Field } from '@quipu/query'
import { isMoment, isPeople, visible } from '../lexicon/dataset-fields.ts'
import { parentsOf, type Schema } from './field-finder.ts'

/** Rows that take a thing from one day to another: bookings, hires, stays. */
export interface TakenSpan {
  readonly dataset: Dataset
  readonly begin: Field
  /** The last day that was agreed. */
  readonly end: Field
  /** The day on which it came back or somebody left, where it is noted beside the one agreed. */
  readonly back: Field | null
  /** Whoever leaves on a day does not take the thing for the night of it. */
  readonly endsBefore: boolean
}

const begins =
  /\b(?:arriv\w*|check(?:ed)? in|checkin|start\w*|begin\w*|from|out|collect\w*|pick(?:ed)? ?up|move in)\b/i
const ends =
  /\b(?:depart\w*|leav\w*|check(?:ed)? out|checkout|end\w*|until|till|to|thru|through|due(?: back)?|return\w*|ret|back|move out)\b/i
const leaves = /\b(?:depart\w*|leav\w*|left|check(?:ed)? out|checkout)\b/i
const cameBack =
  /\b(?:return(?:ed)?|ret|back|left|departed|check(?:ed)? out|collected|picked up|handed back|brought back)\b/i
const ofMoney = /\b(?:pay\w*|paid|invoice\w*|deposit|refund\w*|valid|term)\b/i

/** By the names of two dates of which the first is never later in the data. Null where the rows do not last or take nothing. */
export function takenSpanOf(dataset: Dataset, schema: Schema): TakenSpan | null {
  if (dataset.isHidden || isPeople(dataset) || parentsOf(dataset, schema).length === 0) return null
  const times = visible(dataset).filter(
    (field) =>
      isMoment(field) &&
      field.type !== 'number' &&
      field.timeFormat !== 'other-text' &&
      !ofMoney.test(field.label),
  )
  const isDue = ({ label }: Field): boolean => /\bdue\b/i.test(label)
  const begin = times.find((field) => begins.test(field.label) && !leaves.test(field.label) && !isDue(field))
  if (begin === undefined || begin.statistics.nulls > 0.2 * dataset.rows) return null
  const later = times.filter((field) => field !== begin && ends.test(field.label) && isAfter(field, begin))
  const [end] = later.toSorted((a, b) => a.statistics.nulls - b.statistics.nulls)
  if (end === undefined || end.statistics.nulls > 0.2 * dataset.rows) return null
  // Nothing has come back yet of what is booked for later.
  const isBack = (field: Field): boolean =>
    field !== begin &&
    field !== end &&
    cameBack.test(field.label) &&
    !isDue(field) &&
    field.statistics.nulls > 0
  const back = times.find(isBack) ?? null
  return { dataset, begin, end, back, endsBefore: leaves.test(end.label) || hasHours(end) }
}

/** In a day with hours the thing is free from then on. */
export function hasHours({ type, timeFormat }: Field): boolean {
  return type !== 'date' || timeFormat === 'iso-timestamp'
}

function isAfter(later: Field, earlier: Field): boolean {
  const day = (value: Cell | undefined): string => String(value ?? '').slice(0, 10)
  return (
    day(later.statistics.min) >= day(earlier.statistics.min) &&
    day(later.statistics.max) >= day(earlier.statistics.max)
  )
}
