import type { Dataset } from '@quipu/query'
import { isMoment, visible } from '../lexicon/dataset-fields.ts'
import { nameWords } from '../lexicon/name-words.ts'
import { deadStates, missedStates } from '../metrics/not-sold.ts'

const meetings: ReadonlySet<string> = new Set(
  'appointment visit session lesson attendance checkin class consultation treatment'.split(' '),
)

/** Rows for which somebody has to come: by their name, or by a time of coming in and one of going out. */
export function isMeeting(dataset: Dataset): boolean {
  return (
    nameWords(dataset.label).some((word) => meetings.has(word)) ||
    isEntryLog(dataset) ||
    isWork(dataset) ||
    isInAndOut(dataset)
  )
}

/** The log of a door or a desk: each row is somebody who came in, which a booking only announces. */
export function isEntryLog({ label }: Dataset): boolean {
  return /\b(?:check[ -]?ins?|sign[ -]?ins?|swipes?|entry logs?|door logs?|gate logs?|access logs?|admissions|visits?)$/i.test(
    label,
  )
}

/** Rows that say when somebody of the staff works. */
export function isWork({ label }: Dataset): boolean {
  return /\b(?:shifts?|rota|roster|timesheets?|time entr\w+)\b/i.test(label)
}

/** `in_ts` and `out_ts`, `date in` and `date out`. */
function isInAndOut(dataset: Dataset): boolean {
  const moments = visible(dataset).filter(isMoment)
  const has = (word: string): boolean =>
    moments.some(({ label }) => label.toLowerCase().split(' ').includes(word))
  return has('in') && has('out')
}

/** States in which nobody came. */
export const notThere: readonly string[] = [...deadStates, ...missedStates, 'no shows', 'absent']
