import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { calibrationOf, calibrationText } from './calibration.ts'

const root = join(import.meta.dirname, '..', '..')

/**
 * Asks the business questions to a running server and counts right, wrong and refused answers, and how far their confidence
 * can be trusted. The runner and its sets
 * are in the folder of `--runner` or QUIPU_BUSINESS_BENCH (default: beside the project). `--set` and `--only` choose some.
 */
export async function benchBusiness(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      runner: { type: 'string' },
      set: { type: 'string', multiple: true, default: ['florist', 'roastery', 'subscriptions'] },
      only: { type: 'string', multiple: true, default: [] },
      out: { type: 'string' },
    },
  })
  const folder = resolve(
    values.runner ?? process.env['QUIPU_BUSINESS_BENCH'] ?? join(root, '../shared/bench/business'),
  )
  const program = join(folder, 'run.mjs')
  if (!existsSync(program)) {
    throw new Error(`There is no runner at ${program}: give its folder by --runner or QUIPU_BUSINESS_BENCH`)
  }
  const out = values.out ?? join(root, `bench/results/business-${new Date().toISOString().slice(0, 10)}.json`)
  const args = [
    program,
    '--project',
    root,
    '--out',
    resolve(out),
    ...values.set.flatMap((set) => [
      '--set',
      existsSync(join(folder, set)) ? join(folder, set) : resolve(set),
    ]),
    ...values.only.flatMap((id) => ['--only', id]),
  ]
  const child = spawn(process.execPath, args, { stdio: 'inherit' })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The business questions could not be asked: the runner ended with ${code}`)
  addCalibration(resolve(out))
}

interface Results {
  readonly sets: readonly {
    readonly results: readonly {
      readonly outcome: string
      readonly confidence?: number
      readonly warnings?: readonly string[]
    }[]
  }[]
}

/** Adds how far the confidence of the answers can be trusted to the results, and prints it. */
function addCalibration(file: string): void {
  // Written by the runner.
  const results = JSON.parse(readFileSync(file, 'utf8')) as Results
  const answered = results.sets
    .flatMap((set) => set.results)
    .flatMap(({ outcome, confidence, warnings = [] }) =>
      confidence === undefined || !['right', 'wrong silently', 'wrong with warning'].includes(outcome)
        ? []
        : [{ confidence, isRight: outcome === 'right', isWarned: warnings.length > 0 }],
    )
  const calibration = calibrationOf(answered)
  console.log(`\n${calibrationText(calibration)}`)
  writeFileSync(file, JSON.stringify({ ...results, calibration }, undefined, 1))
}
