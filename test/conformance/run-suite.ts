import { spawn } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../environment/places.ts'

const suite = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance')

export interface Outcome {
  readonly exitCode: number | null
  /** Names of the scenarios that count, as frozen with the revision. */
  readonly scored: readonly string[]
  /** Scenarios in which something was checked and nothing failed. */
  readonly passed: readonly string[]
  /** Whatever was not as it should be, in words: `scenario: check: why`. */
  readonly complaints: readonly { readonly scenario: string; readonly text: string }[]
}

/** Runs all that the suite requires of a server of this revision, and what it runs without scoring. */
export async function runSuite(revision: string, url: string): Promise<Outcome> {
  using folder = temporaryFolder()
  const args = ['server', '--url', url, '--requirements', revision, '-o', folder.path]
  const child = spawn(process.execPath, [join(suite, 'dist/index.js'), ...args], { stdio: 'ignore' })
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  return { exitCode, scored: scoredOf(revision), ...readResults(folder.path) }
}

interface Check {
  readonly id: string
  readonly status: string
  readonly errorMessage?: string
}

function readResults(folder: string): Pick<Outcome, 'passed' | 'complaints'> {
  const results = readdirSync(folder).map((name) => ({
    scenario: name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, ''),
    // The suite wrote it a moment ago, in its own form.
    checks: JSON.parse(readFileSync(join(folder, name, 'checks.json'), 'utf8')) as Check[],
  }))
  const isBad = ({ status }: Check) => status === 'FAILURE' || status === 'WARNING'
  return {
    passed: results
      .filter(({ checks }) => checks.some(({ status }) => status === 'SUCCESS') && !checks.some(isBad))
      .map(({ scenario }) => scenario),
    complaints: results.flatMap(({ scenario, checks }) =>
      checks.filter(isBad).map(({ id, errorMessage = '' }) => ({ scenario, text: `${id}: ${errorMessage}` })),
    ),
  }
}

function scoredOf(revision: string): string[] {
  const yaml = readFileSync(join(suite, `requirements/${revision}.yaml`), 'utf8')
  const section = /^server:\n((?:[ ]+.*\n|\n)+)/m.exec(yaml)?.[1] ?? ''
  return [...section.matchAll(/^ +- (\S+)/gm)].map((match) => match[1] ?? '')
}
