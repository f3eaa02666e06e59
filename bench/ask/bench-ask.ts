import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, resolve } from 'node:path'
import { benchShop } from './bench-shop.ts'
import { loadPostgres } from './load-postgres.ts'

const root = join(import.meta.dirname, '..', '..')

/**
 * Measures the end-to-end time of `ask_question` on the sample shop, then how well questions are read, over every set.
 * QUIPU_ASK_SETS is the folder of the sets. Default: beside the project.
 */
export async function benchAsk(): Promise<void> {
  await benchShop()
  const sets = resolve(process.env['QUIPU_ASK_SETS'] ?? join(root, '../shared/bench/ask'))
  await using postgres = await loadPostgres(join(sets, 'defog-classic-pg', 'databases'))
  const program = join(root, 'modules/data-agent/measure/measure-sets.ts')
  const args = [program, '--pg', postgres.prefix, '--out', join(root, 'bench/results')]
  const child = spawn(process.execPath, args, {
    stdio: 'inherit',
    env: { ...process.env, QUIPU_ASK_SETS: sets },
  })
  const [code] = await once(child, 'exit')
  if (code !== 0) throw new Error(`The sets could not be measured: the program ended with ${code}`)
}
