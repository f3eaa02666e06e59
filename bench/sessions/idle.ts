import { setTimeout as sleep } from 'node:timers/promises'
import { Connection } from './connection.ts'
import { inParallel } from './in-parallel.ts'
import { Requests, sessionOf } from './requests.ts'
import type { RunningServer } from './start-server.ts'

const streams = 2_000
const warmUp = 100
const idleSeconds = 20
const emptySeconds = 10

export const idleKinds = ['bare', 'legacy', 'modern'] as const
export type IdleKind = (typeof idleKinds)[number]

export interface IdleCost {
  readonly rssBytes: number
  readonly heapBytes: number
  /** Percentage of one core, without and with the streams. */
  readonly emptyPercent: number
  readonly idlePercent: number
}

interface Held {
  close(): Promise<void>
}

/** Measures the cost of an idle stream on a server that holds 2,000 of them and does nothing else. */
export async function idleCost(kind: IdleKind, server: RunningServer): Promise<IdleCost> {
  const { url, tokens } = server
  const open = (index: number) => opened(kind, url, tokens[index % tokens.length] ?? '')
  await closeAll(await inParallel(warmUp, 16, open))
  const emptyPercent = await busyPercent(server.cpuMicros, emptySeconds)
  const before = await server.memory()
  const held = await inParallel(streams, 16, open)
  await sleep(500)
  const after = await server.memory()
  const idlePercent = await busyPercent(server.cpuMicros, idleSeconds)
  await closeAll(held)
  return {
    rssBytes: (after.rssBytes - before.rssBytes) / streams,
    heapBytes: (after.heapBytes - before.heapBytes) / streams,
    emptyPercent,
    idlePercent,
  }
}

async function opened(kind: IdleKind, url: string, token: string): Promise<Held> {
  const requests = new Requests(url, token)
  const connection = await Connection.open(url)
  if (kind !== 'legacy') {
    await connection.ask(kind === 'modern' ? requests.listen() : requests.standaloneStream())
    return connection
  }
  const session = sessionOf((await connection.ask(requests.initialize())).head)
  await connection.ask(requests.standaloneStream(session))
  return {
    close: async () => {
      await connection.close()
      const other = await Connection.open(url)
      await other.ask(requests.terminate(session))
      await other.close()
    },
  }
}

async function closeAll(held: readonly Held[]): Promise<void> {
  await inParallel(held.length, 64, async (index) => held[index]?.close())
}

async function busyPercent(cpuMicros: () => Promise<number>, seconds: number): Promise<number> {
  const startedAt = performance.now()
  const before = await cpuMicros()
  await sleep(seconds * 1000)
  const spent = (await cpuMicros()) - before
  return spent / 10 / (performance.now() - startedAt)
}
