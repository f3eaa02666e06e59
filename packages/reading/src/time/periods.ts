import { days } from '@quipu/query'
import { latestYear, type Clock } from './clock.ts'
import { fullYear } from './dates.ts'
import { describeRange } from './describe-range.ts'
import { monthName, monthNumber } from './names.ts'
import { rule, type Meaning, type Rule } from './rule.ts'
import type { TimeRange } from './time-mention.ts'

const ofYear =
  "(?:(?:,| of| in|/)?(?: the year)?[\\s-]*(?:{year}|'(?<yy>\\d{2}))|(?:,| of| in)? {which} year|(?: of| in) the year)"
const shortYear = "(?<year>[12]\\d{3}|'?\\d{2})"

/** Calendar months, quarters, halves, weeks, years, decades and centuries. */
export const periodRules: readonly Rule[] = [
  rule(`{month}${ofYear}`, (groups, clock) => inYear(groups, clock, monthIn)),
  rule('(?<year>[12]\\d{3})[-/](?<m>0[1-9]|1[0-2])', (g) => monthIn(g, Number(g['year']))),
  rule('(?<m>0?[1-9]|1[0-2])/(?<year>[12]\\d{3})', (g) => monthIn(g, Number(g['year']))),
  rule('{month}', (groups, clock) =>
    yearless(groups, clock, monthIn, monthName(monthNumber(groups['month'] ?? ''))),
  ),
  rule(`(?:the )?{quarter}${ofYear}`, (groups, clock) => inYear(groups, clock, quarterIn)),
  rule(`(?<q>[1-4])q ?${shortYear}`, (g, clock) => quarterIn(g, yearOfGroups(g, clock))),
  rule('(?<year>[12]\\d{3})[\\s-]*q(?<q>[1-4])', (g) => quarterIn(g, Number(g['year']))),
  rule(
    '(?:the )?(?:q(?<q>[1-4])|(?<nth>1st|2nd|3rd|4th|first|second|third|fourth|final) quarter)',
    (g, clock) => yearless(g, clock, quarterIn, `Q${quarterNumber(g)}`),
  ),
  rule(`(?:the )?(?:h(?<h>[12])|(?<half>first|second|1st|2nd|last) half)${ofYear}`, (g, clock) =>
    inYear(g, clock, halfIn),
  ),
  rule('(?<year>[12]\\d{3})[\\s-]*h(?<h>[12])', (g) => halfIn(g, Number(g['year']))),
  rule('h(?<h>[12])', (groups, clock) => yearless(groups, clock, halfIn, `H${groups['h']}`)),
  rule('(?<year>[12]\\d{3})-?w(?<week>[0-5]?\\d)', (g) => weekIn(g, Number(g['year']))),
  rule(`(?:calendar )?week(?: number)? (?<week>[0-5]?\\d)${ofYear}`, (groups, clock) =>
    inYear(groups, clock, weekIn),
  ),
  rule('(?:the )?(?:calendar |fiscal )?year (?:of )?{year}', (g) => yearMeaning(Number(g['year']), 0.98)),
  rule(
    "(?:the )?(?:(?<early>early|mid|late) )?(?:(?<decade>[12]\\d{2}0)'?s|'(?<short>[1-9]0)'?s|(?<short2>[2-9]0)'?s)",
    decade,
  ),
  rule('(?:the )?(?<word>twenties|thirties|forties|fifties|sixties|seventies|eighties|nineties)', decade),
  rule('(?:the )?(?<century>1\\d|2[01])(?:th|st) century', (groups) => {
    const first = (Number(groups['century']) - 1) * 100
    return years(first + 1, first + 101)
  }),
]

/** Bare years such as 2019. The words around them decide how likely they are years. */
export const yearRules: readonly Rule[] = [
  rule('{year}', (groups) => yearMeaning(Number(groups['year']), 0.6)),
  rule("'(?<yy>\\d{2})", (groups, clock) => yearMeaning(fullYear(groups['yy'] ?? '', clock), 0.5)),
]

function yearMeaning(year: number, confidence: number): Meaning {
  return { ...years(year, year + 1), unit: 'year', confidence }
}

type Groups = Parameters<Rule['read']>[0]
type InYear = (groups: Groups, year: number) => Meaning | null

function inYear(groups: Groups, clock: Clock, read: InYear): Meaning | null {
  return read(groups, yearOfGroups(groups, clock))
}

