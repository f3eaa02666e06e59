import type { FieldRef } from '@quipu/query'
import type { FrameDraft } from './frame-draft.ts'
import { mentionsOf } from './measured.ts'

/** "open for more than 30 days": the period says since when something has been so. */
export function isAged({ scan }: FrameDraft): boolean {
  return mentionsOf(scan, 'time').some(({ time }) => time.isAge === true)
}

/** "not shipped for more than a week": a row without the event is as old as that, and not as young. */
export function turnAge(draft: FrameDraft): void {
  if (isAged(draft) && draft.time !== null && draft.time.start !== null)
    draft.time = { start: null, end: draft.time.start }
}

/** "ready for more than 30 days": counted from the day on which it became ready. */
export function ageFrom(draft: FrameDraft, moment: FieldRef): void {
  if (isAged(draft) && draft.time !== null) draft.moment = moment
}
