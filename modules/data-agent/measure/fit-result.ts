import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { estimateFit, isPlain, shares, weightsFolder } from './estimate-model.ts'
import { confidenceBy, fit, type Model, type Sample } from './logistic-model.ts'
import { areaOf, partsOf, percent, rightOf, showBins, showBounds } from './show-curves.ts'
import { isEstimated, readSignalLines, type EstimatedLine, type SignalLine } from './signal-lines.ts'

/**
 * Fits the weights that decide once the rows of an answer are there, to what `collect-signals.ts` wrote, and prints the curves before and after:
 *   npx node modules/data-agent/measure/fit-result.ts FILE.jsonl… [--write] [--strength 2]
 * Each fifth of the databases is judged by weights of the others, those before the rows included. Where something is sold, rows may only add to the
 * doubt, and databases are judged one by one.
 */
const { values: args, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false }, strength: { type: 'string', default: '2' } },
})

interface Line extends EstimatedLine {
  /** The confidence before the rows, by weights of other databases where they can be fitted. */
  readonly before: number
}
interface Judged extends Line {
  /** After the rows. */
  readonly confidence: number
}

/** Without a warning before its rows are there. */
const sureBefore = { plain: 0.75, trade: 0.85 }
/** And once they are there, where nothing is sold: as in `doubt/judge-result.ts`. */
const sureAfter = 0.72
/** Other readings from this confidence on, beside that of the best one, had a warning of their own. */
const nearRival = (0.85 - 0.6) / (1 - 0.6)

const strength = Number(args.strength)
const all = readSignalLines(positionals)
const estimated = all.filter(isEstimated)
const sold = estimated
  .filter(({ isTrade }) => isTrade)
  .map((line): Line => ({ ...line, before: line.confidence }))
const unsold = estimated.filter(({ isTrade }) => !isTrade)
const questions = all.filter(({ isTrade }) => !isTrade).length
const fitBefore = await estimateFit(unsold.filter(isPlain), { isOfGrammar: true, strength })
const judged = partsOf(unsold, 5).flatMap(({ own, others }) => {
  const before = fitBefore(others.filter(isPlain))
  const withBefore = (line: EstimatedLine): Line => ({
    ...line,
    before: isPlain(line) ? confidenceBy(before, line.signals) : line.confidence,
  })
  return judgedBy(fitted(others.map(withBefore)), own.map(withBefore))
})
const judgedSold = partsOf(sold, 100).flatMap(({ own, others }) => judgedBy(fittedInTrade(others), own))

console.log('# Nothing is sold')
const isOpen = ({ isWarned }: SignalLine): boolean => !isWarned
const asBefore = judged.map((line) => ({ ...line, confidence: line.before }))
console.log(`area before ${areaOf(asBefore).toFixed(3)}, after ${areaOf(judged).toFixed(3)}`)
showBins('before', asBefore)
showBins('after', judged)
showBounds('before, with the warnings of then', asBefore.filter(isOpen).filter(isPlainlyRead), questions)
showBounds(
  'after, words far from their names still with a warning',
  judged.filter(isOpen).filter(isPlainlyRead),
  questions,
)
showBounds('after', judged.filter(isOpen), questions)

console.log('\n# Something is sold')
for (const set of ['unseen', 'mended', 'public'] as const) {
  const own = judgedSold.filter((line) => line.set === set)
  if (own.length === 0) continue
  const isAlone = (line: Judged): boolean => isOpen(line) && isPlainlyRead(line)
  const quietBefore = own.filter((line) => isAlone(line) && line.before >= sureBefore.trade)
  const quiet = quietBefore.filter(({ confidence }) => confidence >= sureBefore.trade)
  console.log(`without a warning before: ${tally(quietBefore)}, after: ${tally(quiet)}`)
  showBins(
    `${set}, before`,
    own.map((line) => ({ ...line, confidence: line.before })),
  )
  showBins(`${set}, after`, own)
}
const whole = all.length
const quietBefore = [
  ...judged.filter((line) => isOpen(line) && isPlainlyRead(line) && line.before >= sureBefore.plain),
  ...judgedSold.filter((line) => isOpen(line) && isPlainlyRead(line) && line.before >= sureBefore.trade),
]
const quiet = [
  ...judged.filter((line) => isOpen(line) && line.confidence >= sureAfter),
  ...judgedSold.filter(
    (line) =>
      isOpen(line) && isPlainlyRead(line) && Math.min(line.before, line.confidence) >= sureBefore.trade,
  ),
]
console.log(`\nall before: ${tally(quietBefore)} of ${whole}, ${percent(quietBefore.length / whole)}`)
console.log(`all after: ${tally(quiet)} of ${whole}, ${percent(quiet.length / whole)}`)
if (args.write) writeWeights()

function tally(some: readonly Judged[]): string {
  return `${some.length} (${percent(rightOf(some))} right)`
}

/** Neither a word that is far from its name nor another reading had a warning. */
function isPlainlyRead({ result }: EstimatedLine): boolean {
  return (result['wordsFar'] ?? 0) === 0 && (result['rival'] ?? 0) < nearRival
}

function samplesOf(some: readonly Line[]): readonly Sample[] {
  return some.map(({ isRight, before, result, set }) => ({
    isRight,
    features: { ...result, before: oddsOf(before) },
    weight: shares[set],
  }))
}

function oddsOf(confidence: number): number {
  const kept = Math.max(0.001, Math.min(0.999, confidence))
  return Math.log(kept / (1 - kept))
}

function fitted(some: readonly Line[]): Model {
  return fit(samplesOf(some), namesOf(some), strength, { usual: { before: 1 } })
}

function fittedInTrade(some: readonly Line[]): Model {
  return fit(samplesOf(some), namesOf(some), strength, {
    usual: { before: 1 },
    range: (name) => (name === 'before' ? [1, 1] : [-Infinity, 0]),
    isUnbiased: true,
  })
}

function namesOf(some: readonly Line[]): readonly string[] {
  return ['before', ...new Set(some.flatMap(({ result }) => Object.keys(result)))].toSorted()
}

function judgedBy(model: Model, some: readonly Line[]): readonly Judged[] {
  return some.map((line) => ({
    ...line,
    confidence: confidenceBy(model, { ...line.result, before: oddsOf(line.before) }),
  }))
}

function writeWeights(): void {
  const asShipped = unsold.map((line): Line => ({ ...line, before: line.confidence }))
  const text = `import type { ResultWeights } from './result-signals.ts'

// Fitted by modules/data-agent/measure/fit-result.ts: each point of a signal moves the log-odds of a right answer by its weight.

${weightsText('ofResult', fitted(asShipped))}
/** Rows only add to the doubt. */
${weightsText('ofResultInTrade', fittedInTrade(sold))}`
  writeFileSync(join(weightsFolder, 'result-weights.ts'), text)
}

function weightsText(name: string, { bias, weights }: Model): string {
  const { before = 1, ...others } = weights
  const rows = Object.entries(others).map(([signal, weight]) => `    ${signal}: ${weight},\n`)
  return `export const ${name}: ResultWeights = {
  bias: ${bias},
  before: ${before},
  weights: {
${rows.join('')}  },
}
`
}
