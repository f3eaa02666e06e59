import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { estimateFit, isPlain, weightsFolder } from './estimate-model.ts'
import { confidenceBy } from './logistic-model.ts'
import { partsOf, showBins } from './show-curves.ts'
import { isEstimated, readSignalLines } from './signal-lines.ts'

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

/** In how many parts databases are judged at most. */
const mostParts = args.grammar ? 5 : 100

const lines = readSignalLines(positionals)
  .filter(isEstimated)
  .filter((line) => !args.grammar || isPlain(line))
const fitted = await estimateFit(lines, { isOfGrammar: args.grammar, strength: Number(args.strength) })
const judged = partsOf(lines, mostParts).flatMap(({ own, others }) => {
  const model = fitted(others)
  return own.map((line) => ({ ...line, confidence: confidenceBy(model, line.signals) }))
})
for (const set of ['unseen', 'mended', 'public'] as const) {
  const own = judged.filter((line) => line.set === set)
  showBins(set, own)
}
if (args.write) writeWeights()

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
  writeFileSync(join(weightsFolder, file), text)
}
