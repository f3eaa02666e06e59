import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../environment/places.ts'
import { sayStep, type Tally } from './step.ts'
import { runTool } from './tool.ts'

export async function runTests(request: {
  filters: string[]
  faultRounds: number
  faultSeed?: string | undefined
}): Promise<Tally> {
  using folder = temporaryFolder()
  const report = join(folder.path, 'report.json')
  const args = [
    'run',
    '--configLoader=native',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...request.filters,
  ]
  const { faultRounds, faultSeed } = request
  const env = {
    QUIPU_FAULT_ROUNDS: process.env['QUIPU_FAULT_ROUNDS'] ?? String(faultRounds),
    ...(faultSeed === undefined ? {} : { QUIPU_FAULT_SEED: faultSeed }),
  }
  const started = performance.now()
  const { exitCode } = await runTool('vitest', args, { env, isLive: true })
  const tally = tallyOf(report, exitCode)
  sayStep('tests', started, tally.failed === 0)
  return tally
}

type Report = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}

/** A file that does not load, or an error between tests, fails no test by name: each counts as one failure all the same. */
function tallyOf(path: string, exitCode: number): Tally {
  const report = readReport(path)
  if (!report) return { passed: 0, failed: 1, skipped: 0 }

  const brokenFiles = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every(({ status }) => status !== 'failed'),
  ).length
  const failed = report.numFailedTests + brokenFiles
  return {
    passed: report.numPassedTests,
    failed: failed === 0 && exitCode !== 0 ? 1 : failed,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

function readReport(path: string): Report | null {
  try {
    // Vitest wrote it a moment ago, in the shape of its json reporter.
    return JSON.parse(readFileSync(path, 'utf8')) as Report
  } catch {
    return null
  }
}
