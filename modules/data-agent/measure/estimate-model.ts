import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { fit, type Model, type Range, type Sample } from './logistic-model.ts'
import type { EstimatedLine } from './signal-lines.ts'

/** Where the weights are. */
export const weightsFolder = join(import.meta.dirname, '../../../packages/reading/src/doubt')

/** What counts are databases that nobody has mended anything for. */
export const shares = { unseen: 1, mended: 0.1, public: 0.3 } as const

/** These say which reader it was, and may weigh either way. */
const neutral: ReadonlySet<string> = new Set([
  ...'byGrammar grammarInTrade slotMetric slotCount slotField slotOther slotList followUp wordsMany'.split(
    ' ',
  ),
  ...'conditions divided guessedOutputs joined joins manyOutputs margin negation order repeats tables words'.split(
    ' ',
  ),
])
/** These can only speak for a reading, and all others only against it. */
const supports: ReadonlySet<string> = new Set('grammarOdds grammarSame slotsSame'.split(' '))
/** These say nothing about readings by the grammar alone. */
const ofSlots = /^(?:byGrammar|grammar(?!Odds)\w+|slot(?!s)\w+)$/

type EstimateFit = (some: readonly EstimatedLine[]) => Model

/** Fits the weights of the estimate before the rows. Those of the grammar keep what the lines say little about. */
export async function estimateFit(
  lines: readonly EstimatedLine[],
  { isOfGrammar, strength }: { isOfGrammar: boolean; strength: number },
): Promise<EstimateFit> {
  const file = pathToFileURL(join(weightsFolder, 'estimate-weights.ts')).href
  // Written by fit-estimate.ts.
  const { weights: usual } = (await import(file)) as { weights: Readonly<Record<string, number>> }
  const seen = lines.flatMap(({ signals }) => Object.keys(signals))
  const names = [...new Set([...seen, ...(isOfGrammar ? Object.keys(usual) : [])])]
    .filter((name) => !isOfGrammar || !ofSlots.test(name))
    .toSorted()
  return (some) => {
    const samples = some.map(({ isRight, signals, set }): Sample => ({
      isRight,
      features: signals,
      weight: shares[set],
    }))
    return fit(samples, names, strength, { range: rangeOf, usual: isOfGrammar ? usual : {} })
  }
}

/** Nothing is sold, and the grammar has read it. */
export function isPlain({ isTrade, signals }: EstimatedLine): boolean {
  return !isTrade && signals['byGrammar'] === 1
}

function rangeOf(name: string): Range {
  if (neutral.has(name)) return [-Infinity, Infinity]
  return supports.has(name) ? [0, Infinity] : [-Infinity, 0]
}
