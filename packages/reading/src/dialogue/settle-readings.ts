import type { Ontology } from '@quipu/query'
import type { ClarificationQuestion } from '../plan/plan.ts'
import { nounsOf, valuesOf } from '../interpret/whole-phrase.ts'
import type { Reading } from '../plan/reading.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { headed, restate } from '../restate/restate.ts'
import type { TimeMention } from '../time/time-mention.ts'
import { clarify } from './clarify.ts'
import { withTrend } from './trend.ts'

interface ReadingsInput {
  readonly question: string
  readonly ontology: Ontology
  readonly context: ReadingContext
  readonly times: readonly TimeMention[]
  /** The readings that are as likely as the best one. */
  readonly rivals: ReadonlySet<Reading>
}

interface SettledReadings {
  readonly questions: readonly ClarificationQuestion[]
  readonly readings: readonly Reading[]
  /** The question must be read again with a fiscal year that begins in this month. */
  readonly fiscalStart: number | null
  /** The person has chosen the meaning. */
  readonly isChosen: boolean
  /** A doubt was found and settled. */
  readonly isSettled: boolean
}

/** Entry point: applies answers, settings and assumptions to the readings, restates each in plain words, and returns the remaining questions. */
export function settleReadings(
  readings: readonly Reading[],
  { question, ontology, context, times, rivals }: ReadingsInput,
): SettledReadings {
  const shown = readings.map((reading) => withTrend(reading, question, ontology))
  const near = readings.flatMap((reading, index) => (rivals.has(reading) ? [shown[index]?.query] : []))
  const clarified = clarify(restated(shown, ontology), {
    question,
    ontology,
    times,
    context,
    isKnown: (phrase) => isKnown(phrase, ontology),
    isNear: (_, other) => near.includes(other.query),
  })
  const settled = clarified.readings.map((one) => ({ ...one, query: headed(one.query, ontology) }))
  return { ...clarified, readings: restated(settled, ontology) }
}

function restated(readings: readonly Reading[], ontology: Ontology): readonly Reading[] {
  return readings.map((reading) => ({ ...reading, restatement: restate(reading.query, ontology) }))
}

/** Whether the phrase is a value or the full name of something. */
function isKnown(phrase: string, ontology: Ontology): boolean {
  return valuesOf(phrase, ontology).length > 0 || nounsOf(phrase, ontology, 0.95).length > 0
}
