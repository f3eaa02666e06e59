import type { Cell, TimePart, TimeUnit } from '@quipu/query'
import { monthName, weekdayName } from '@quipu/reading'

const dayMs = 86_400_000

/** A period by its first day: `March 2025`, `Q1 2025`, `2025`, `week of 2025-03-10`. */
export function periodName(cell: Cell, unit: TimeUnit, isFiscal = false): string {
  const day = dayOf(cell)
  if (day === null) return cell === null ? 'no date' : String(cell)
  const year = day.getUTCFullYear()
  const month = day.getUTCMonth()
  if (unit === 'year') return isFiscal ? `year from ${isoDay(day)}` : String(year)
  if (unit === 'quarter')
    return isFiscal || month % 3 !== 0 ? `quarter from ${isoDay(day)}` : `Q${month / 3 + 1} ${year}`
  if (unit === 'month') return `${monthName(month + 1)} ${year}`
  return unit === 'week' ? `week of ${isoDay(day)}` : isoDay(day)
}

/** The name of a part of a time: weekday 1 is `Monday`, month 3 is `March`. */
export function partName(cell: Cell, part: TimePart): string {
  const number = Number(cell)
  if (cell === null || !Number.isInteger(number)) return cell === null ? 'no date' : String(cell)
  if (part === 'weekday') return weekdayName(number) || String(number)
  if (part === 'month') return monthName(number) || String(number)
  if (part === 'quarter') return `Q${number}`
  if (part === 'hour') return `${String(number).padStart(2, '0')}:00`
  return part === 'week' ? `week ${number}` : String(number)
}

/** The days from `start` to `end`, the end excluded: `Q4 2025`, `March 2025`, `2025-03-04 to 2025-04-10`. */
export function windowName(start: string | null, end: string | null): string {
  const first = dayOf(start)
  const after = dayOf(end)
  if (first === null) return after === null ? '' : `before ${isoDay(after)}`
  if (after === null) return `since ${isoDay(first)}`
  for (const unit of ['year', 'quarter', 'month', 'day'] as const) {
    if (isPeriodStart(first, unit) && periodEnd(first, unit).getTime() === after.getTime()) {
      return periodName(isoDay(first), unit)
    }
  }
  return `${isoDay(first)} to ${isoDay(new Date(after.getTime() - 1))}`
}

/** The first moment after the period that begins on this day. */
export function periodEnd(first: Date, unit: TimeUnit): Date {
  const [year, month, day] = [first.getUTCFullYear(), first.getUTCMonth(), first.getUTCDate()]
  if (unit === 'year') return new Date(Date.UTC(year + 1, month, day))
  if (unit === 'quarter') return new Date(Date.UTC(year, month + 3, day))
  if (unit === 'month') return new Date(Date.UTC(year, month + 1, day))
  return new Date(first.getTime() + (unit === 'week' ? 7 : 1) * dayMs)
}

/** Null if it is not a day. */
export function dayOf(cell: Cell): Date | null {
  if (typeof cell === 'number' && Number.isInteger(cell) && cell >= 1000 && cell <= 9999) {
    return new Date(Date.UTC(cell, 0, 1))
  }
  const match = typeof cell === 'string' ? /^(\d{4})-(\d{2})(?:-(\d{2}))?/.exec(cell) : null
  if (match === null) return null
  const moment = new Date(Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3] ?? '1')))
  return Number.isNaN(moment.getTime()) ? null : moment
}

export function isoDay(day: Date): string {
  return day.toISOString().slice(0, 10)
}

function isPeriodStart(day: Date, unit: 'year' | 'quarter' | 'month' | 'day'): boolean {
  if (unit === 'day') return true
  if (day.getUTCDate() !== 1) return false
  if (unit === 'month') return true
  return unit === 'year' ? day.getUTCMonth() === 0 : day.getUTCMonth() % 3 === 0
}
