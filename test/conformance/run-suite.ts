import { spawn } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from '../environment/places.ts'

const suite = join(import.meta.dirname, '../../node_modules/@modelcontextprotocol/conformance')

export interface Outcome {
  readonly exitCode: number | null
  /** Scenarios in which something was checked and nothing failed. */
  readonly passed: readonly string[]
  /** Whatever was not as it should be, in words: `scenario: check: why`. */
  readonly complaints: readonly { readonly scenario: string; readonly text: string }[]
}

/** All that the suite requires of a server of this revision, and what it runs without scoring. */
export const required = (revision: string) => ['--requirements', revision]

/** All that applies to a revision for which no requirements were frozen. */
export const applicable = (revision: string) => ['--suite', 'all', '--spec-version', revision]

export async function runSuite(selection: readonly string[], url: string): Promise<Outcome> {
  using folder = temporaryFolder()
  const args = ['server', '--url', url, ...selection, '-o', folder.path]
  const child = spawn(process.execPath, [join(suite, 'dist/index.js'), ...args], { stdio: 'ignore' })
  const exitCode = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', resolve)
  })
  return { exitCode, ...readResults(folder.path) }
}

/** Names of the scenarios that count, as frozen with the revision. */
export function scoredFor(revision: string): string[] {
  const yaml = readFileSync(join(suite, `requirements/${revision}.yaml`), 'utf8')
  const section = /^server:\n((?:[ ]+.*\n|\n)+)/m.exec(yaml)?.[1] ?? ''
  return [...section.matchAll(/^ +- (\S+)/gm)].map((match) => match[1] ?? '')
}

interface Check {
  readonly id: string
  readonly status: string
  readonly errorMessage?: string
}

function readResults(folder: string): Pick<Outcome, 'passed' | 'complaints'> {
  const results = readdirSync(folder).map((name) => ({
    scenario: name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT[\d-]+Z$/, ''),
    checks: checksIn(join(folder, name, 'checks.json')),
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

function checksIn(path: string): Check[] {
  if (!existsSync(path)) return [{ id: 'suite', status: 'FAILURE', errorMessage: 'The scenario did not end' }]
  // The suite wrote it a moment ago, in its own form.
  return JSON.parse(readFileSync(path, 'utf8')) as Check[]
}