function yearOfGroups(groups: Groups, clock: Clock): number {
  if (groups['yy'] !== undefined) return fullYear(groups['yy'], clock)
  if (groups['year'] !== undefined) return fullYear(groups['year'].replace("'", ''), clock)
  const which = groups['which'] ?? 'this'
  const steps = which.includes('next') ? 1 : /last|previous|prior/.test(which) ? -1 : 0
  return Number(clock.today.slice(0, 4)) + steps
}

function yearless(groups: Groups, clock: Clock, read: InYear, name: string): Meaning | null {
  const year = latestYear((candidate) => read(groups, candidate)?.range?.start ?? null, clock)
  const meaning = read(groups, year)
  if (!meaning) return null
  const assumption = `${name} is taken as the latest one, ${describeRange(meaning.range!)}.`
  return {
    ...meaning,
    isAmbiguous: 'which-year',
    assumption,
    confidence: 0.85,
    yearless: (given) => read(groups, given),
  }
}

function monthIn(groups: Groups, year: number): Meaning | null {
  const month = groups['m'] === undefined ? monthNumber(groups['month'] ?? '') : Number(groups['m'])
  const part = { part: 'month' as const, values: [month] }
  return { ...ranged(days.firstOf(year, month), days.firstOf(year, month + 1)), unit: 'month', part }
}

function quarterNumber(groups: Groups): number {
  if (groups['q'] !== undefined) return Number(groups['q'])
  const nth = groups['nth'] ?? ''
  return /last|final/.test(nth)
    ? 4
    : ['first', 'second', 'third', 'fourth'].indexOf(nth) + 1 || Number(nth.charAt(0))
}

function quarterIn(groups: Groups, year: number): Meaning | null {
  const quarter = quarterNumber(groups)
  const part = { part: 'quarter' as const, values: [quarter] }
  return {
    ...ranged(days.firstOf(year, quarter * 3 - 2), days.firstOf(year, quarter * 3 + 1)),
    unit: 'quarter',
    part,
  }
}

function halfIn(groups: Groups, year: number): Meaning | null {
  const isSecond = groups['h'] === '2' || /second|2nd|last/.test(groups['half'] ?? '')
  return isSecond
    ? ranged(days.firstOf(year, 7), days.firstOf(year + 1, 1))
    : ranged(days.firstOf(year, 1), days.firstOf(year, 7))
}

/** ISO weeks: the first week of a year contains its first Thursday. */
function weekIn(groups: Groups, year: number): Meaning | null {
  const week = Number(groups['week'])
  const fourth = days.dayFrom(year, 1, 4)
  if (fourth === null || week < 1 || week > 53) return null
  const start = days.add(days.add(fourth, 1 - days.weekdayOf(fourth), 'day'), week - 1, 'week')
  // A year has a 53rd week only when the Thursday of that week is in it.
  if (days.add(start, 3, 'day').slice(0, 4) !== String(year)) return null
  return { ...ranged(start, days.add(start, 1, 'week')), unit: 'week' }
}

function decade(groups: Groups, clock: Clock): Meaning | null {
  const words = ['twenties', 'thirties', 'forties', 'fifties', 'sixties', 'seventies', 'eighties', 'nineties']
  const short =
    groups['short'] ??
    groups['short2'] ??
    (groups['word'] ? String((words.indexOf(groups['word']) + 2) * 10) : undefined)
  const first = groups['decade'] === undefined ? decadeOf(Number(short), clock) : Number(groups['decade'])
  const isCentury = groups['decade']?.endsWith('00') === true && first !== 2000
  if (isCentury)
    return { ...years(first, first + 100), assumption: `The ${first}s are taken as all hundred years.` }
  const third = { early: [0, 4], mid: [4, 7], late: [7, 10] }[groups['early'] ?? '']
  if (!third) return { ...years(first, first + 10), confidence: groups['decade'] ? 1 : 0.7 }
  const meaning = years(first + (third[0] ?? 0), first + (third[1] ?? 10))
  return {
    ...meaning,
    assumption: `The ${groups['early']} ${first}s are taken as ${meaning.says.replace('from ', '')}.`,
  }
}

function decadeOf(short: number, clock: Clock): number {
  const current = Number(clock.today.slice(0, 4))
  const first = Math.floor(current / 100) * 100 + short
  return first > current ? first - 100 : first
}

function years(from: number, to: number): Meaning {
  return ranged(days.firstOf(from, 1), days.firstOf(to, 1))
}

function ranged(start: string, end: string): Meaning {
  const range: TimeRange = { start, end }
  return { kind: 'range', range, says: describeRange(range) }
}
