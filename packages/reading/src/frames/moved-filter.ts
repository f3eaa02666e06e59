import type { FilterSlot, TimeSlot } from '../plan/frame.ts'

/** The filter with another period in place of the old one. */
export function moved(filter: FilterSlot, old: TimeSlot, time: TimeSlot): FilterSlot {
  const swap = (_: string, part: unknown): unknown =>
    isDuring(part) && part.start === old.start && part.end === old.end ? { ...part, ...time } : part
  // A frame is plain data: nothing is lost on the way through JSON.
  return JSON.parse(JSON.stringify(filter, swap)) as FilterSlot
}

function isDuring(part: unknown): part is TimeSlot {
  return typeof part === 'object' && part !== null && 'kind' in part && part.kind === 'during'
}
