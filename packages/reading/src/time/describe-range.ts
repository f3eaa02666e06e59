import { days } from '@quipu/query'
import { monthName } from './names.ts'
import type { TimeRange } from './time-mention.ts'

/** "in March 2024", "from 1 March to 5 April 2024", "since 1 March 2024", "before 1 March 2024". */
export function describeRange({ start, end }: TimeRange): string {
  if (start === null) return end === null ? 'over all time' : `before ${moment(end)}`
  if (end === null) return `since ${moment(start)}`
  if (start.length > 10 || end.length > 10) return `from ${moment(start)} to ${moment(end)}`
  const last = days.add(end, -1, 'day')
  if (last === start) return `on ${moment(start)}`
  return named(start, end) ?? `from ${opening(start, last)} to ${moment(last)}`
}

function named(start: string, end: string): string | null {
  const year = days.yearOf(start)
  const lasts = (count: number, unit: 'month' | 'year'): boolean => days.add(start, count, unit) === end
  if (!start.endsWith('-01'))
    return days.weekdayOf(start) % 7 > 1 || days.add(start, 1, 'week') !== end ? null : week(start)
  if (lasts(1, 'month')) return `in ${monthName(days.monthOf(start))} ${year}`
  if (lasts(3, 'month') && days.monthOf(start) % 3 === 1)
    return `in Q${(days.monthOf(start) + 2) / 3} ${year}`
  if (days.monthOf(start) !== 1) return null
  if (lasts(1, 'year')) return `in ${year}`
  return start.endsWith('-01-01') && end.endsWith('-01-01') ? `from ${year} to ${days.yearOf(end) - 1}` : null
}

/** The first day leaves out what the last day states. */
function opening(start: string, last: string): string {
  if (start.slice(0, 7) === last.slice(0, 7)) return String(Number(start.slice(8)))
  return moment(start, days.yearOf(start) !== days.yearOf(last))
}

function week(start: string): string {
  return `in the week of ${moment(start)}`
}

function moment(text: string, withYear = true): string {
  const day = `${Number(text.slice(8, 10))} ${monthName(days.monthOf(text))}${withYear ? ` ${days.yearOf(text)}` : ''}`
  return text.length > 10 ? `${day} ${text.slice(11, 16)}` : day
}
