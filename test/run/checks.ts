import { builtServer } from '../environment/server-build.ts'
import { runTool } from './tool.ts'
import { step, type Tally } from './step.ts'

/** After the types of the console's client are made, they share nothing, so they run side by side; each counts as one test. */
export async function runChecks(): Promise<Tally> {
  const run = ({ name, tool, args }: (typeof checks)[number]) =>
    step(name, async () => {
      const { exitCode, output } = await runTool(tool, args)
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

const checks = [
  { name: 'types', tool: 'tsc', args: ['--noEmit', '--pretty'] },
  { name: 'types of the console', tool: 'tsc', args: ['--noEmit', '--pretty', '-p', 'apps/console'] },
  { name: 'lint', tool: 'oxlint', args: ['--type-aware'] },
  { name: 'format', tool: 'oxfmt', args: ['--check'] },
  { name: 'dead code', tool: 'knip', args: [] },
]
