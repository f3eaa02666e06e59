import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { confidenceBy, fit, type Model, type Sample } from './logistic-model.ts'

/**
 * Fits the weights of `Reading.confidence` to what `collect-features.ts` wrote, on the databases that are not held back,
 * and prints the results on each fifth of the databases when fitted on the others:
 *   npx node modules/data-agent/measure/fit-weights.ts FILE.jsonl… [--write] [--business 0.2] [--held]
 * `--held` also prints the results on the held-back databases. Each time counts as a look at them.
 * Weights of little use become zero and are left out. `--business` is the share of the business questions in the
 * whole, however few they are.
 */
const { values: args, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    write: { type: 'boolean', default: false },
    held: { type: 'boolean', default: false },
    strength: { type: 'string', default: '2' },
    business: { type: 'string', default: '0.2' },
  },
})

interface Line {
  readonly db: string
  readonly set: 'public' | 'business'
  readonly isHeldBack: boolean
  readonly isRight: boolean
  readonly features: Readonly<Record<string, number>> | null
}
interface Usable extends Line, Sample {
  readonly features: Readonly<Record<string, number>>
}

const lines = positionals
  .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  .filter((line) => line !== '')
  // Written by collect-features.ts.
  .map((line) => JSON.parse(line) as Line)
const usable = weighed(lines)
const names = [...new Set(usable.flatMap(({ features }) => Object.keys(features)))]
const training = usable.filter((each) => !each.isHeldBack)
const model = fit(training, names, Number(args.strength))
console.log(JSON.stringify({ bias: model.bias, ...model.weights }))
show('fitted', training, () => model)
if (args.held)
  show(
    'held back',
    usable.filter((each) => each.isHeldBack),
    () => model,
  )
crossValidate()
if (args.write) writeWeights()

/** The weight of each business question, so that together they have the given share. */
function weighed(all: readonly Line[]): readonly Usable[] {
  const known = all.flatMap((each) => (each.features === null ? [] : [{ ...each, features: each.features }]))
  const business = known.filter((each) => each.set === 'business').length
  const share = Number(args.business)
  const weight = business === 0 ? 1 : (share / (1 - share)) * ((known.length - business) / business)
  return known.map((each) => ({ ...each, weight: each.set === 'business' ? weight : 1 }))
}

function crossValidate(): void {
  const folds = 5
  const foldOf = ({ db }: Usable): number =>
    Number.parseInt(createHash('sha256').update(`fold ${db}`).digest('hex').slice(0, 8), 16) % folds
  const models = Array.from({ length: folds }, (_, fold) =>
    fit(
      training.filter((each) => foldOf(each) !== fold),
      names,
      Number(args.strength),
    ),
  )
  const modelFor = (each: Usable): Model => models[foldOf(each)] ?? model
  for (const set of ['public', 'business'] as const)
    show(
      `${set}, databases not fitted on`,
      training.filter((each) => each.set === set),
      modelFor,
    )
}

function show(title: string, of: readonly Usable[], modelFor: (each: Usable) => Model): void {
  const sorted = of
    .map((each) => ({ right: each.isRight, p: confidenceBy(modelFor(each), each.features) }))
    .sort((a, b) => b.p - a.p)
  const total = sorted.filter((each) => each.right).length
  const loss =
    -sorted.reduce((sum, each) => sum + Math.log(each.right ? each.p : 1 - each.p), 0) / sorted.length
  console.log(
    `${title}: ${sorted.length} questions, right ${percent(total, sorted.length)}, log loss ${loss.toFixed(3)}`,
  )
  for (const share of [0.3, 0.5, 0.6, 0.65, 0.7, 0.8, 0.9, 1]) {
    const top = sorted.slice(0, Math.round(sorted.length * share))
    console.log(
      `  ${(100 * share).toFixed(0)} % surest: precision ${percent(top.filter((each) => each.right).length, top.length)}, least confidence ${top.at(-1)?.p.toFixed(2)}`,
    )
  }
  const bins = Array.from({ length: 10 }, (_, i) =>
    sorted.filter((each) => Math.min(9, Math.floor(each.p * 10)) === i),
  )
  console.log(
    `  predicted → actual: ${bins.map((bin, i) => `${i / 10}–${(i + 1) / 10}: ${percent(bin.filter((each) => each.right).length, bin.length)} of ${bin.length}`).join(', ')}`,
  )
}

function percent(part: number, of: number): string {
  return of === 0 ? '–' : `${((100 * part) / of).toFixed(1)} %`
}

function writeWeights(): void {
  const rows = Object.entries(model.weights).map(([name, weight]) => `  ${name}: ${weight},`)
  const text = `/** Fitted by modules/data-agent/measure/fit-weights.ts: each point of a feature moves the log-odds of a right reading by its weight. */
export const bias = ${model.bias}

export const weights: Readonly<Record<string, number>> = {
${rows.join('\n')}
}
`
  writeFileSync(join(import.meta.dirname, '../../../packages/reading/src/confidence/weights.ts'), text)
}
