import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { freePort } from '../environment/index.ts'

export interface Proxy {
  readonly url: string
  /** How many requests each instance got. */
  readonly served: number[]
  /** Every request that begins while `work` runs goes to one of them. */
  at<Result>(side: number, work: () => Promise<Result>): Promise<Result>
  /** Breaks every connection that is open. */
  cut(): void
  close(): Promise<void>
}

/** One address in front of several, each request to the next one in turn. */
export async function startProxy(ports: readonly number[]): Promise<Proxy> {
  const port = await freePort()
  const served = ports.map(() => 0)
  let pinned: number | undefined
  let turn = 0
  const forward = (incoming: IncomingMessage, outgoing: ServerResponse) => {
    const side = pinned ?? turn
    turn = (side + 1) % ports.length
    served[side] = (served[side] ?? 0) + 1
    const { method, url: path, headers } = incoming
    const forwarded = { ...headers, 'x-forwarded-for': incoming.socket.remoteAddress }
    const to = { host: '127.0.0.1', port: ports[side], method, path, headers: forwarded, agent: false }
    const asked = request(to, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      outgoing.flushHeaders()
      answer.pipe(outgoing)
      answer.once('error', () => outgoing.destroy())
    })
    asked.once('error', () => (outgoing.headersSent ? outgoing.destroy() : outgoing.writeHead(502).end()))
    outgoing.once('close', () => asked.destroy())
    incoming.pipe(asked)
  }
  const server = createServer(forward)
  // Clients read in the forwarded headers for how long a connection stays open: 75 s. One that closes sooner loses requests.
  server.keepAliveTimeout = 120_000
  await new Promise<void>((listening) => server.listen(port, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${port}`,
    served,
    at: async (side, work) => {
      pinned = side
      try {
        return await work()
      } finally {
        pinned = undefined
      }
    },
    cut: () => server.closeAllConnections(),
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
