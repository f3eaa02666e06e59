import type { Dataset } from '@quipu/query'
import { nameWords } from '../lexicon/name-words.ts'
import { deadStates } from '../metrics/not-sold.ts'

const meetings: ReadonlySet<string> = new Set(
  'appointment visit session lesson attendance checkin class consultation treatment'.split(' '),
)

/** Rows for which somebody has to come. */
export function isMeeting({ label }: Dataset): boolean {
  return nameWords(label).some((word) => meetings.has(word))
}

/** States in which nobody came. */
export const notThere: readonly string[] = [
  ...deadStates,
  'no show',
  'no-show',
  'noshow',
  'no shows',
  'did not attend',
  'absent',
  'missed',
  'not attended',
]
