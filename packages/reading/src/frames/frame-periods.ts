import { days, type Condition, type TimeUnit } from '@quipu/query'
import type { Frame, TimeSlot } from '../plan/frame.ts'

/** The unit that both periods are one of: this year and last year. */
export function sharedUnit(one: TimeSlot, other: TimeSlot): TimeUnit | null {
  const units: readonly TimeUnit[] = ['year', 'quarter', 'month', 'week', 'day']
  const isOne = ({ start, end }: TimeSlot, unit: TimeUnit): boolean =>
    start !== null && end !== null && days.add(start.slice(0, 10), 1, unit) === end.slice(0, 10)
  return units.find((unit) => isOne(one, unit) && isOne(other, unit)) ?? sharedPart(one, other)
}

/** "so far this year against the same time last year": parts of two years or months. */
function sharedPart(one: TimeSlot, other: TimeSlot): TimeUnit | null {
  const within = ({ start, end }: TimeSlot, length: number): string | null => {
    const last = end === null ? null : days.add(end.slice(0, 10), -1, 'day')
    return start !== null && last?.slice(0, length) === start.slice(0, length) ? start.slice(0, length) : null
  }
  const isPart = (length: number): boolean => {
    const [now, before] = [within(one, length), within(other, length)]
    return now !== null && before !== null && now !== before
  }
  return isPart(4) ? 'year' : isPart(7) ? 'month' : null
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
