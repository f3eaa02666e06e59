import { planJoins, type Ontology } from '@quipu/query'
import type { Plan } from '../plan/plan.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { trustInShare } from '../several/read-share.ts'
import { findTimes } from '../time/find-times.ts'
import { readFigures, type Readers } from './read-figures.ts'
import { readMeanOfPeriods } from './read-mean.ts'

/** Two figures with a calculation between them, or the mean of periods, where no other reading shows a part of a whole. */
export function readAsFigures(
  plan: Plan,
  question: string,
  ontology: Ontology,
  context: ReadingContext,
  /** Reads a part of the question as a question of its own. */
  read: (part: string) => Plan,
): Plan | null {
  if (Object.keys(context.answers).length > 0 || (trustInShare(plan) >= 0.6 && isJoined(plan, ontology)))
    return null
  const { now, timeZone } = context
  const readers: Readers = {
    ontology,
    read,
    findTimes: (text) => findTimes(text, { now, timeZone, calendar: ontology.calendar }),
  }
  const reading = readFigures(question, readers) ?? readMeanOfPeriods(question, readers)
  return reading === null ? null : { status: 'readings', readings: [reading] }
}

function isJoined(plan: Plan, ontology: Ontology): boolean {
  return plan.status !== 'readings' || !('status' in planJoins(plan.readings[0].query, ontology))
}
