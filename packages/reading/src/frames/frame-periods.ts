import { days, type Condition, type TimeUnit } from '@quipu/query'
import type { Frame, TimeSlot } from '../plan/frame.ts'

/** The unit that both periods are one of: this year and last year. */
export function sharedUnit(one: TimeSlot, other: TimeSlot): TimeUnit | null {
  const units: readonly TimeUnit[] = ['year', 'quarter', 'month', 'week', 'day']
  const isOne = ({ start, end }: TimeSlot, unit: TimeUnit): boolean =>
    start !== null && end !== null && days.add(start.slice(0, 10), 1, unit) === end.slice(0, 10)
  return units.find((unit) => isOne(one, unit) && isOne(other, unit)) ?? unitAround(one, other)
}

/** "so far this year against the same time last year": each period lies in a unit of its own, as far from its start. */
function unitAround(one: TimeSlot, other: TimeSlot): TimeUnit | null {
  const units = ['week', 'month', 'quarter', 'year'] as const
  return (
    units.find((unit) => {
      const [first, second] = [startWithin(one, unit), startWithin(other, unit)]
      return first !== null && second !== null && first !== second
    }) ?? null
  )
}

/** The start of the unit that holds the whole period and with which it begins. */
function startWithin({ start, end }: TimeSlot, unit: TimeUnit): string | null {
  if (start === null || end === null) return null
  const first = start.slice(0, 10)
  const next = days.add(first, 1, unit)
  const isBegin =
    unit === 'week' || days.startOf(first, unit, { weekStart: 'monday', fiscalYearStart: null }) === first
  return isBegin && end.slice(0, 10) <= next ? first : null
}

/** Null for a period that is no whole year, quarter, month, week or day. */
export function periodBefore(time: TimeSlot): TimeSlot | null {
  const unit = unitOf(time)
  const { start } = time
  return unit === null || start === null
    ? null
    : { start: days.add(start.slice(0, 10), -1, unit), end: start }
}

/** "did it grow against last year": from last year to this one. */
export function periodAfter(time: TimeSlot): TimeSlot | null {
  const unit = unitOf(time)
  const { end } = time
  return unit === null || end === null ? null : { start: end, end: days.add(end.slice(0, 10), 1, unit) }
}

function unitOf({ start, end }: TimeSlot): TimeUnit | null {
  if (start === null || end === null) return null
  const units: readonly TimeUnit[] = ['year', 'quarter', 'month', 'week', 'day']
  return units.find((one) => days.add(start.slice(0, 10), 1, one) === end.slice(0, 10)) ?? null
}

/** The condition of one period or of either of two. */
export function timeConditions({ time, isTimeInside, against, moment }: Frame): readonly Condition[] {
  if (time === null || isTimeInside || moment === null) return []
  const during = (slot: TimeSlot): Condition => ({
    kind: 'during',
    of: moment,
    start: slot.start,
    end: slot.end,
  })
  return [against === null ? during(time) : { kind: 'or', of: [during(time), during(against)] }]
}
