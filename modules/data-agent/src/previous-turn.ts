import { offeredReading, type Plan, type Previous } from '@quipu/reading'
import { readingOf } from './kept-artifacts.ts'
import type { Turn } from './store/conversations.ts'

/** What the next question continues from: the last answer, or the only reading that was offered for a question without one. */
export function previousOf(
  turns: readonly Pick<Turn, 'question' | 'status' | 'artifacts'>[],
): Previous | null {
  const last = turns.at(-1)
  const answered = turns.findLast(({ status }) => status === 'answered')
  if (last !== undefined && last !== answered) {
    // Written by `trailOf`; absent in older records.
    const { plan } = last.artifacts as { readonly plan?: Plan | null }
    const offered = plan === undefined || plan === null ? null : offeredReading(plan)
    if (offered !== null) return { question: last.question, reading: offered, isNotLast: 'offered' }
  }
  const reading = answered === undefined ? null : readingOf(answered.artifacts)
  if (answered === undefined || reading === null) return null
  return { question: answered.question, reading, ...(answered === last ? {} : { isNotLast: 'earlier' }) }
}

/** The last question, if it was not answered and does not go on by what was offered for it. */
export function unansweredOf(
  turns: readonly Pick<Turn, 'question' | 'status' | 'artifacts'>[],
): string | undefined {
  const last = turns.at(-1)
  if (last === undefined || last.status === 'answered') return undefined
  return previousOf(turns)?.isNotLast === 'offered' ? undefined : last.question
}
