import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Host } from '@quipu/host'
import { openHost, openLog } from '@quipu/host'
import { tasks } from '@quipu/tasks'

const rowsOfOthers = 24_000
const others = 40
const samples = 60

/** What the calls of one person cost before and after others have filled the same tables, in one run of one server. */
export async function benchGrowth(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'quipu-growth-'))
  const host = await open(folder)
  try {
    const me = await person(host, 'me')
    for (let task = 0; task < 20; task += 1) await add(host, me)
    await measure(host, me)
    const before = await measure(host, me)
    const crowd = await Promise.all(
      Array.from({ length: others }, (_, index) => person(host, `other-${index}`)),
    )
    for (let round = 0; round < rowsOfOthers / others; round += 1)
      await Promise.all(crowd.map((one) => add(host, one)))
    print(before, await measure(host, me))
  } finally {
    await host.close()
    await rm(folder, { recursive: true })
  }
}

type Costs = Readonly<Record<'add' | 'list of 5' | 'search', number>>

async function measure(host: Host, me: string): Promise<Costs> {
  const get = (query: string) => host.request(me, { method: 'GET', path: `/api/tasks?${query}` })
  return {
    add: await median(() => add(host, me)),
    'list of 5': await median(() => get('limit=5')),
    search: await median(() => get('limit=5&keyword=plants')),
  }
}

async function median(call: () => Promise<unknown>): Promise<number> {
  const times: number[] = []
  for (let sample = 0; sample < samples; sample += 1) {
    const began = performance.now()
    await call()
    times.push(performance.now() - began)
  }
  return times.toSorted((one, other) => one - other)[samples / 2] ?? NaN
}

function add(host: Host, userId: string): Promise<unknown> {
  return host.request(userId, { method: 'POST', path: '/api/tasks', body: { title: 'Water the plants' } })
}

async function person(host: Host, name: string): Promise<string> {
  return (await host.accounts.create({ email: `${name}@example.com`, role: 'contributor' })).id
}

function open(folder: string): Promise<Host> {
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
    modules: [tasks],
    version: '0.0.0-bench',
    log: openLog({ level: 'warn' }),
  })
}

function print(before: Costs, after: Costs): void {
  console.log(`Calls of one person before and after others added ${rowsOfOthers} rows, embedded store\n`)
  console.log(
    `${'call'.padEnd(12)}${'before ms'.padStart(11)}${'after ms'.padStart(11)}${'ratio'.padStart(8)}`,
  )
  for (const name of ['add', 'list of 5', 'search'] as const) {
    const ratio = after[name] / before[name]
    const cells = [
      before[name].toFixed(2).padStart(11),
      after[name].toFixed(2).padStart(11),
      ratio.toFixed(2).padStart(8),
    ]
    console.log(`${name.padEnd(12)}${cells.join('')}   (goal ≤ 2)`)
  }
}
