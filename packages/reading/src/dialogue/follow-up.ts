import { planJoins, type Ontology, type Query } from '@quipu/query'
import type { Plan } from '../plan/plan.ts'
import type { Reading } from '../plan/reading.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import { headed, restate } from '../restate/restate.ts'
import { findTimes } from '../time/find-times.ts'
import { continueReading } from './continue-reading.ts'
import { withFiscalStart } from '../time/fiscal-start.ts'
import { phraseResolver } from './phrase-resolver.ts'
import { settle } from './settle.ts'
import { fiscalDoubt } from './time-doubts.ts'

/** Entry point: reads the question as a change to the previous turn. Null when there is no previous turn or the question is complete in itself. */
export function followUp(question: string, plain: Ontology, context: ReadingContext): Plan | null {
  const { previous } = context
  if (previous === null) return null
  const ontology = withKnownStart(plain, previous.reading.query)
  const times = findTimes(question, { ...context, calendar: ontology.calendar })
  const doubt = times.some(({ isFiscal }) => isFiscal) ? fiscalDoubt({ times, ontology }) : null
  if (doubt === null) return readingsOf(continued(question, ontology, context))
  const { questions, settled } = settle([doubt], context)
  const { effect, assumption } = settled[0] ?? { effect: doubt.otherwise.effect, assumption: null }
  const begun = effect.kind === 'fiscal-start' ? withFiscalStart(ontology, effect.month) : ontology
  const reading = continued(question, begun, context)
  if (reading === null || assumption === null) return readingsOf(reading, questions)
  return readingsOf({ ...reading, assumptions: [...reading.assumptions, assumption] })
}

function readingsOf(
  reading: Reading | null,
  questions: Extract<Plan, { status: 'clarification' }>['questions'] = [],
): Plan | null {
  if (reading === null) return null
  return questions.length > 0
    ? { status: 'clarification', questions, readings: [reading] }
    : { status: 'readings', readings: [reading] }
}

/** Keeps the fiscal start of the previous turn. */
function withKnownStart(ontology: Ontology, { groupBy }: Query): Ontology {
  if (ontology.calendar.fiscalYearStart !== null) return ontology
  const start = groupBy.flatMap((one) => (one.kind === 'period' ? (one.fiscalStart ?? []) : []))[0]
  return start === undefined ? ontology : withFiscalStart(ontology, start)
}

function continued(
  question: string,
  ontology: Ontology,
  { previous, now, timeZone }: ReadingContext,
): Reading | null {
  if (previous === null) return null
  const resolve = phraseResolver(previous.reading.query, ontology)
  const reading = continueReading(previous.reading, question, ontology, {
    now,
    timeZone,
    resolve,
    restate: (query) => restate(query, ontology),
  })
  if (reading === null || 'status' in planJoins(reading.query, ontology)) return null
  if (isHalfChanged(previous.reading.query, reading.query)) return null
  return { ...reading, query: headed(reading.query, ontology) }
}

/** A part that has a query of its own would stay as it was, and be added to each group of the rest. */
function isHalfChanged(before: Query, after: Query): boolean {
  const hasOwn = JSON.stringify(before.outputs).includes('"kind":"scalar"')
  const rows = ({ where, groupBy }: Query): string => JSON.stringify([where, groupBy])
  return hasOwn && rows(before) !== rows(after)
}
