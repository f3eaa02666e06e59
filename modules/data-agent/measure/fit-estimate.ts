import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { confidenceBy, fit, type Range, type Sample } from './logistic-model.ts'

/**
 * Fits the weights of the estimate that both readers share to what `collect-signals.ts` wrote, and prints the curve of
 * expected against observed for each kind of set. Databases are judged by weights that were fitted on others:
 *   npx node modules/data-agent/measure/fit-estimate.ts FILE.jsonl… [--write] [--strength 2] [--grammar]
 * `--grammar` fits the weights of readings by the grammar where nothing is sold, and takes no others. What they say little about keeps the weight
 * that it has elsewhere.
 */
const { values: args, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    strength: { type: 'string', default: '2' },
    grammar: { type: 'boolean', default: false },
  },
})

interface Line {
  readonly db: string
  /** `unseen`: read before anything was mended for it. `mended`: known since. `public`: the academic set. */
  readonly set: 'unseen' | 'mended' | 'public'
  /** Something is sold in the database. */
  readonly isTrade?: boolean
  readonly isRight: boolean
  /** Something else warns of the answer. */
  readonly isWarned: boolean
  readonly signals: Readonly<Record<string, number>>
}

/** In how many parts databases are judged at most. */
const mostParts = args.grammar ? 5 : 100

/** What counts are databases that nobody has mended anything for. */
const shares = { unseen: 1, mended: 0.1, public: 0.3 } as const
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

const lines = positionals
  .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  .filter((line) => line !== '')
  // Written by collect-signals.ts.
  .map((line) => JSON.parse(line) as Line)
  .filter(({ isTrade, signals }) => !args.grammar || (isTrade === false && signals['byGrammar'] === 1))
const folder = join(import.meta.dirname, '../../../packages/reading/src/doubt')
// Written by this file below.
const { weights: usual } = (await import(pathToFileURL(join(folder, 'estimate-weights.ts')).href)) as {
  weights: Readonly<Record<string, number>>
}
const seen = lines.flatMap(({ signals }) => Object.keys(signals))
/** These say nothing about readings by the grammar alone. */
const ofSlots = /^(?:byGrammar|grammar(?!Odds)\w+|slot(?!s)\w+)$/
const names = [...new Set([...seen, ...(args.grammar ? Object.keys(usual) : [])])]
  .filter((name) => !args.grammar || !ofSlots.test(name))
  .toSorted()
const databases = [...new Set(lines.map(({ db }) => db))]
/** Few databases are judged one by one, many in parts of as many. */
const parts = Math.min(mostParts, databases.length)
const judged = Array.from({ length: parts }, (_, part) => {
  const own = new Set(databases.filter((_db, at) => at % parts === part))
  const model = fitted(lines.filter(({ db }) => !own.has(db)))
  return lines
    .filter(({ db }) => own.has(db))
    .map((line) => ({ ...line, confidence: confidenceBy(model, line.signals) }))
}).flat()
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
  return fit(samples, names, Number(args.strength), rangeOf, args.grammar ? usual : {})
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
  const file = args.grammar ? 'grammar-weights.ts' : 'estimate-weights.ts'
  writeFileSync(join(folder, file), text)
}
