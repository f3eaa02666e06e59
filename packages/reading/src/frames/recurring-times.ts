import { partOf } from '../interpret/part-of-time.ts'
import { partCondition } from '../interpret/time-condition.ts'
import { addFilter, type FrameDraft } from './frame-draft.ts'

/** "on Saturdays", "in the morning": narrows by a part of the date that the frame is read by. False where it has none. */
export function addRecurring(draft: FrameDraft): boolean {
  if (isCompared(draft)) return addCompared(draft)
  for (const time of draft.recurring) {
    const { moment, ontology } = draft
    const of = moment === null || time.part === null ? null : partOf(moment, time.part.part, ontology)
    // A date without hours knows no mornings.
    const condition = of === null ? null : partCondition(of, time)
    if (condition === null) return false
    addFilter(draft, `recurring ${time.part?.part ?? ''}`, condition, false)
  }
  return true
}

/** "fridays versus saturdays". */
export function isCompared({ scan, recurring: [first, second, ...more] }: FrameDraft): boolean {
  return scan.isVersus && second !== undefined && more.length === 0 && first?.part?.part === second.part?.part
}

/** Each of them has its own figure. */
function addCompared(draft: FrameDraft): boolean {
  const { moment, recurring, groups } = draft
  const part = recurring[0]?.part?.part
  if (moment === null || part === undefined || part === 'hour') return false
  const of = recurring.flatMap((time) => partCondition({ kind: 'part', part, of: moment }, time) ?? [])
  if (of.length < 2) return false
  addFilter(draft, `recurring ${part}`, { kind: 'or', of }, false)
  groups.push({ kind: 'part', part })
  return true
}
