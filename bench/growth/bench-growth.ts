import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Audits } from './audits.ts'
import type { Cost } from './cost.ts'
import { samples } from './cost.ts'
import { House } from './house.ts'
import type { Noise, Times } from './own-tasks.ts'
import { OwnTasks } from './own-tasks.ts'
import { Truths } from './truths.ts'

/** The costs of each call, by the number of rows. */
type Found = Map<string, Map<number, Cost>>

/** The cost of calls as the tables grow, in one run. `--full` continues to a million rows; `--only` names parts. */
export async function benchGrowth(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: {
      full: { type: 'boolean', default: false },
      only: { type: 'string', default: 'house,tasks,audit,truth' },
    },
  })
  const sizes = [10_000, 100_000, ...(values.full ? [1_000_000] : [])]
  const parts = values.only.split(',')
  const load = loadavg()[0] ?? 0
  const found: Found = new Map()
  const noises = new Map<number, Noise>()
  // Written after each size, because the next one may take too long for somebody.
  const keep = async (size: number, costs: ReadonlyMap<string, Cost>) => {
    note(found, size, costs)
    const day = new Date().toISOString().slice(0, 10)
    await writeFile(new URL(`../results/growth-${day}.md`, import.meta.url), page(found, noises, load))
  }
  if (parts.includes('house')) await measureHouse(sizes, keep)
  if (parts.includes('tasks')) await measureTasks(sizes, noises, keep)
  if (parts.includes('audit')) await measureAudits(sizes, values.full, keep)
  if (parts.includes('truth')) await measureTruths(sizes.slice(0, 2), keep)
  console.log(`\n${page(found, noises, load)}`)
}

type Keep = (size: number, costs: ReadonlyMap<string, Cost>) => Promise<void>

async function measureHouse(sizes: readonly number[], keep: Keep): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quipu-growth-'))
  await mkdir(join(folder, 'sources'))
  try {
    await using house = await House.open(folder)
    for (const size of sizes) await keep(size, await house.measure(size))
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function measureTasks(sizes: readonly number[], noises: Map<number, Noise>, keep: Keep): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quipu-growth-'))
  try {
    await using tasks = await OwnTasks.open(folder)
    for (const size of sizes) {
      const costs = await tasks.measure(size)
      noises.set(size, await tasks.noise())
      await keep(size, costs)
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function measureAudits(sizes: readonly number[], isFull: boolean, keep: Keep): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quipu-growth-'))
  try {
    await using audits = await Audits.open(folder)
    for (const size of [...sizes, ...(isFull ? [2_000_000] : [])])
      await keep(size, await audits.measure(size))
  } finally {
    await rm(folder, { recursive: true })
  }
}

async function measureTruths(sizes: readonly number[], keep: Keep): Promise<void> {
  for (const size of sizes) {
    await using truths = await Truths.open(size)
    await keep(size, await truths.measure())
  }
}

function note(found: Found, size: number, costs: ReadonlyMap<string, Cost>): void {
  process.stderr.write(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${size} rows are measured\n`)
  for (const [name, cost] of costs) {
    const bySize = found.get(name) ?? new Map<number, Cost>()
    found.set(name, bySize.set(size, cost))
  }
}

function page(found: Found, noises: ReadonlyMap<number, Noise>, load: number): string {
  const sizes = [...new Set([...found.values()].flatMap((bySize) => [...bySize.keys()]))].toSorted(
    (a, b) => a - b,
  )
  const rows = [...found].map(([name, bySize]) => {
    const costs = sizes.map((size) => bySize.get(size))
    const cells = costs.map((cost) =>
      cost === undefined ? '' : `${cost.cpuMs.toFixed(2)} / ${cost.p50.toFixed(1)}`,
    )
    const known = costs.filter((cost) => cost !== undefined).map(({ cpuMs }) => cpuMs)
    const worst = Math.max(...known) / (known[0] ?? NaN)
    return `| ${name} | ${cells.join(' | ')} | ${known.length > 1 ? worst.toFixed(2) : ''} |`
  })
  const heads = sizes.map((size) => `${size.toLocaleString('en')} rows`)
  return [
    `# Growth, ${new Date().toISOString().slice(0, 10)}`,
    '',
    `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores; Node ${process.version}; load before the run ${load.toFixed(1)}; embedded store.`,
    '`npm run bench -- growth`: calls of one person, who owns a tenth of the rows of tasks, of the audit and of the universes; the others are those',
    'of 40 people. What is known (truth), and `own tasks`, are all of this person; truth is called over HTTP. A question is asked of a SQLite file with so many rows, which a',
    'process of its own reads: its time is in the median, and not in the processor time. What was filled is sealed and analysed first.',
    `Processor time in ms / median of the time in ms, ${samples} calls each. The last column is the processor time at its highest over that of the smallest size; goal ≤ 2.`,
    '',
    `| Call | ${heads.join(' | ')} | ratio |`,
    `|---|${'--:|'.repeat(sizes.length + 1)}`,
    ...rows,
    '',
    ...(noises.size > 0 ? noisePage(noises) : []),
  ].join('\n')
}

function noisePage(noises: ReadonlyMap<number, Noise>): string[] {
  const cell = ({ calls, p50, p95, longest }: Times) =>
    `${p50.toFixed(1)} / ${p95.toFixed(1)} / ${longest.toFixed(0)} (${calls})`
  return [
    'One person with 50 tasks lists 20 of them, while another person searches so many tasks 20 times at once. Median / 95th of a hundred / longest',
    'of the times in ms, and how many calls.',
    '',
    '| Tasks of the other | lists before | lists during the searches | lists after | the searches |',
    '|--:|--:|--:|--:|--:|',
    ...[...noises].map(
      ([size, { before, during, after, searches }]) =>
        `| ${size.toLocaleString('en')} | ${[before, during, after, searches].map(cell).join(' | ')} |`,
    ),
    '',
  ]
}
