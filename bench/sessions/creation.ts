import { Connection } from './connection.ts'
import { inParallel } from './in-parallel.ts'
import type { Quantiles } from './load.ts'
import { quantiles } from './load.ts'
import { Requests, sessionOf } from './requests.ts'
import type { RunningServer } from './start-server.ts'

const measured = 500
const connections = 8

export interface CreationCost extends Quantiles {
  /** The number of sessions when the last measured one is created. */
  readonly sessions: number
  readonly cpuMicros: number
}

/** Measures the cost of one more session at each level, over the 500 sessions before it. */
export async function* creationCosts(
  server: RunningServer,
  levels: readonly number[],
): AsyncGenerator<CreationCost> {
  const open = await inParallel(connections, 1, () => Connection.open(server.url))
  let made = 0
  const make = async (count: number): Promise<number[]> => {
    const first = made
    made += count
    const each = await inParallel(connections, connections, (lane) =>
      create(server, open[lane], first, count, lane),
    )
    return each.flat()
  }
  for (const sessions of levels) {
    await make(sessions - measured - made)
    const before = await server.cpuMicros()
    const taken = await make(measured)
    const cpuMicros = ((await server.cpuMicros()) - before) / measured
    yield { sessions, cpuMicros, ...quantiles(taken) }
  }
  await inParallel(connections, connections, async (lane) => open[lane]?.close())
}

/** One connection's share of the sessions. Users take turns, so that nobody comes near the limit per user. */
async function create(
  { url, tokens }: RunningServer,
  connection: Connection | undefined,
  first: number,
  count: number,
  lane: number,
): Promise<number[]> {
  const taken: number[] = []
  for (let index = lane; index < count; index += connections) {
    const hello = new Requests(url, tokens[(first + index) % tokens.length] ?? '').initialize()
    const startedAt = performance.now()
    const answer = await connection?.ask(hello)
    taken.push(performance.now() - startedAt)
    sessionOf(answer?.head ?? '')
  }
  return taken
}
