import { setTimeout as sleep } from 'node:timers/promises'
import { Connection } from './connection.ts'
import { inParallel } from './in-parallel.ts'
import { Requests, sessionOf } from './requests.ts'
import type { RunningServer } from './start-server.ts'

const seconds = 6
const warmUpSeconds = 2

export interface Load {
  readonly clients: number
  /** The mean pause of each client between an answer and its next call. 0: calls as fast as it is answered. */
  readonly pauseMs: number
}

export interface Worked {
  readonly perSecond: number
  readonly cpuMicros: number
  readonly legacy: Quantiles
  readonly modern: Quantiles
}

export interface Quantiles {
  readonly p50: number
  readonly p99: number
}

interface Client {
  readonly connection: Connection
  readonly call: string
  readonly isLegacy: boolean
  end(): Promise<void>
}

/** Half of the clients have a legacy session, half are modern; each calls a cheap read tool. */
export async function work(server: RunningServer, { clients: count, pauseMs }: Load): Promise<Worked> {
  const clients = await inParallel(count, 16, (index) => connected(server, index))
  await Promise.all(clients.map((client) => callFor(client, warmUpSeconds, pauseMs)))
  const before = await server.cpuMicros()
  const startedAt = performance.now()
  const taken = await Promise.all(clients.map((client) => callFor(client, seconds, pauseMs)))
  const passedSeconds = (performance.now() - startedAt) / 1000
  const spent = (await server.cpuMicros()) - before
  await inParallel(count, 16, async (index) => clients[index]?.end())
  const calls = taken.reduce((sum, { length }) => sum + length, 0)
  const ofEra = (isLegacy: boolean) =>
    quantiles(taken.filter((_, index) => clients[index]?.isLegacy === isLegacy).flat())
  return {
    perSecond: calls / passedSeconds,
    cpuMicros: spent / calls,
    legacy: ofEra(true),
    modern: ofEra(false),
  }
}

export function quantiles(milliseconds: readonly number[]): Quantiles {
  const sorted = milliseconds.toSorted((one, other) => one - other)
  const at = (part: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? NaN
  return { p50: at(0.5), p99: at(0.99) }
}

async function connected({ url, tokens }: RunningServer, index: number): Promise<Client> {
  const requests = new Requests(url, tokens[index % tokens.length] ?? '')
  const connection = await Connection.open(url)
  if (index % 2 === 1) {
    return { connection, call: requests.modernCall(), isLegacy: false, end: () => connection.close() }
  }
  const session = sessionOf((await connection.ask(requests.initialize())).head)
  const end = async () => {
    await connection.ask(requests.terminate(session))
    await connection.close()
  }
  return { connection, call: requests.legacyCall(session), isLegacy: true, end }
}

/** The duration of each call, in milliseconds. */
async function callFor({ connection, call }: Client, forSeconds: number, pauseMs: number): Promise<number[]> {
  const endsAt = performance.now() + forSeconds * 1000
  const taken: number[] = []
  while (performance.now() < endsAt) {
    // Spread evenly, so that clients do not call in sync.
    if (pauseMs > 0) await sleep(Math.random() * 2 * pauseMs)
    const startedAt = performance.now()
    const { body } = await connection.ask(call)
    taken.push(performance.now() - startedAt)
    if (!body.includes('"text":"hello"')) throw new Error(`Not the answer: ${body.slice(0, 200)}`)
  }
  return taken
}
