import type { Ontology } from '@quipu/query'
import type { ClarificationQuestion } from '../plan/plan.ts'
import type { Assumption, Reading } from '../plan/reading.ts'
import type { Span } from '../numbers/number-mention.ts'
import type { ReadingContext } from '../plan/reading-context.ts'
import type { TimeMention } from '../time/time-mention.ts'
import { applyEffect } from './apply-effect.ts'
import { contextDoubts } from './context-doubts.ts'
import type { Doubt, Settled } from './doubt.ts'
import { datasetsOf, timeFields } from '../restate/fields.ts'
import { meaningDoubt, nearReadings, type MeaningDoubtOptions } from './meaning-doubt.ts'
import { qualifierDoubts } from './qualifier-doubts.ts'
import { timeFieldOf } from './query-patches.ts'
import { settle } from './settle.ts'
import { timeDoubts } from './time-doubts.ts'

export interface ClarifyInput extends MeaningDoubtOptions {
  readonly question: string
  readonly ontology: Ontology
  readonly times: readonly TimeMention[]
  readonly context: ReadingContext
  /** Whether a phrase already has a meaning in the data: a value, a flag, a synonym. */
  readonly isKnown: (phrase: string) => boolean
}

export interface Clarified {
  /** The questions to ask. Empty when all is settled. */
  readonly questions: readonly ClarificationQuestion[]
  /** The readings, the chosen meaning first. The best one includes everything that was settled. */
  readonly readings: readonly Reading[]
  /** The question must be read again with a fiscal year that begins in this month. */
  readonly fiscalStart: number | null
  /** The person has chosen the meaning, now or before. */
  readonly isChosen: boolean
  /** A doubt was found and settled, by an answer, a setting or an assumption that is told. */
  readonly isSettled: boolean
}

/** Entry point: checks the readings of a question (best first) for all four triggers, and applies all answers and settings. */
export function clarify(readings: readonly Reading[], input: ClarifyInput): Clarified {
  const { chosen, doubts: meanings } = chooseMeaning(readings, input)
  if (!chosen) return { questions: [], readings, fiscalStart: null, isChosen: false, isSettled: false }
  const doubts = [...meanings, ...doubtsOf(chosen, input)]
  const { questions, settled } = settle(doubts, input.context)
  const fiscal = settled.find(({ effect }) => effect.kind === 'fiscal-start')?.effect
  const best = settled.reduce(
    (reading, one) => withSettled(reading, one, input),
    withoutWords(chosen, doubts, input.question),
  )
  return {
    questions,
    readings: [best, ...readings.filter((reading) => reading !== chosen)],
    fiscalStart: fiscal?.kind === 'fiscal-start' ? fiscal.month : null,
    isChosen: settled.some(
      ({ effect, assumption }) => effect.kind === 'reading' && assumption?.changesNumbers !== true,
    ),
    isSettled: settled.length > 0,
  }
}

/** One doubt for each word on which the likely readings differ. A choice leaves fewer readings for the next doubt. */
function chooseMeaning(
  readings: readonly Reading[],
  input: ClarifyInput,
): { readonly chosen: Reading | undefined; readonly doubts: readonly Doubt[] } {
  const doubts: Doubt[] = []
  let left = nearReadings(readings, input)
  for (let doubt = meaningDoubt(left, all); doubt; doubt = meaningDoubt(left, all)) {
    doubts.push(doubt)
    const effect = settle([doubt], input.context).settled[0]?.effect
    const picked = left[effect?.kind === 'reading' ? effect.index : 0]
    const span = doubt.span
    const kept = left.filter((one) => one === picked || (span && picked && meansSame(one, picked, span)))
    if (span === null || kept.length === left.length) return { chosen: picked, doubts }
    left = kept
  }
  return { chosen: left[0], doubts }
}

const all: MeaningDoubtOptions = { isNear: () => true }

function meansSame(one: Reading, other: Reading, { start, end }: Span): boolean {
  const meaning = (reading: Reading): string | undefined =>
    reading.evidence.find((evidence) => evidence.start === start && evidence.end === end)?.meaning
  return meaning(one) === meaning(other)
}

function doubtsOf(
  { query }: Reading,
  { question, ontology, times, context, isKnown }: ClarifyInput,
): readonly Doubt[] {
  const datasets = datasetsOf(query)
  return [
    ...timeDoubts({ question, times, timeFields: timeFields(query, datasets, ontology), ontology, context }),
    ...qualifierDoubts({ question, ontology, datasets, isKnown }),
    ...contextDoubts(question, ontology),
  ]
}

function withSettled(reading: Reading, { effect, assumption }: Settled, { ontology }: ClarifyInput): Reading {
  const assumptions: readonly Assumption[] = assumption
    ? [...reading.assumptions, assumption]
    : reading.assumptions
  return {
    ...reading,
    query: applyEffect(reading.query, effect, timeFieldOf(reading.query, ontology)),
    assumptions,
  }
}

/** Words that a doubt is about count as understood, even if they are not settled yet. */
function withoutWords(reading: Reading, doubts: readonly Doubt[], question: string): Reading {
  const about = doubts.flatMap(({ span }) =>
    span ? [question.slice(span.start, span.end).toLowerCase()] : [],
  )
  const unmatched = reading.unmatched.filter(
    (word) => !about.some((words) => words.includes(word.toLowerCase())),
  )
  return { ...reading, unmatched }
}
