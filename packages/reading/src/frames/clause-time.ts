import { days, inZone, type Ontology } from '@quipu/query'
import { cardinals } from '../numbers/number-words.ts'
import type { TimeSlot } from '../plan/frame.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { findTimes } from '../time/find-times.ts'

export interface TimedWords {
  /** What is left without the period. */
  readonly words: string
  readonly time: TimeSlot | null
}

const lasting =
  /\b(?:for|in|since|within)?\s*(?:more than|over|at least|longer than|well over|about|the last|the past)?\s*\b(an?|\d+|one|two|three|four|five|six|seven|eight|nine|ten|twelve)\s+(day|week|month|year)s?(?: or (?:more|longer))?(?: now)?$/

/** The period at the end of a clause. Null when a time of it is not understood. */
export function timedWords(
  body: string,
  isAbsent: boolean,
  ontology: Ontology,
  context: ReadingContext,
): TimedWords | null {
  const today = inZone(context.now, context.timeZone).slice(0, 10)
  const times = findTimes(body, { ...context, calendar: ontology.calendar }).filter(
    ({ confidence }) => confidence >= 0.7,
  )
  const [time, ...more] = times
  const last = isAbsent ? lasting.exec(body) : null
  // The negation of an age is cut off from the clause.
  if (last !== null && !times.some(({ range, isAge }) => range !== null && isAge !== true)) {
    const [, number = '', unit] = last
    const value = /^an?$/.test(number) ? 1 : (cardinals.get(number) ?? Number(number))
    // Safe: the pattern names these units alone.
    const start = days.add(today, -value, unit as 'day' | 'week' | 'month' | 'year')
    return { words: body.slice(0, last.index).trim(), time: { start, end: days.add(today, 1, 'day') } }
  }
  if (time === undefined) return { words: body, time: null }
  if (more.length > 0 || time.range === null || time.comparison !== null || time.isFiscal) return null
  if (time.isAmbiguous !== undefined && time.isAmbiguous !== 'which-year') return null
  const words = `${body.slice(0, time.start)} ${body.slice(time.end)}`.replaceAll(/\s+/g, ' ').trim()
  return { words: words.replace(/(?:^|\s)(?:in|during|since|for|within|over)$/, ''), time: time.range }
}
