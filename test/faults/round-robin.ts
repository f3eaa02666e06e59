import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Agent, createServer, get, request } from 'node:http'

interface Upstream {
  readonly url: string
  isReady: boolean
  /** When the last check that was answered with 200 was sent. */
  readyAt: number
}

/**
 * A minimal proxy: one upstream after the other, over persistent connections, without those whose
 * readiness check is not 200. It never repeats a request that it may have sent. A request waits while the last checks
 * are too old: on a busy machine an instance may have left since.
 */
export class RoundRobin implements AsyncDisposable {
  readonly #upstreams: readonly Upstream[]
  readonly #agent = new Agent({ keepAlive: true })
  readonly #server = createServer((incoming, outgoing) => this.#forward(incoming, outgoing))
  readonly #checks: NodeJS.Timeout
  #turn = 0

  constructor(urls: readonly string[]) {
    this.#upstreams = urls.map((url) => ({ url, isReady: false, readyAt: -Infinity }))
    this.#checks = setInterval(() => this.#check(), checkMs)
  }

  async listen(port: number): Promise<void> {
    // Clients read in the forwarded headers for how long a connection stays open: 75 s. One that closes sooner loses requests.
    this.#server.keepAliveTimeout = 120_000
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
  }

  isReady(url: string): boolean {
    return this.#upstreams.some((upstream) => upstream.url === url && upstream.isReady)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#checks)
    this.#agent.destroy()
    this.#server.close()
    this.#server.closeAllConnections()
  }

  #check(): void {
    for (const upstream of this.#upstreams) {
      const sentAt = performance.now()
      const check = get(`${upstream.url}/api/health/ready`, { agent: false }, (response) => {
        upstream.isReady = response.statusCode === 200
        if (upstream.isReady) upstream.readyAt = sentAt
        response.resume()
      })
      check.on('error', () => (upstream.isReady = false))
    }
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse, since = performance.now()): void {
    const now = performance.now()
    const ready = this.#upstreams.filter(({ isReady, readyAt }) => isReady && now - readyAt < freshMs)
    this.#turn += 1
    const upstream = ready[this.#turn % ready.length]
    if (upstream === undefined) {
      if (now - since > patienceMs) return void outgoing.writeHead(503).end('no instance is ready')
      setTimeout(() => this.#forward(incoming, outgoing, since), checkMs / 5)
      return
    }
    const { method, headers, url = '/' } = incoming
    const onward = request(upstream.url + url, { method, headers, agent: this.#agent }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    onward.on('error', (error) => {
      if (outgoing.headersSent) outgoing.destroy()
      else outgoing.writeHead(502).end(`${upstream.url}: ${error.message}`)
    })
    incoming.pipe(onward)
  }
}

/** Well below the time that an instance still serves after its readiness check fails. */
const checkMs = 250
const freshMs = 1000
/** A client waits no longer. */
const patienceMs = 60_000
