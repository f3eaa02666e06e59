import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { confidenceBy, fit, type Range, type Sample } from './logistic-model.ts'

/**
 * Fits the weights of the estimate that both readers share to what `collect-signals.ts` wrote, and prints the curve of
 * expected against observed for each kind of set. Each database is judged by weights that were fitted on the others:
 *   npx node modules/data-agent/measure/fit-estimate.ts FILE.jsonl… [--write] [--strength 2]
 */
const { values: args, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false }, strength: { type: 'string', default: '2' } },
})

interface Line {
  readonly db: string
  /** `unseen`: read before anything was mended for it. `mended`: known since. `public`: the academic set. */
  readonly set: 'unseen' | 'mended' | 'public'
  readonly isRight: boolean
  /** Something else warns of the answer. */
  readonly isWarned: boolean
  readonly signals: Readonly<Record<string, number>>
}

/** What counts are databases that nobody has mended anything for. */
const shares = { unseen: 1, mended: 0.1, public: 0.3 } as const
/** These say which reader it was, and may weigh either way. */
const neutral: ReadonlySet<string> = new Set(
  'byGrammar grammarInTrade slotMetric slotCount slotField slotOther slotList followUp wordsMany'.split(' '),
)
/** These can only speak for a reading, and all others only against it. */
const supports: ReadonlySet<string> = new Set('grammarOdds grammarSame slotsSame'.split(' '))

const lines = positionals
  .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  .filter((line) => line !== '')
  // Written by collect-signals.ts.
  .map((line) => JSON.parse(line) as Line)
const names = [...new Set(lines.flatMap(({ signals }) => Object.keys(signals)))].toSorted()
const judged = [...new Set(lines.map(({ db }) => db))].flatMap((db) => {
  const model = fitted(lines.filter((line) => line.db !== db))
  return lines
    .filter((line) => line.db === db)
    .map((line) => ({ ...line, confidence: confidenceBy(model, line.signals) }))
})
for (const set of ['unseen', 'mended', 'public'] as const) show(set)
if (args.write) writeWeights()

function show(set: Line['set']): void {
  const own = judged.filter((line) => line.set === set)
  console.log(
    `${set}: ${own.length} answers\n| Confidence | Answers | Expected right | Observed right |\n|---|---|---|---|`,
  )
  for (let at = 0; at < 10; at++) {
    const bin = own.filter(({ confidence }) => Math.min(9, Math.floor(confidence * 10)) === at)
    if (bin.length === 0) continue
    const expected = bin.reduce((sum, { confidence }) => sum + confidence, 0) / bin.length
    const observed = bin.filter(({ isRight }) => isRight).length / bin.length
    console.log(
      `| ${at / 10} to ${(at + 1) / 10} | ${bin.length} | ${percent(expected)} | ${percent(observed)} |`,
    )
  }
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}

function fitted(some: readonly Line[]): ReturnType<typeof fit> {
  const samples = some.map(({ isRight, signals, set }): Sample => ({
    isRight,
    features: signals,
    weight: shares[set],
  }))
  return fit(samples, names, Number(args.strength), rangeOf)
}

function rangeOf(name: string): Range {
  if (neutral.has(name)) return [-Infinity, Infinity]
  return supports.has(name) ? [0, Infinity] : [-Infinity, 0]
}

function writeWeights(): void {
  const { bias, weights } = fitted(lines)
  const rows = Object.entries(weights).map(([name, weight]) => `  ${name}: ${weight},`)
  const text = `/** Fitted by modules/data-agent/measure/fit-estimate.ts: each point of a signal moves the log-odds of a right reading by its weight. */
export const bias = ${bias}

export const weights: Readonly<Record<string, number>> = {
${rows.join('\n')}
}
`
  writeFileSync(join(import.meta.dirname, '../../../packages/reading/src/doubt/estimate-weights.ts'), text)
}
