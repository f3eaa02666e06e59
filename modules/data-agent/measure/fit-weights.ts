import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'

/**
 * Fits the weights of `Reading.confidence` to what `collect-features.ts` wrote, on the databases that are not held back,
 * and prints how they do on those that are:
 *   npx node modules/data-agent/measure/fit-weights.ts FILE.jsonl… [--write]
 * A logistic model over the features as they are; weights of little use are drawn to nothing and left out.
 */
const { values: args, positionals } = parseArgs({
  allowPositionals: true,
  options: { write: { type: 'boolean', default: false }, strength: { type: 'string', default: '2' } },
})

interface Sample {
  readonly isHeldBack: boolean
  readonly isRight: boolean
  readonly features: Readonly<Record<string, number>> | null
}

// Written by collect-features.ts.
const samples = positionals
  .flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== ''),
  )
  .map((line) => JSON.parse(line) as Sample)
const usable = samples.flatMap((each) =>
  each.features === null ? [] : [{ ...each, features: each.features }],
)
const training = usable.filter((each) => !each.isHeldBack)
const names = Object.keys(training[0]?.features ?? {})
const model = fit(training, Number(args.strength))
const kept = Object.fromEntries(
  names
    .map((name, i) => [name, Math.round((model.weights[i] ?? 0) * 100) / 100] as const)
    .filter(([, weight]) => Math.abs(weight) >= 0.05),
)
console.log(JSON.stringify({ bias: Math.round(model.bias * 100) / 100, ...kept }))
show('fitted', training)
show(
  'held back',
  usable.filter((each) => each.isHeldBack),
)
if (args.write) writeWeights()

type Usable = (typeof usable)[number]

function fit(of: readonly Usable[], strength: number): { bias: number; weights: number[] } {
  const rows = of.map((each) => names.map((name) => each.features[name] ?? 0))
  let bias = 0
  const weights = names.map(() => 0)
  const velocity = names.map(() => 0)
  for (let round = 0; round < 1500; round++) {
    const gradient = weights.map((weight) => strength * weight)
    let forBias = 0
    rows.forEach((row, i) => {
      const error =
        sigmoid(bias + row.reduce((sum, value, j) => sum + value * (weights[j] ?? 0), 0)) -
        (of[i]?.isRight === true ? 1 : 0)
      forBias += error
      row.forEach((value, j) => void (gradient[j] = (gradient[j] ?? 0) + error * value))
    })
    const step = 1 / rows.length
    bias -= step * forBias
    weights.forEach((_, j) => {
      velocity[j] = 0.9 * (velocity[j] ?? 0) - step * 0.3 * (gradient[j] ?? 0)
      weights[j] = (weights[j] ?? 0) + velocity[j]
    })
  }
  return { bias, weights }
}

function sigmoid(x: number): number {
  return 1 / (1 + Math.exp(-x))
}

function confidenceOf(features: Readonly<Record<string, number>>): number {
  return sigmoid(
    model.bias +
      Object.entries(kept).reduce((sum, [name, weight]) => sum + weight * (features[name] ?? 0), 0),
  )
}

function show(title: string, of: readonly Usable[]): void {
  const sorted = of
    .map((each) => ({ right: each.isRight, p: confidenceOf(each.features) }))
    .sort((a, b) => b.p - a.p)
  const total = sorted.filter((each) => each.right).length
  const loss =
    -sorted.reduce((sum, each) => sum + Math.log(each.right ? each.p : 1 - each.p), 0) / sorted.length
  console.log(
    `${title}: ${sorted.length} questions, right ${percent(total, sorted.length)}, log loss ${loss.toFixed(3)}`,
  )
  for (const share of [0.3, 0.4, 0.5, 0.6, 0.65, 0.7, 0.8, 0.9, 1]) {
    const top = sorted.slice(0, Math.round(sorted.length * share))
    console.log(
      `  ${(100 * share).toFixed(0)} % surest: precision ${percent(top.filter((each) => each.right).length, top.length)}, least confidence ${top.at(-1)?.p.toFixed(2)}`,
    )
  }
  const bins = Array.from({ length: 10 }, (_, i) =>
    sorted.filter((each) => Math.min(9, Math.floor(each.p * 10)) === i),
  )
  console.log(
    `  told → found: ${bins.map((bin, i) => `${i / 10}–${(i + 1) / 10}: ${percent(bin.filter((each) => each.right).length, bin.length)} of ${bin.length}`).join(', ')}`,
  )
}

function percent(part: number, of: number): string {
  return of === 0 ? '–' : `${((100 * part) / of).toFixed(1)} %`
}

function writeWeights(): void {
  const lines = Object.entries(kept).map(([name, weight]) => `  ${name}: ${weight},`)
  const text = `/** Fitted by modules/data-agent/measure/fit-weights.ts: each point of a feature moves the log-odds of a right reading by its weight. */
export const bias = ${Math.round(model.bias * 100) / 100}

export const weights: Readonly<Record<string, number>> = {
${lines.join('\n')}
}
`
  writeFileSync(join(import.meta.dirname, '../src/reading/confidence/weights.ts'), text)
}
