import { days, type TimeUnit } from '@quipu/query'

const unit = '(?<UNIT>day|week|month|quarter|year)'
const named = (index: number): string => unit.replace('UNIT', `unit${index}`)
const steps = [
  `(?:previous|prior|preceding) ${named(0)}`,
  `${named(1)} (?:before|earlier|prior)(?: that| this)?`,
  `(?:a|one) ${named(2)} (?:before|earlier)(?: that| this)?`,
  `same(?: (?:period|time|days?|weeks?|months?|quarters?|thing))?(?: (?:of|in|but|for))?(?: the)? (?:last ${named(3)}|(?:a|one) ${named(4)} (?:ago|earlier|before)|(?:previous|prior) ${named(5)}|${named(6)} before)`,
  `this time last ${named(7)}`,
]
const whole = new RegExp(
  `^(?:(?:and|or|but|then|so|what|how|about|was|were|it|in|for|during|on|the) )*(?:${steps.join('|')})(?: (?:then|please|too|as well))?$`,
  'u',
)

/** "and the month before that?", "the same month a year ago?": how far the period of the previous question goes back. Null for other words. */
export function stepBack(question: string): TimeUnit | null {
  const words = question
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  const groups = whole.exec(words)?.groups ?? {}
  // Safe: the pattern matches only names of units.
  return (Object.values(groups).find((one) => one !== undefined) as TimeUnit | undefined) ?? null
}

export interface Period {
  readonly start: string | null
  readonly end: string | null
}

/** The same period a unit earlier. Null for a period without an end, or one that is longer than the unit. */
export function earlierBy(period: Period, by: TimeUnit): Period | null {
  const { start, end } = period
  if (start === null || end === null || days.add(start.slice(0, 10), 1, by) < end.slice(0, 10)) return null
  const back = (edge: string): string => days.add(edge.slice(0, 10), -1, by) + edge.slice(10)
  return { start: back(start), end: back(end) }
}

/** "and the month before?" after a month so far: all of that month. "The same time last month" is as much of it as has passed. */
export function steppedBy(period: Period, words: string, by: TimeUnit, today: string): Period | null {
  const isAsMuch = /\b(?:same (?:period|time|days?|stretch)|this time)\b/iu.test(words)
  const [, said = by] = /\bsame (week|month|quarter|year)\b/iu.exec(words) ?? []
  // Safe: the pattern matches only names of units.
  const unitOf = said.toLowerCase() as TimeUnit
  const begin = isAsMuch ? null : beginOfSoFar(period, unitOf, today)
  if (begin === null) return earlierBy(period, by)
  const start = days.add(begin, -1, by)
  return { start, end: days.add(start, 1, unitOf) }
}

/** The first day of a week, month or year of which only the days until today are meant. Null for another period. */
function beginOfSoFar({ start, end }: Period, unit: TimeUnit, today: string): string | null {
  if (start === null || end === null || end.slice(0, 10) !== days.add(today, 1, 'day')) return null
  const begin = days.startOf(start.slice(0, 10), unit, { weekStart: 'monday', fiscalYearStart: null })
  return begin === start.slice(0, 10) && days.add(begin, 1, unit) > end.slice(0, 10) ? begin : null
}
