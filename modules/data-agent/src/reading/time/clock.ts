import type { Calendar } from '../../ontology/ontology.ts'
import { add, startOf, wallClock, type Day } from './civil.ts'
import type { TimeContext, TimeRange } from './time-mention.ts'
import type { TimeUnit } from '../logical-form.ts'

/** "Now" for one question. */
export interface Clock {
  readonly now: Date
  readonly timeZone: string
  /** What relative words count from. */
  readonly today: Day
  readonly anchor: 'today' | 'data'
  readonly lastDay: Day | null
  readonly calendar: Calendar
  /** How other dates of the question are written, which decides 3/5/2024. */
  readonly dateOrder: 'day-first' | 'month-first' | null
}

export function clockOf(context: TimeContext, dateOrder: Clock['dateOrder']): Clock {
  const lastDay = context.lastDay?.slice(0, 10) ?? null
  const isData = context.anchor === 'data' && lastDay !== null
  return {
    now: context.now,
    timeZone: context.timeZone,
    today: isData ? lastDay : wallClock(context.now, context.timeZone).slice(0, 10),
    anchor: isData ? 'data' : 'today',
    lastDay,
    calendar: context.calendar,
    dateOrder,
  }
}

/** The whole unit `steps` away from the one that a day lies in. */
export function unitRange(
  day: Day,
  unit: TimeUnit,
  steps: number,
  clock: Clock,
  startMonth = 1,
): Required<Whole> {
  const start = add(startOf(day, unit, clock.calendar, startMonth), steps, unit)
  return { start, end: add(start, 1, unit) }
}

/** Both ends are known. */
export interface Whole extends TimeRange {
  readonly start: Day
  readonly end: Day
}

/** `last_quarter` said of a month: the latest start of its kind that is not after today. */
export function latestYear(startInYear: (year: number) => Day | null, clock: Clock): number {
  const anchor = clock.lastDay !== null && clock.lastDay < clock.today ? clock.lastDay : clock.today
  const year = Number(anchor.slice(0, 4))
  const start = startInYear(year)
  return start !== null && start <= anchor ? year : year - 1
}
