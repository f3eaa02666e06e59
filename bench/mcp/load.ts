import autocannon from 'autocannon'
import type { RunningServer } from './start-server.ts'

export interface Request {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface Measured {
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** Processor time of the server's process for one request, all its threads. */
  readonly cpuMicros: number
}

/** Saturates one server for a while, after a warm-up that does not count. Loopback only. */
export async function measure(server: RunningServer, request: Request, seconds: number): Promise<Measured> {
  const load = {
    url: server.url,
    method: 'POST' as const,
    connections: 16,
    headers: { ...request.headers },
    body: request.body,
  }
  await autocannon({ ...load, duration: 2 })
  const before = await server.cpuMicros()
  const result = await autocannon({ ...load, duration: seconds })
  const spent = (await server.cpuMicros()) - before
  const { total } = result.requests
  if (result.non2xx > 0 || result.errors > 0 || total === 0) {
    throw new Error(
      `${server.url}: ${result.non2xx} answers other than 2xx, ${result.errors} errors, ${total} requests`,
    )
  }
  return {
    perSecond: total / result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    cpuMicros: spent / total,
  }
}
