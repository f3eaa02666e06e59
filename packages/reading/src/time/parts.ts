import type { TimePart } from '@quipu/query'
import { monthName, monthNumber, weekdayName, weekdayNumber } from './names.ts'
import { rule, type Meaning, type Rule } from './rule.ts'

const each = '(?:by|per|each|every|for each|for every|across|in each|in every|grouped by|split by)'
const hour = (name: string): string =>
  `(?<${name}>[01]?\\d|2[0-4])(?::(?<${name}m>[0-5]\\d))?\\s?(?<${name}h>am|pm|a\\.m\\.|p\\.m\\.|o'clock)?`
const daytime: Readonly<Record<string, readonly [number, number]>> = {
  morning: [6, 12],
  afternoon: [12, 18],
  evening: [18, 22],
  night: [22, 6],
}

/** Recurring parts of time: weekends, Mondays, mornings, every March. */
export const partRules: readonly Rule[] = [
  rule('(?:(?:on|at|during|over) (?:the )?)?weekends', () => weekdays([6, 7], 'on weekends')),
  rule('(?:on|at|during) (?:the |a )?weekend', () => weekdays([6, 7], 'on weekends')),
  rule('(?:(?:on|during) )?(?:weekdays|(?:working|business|week) days)', () =>
    weekdays([1, 2, 3, 4, 5], 'on weekdays'),
  ),
  rule('(?:on (?:a )?|every |each )?{weekday}s?', (g) => weekdays([weekdayNumber(g['weekday'] ?? '')], '')),
  rule('(?:from |between )?{weekday}s? (?:to|through|and|until) (?<until>[a-z]+day)s?', (g) =>
    weekdaySpan(g),
  ),
  rule('(?:every|each) {month}', (g) => {
    const month = monthNumber(g['month'] ?? '')
    return { ...filter('month', [month]), says: `in every ${monthName(month)}` }
  }),
  rule(`${each} (?:day of (?:the )?week|weekday)s?`, () => split('weekday', 'per day of the week')),
  rule(`${each} (?:hour of (?:the )?day|hour)s?|hourly`, () => split('hour', 'per hour of the day')),
  rule(`${each} month of (?:the )?year(?! [12]\\d{3})`, () => split('month', 'per month of the year')),
  rule(`${each} day of (?:the )?month`, () => split('day', 'per day of the month')),
  rule(`${each} quarter of (?:the )?year`, () => split('quarter', 'per quarter of the year')),
  rule(`${each} week of (?:the )?year`, () => split('week', 'per week of the year')),
  rule(
    '(?:on |in )?(?:which|what) (?:(?:day|night|evening|morning|afternoon)s? of (?:the )?week|weekdays?|week days?)',
    () => split('weekday', 'per day of the week'),
  ),
  rule('(?:in |during )?(?:which|what) (?:months? of (?:the )?year|calendar months?)', () =>
    split('month', 'per month of the year'),
  ),
  rule('(?:which|what) hours?(?: of the day)?', () => split('hour', 'per hour of the day')),
  rule('(?:in|during) (?:the )?(?<time>morning|afternoon|evening|night)s?|at (?<time2>night)', (g) =>
    timeOfDay(g),
  ),
  rule(`(?:between|from) ${hour('a')} (?:and|to|until|till) ${hour('b')}`, (g) =>
    hourSpan(g, hourOf(g, 'a', 'b'), hourOf(g, 'b')),
  ),
  rule(`(?:after|since) ${hour('a')}`, (g) => hourSpan(g, hourOf(g, 'a'), 24)),
  rule(`(?:before|until|till) ${hour('a')}`, (g) => hourSpan(g, 0, hourOf(g, 'a'))),
  rule(`at ${hour('a')}`, (g) => hourSpan(g, hourOf(g, 'a'), (hourOf(g, 'a') ?? 23) + 1)),
]

type Groups = Parameters<Rule['read']>[0]

function filter(part: TimePart, values: readonly number[]): Meaning {
  return { kind: 'part', range: null, part: { part, values }, says: '' }
}

function split(part: TimePart, says: string): Meaning {
  return { kind: 'part', range: null, part: { part, values: null }, says }
}

function weekdays(values: readonly number[], says: string): Meaning {
  return {
    ...filter('weekday', values),
    says: says || `on ${values.map((day) => `${weekdayName(day)}s`).join(', ')}`,
  }
}

function weekdaySpan(groups: Groups): Meaning | null {
  const from = weekdayNumber(groups['weekday'] ?? '')
  const to = weekdayNumber(groups['until'] ?? '')
  if (to === 0) return null
  const values = Array.from({ length: ((to - from + 7) % 7) + 1 }, (_, step) => ((from - 1 + step) % 7) + 1)
  return weekdays(values, `from ${weekdayName(from)} to ${weekdayName(to)}`)
}

function timeOfDay(groups: Groups): Meaning | null {
  const name = groups['time'] ?? groups['time2'] ?? ''
  const [from, to] = daytime[name] ?? [0, 24]
  const says = `between ${from}:00 and ${to}:00`
  return {
    ...filter('hour', hours(from, to)),
    says,
    assumption: `${name} is taken as ${from}:00 to ${to}:00.`,
  }
}

/** Null unless the words are clearly a time of day: with am, pm, minutes and so on. */
function hourOf(groups: Groups, name: string, beside?: string): number | null {
  const mark = groups[`${name}h`] ?? (beside === undefined ? undefined : groups[`${beside}h`])
  if (mark === undefined && groups[`${name}m`] === undefined) return null
  if ((groups[`${name}m`] ?? '00') !== '00') return null
  const value = Number(groups[name])
  if (mark?.startsWith('p') === true && value < 12) return value + 12
  return mark?.startsWith('a') === true && value === 12 ? 0 : value
}

function hourSpan(_: Groups, from: number | null, to: number | null): Meaning | null {
  if (from === null || to === null) return null
  return { ...filter('hour', hours(from, to)), says: `between ${from}:00 and ${to}:00` }
}

function hours(from: number, to: number): readonly number[] {
  const length = to > from ? to - from : to + 24 - from
  return Array.from({ length }, (_, step) => (from + step) % 24)
}
