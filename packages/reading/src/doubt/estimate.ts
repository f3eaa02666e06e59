import type { Plan } from '../plan/plan.ts'
import type { Assumption, Reading } from '../plan/reading.ts'
import { hasTrade } from '../business/business.ts'
import { doubtAbout } from '../confidence/verdict.ts'
import { bias, weights } from './estimate-weights.ts'
import { bias as biasOfGrammar, weights as weightsOfGrammar } from './grammar-weights.ts'
import type { Doubted, Signal } from './signal.ts'
import { signalsOf } from './signals.ts'

/** From here on a reading needs no warning before its rows are there. Chosen on the measured curves: see decisions 0110 and 0178. */
const sure = 0.75
/** The same where something is sold: a wrong figure of a business costs more than a warning. */
export const sureInTrade = 0.85
/** Below this the person is asked instead. */
const least = 0.2
/** How many reasons a warning names. */
export const mostReasons = 2

export interface Estimate {
  /** 0 to 1: how often such readings are right. */
  readonly confidence: number
  readonly signals: Readonly<Record<string, number>>
  /** What is doubtful, the weightiest first. Sentences without their full stops. */
  readonly reasons: readonly string[]
  /** It needs no warning. */
  readonly isSure: boolean
}

/** How sure a reading is, by the same measure for both readers. */
export function estimate(doubted: Doubted): Estimate {
  const isTrade = hasTrade(doubted.ontology)
  const isPlain = !isTrade && doubted.reading.frame === undefined
  const weightOf = ({ name }: Signal): number => (isPlain ? weightsOfGrammar : weights)[name] ?? 0
  const found = signalsOf(doubted).filter(({ value }) => value !== 0)
  const odds = found.reduce((sum, one) => sum + weightOf(one) * one.value, isPlain ? biasOfGrammar : bias)
  const lossOf = (one: Signal): number => loss(one, weightOf(one))
  const reasons = found
    .filter((one) => lossOf(one) < 0)
    .toSorted((a, b) => lossOf(a) - lossOf(b))
    .flatMap(({ says }) => says ?? [])
  const confidence = 1 / (1 + Math.exp(-odds))
  const bound = isTrade ? sureInTrade : sure
  return {
    confidence,
    isSure: confidence >= bound,
    signals: Object.fromEntries(found.map(({ name, value }) => [name, value])),
    reasons: [...new Set(reasons)].slice(0, mostReasons),
  }
}

/** What a signal takes from the odds. What speaks for a reading takes something where it is weak. */
function loss(one: Signal, weight: number): number {
  return weight > 0 && one.says !== undefined ? weight * (one.value - usual) : weight * one.value
}

/** The log-odds that the grammar usually gives to its readings. */
const usual = 2

/** The reading with its estimate, and with a warning that names what is doubtful. */
export function withEstimate(reading: Reading, { confidence, signals, reasons, isSure }: Estimate): Reading {
  const others = reading.assumptions.filter(({ about }) => about !== doubtAbout)
  const assumptions = isSure ? others : [...others, warning(reading, reasons)]
  return { ...reading, confidence, signals, doubts: reasons, assumptions }
}

/** How the question was read, and why that may be wrong. */
export function warning({ restatement }: Reading, reasons: readonly string[]): Assumption {
  const why = reasons.length === 0 ? 'The question leaves room for other readings.' : `${reasons.join('. ')}.`
  return {
    about: doubtAbout,
    says: `Read as: ${restatement}. ${why}`,
    changesNumbers: true,
    isEstimated: true,
  }
}

/** Whether a reading is too unsure to be answered. */
export function isTooUnsure({ confidence }: Estimate): boolean {
  return confidence < least
}

/** The other readings of a plan, with their confidence on the scale of the first one. */
export function scaled(plan: Extract<Plan, { status: 'readings' }>, first: Reading): Plan {
  const [before, ...rest] = plan.readings
  const factor = before.confidence === 0 ? 1 : first.confidence / before.confidence
  return {
    ...plan,
    readings: [first, ...rest.map((one) => ({ ...one, confidence: Math.min(1, one.confidence * factor) }))],
  }
}
