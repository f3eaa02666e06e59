import { styleText } from 'node:util'
import { costSoFar, noteCost } from './environment/costs.ts'
import { obtainPrograms } from './environment/install-programs.ts'
import { programsToDoWithout } from './environment/programs.ts'
import { runChecks } from './run/checks.ts'
import { forgetCosts, sayCosts } from './run/costs.ts'
import { readFaultOptions } from './run/fault-options.ts'
import { step, type Tally } from './run/step.ts'
import { runTests } from './run/tests.ts'

const [first, ...rest] = process.argv.slice(2)
const isFaultRun = first === 'faults'
const faults = isFaultRun ? readFaultOptions(rest) : undefined
const filters = faults?.filters ?? process.argv.slice(2)

forgetCosts()
const tally = await run()
const skipped = tally.skipped > 0 ? `, ${tally.skipped} skipped` : ''
console.log(`${tally.passed} passed, ${tally.failed} failed${skipped}`)
sayCosts()
process.exitCode = tally.failed > 0 ? 1 : 0

async function run(): Promise<Tally> {
  const total: Tally = { passed: 0, failed: 0, skipped: 0 }
  const add = (part: Tally) => {
    total.passed += part.passed
    total.failed += part.failed
    total.skipped += part.skipped
  }

  // The checks need none of the programs, so they do not wait for the installation.
  const steps = filters.length === 0 ? [havePrograms(), runChecks()] : [havePrograms()]
  const begun = costSoFar()
  for (const step of await Promise.all(steps)) add(step)
  noteCost('checks and programs', begun)
  if (total.failed > 0) return total
  const checked = costSoFar()
  add(await runTests({ filters, faultRounds: faults?.rounds ?? 3, faultSeed: faults?.seed }))
  noteCost('tests altogether', checked)
  return total
}

async function havePrograms(): Promise<Tally> {
  return step('system programs', async () => {
    const without = [...programsToDoWithout()]
    if (without.length > 0) say(`doing without ${without.join(', ')}: the tests that need it are skipped`)
    await obtainPrograms(say)
  })
}

function say(line: string): void {
  console.log(styleText('dim', `  ${line}`))
}
