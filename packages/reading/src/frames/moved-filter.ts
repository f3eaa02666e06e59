import type { FilterSlot, Frame, TimeSlot } from '../plan/frame.ts'

/** The filter with another period in place of the old one. */
export function moved(filter: FilterSlot, old: TimeSlot, time: TimeSlot): FilterSlot {
  const swap = (_: string, part: unknown): unknown =>
    isDuring(part) && part.start === old.start && part.end === old.end ? { ...part, ...time } : part
  // A frame is plain data: nothing is lost on the way through JSON.
  return JSON.parse(JSON.stringify(filter, swap)) as FilterSlot
}

/** The only period of a frame may be inside of a condition on related rows: another period then takes its place there. */
export function withPeriodInside(frame: Frame): Frame {
  if (frame.time !== null) return frame
  const [only, ...more] = periodsIn(frame.filters.map(({ condition }) => condition))
  return only === undefined || more.length > 0 ? frame : { ...frame, time: only, isTimeInside: true }
}

/** The different periods with a start and an end that conditions have. */
export function periodsIn(conditions: unknown): readonly TimeSlot[] {
  const found = new Map<string, TimeSlot>()
  JSON.stringify(conditions, (_: string, part: unknown): unknown => {
    if (isDuring(part) && part.start !== null && part.end !== null)
      found.set(`${part.start} ${part.end}`, { start: part.start, end: part.end })
    return part
  })
  return [...found.values()]
}

function isDuring(part: unknown): part is TimeSlot {
  return typeof part === 'object' && part !== null && 'kind' in part && part.kind === 'during'
}
