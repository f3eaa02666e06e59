import { writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../test/environment/postgres.ts'
import { Facts } from './facts.ts'
import { measureIngest } from './ingest.ts'
import { fillStore, measureReads } from './reads.ts'
import { measureScores } from './scores.ts'
import { TruthServer } from './truth-server.ts'

export type Report = (what: string, measured: string, goal?: string) => void

/**
 * Measures the truth module beside plain rows in the same store over the same door. `--full` takes the sizes of the goals;
 * `--observations`, `--entities`, `--edges` and `--batches` choose others. `--postgres` uses a PostgreSQL server.
 */
export async function benchTruth(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      full: { type: 'boolean', default: false },
      postgres: { type: 'boolean', default: false },
      observations: { type: 'string' },
      entities: { type: 'string' },
      edges: { type: 'string' },
      hot: { type: 'string' },
      batches: { type: 'string' },
      only: { type: 'string', default: 'ingest,reads,scores' },
    },
  })
  const defaults = values.full ? fullSizes : quickSizes
  const size = (name: keyof typeof fullSizes) => Number(values[name] ?? defaults[name])
  const sizes = {
    observations: size('observations'),
    entities: size('entities'),
    edges: size('edges'),
    hot: size('hot'),
    batches: size('batches'),
  }
  const parts = values.only.split(',')
  const lines = [
    `# Truth, ${new Date().toISOString().slice(0, 10)}`,
    '',
    `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores shared by server and load; Node ${process.version}; ${values.postgres ? 'PostgreSQL' : 'embedded store'}; load before the run ${loadavg()[0]?.toFixed(1)}.`,
    '',
    '| What | Measured | Goal: pass, excellent |',
    '|---|---|---|',
  ]
  const report: Report = (what, measured, goal = '') => {
    lines.push(`| ${what} | ${measured} | ${goal} |`)
    process.stderr.write(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${what}: ${measured}\n`)
  }
  await using postgres = values.postgres ? await startPostgres() : undefined
  {
    await using server = await TruthServer.start(postgres?.url)
    const facts = new Facts(sizes.entities)
    if (parts.includes('ingest')) await measureIngest(server, facts, sizes.batches, report)
    if (parts.includes('reads')) {
      await fillStore(server, facts, sizes, report)
      await measureReads(server, facts, sizes, report)
    }
  }
  if (parts.includes('scores')) await measureScores(report)
  const text = `${lines.join('\n')}\n`
  console.log(`\n${text}`)
  if (values.full)
    await writeFile(new URL(`../results/truth-${lines[0]!.slice(-10)}.md`, import.meta.url), text)
}

const fullSizes = { observations: 1_000_000, entities: 100_000, edges: 100_000, hot: 50_000, batches: 100 }
const quickSizes = { observations: 20_000, entities: 4_000, edges: 4_000, hot: 2_000, batches: 10 }
