import { partCondition } from '../interpret/time-condition.ts'
import { addFilter, type FrameDraft } from './frame-draft.ts'

/** "on Saturdays", "in the morning": narrows by a part of the date that the frame is read by. False where it has none. */
export function addRecurring(draft: FrameDraft): boolean {
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
