import { days } from '@quipu/query'
import { latestYear, type Clock } from './clock.ts'
import { describeRange } from './describe-range.ts'
import { monthName, monthNumber } from './names.ts'
import { rule, type Meaning, type Rule } from './rule.ts'

const dayOfMonth = '(?<day>\\d{1,2})(?:st|nd|rd|th)?'
const clockTime =
  '(?:[t\\s]+(?<hour>[01]?\\d|2[0-3]):(?<minute>[0-5]\\d)(?::(?<second>[0-5]\\d)(?:\\.\\d+)?)?z?)?'

/** Days written out. */
export const dateRules: readonly Rule[] = [
  rule(`(?<year>[12]\\d{3})-(?<m>\\d{1,2})-(?<day>\\d{1,2})${clockTime}`, numeric),
  rule(`(?<year>[12]\\d{3})([/.])(?<m>\\d{1,2})\\2(?<day>\\d{1,2})${clockTime}`, numeric),
  rule('(?<day>\\d{1,2})\\.\\s?(?<m>\\d{1,2})\\.\\s?(?<year>[12]\\d{3}|\\d{2})', numeric),
  rule('(?<a>\\d{1,2})/(?<b>\\d{1,2})/(?<year>[12]\\d{3}|\\d{2})', slashed),
  rule('(?<a>\\d{1,2})-(?<b>\\d{1,2})-(?<year>[12]\\d{3})', slashed),
  rule(`{month} ${dayOfMonth}(?:,\\s*|\\s+|,?\\s+of\\s+){year}`, named),
  rule(`(?:the )?${dayOfMonth}(?: of)? {month}(?:,\\s*|[\\s-]+| of ){year}`, named),
  rule(`{month} (?:the )?${dayOfMonth}`, named),
  rule(`(?:the )?${dayOfMonth}(?: of)? {month}`, named),
]

/** How the unambiguous dates of the question are written: 25/3/2024 has the day first. */
export function dateOrderOf(text: string): Clock['dateOrder'] {
  for (const match of text.matchAll(/(?<!\d)(\d{1,2})[/-](\d{1,2})[/-](?:\d{4}|\d{2})(?!\d)/g)) {
    const [first, second] = [Number(match[1]), Number(match[2])]
    if (first > 12 && second <= 12) return 'day-first'
    if (second > 12 && first <= 12) return 'month-first'
  }
  return null
}

/** One day as a meaning. */
export function point(day: days.Day, more: Partial<Meaning> = {}): Meaning {
  const range = { start: day, end: days.add(day, 1, 'day') }
  return { kind: 'point', range, unit: 'day', says: describeRange(range), ...more }
}

/** 24 is 2024 and 98 is 1998: two-digit years are between 69 years back and 30 ahead. */
export function fullYear(digits: string, clock: Clock): number {
  if (digits.length > 2) return Number(digits)
  const current = Number(clock.today.slice(0, 4))
  const year = Math.floor(current / 100) * 100 + Number(digits)
  return year > current + 30 ? year - 100 : year
}

type Groups = Parameters<Rule['read']>[0]

function numeric(groups: Groups, clock: Clock): Meaning | null {
  const day = days.dayFrom(fullYear(groups['year'] ?? '', clock), Number(groups['m']), Number(groups['day']))
  if (day === null) return null
  const { hour, minute, second } = groups
  if (hour === undefined || minute === undefined) return point(day)
  const start = `${day}T${hour.padStart(2, '0')}:${minute}:${second ?? '00'}`
  const end = nextMoment(start, second === undefined ? 60 : 1)
  const range = { start, end }
  return { kind: 'point', range, unit: 'minute', says: `at ${start.slice(0, 16).replace('T', ' ')}` }
}

function nextMoment(wall: string, seconds: number): string {
  return new Date(Date.parse(`${wall}Z`) + seconds * 1000).toISOString().slice(0, 19)
}

function slashed(groups: Groups, clock: Clock): Meaning | null {
  const year = fullYear(groups['year'] ?? '', clock)
  const [a, b] = [Number(groups['a']), Number(groups['b'])]
  const dayFirst = days.dayFrom(year, b, a)
  const monthFirst = days.dayFrom(year, a, b)
  if (dayFirst === null || monthFirst === null || dayFirst === monthFirst) {
    const only = monthFirst ?? dayFirst
    return only === null ? null : point(only)
  }
  if (clock.dateOrder !== null) return point(clock.dateOrder === 'day-first' ? dayFirst : monthFirst)
  const alternatives = [monthFirst, dayFirst].map((day) => ({ words: day, range: point(day).range! }))
  const assumption = `${groups['a']}/${groups['b']} is taken as month/day: ${describeRange(alternatives[0]!.range)}.`
  return point(monthFirst, { isAmbiguous: 'day-or-month-first', alternatives, assumption })
}

function named(groups: Groups, clock: Clock): Meaning | null {
  const month = monthNumber(groups['month'] ?? '')
  const inYear = (year: number): days.Day | null => days.dayFrom(year, month, Number(groups['day']))
  if (groups['year'] !== undefined) return pointOrNull(inYear(Number(groups['year'])))
  // A leap day occurs at least once in any eight years.
  const years = Array.from({ length: 9 }, (_, back) => latestYear(inYear, clock) - back)
  const day = years.map(inYear).find((found) => found !== null)
  if (day === undefined) return null
  const name = `${Number(groups['day'])} ${monthName(month)}`
  return point(day, {
    isAmbiguous: 'which-year',
    assumption: `${name} is taken as the latest one, ${name} ${day.slice(0, 4)}.`,
    yearless: (year) => pointOrNull(inYear(year)),
    confidence: 0.9,
  })
}

function pointOrNull(day: days.Day | null): Meaning | null {
  return day === null ? null : point(day)
}
