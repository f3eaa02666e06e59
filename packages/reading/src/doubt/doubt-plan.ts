import { planJoins, type Ontology } from '@quipu/query'
import { askForReading, chosenReading } from '../dialogue/reading-doubt.ts'
import type { Plan } from '../plan/plan.ts'
import type { Assumption, Reading } from '../plan/reading.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { estimate, isTooUnsure, scaled, withEstimate } from './estimate.ts'

interface Asked {
  readonly question: string
  /** What the other reader makes of the question. */
  readonly other: Plan | null
  readonly isFollowUp: boolean
  readonly ontology: Ontology
  readonly context: ReadingContext
}

/** Answers a plan only as far as it can be trusted: without a warning, with one, or not before the person has chosen. */
export function doubtPlan(plan: Plan, { question, other, isFollowUp, ontology, context }: Asked): Plan {
  if (plan.status !== 'readings') return plan
  const [reading] = plan.readings
  // What the person has settled is no longer in doubt.
  if (Object.keys(context.answers).length > 0 || chosenReading([reading], context) !== null)
    return withoutDoubts(plan)
  const found = estimate({ question, reading, other, isFollowUp, ontology })
  // Whoever settled a doubt of this question before is not asked again.
  const isSettled = reading.assumptions.some((one) => one.isSettled === true)
  if (isTooUnsure(found) && !context.proceed && !isFollowUp && !isSettled) {
    const why = found.reasons[0] ?? 'This can be read in more than one way'
    return askForReading([reading, ...readingsOf(other, ontology)], `${why}.`)
  }
  const made = withEstimate(reading, found)
  const { previous } = context
  const isAlone = !isFollowUp && previous !== null && pointsBack.test(question)
  const isLost = !isFollowUp && previous !== null && losesPart(question, previous.reading, reading)
  const notes = isAlone ? [alone] : isLost ? [onItsOwn] : []
  return scaled(plan, { ...made, assumptions: [...notes, ...made.assumptions] })
}

/** Where an earlier question had an estimate, this one has none. */
function withoutDoubts(plan: Extract<Plan, { status: 'readings' }>): Plan {
  const [{ doubts: _, ...first }, ...rest] = plan.readings
  return { ...plan, readings: [first, ...rest] }
}

/** "did they", "of those", "just the …": somebody or something that was shown before. */
const pointsBack =
  /^\W*(?:just|only) |\b(?:did|do|does|have|has|had|were|are|was|is) (?:they|those|these|he|she)\b|\b(?:of|for|from) (?:them|those|these)\b/i

const alone: Assumption = {
  about: 'follow-up',
  says: 'The question points back to what was shown before, and was read on its own.',
  changesNumbers: true,
}

const onItsOwn: Assumption = {
  about: 'follow-up',
  says: 'This was read on its own: the groups, conditions and period of the question before are not kept.',
  changesNumbers: true,
}

/** "and the …" that is neither divided nor narrowed, where the question before was. */
function losesPart(question: string, { query: before }: Reading, { query }: Reading): boolean {
  const isDivided = before.groupBy.length > 0 && query.groupBy.length === 0
  const isNarrowed = before.where !== null && query.where === null
  return /^\W*and\b/i.test(question) && (isDivided || isNarrowed)
}

function readingsOf(plan: Plan | null, ontology: Ontology): readonly Reading[] {
  if (plan === null || (plan.status !== 'readings' && plan.status !== 'clarification')) return []
  return plan.readings.filter(
    ({ query, restatement }) => restatement !== '' && !('status' in planJoins(query, ontology)),
  )
}
