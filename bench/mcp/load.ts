import { hammer } from './hammer.ts'
import type { RunningServer } from './start-server.ts'

export interface Request {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Measured {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Processor time of the server's process per request, over all its threads. */
  readonly cpuMicros: number
  readonly answers: number
}

export const connections = 16

/** Saturates one server for a while, on loopback only. */
export async function measure(
  server: RunningServer,
  request: Request | ((lane: number) => Request),
  seconds: number,
): Promise<Measured> {
  const before = await server.usage()
  const { answers, seconds: took, latencies } = await hammer(server.url, request, connections, seconds)
  const spent = (await server.usage()).cpuMicros - before.cpuMicros
  return {
    perSecond: answers / took,
    p50: latencies[Math.floor(answers * 0.5)] ?? NaN,
    p99: latencies[Math.floor(answers * 0.99)] ?? NaN,
    cpuMicros: spent / answers,
    answers,
  }
}

/** The median of an odd number of rounds, for each figure separately. */
export function middle(rounds: readonly Measured[]): Measured {
  const of = (figure: (one: Measured) => number) => median(rounds.map(figure))
  return {
    perSecond: of(({ perSecond }) => perSecond),
    p50: of(({ p50 }) => p50),
    p99: of(({ p99 }) => p99),
    cpuMicros: of(({ cpuMicros }) => cpuMicros),
    answers: of(({ answers }) => answers),
  }
}

export function median(numbers: readonly number[]): number {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)] ?? NaN
}
