import { days } from '@quipu/query'
import { monthName } from '../time/names.ts'
import type { TimeRange } from '../time/time-mention.ts'
import { clean } from './wording.ts'

const ordinals = ['1st', '2nd', '3rd', '4th']

/** "in the 4th quarter of 2025", "in March 2025", "from 2025-10-01 to 2025-12-15", "since 2025-10-01", "before 2025-10-01". */
export function rangeWords({ start, end }: TimeRange): string {
  if (start === null) return end === null ? 'at any time' : `before ${momentWords(end)}`
  if (end === null) return `since ${momentWords(start)}`
  if (!isDay(start) || !isDay(end)) return `from ${momentWords(start)} until before ${momentWords(end)}`
  const last = days.add(end, -1, 'day')
  if (last < start) return `from ${start} until before ${end}`
  return last === start ? `on ${start}` : (named(start, end) ?? `from ${start} to ${last}`)
}

function named(start: string, end: string): string | null {
  if (!start.endsWith('-01')) return null
  const year = Number(start.slice(0, 4))
  const month = Number(start.slice(5, 7))
  if (days.add(start, 1, 'month') === end) return `in ${monthName(month)} ${year}`
  if (month % 3 === 1 && days.add(start, 3, 'month') === end)
    return `in the ${ordinals[(month - 1) / 3]} quarter of ${year}`
  return month === 1 && days.add(start, 1, 'year') === end ? `in ${year}` : null
}

function isDay(text: string): boolean {
  const [year, month, day] = text.split('-').map(Number)
  return days.dayFrom(year ?? 0, month ?? 0, day ?? 0) === text
}

function momentWords(text: string): string {
  return clean(text).slice(0, 19).replace('T', ' ')
}
