import { Connection } from './connection.ts'
import { inParallel } from './in-parallel.ts'
import type { Quantiles } from './load.ts'
import { quantiles } from './load.ts'
import { Requests, sessionOf } from './requests.ts'
import type { RunningServer } from './start-server.ts'

const measured = 500
const connections = 8

export interface CreationCost extends Quantiles {
  /** How many sessions there are when the last of those measured begins. */
  readonly sessions: number
  readonly cpuMicros: number
}

/** What one more session costs when there are so many already, taken over the 500 that lead up to each level. */
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

/** One connection's share of them. Users take turns, so that nobody comes near the number that one may have. */
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
