import { partCondition } from '../interpret/time-condition.ts'
import { addFilter, type FrameDraft } from './frame-draft.ts'

/** "on Saturdays", "in the morning": narrows by a part of the date that the frame is read by. False where it has none. */
export function addRecurring(draft: FrameDraft): boolean {
  if (isCompared(draft)) return addCompared(draft)
  for (const time of draft.recurring) {
    const { moment, ontology } = draft
    const field = ontology.datasets
      .find(({ name }) => name === moment?.dataset)
      ?.fields.find(({ name }) => name === moment?.field)
    const condition = moment === null ? null : partCondition(moment, time)
    // A date without hours knows no mornings.
    const isKnown = time.part?.part !== 'hour' || field?.type !== 'date'
    if (condition === null || !isKnown) return false
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
  const of = recurring.flatMap((time) => (moment === null ? [] : (partCondition(moment, time) ?? [])))
  const part = recurring[0]?.part?.part
  if (of.length < 2 || part === undefined || part === 'hour') return false
  addFilter(draft, `recurring ${part}`, { kind: 'or', of }, false)
  groups.push({ kind: 'part', part })
  return true
}
