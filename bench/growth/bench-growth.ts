import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { cpus, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Host } from '@quipu/host'
import { openHost, openLog } from '@quipu/host'
import { tasks } from '@quipu/tasks'
import { median } from '../mcp/load.ts'
import { Filler } from './filler.ts'

const samples = 40
const warmUp = 20

interface Cost {
  readonly cpuMs: number
  readonly p50: number
}

/**
 * The cost of calls as the tables grow, on one server in one run. A tenth of the rows are the caller's, the others belong to 40
 * people. `--full` continues to a million rows.
 */
export async function benchGrowth(): Promise<void> {
  const { values } = parseArgs({
    args: process.argv.slice(3),
    options: { full: { type: 'boolean', default: false } },
  })
  const sizes = [10_000, 100_000, ...(values.full ? [1_000_000] : [])]
  const load = loadavg()[0] ?? 0
  const folder = await mkdtemp(join(tmpdir(), 'quipu-growth-'))
  const filler = new Filler()
  const host = await open(folder, filler)
  try {
    const me = await person(host, 'me', 'admin')
    const others: string[] = []
    for (let other = 0; other < 40; other += 1)
      others.push(await person(host, `other-${other}`, 'contributor'))
    const found: Map<string, Cost>[] = []
    let rows = 0
    for (const size of sizes) {
      process.stderr.write(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${size} rows\n`)
      await filler.fill(me, others, rows, size)
      rows = size
      found.push(await measureAll(host, me))
    }
    const text = page(sizes, found, load)
    console.log(`\n${text}`)
    const day = new Date().toISOString().slice(0, 10)
    await writeFile(new URL(`../results/growth-${day}.md`, import.meta.url), text)
  } finally {
    await host.close()
    await rm(folder, { recursive: true })
  }
}

async function measureAll(host: Host, me: string): Promise<Map<string, Cost>> {
  const get = (path: string) => () => host.request(me, { method: 'GET', path })
  const add = () =>
    host.request(me, { method: 'POST', path: '/api/tasks', body: { title: 'Water the plants' } })
  const calls: Readonly<Record<string, () => Promise<unknown>>> = {
    'add a task': add,
    'list the newest tasks': get('/api/tasks?limit=20'),
    'list tasks by title': get('/api/tasks?limit=20&sort_by=title'),
    'list tasks by due date': get('/api/tasks?limit=20&sort_by=due_date'),
    'list completed tasks': get('/api/tasks?limit=20&status=completed'),
    'search a rare word': get('/api/tasks?limit=20&keyword=zebra77'),
    'search a frequent word': get('/api/tasks?limit=20&keyword=plants'),
    'search a word that is nowhere': get('/api/tasks?limit=20&keyword=quetzal'),
    'list the audit of one person': () => host.audit.list({ userId: me }, { limit: 20 }),
    'list the audit of all': () => host.audit.list({}, { limit: 20 }),
    'list the audit of one action': () => host.audit.list({ action: 'api.call' }, { limit: 20 }),
    'list the audit of an action that never was': () =>
      host.audit.list({ action: 'never.was' }, { limit: 20 }),
  }
  const costs = new Map<string, Cost>()
  for (const [name, call] of Object.entries(calls)) costs.set(name, await costOf(call))
  return costs
}

async function costOf(call: () => Promise<unknown>): Promise<Cost> {
  for (let round = 0; round < warmUp; round += 1) await call()
  const times: number[] = []
  const before = process.cpuUsage()
  for (let sample = 0; sample < samples; sample += 1) {
    const began = performance.now()
    await call()
    times.push(performance.now() - began)
  }
  const { user, system } = process.cpuUsage(before)
  return { cpuMs: (user + system) / 1000 / samples, p50: median(times) }
}

async function person(host: Host, name: string, role: 'admin' | 'contributor'): Promise<string> {
  return (await host.accounts.create({ email: `${name}@example.com`, role })).id
}

function open(folder: string, filler: Filler): Promise<Host> {
  return openHost({
    store: { kind: 'embedded', folder },
    dataFolder: folder,
    appUrl: 'http://127.0.0.1:1',
    listen: { host: '127.0.0.1', port: 0 },
    rootSecret: 'a root secret for measuring, nothing else',
    allowedOrigins: [],
    trustedProxies: [],
    bodyLimitBytes: 4 * 1024 * 1024,
    requestsPerMinute: 1_000_000_000,
    modules: [tasks, filler.module],
    version: '0.0.0-bench',
    log: openLog({ level: 'warn' }),
  })
}

function page(sizes: readonly number[], found: readonly Map<string, Cost>[], load: number): string {
  const [first] = found
  const rows = [...(first ?? [])].map(([name, start]) => {
    const costs = found.map((one) => one.get(name) ?? { cpuMs: NaN, p50: NaN })
    const cells = costs.map(({ cpuMs, p50 }) => `${cpuMs.toFixed(2)} / ${p50.toFixed(1)}`)
    const worst = Math.max(...costs.map(({ cpuMs }) => cpuMs)) / start.cpuMs
    return `| ${name} | ${cells.join(' | ')} | ${worst.toFixed(2)} |`
  })
  const heads = sizes.map((size) => `${size.toLocaleString('en')} rows`)
  return [
    `# Growth, ${new Date().toISOString().slice(0, 10)}`,
    '',
    `${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores; Node ${process.version}; load before the run ${load.toFixed(1)}; embedded store.`,
    '`npm run bench -- growth`: calls of one person, who owns a tenth of the rows of tasks and of the audit; the others are those of 40 people.',
    `Processor time in ms / median of the time in ms, ${samples} calls each. The last column is the processor time at its highest over that of the smallest size; goal ≤ 2.`,
    '',
    `| Call | ${heads.join(' | ')} | ratio |`,
    `|---|${'--:|'.repeat(sizes.length + 1)}`,
    ...rows,
    '',
  ].join('\n')
}
