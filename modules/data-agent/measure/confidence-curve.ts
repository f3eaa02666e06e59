import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { confidenceBy, fit, type Sample } from './logistic-model.ts'

/**
 * Compares the confidence of readings with how often they are right, on databases that were not used for fitting,
 * as tables; the bounds in `confidence/judge.ts` are chosen on them:
 *   npx node modules/data-agent/measure/confidence-curve.ts FILE.jsonl… [--out FILE.md] [--business 0.35]
 * The files are those that `collect-features.ts` writes.
 */
const { values: args, positionals } = parseArgs({
  allowPositionals: true,
  options: { out: { type: 'string' }, business: { type: 'string', default: '0.35' } },
})

interface Line {
  readonly db: string
  readonly set: 'public' | 'business'
  readonly isHeldBack: boolean
  readonly isRight: boolean
  readonly isAnswered: boolean
  readonly features: Readonly<Record<string, number>> | null
  readonly isFrameRight?: boolean
}
interface Judged {
  readonly line: Line
  readonly confidence: number
}

const folds = 5
const bounds = [0, 0.3, 0.4, 0.5, 0.6, 0.7, 0.75, 0.8, 0.85, 0.9]
const everyday: ReadonlySet<string> = new Set(['gym', 'garage', 'theatre'])
const lines = positionals
  .flatMap((file) => readFileSync(file, 'utf8').split('\n'))
  .filter((line) => line !== '')
  // Written by collect-features.ts.
  .map((line) => JSON.parse(line) as Line)
  .filter(({ features, isHeldBack }) => features !== null && !isHeldBack)
/** Answered by slots: their confidence is fixed, so only their share of right answers is measured. */
const framed: readonly Line[] = lines.filter(
  ({ isFrameRight, isAnswered }) => isFrameRight !== undefined && isAnswered,
)
const judged = Array.from({ length: folds }, (_, fold) => judge(fold)).flat()
const text = [
  '# Confidence of readings',
  '',
  'Each database is judged by weights that were fitted on the others. Only questions that no rule keeps from being',
  'answered without a warning are in the tables.',
  '',
  ...framedTable(),
  ...tablesOf(
    'Public questions',
    judged.filter(({ line }) => line.set === 'public'),
  ),
  ...tablesOf(
    'Business questions',
    judged.filter(({ line }) => line.set === 'business'),
  ),
  ...tablesOf(
    'Business questions in everyday words',
    judged.filter(({ line }) => everyday.has(line.db)),
  ),
].join('\n')
console.log(text)
if (args.out !== undefined) writeFileSync(args.out, text)

function judge(fold: number): readonly Judged[] {
  const known = lines.filter(({ db }) => foldOf(db) !== fold)
  const business = known.filter(({ set }) => set === 'business').length
  const share = Number(args.business)
  const weight = (share / (1 - share)) * ((known.length - business) / Math.max(1, business))
  const samples = known.map(({ isRight, features, set }): Sample => ({
    isRight,
    features: features ?? {},
    weight: set === 'business' ? weight : 1,
  }))
  const names = [...new Set(samples.flatMap(({ features }) => Object.keys(features)))]
  const model = fit(samples, names, 2)
  return lines
    .filter(
      ({ db, isAnswered, isFrameRight }) => isAnswered && isFrameRight === undefined && foldOf(db) === fold,
    )
    .map((line) => ({ line, confidence: confidenceBy(model, line.features ?? {}) }))
}

function foldOf(db: string): number {
  return Number.parseInt(createHash('sha256').update(`fold ${db}`).digest('hex').slice(0, 8), 16) % folds
}

function framedTable(): readonly string[] {
  const byDatabase = Map.groupBy(framed, ({ db, set }) => (set === 'public' ? 'public' : db))
  return [
    `## Read by slots, without a warning: ${framed.length}`,
    '',
    '| Database | Questions | Right |',
    '|---|---|---|',
    ...[...byDatabase].map(
      ([db, some]) =>
        `| ${db} | ${some.length} | ${percent(some.filter(({ isFrameRight }) => isFrameRight).length, some.length)} |`,
    ),
    '',
  ]
}

function tablesOf(title: string, of: readonly Judged[]): readonly string[] {
  const right = (some: readonly Judged[]): string =>
    percent(some.filter(({ line }) => line.isRight).length, some.length)
  const bins = Array.from({ length: 10 }, (_, at) =>
    of.filter(({ confidence }) => Math.min(9, Math.floor(confidence * 10)) === at),
  )
  const mean = (some: readonly Judged[]): string =>
    percent(
      some.reduce((sum, { confidence }) => sum + confidence, 0),
      some.length,
    )
  return [
    `## ${title}: ${of.length}`,
    '',
    '| Confidence | Questions | Expected right | Observed right |',
    '|---|---|---|---|',
    ...bins.map(
      (bin, at) => `| ${at / 10} to ${(at + 1) / 10} | ${bin.length} | ${mean(bin)} | ${right(bin)} |`,
    ),
    '',
    '| Bound | Above it | Of these right |',
    '|---|---|---|',
    ...bounds.map((bound) => {
      const above = of.filter(({ confidence }) => confidence >= bound)
      return `| ${bound} | ${percent(above.length, of.length)} | ${right(above)} |`
    }),
    '',
  ]
}

function percent(part: number, whole: number): string {
  return whole === 0 ? '' : `${((100 * part) / whole).toFixed(1)} %`
}
