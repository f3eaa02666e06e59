import { setTimeout as sleep } from 'node:timers/promises'
import type { RunningServer } from '../mcp/start-server.ts'
import { startServer } from '../mcp/start-server.ts'
import { Connection } from '../sessions/connection.ts'
import { inParallel } from '../sessions/in-parallel.ts'
import { Requests, sessionOf } from '../sessions/requests.ts'
import { startServer as startSessions } from '../sessions/start-server.ts'
import { quiet } from './contenders.ts'

const streams = 2_000
const warmUp = 100
const watchedSeconds = 10
/** One person has at most 100 streams with us. */
const users = 25

export interface StreamCost {
  readonly count: number
  readonly rssBytes: number
  readonly heapBytes: number
  /** Percentage of one core while idle. */
  readonly percent: number
}

interface Held extends AsyncDisposable {
  readonly url: string
  readonly tokens: readonly string[]
  usage(): Promise<{ rssBytes: number; heapBytes: number; cpuMicros: number }>
}

/** The cost of 2,000 idle streams for each server, or why it cannot hold them. */
export async function idleStreams(
  peers: URL | undefined,
  say: (text: string) => void,
): Promise<readonly (readonly [string, StreamCost | string])[]> {
  const kinds: readonly (readonly [string, 'plain' | 'listen' | 'session', () => Promise<Held>])[] = [
    ['bare node:http', 'plain', () => ofSessions('bare', 1)],
    ['Quipu, `subscriptions/listen`', 'listen', () => ofSessions('quipu', users)],
    ['Quipu, sessions', 'session', () => ofSessions('quipu', 2 * users)],
    [
      'SDK v2 handler, `subscriptions/listen`',
      'listen',
      () => plain(new URL('../mcp/servers/sdk.ts', import.meta.url)),
    ],
    ...(peers === undefined
      ? []
      : ([
          ['tmcp, `subscriptions/listen`', 'listen', () => plain(new URL('tmcp.mjs', peers))],
          ['FastMCP, sessions', 'session', () => plain(new URL('fastmcp.mjs', peers), 'sessions')],
          ['mcp-use, `subscriptions/listen`', 'listen', () => plain(new URL('mcp-use.mjs', peers))],
        ] as const)),
  ]
  const costs: (readonly [string, StreamCost | string])[] = []
  for (const [name, kind, start] of kinds) {
    say(`${streams} idle streams: ${name}`)
    await using server = await start()
    const cost = await hold(server, kind).catch(
      (error: unknown) => `not held: ${String(error).slice(0, 120)}`,
    )
    costs.push([name, cost])
  }
  return costs
}

async function hold(server: Held, kind: 'plain' | 'listen' | 'session'): Promise<StreamCost> {
  const open = (index: number) => opened(server, kind, index)
  const first = await inParallel(warmUp, 16, open)
  await inParallel(first.length, 16, async (index) => first[index]?.close())
  const before = await server.usage()
  const held = await inParallel(streams, 16, open)
  await sleep(500)
  const after = await server.usage()
  await sleep(watchedSeconds * 1000)
  const later = await server.usage()
  await inParallel(held.length, 64, async (index) => held[index]?.close())
  return {
    count: streams,
    rssBytes: (after.rssBytes - before.rssBytes) / streams,
    heapBytes: (after.heapBytes - before.heapBytes) / streams,
    percent: (later.cpuMicros - after.cpuMicros) / (watchedSeconds * 10_000),
  }
}

async function opened(
  { url, tokens }: Held,
  kind: 'plain' | 'listen' | 'session',
  index: number,
): Promise<Connection> {
  const requests = new Requests(url, tokens[index % tokens.length] ?? '')
  const connection = await Connection.open(url)
  if (kind !== 'session') {
    await connection.ask(kind === 'listen' ? requests.listen() : requests.standaloneStream())
    return connection
  }
  const session = sessionOf((await connection.ask(requests.initialize())).head)
  await connection.ask(requests.standaloneStream(session))
  return connection
}

async function ofSessions(name: 'bare' | 'quipu', count: number): Promise<Held> {
  const server = await startSessions(name, count)
  return { ...server, usage: server.memory }
}

async function plain(script: URL, ...args: readonly string[]): Promise<Held> {
  const server: RunningServer = await startServer(script, ['1', ...args], {
    nodeOptions: ['--expose-gc'],
    environment: quiet,
    isQuiet: true,
  })
  return { ...server, tokens: [server.token] }
}
