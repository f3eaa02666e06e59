import type { Plan } from '../plan/plan.ts'
import type { Assumption, Reading } from '../plan/reading.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { isReadingDoubt } from './reading-doubt.ts'

/** The only reading that was offered for a question which was not answered. Null where there is none, or a choice. */
export function offeredReading(plan: Plan): Reading | null {
  const offers =
    plan.status === 'clarification'
      ? isReadingDoubt(plan)
        ? plan.readings
        : []
      : plan.status === 'cannot_answer'
        ? (plan.nearest ?? [])
        : []
  const different = new Map(offers.map((one) => [one.restatement, one]))
  const [only] = offers
  return only === undefined || different.size > 1 ? null : only
}

/** What is said of a follow-up whose question before had no answer. */
export function unansweredBefore({ previous }: ReadingContext): readonly Assumption[] {
  const how = previous?.isNotLast
  if (previous === null || how === undefined) return []
  const said = `“${previous.reading.restatement}”`
  const says =
    how === 'offered'
      ? `The question before was not answered. This goes on from what was offered instead: ${said}.`
      : `The last question was not answered. This goes on from an earlier one: ${said}.`
  return [{ about: 'question before', says, changesNumbers: true }]
}
