import { builtServer } from '../environment/server-build.ts'
import { runTool } from './tool.ts'
import { step, type Tally } from './step.ts'

/** After the types of the console's client are made, they share nothing, so they run side by side; each counts as one test. */
export async function runChecks(): Promise<Tally> {
  const run = ({ name, tool, args, env = {} }: Check) =>
    step(name, async () => {
      const { exitCode, output } = await runTool(tool, args, { env })
      if (exitCode !== 0) throw new Error(output)
    })
  const client = { name: 'types of the client', tool: 'node', args: ['scripts/generate-client.ts'] }
  const results = [await run(client), ...(await Promise.all([...checks.map(run), build()]))]
  return {
    passed: results.filter(({ failed }) => failed === 0).length,
    failed: results.filter(({ failed }) => failed > 0).length,
    skipped: 0,
  }
}

/** Before the tests: several of them would build it at the same time. */
function build(): Promise<Tally> {
  return step('build of the server', async () => void (await builtServer()))
}

interface Check {
  readonly name: string
  readonly tool: string
  readonly args: string[]
  readonly env?: Record<string, string>
}

/**
 * Rules that need types make the linter check all types anyway, so it reports errors of types as well, and `tsc` would do
 * the same work again. Only the console has `tsc` too: the types of its client are generated, and such files are not linted.
 */
const checks: readonly Check[] = [
  {
    name: 'types and lint',
    tool: 'oxlint',
    args: ['--type-aware', '--type-check'],
    // Collects garbage less often. It then takes as much memory as `tsc` and the linter took together.
    env: { GOGC: '400' },
  },
  { name: 'types of the console', tool: 'tsc', args: ['--noEmit', '--pretty', '-p', 'apps/console'] },
  { name: 'format', tool: 'oxfmt', args: ['--check'] },
  { name: 'dead code', tool: 'knip', args: [] },
]
