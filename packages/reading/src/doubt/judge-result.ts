import type { Ontology } from '@quipu/query'
import { hasTrade } from '../business/business.ts'
import { doubtAbout } from '../confidence/verdict.ts'
import type { Assumption, Reading } from '../plan/reading.ts'
import { mostReasons, sureInTrade, warning } from './estimate.ts'
import { resultSignals, type Found, type ResultWeights } from './result-signals.ts'
import { ofResult, ofResultInTrade } from './result-weights.ts'
import type { Signal } from './signal.ts'

/** From here on an answer has no warning once its rows are there. Chosen on the measured curve: see decision 0211. */
const sure = 0.72

interface JudgedResult {
  readonly reading: Reading
  /** The estimate alone decides whether the answer warns of its meaning, and it need not. */
  readonly isSure: boolean
}

/**
 * The confidence of a reading once its rows are there, with a warning where it is too low. What a person or a program gave or chose stays as it is. In
 * a database with a trade, and after a follow-up, rows only add to the doubt.
 */
export function judgeResult(found: Found, ontology: Ontology): JudgedResult {
  const { reading } = found
  const { doubts, ...rest } = reading
  if (doubts === undefined) return { reading, isSure: false }
  const isTrade = hasTrade(ontology)
  const mayRise = !isTrade && reading.signals?.['followUp'] === undefined
  const model = isTrade ? ofResultInTrade : ofResult
  const signals = resultSignals(found).filter(({ value }) => value !== 0)
  const after = confidenceAfter(reading.confidence, signals, model)
  const confidence = mayRise ? after : Math.min(reading.confidence, after)
  const bound = isTrade ? sureInTrade : sure
  const isSure = confidence >= bound
  const isDoubted = !isSure || (!mayRise && reading.assumptions.some(isOwnWarning))
  const said = isDoubted ? withWarning(reading, [...reasonsIn(signals, model), ...doubts]) : reading
  const assumptions =
    mayRise && isSure ? said.assumptions.filter((one) => !isOwnWarning(one)) : said.assumptions
  return {
    // It is judged once: whatever goes on from it has doubts of its own.
    reading: {
      ...rest,
      confidence,
      signals: { ...reading.signals, ...Object.fromEntries(signals.map(({ name, value }) => [name, value])) },
      assumptions,
    },
    isSure: mayRise && isSure,
  }
}

function confidenceAfter(before: number, signals: readonly Signal[], model: ResultWeights): number {
  const kept = Math.max(least, Math.min(1 - least, before))
  const start = model.bias + model.before * Math.log(kept / (1 - kept))
  const odds = signals.reduce((sum, { name, value }) => sum + (model.weights[name] ?? 0) * value, start)
  return 1 / (1 + Math.exp(-odds))
}

const least = 0.001

/** What the rows say against it, the weightiest first. */
function reasonsIn(signals: readonly Signal[], { weights }: ResultWeights): readonly string[] {
  const loss = ({ name, value }: Signal): number => (weights[name] ?? 0) * value
  return signals
    .filter((one) => loss(one) < -leastLoss)
    .toSorted((a, b) => loss(a) - loss(b))
    .flatMap(({ says }) => says ?? [])
}

/** What moves the odds by less is no reason. */
const leastLoss = 0.3

/** In the place of the warning that it has; another warning of the meaning is enough. */
function withWarning(reading: Reading, reasons: readonly string[]): Reading {
  const own = warning(reading, [...new Set(reasons)].slice(0, mostReasons))
  const { assumptions } = reading
  if (assumptions.some(isOwnWarning))
    return { ...reading, assumptions: assumptions.map((one) => (isOwnWarning(one) ? own : one)) }
  if (assumptions.some(({ about }) => about === doubtAbout)) return reading
  return { ...reading, assumptions: [...assumptions, own] }
}

function isOwnWarning({ about, isEstimated }: Assumption): boolean {
  return about === doubtAbout && isEstimated === true
}
