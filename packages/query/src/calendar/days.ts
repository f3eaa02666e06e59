import type { Calendar } from '../model/ontology.ts'
import type { TimeUnit } from '../model/logical-form.ts'

/** A calendar day such as `2024-03-05`. It compares as text, and clock changes do not affect it. */
export type Day = string

const dayMs = 86_400_000

/** Null when the day does not exist. */
export function dayFrom(year: number, month: number, day: number): Day | null {
  if (year < 1000 || year > 9999 || month < 1 || month > 12 || day < 1 || day > 31) return null
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 ? isoOf(date) : null
}

/** Months outside 1 to 12 fall into other years. */
export function firstOf(year: number, month: number): Day {
  return isoOf(new Date(Date.UTC(year, month - 1, 1)))
}

export function yearOf(day: Day): number {
  return Number(day.slice(0, 4))
}

export function monthOf(day: Day): number {
  return Number(day.slice(5, 7))
}

/** 1 is Monday, 7 is Sunday. */
export function weekdayOf(day: Day): number {
  return dateOf(day).getUTCDay() || 7
}

/** Adding months or longer units keeps the day of the month, or takes the month's last day. */
export function add(day: Day, count: number, unit: TimeUnit): Day {
  if (unit === 'day') return isoOf(new Date(dateOf(day).getTime() + count * dayMs))
  if (unit === 'week') return add(day, count * 7, 'day')
  const months = count * (unit === 'month' ? 1 : unit === 'quarter' ? 3 : 12)
  const first = firstOf(yearOf(day), monthOf(day) + months)
  const last = Number(add(firstOf(yearOf(first), monthOf(first) + 1), -1, 'day').slice(8))
  return add(first, Math.min(Number(day.slice(8)), last) - 1, 'day')
}

/** The first day of the week, month, quarter or year that contains the day. `startMonth` is the first month of the year. Default: 1. */
export function startOf(day: Day, unit: TimeUnit, calendar: Calendar, startMonth = 1): Day {
  if (unit === 'day') return day
  if (unit === 'week') {
    const weekday = weekdayOf(day)
    return add(day, calendar.weekStart === 'sunday' ? -(weekday % 7) : 1 - weekday, 'day')
  }
  if (unit === 'month') return `${day.slice(0, 7)}-01`
  const length = unit === 'quarter' ? 3 : 12
  const into = (monthOf(day) - startMonth + 12) % length
  return firstOf(yearOf(day), monthOf(day) - into)
}

function dateOf(day: Day): Date {
  return new Date(`${day}T00:00:00Z`)
}

function isoOf(date: Date): Day {
  return date.toISOString().slice(0, 10)
}
