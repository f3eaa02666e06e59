import type { Dataset, Field } from '@quipu/query'
import { isMoment, visible } from './dataset-fields.ts'
import { stemsOf } from './event-fields.ts'
import { nameWords } from './name-words.ts'

/** When rows take place that were booked before, and when they were booked. Null where the rows are bookings themselves. */
export function arrangedFor(dataset: Dataset): { readonly held: Field; readonly booked: Field } | null {
  const isBooking = (label: string): boolean =>
    nameWords(label).some((word) => [...stemsOf(word)].some((stem) => bookStems.has(stem)))
  if (isBooking(dataset.label)) return null
  const times = visible(dataset).filter(
    (field) =>
      isMoment(field) &&
      field.type !== 'number' &&
      field.timeFormat !== 'other-text' &&
      field.statistics.nulls === 0 &&
      !isLater(field),
  )
  // `booked_for` is when it takes place; the other day is when it was booked.
  const [kept, ...several] = times.filter(({ label }) => / for$/i.test(label) && isBooking(label))
  const [made, ...rest] = times.filter((field) => field !== kept)
  if (kept !== undefined && made !== undefined)
    return several.length > 0 || rest.length > 0 ? null : { held: kept, booked: made }
  const [booked, ...others] = times.filter(({ label }) => isBooking(label))
  const [held, ...more] = times.filter((field) => field !== booked)
  return booked === undefined || held === undefined || others.length > 0 || more.length > 0
    ? null
    : { held, booked }
}

const bookStems: ReadonlySet<string> = new Set(['book', 'reserve'].flatMap((word) => [...stemsOf(word)]))

const laterWords =
  'due promise expect ship deliver update modify delete end close cancel expire birth born pay settle return valid until leave left resolve complete finish approve churn deactivate trial last next renew scheduled planned deadline reply respond'
const later: ReadonlySet<string> = new Set(laterWords.split(' '))
const laterStems: ReadonlySet<string> = new Set(laterWords.split(' ').flatMap((word) => [...stemsOf(word)]))

/** A date that is set before or after the row's own: when it is due, shipped, or ends. */
export function isLater({ label }: Field): boolean {
  const words = nameWords(label)
  return (
    words.some((word) => later.has(word)) ||
    words.flatMap((word) => [...stemsOf(word)]).some((stem) => laterStems.has(stem))
  )
}

/** A date that most rows lack says what became of some of them, such as a refund, and not when the rows came about. */
export function isSeldomSet({ statistics }: Field, { rows }: Dataset): boolean {
  return rows >= fewRows && statistics.nulls > 0.8 * rows
}

const fewRows = 20 // Of fewer rows, most may lack a date by chance.
