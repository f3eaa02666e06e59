import { days, inZone, type Calendar, type TimeUnit } from '@quipu/query'
import type { TimeContext, TimeRange } from './time-mention.ts'

/** The current time for one question. */
export interface Clock {
  readonly now: Date
  readonly timeZone: string
  /** The day that relative words count from. */
  readonly today: days.Day
  readonly anchor: 'today' | 'data'
  readonly lastDay: days.Day | null
  readonly calendar: Calendar
  /** How the other dates of the question are written. It decides the order in 3/5/2024. */
  readonly dateOrder: 'day-first' | 'month-first' | null
}

export function clockOf(context: TimeContext, dateOrder: Clock['dateOrder']): Clock {
  const lastDay = context.lastDay?.slice(0, 10) ?? null
  const isData = context.anchor === 'data' && lastDay !== null
  return {
    now: context.now,
    timeZone: context.timeZone,
    today: isData ? lastDay : inZone(context.now, context.timeZone).slice(0, 10),
    anchor: isData ? 'data' : 'today',
    lastDay,
    calendar: context.calendar,
    dateOrder,
  }
}

/** The whole unit that is `steps` away from the unit of a day. */
export function unitRange(
  day: days.Day,
  unit: TimeUnit,
  steps: number,
  clock: Clock,
  startMonth = 1,
): Required<Whole> {
  const start = days.add(days.startOf(day, unit, clock.calendar, startMonth), steps, unit)
  return { start, end: days.add(start, 1, unit) }
}

/** Both ends are known. */
export interface Whole extends TimeRange {
  readonly start: days.Day
  readonly end: days.Day
}

/** `last_quarter` for a month: the latest start of its kind that is not after today. */
export function latestYear(startInYear: (year: number) => days.Day | null, clock: Clock): number {
  const anchor = clock.lastDay !== null && clock.lastDay < clock.today ? clock.lastDay : clock.today
  const year = Number(anchor.slice(0, 4))
  const start = startInYear(year)
  return start !== null && start <= anchor ? year : year - 1
}
