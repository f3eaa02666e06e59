import { cpus, loadavg } from 'node:os'
import type { CreationCost } from './creation.ts'
import { creationCosts } from './creation.ts'
import type { IdleCost, IdleKind } from './idle.ts'
import { idleCost, idleKinds } from './idle.ts'
import type { Load, Worked } from './load.ts'
import { work } from './load.ts'
import type { RunningServer } from './start-server.ts'
import { startServer } from './start-server.ts'

const mostSeconds = 120
/** Enough for 10,500 sessions at 50 each. */
const users = 230
/** Enough for 2,000 subscriptions at 100 each. */
const fewUsers = 25
/** The last level is beyond the number that an instance keeps: each new session ends another. */
const levels = [1_000, 5_000, 9_000, 10_500] as const
/** The light load comes first: after a heavy one the server would still be writing. */
const loads: readonly Load[] = [
  { clients: 500, pauseMs: 500 },
  { clients: 50, pauseMs: 0 },
  { clients: 500, pauseMs: 0 },
]
const idleNames: Readonly<Record<IdleKind, string>> = {
  bare: 'bare node:http, event streams',
  legacy: 'Quipu, legacy GET streams',
  modern: 'Quipu, subscriptions/listen',
}

interface Found {
  readonly idle: (readonly [IdleKind, IdleCost])[]
  readonly worked: (readonly [Load, Worked])[]
  readonly created: CreationCost[]
}

/** Measures what streams and sessions cost one instance, and how it answers many clients at once. */
export async function benchSessions(): Promise<void> {
  const found: Found = { idle: [], worked: [], created: [] }
  console.log(`${cpus()[0]?.model ?? 'unknown processor'}, ${cpus().length} cores, Node ${process.version}`)
  console.log(`load of the machine before the run: ${loadavg()[0]?.toFixed(1)}\n`)
  const deadline = setTimeout(() => {
    print(found)
    console.error(`\nNot done after ${mostSeconds} s: the machine is too slow or too busy for the rest`)
    process.exit(1)
  }, mostSeconds * 1000)
  await measureAll(found)
  clearTimeout(deadline)
  print(found)
}

async function measureAll({ idle, worked, created }: Found): Promise<void> {
  say('a server starts')
  await using server = await startServer('quipu', users)
  idle.push(...(await idleCosts(server)))
  for (const load of loads) {
    say(`${load.clients} clients at work, ${paceOf(load)}`)
    worked.push([load, await work(server, load)])
  }
  for await (const cost of creationCosts(server, levels)) {
    say(`${cost.sessions} sessions begun`)
    created.push(cost)
  }
}

/** Runs at the same time, each kind on its own server: a process that has held streams before already has memory for more. */
async function idleCosts(server: RunningServer): Promise<Found['idle']> {
  await using bare = await startServer('bare', 1)
  await using other = await startServer('quipu', fewUsers)
  const servers: Readonly<Record<IdleKind, RunningServer>> = { bare, legacy: server, modern: other }
  say('2,000 idle streams of each kind')
  return await Promise.all(
    idleKinds.map(async (kind) => [kind, await idleCost(kind, servers[kind])] as const),
  )
}

function say(text: string): void {
  process.stderr.write(`${(performance.now() / 1000).toFixed(0).padStart(4)} s  ${text}\n`)
}

function print({ idle, worked, created }: Found): void {
  row('2,000 idle streams', 'RSS KiB each', 'heap KiB each', 'CPU % with', 'CPU % without')
  for (const [kind, { rssBytes, heapBytes, idlePercent, emptyPercent }] of idle) {
    row(idleNames[kind], kib(rssBytes), kib(heapBytes), idlePercent.toFixed(1), emptyPercent.toFixed(1))
  }
  console.log('')
  row('clients at work, half of each era', 'calls/s', 'legacy p50/p99', 'modern p50/p99', 'CPU µs/call')
  for (const [load, { perSecond, legacy, modern, cpuMicros }] of worked) {
    const name = `${load.clients} clients, ${paceOf(load)}`
    row(name, perSecond.toFixed(0), pair(legacy), pair(modern), cpuMicros.toFixed(0))
  }
  console.log('')
  row('one more session when there are', 'p50/p99 ms', 'CPU µs each')
  for (const cost of created) {
    const name = `${cost.sessions.toLocaleString('en')}${cost.sessions > 10_000 ? ' (full: another ends)' : ''}`
    row(name, pair(cost), cost.cpuMicros.toFixed(0))
  }
}

function paceOf({ pauseMs }: Load): string {
  return pauseMs === 0 ? 'as fast as answered' : `${pauseMs} ms apart`
}

function row(name: string, ...cells: readonly string[]): void {
  console.log(name.padEnd(36) + cells.map((cell) => cell.padStart(16)).join(''))
}

function kib(bytes: number): string {
  return (bytes / 1024).toFixed(1)
}

function pair({ p50, p99 }: { readonly p50: number; readonly p99: number }): string {
  return `${p50.toFixed(1)} / ${p99.toFixed(1)}`
}
