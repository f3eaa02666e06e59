import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { freePort } from '../environment/index.ts'
import { freePorts, startNginx, type RunningNginx } from './run-nginx.ts'

export interface Delivery {
  readonly to: number
  readonly method: string | undefined
  readonly url: string | undefined
  readonly headers: IncomingMessage['headers']
  readonly bytes: number
}

export type Behaviour = (request: IncomingMessage, response: ServerResponse) => void

/** Three scripted servers in place of instances, behind nginx, and every request that reached them. */
export class StandIns implements AsyncDisposable {
  readonly deliveries: Delivery[] = []
  readonly behaviours: (Behaviour | undefined)[] = []
  readonly #servers: readonly Server[]
  #nginx: RunningNginx | undefined

  constructor() {
    this.#servers = [0, 1, 2].map((to) =>
      createServer((request, response) => void this.#receive(to, request, response)),
    )
  }

  /** With `away`, nobody listens where the first of them would be. */
  async start({ away = false, ratePerSecond = 10_000 } = {}): Promise<RunningNginx> {
    const instances = (await this.listen({ away })).map((port) => `127.0.0.1:${port}`)
    this.#nginx = await startNginx({ instances, ports: await freePorts(), ratePerSecond })
    return this.#nginx
  }

  /** The port of each. */
  listen({ away = false } = {}): Promise<number[]> {
    return Promise.all(
      this.#servers.map(async (server, at) => {
        if (away && at === 0) return freePort()
        await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
        // It listens on TCP, so its address is not the name of a pipe.
        return (server.address() as AddressInfo).port
      }),
    )
  }

  async #receive(to: number, request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url, headers } = request
    const { length: bytes } = await buffer(request)
    this.deliveries.push({ to, method, url, headers, bytes })
    const behave = this.behaviours[to] ?? ((_request, answer) => void answer.end('ok'))
    behave(request, response)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#nginx?.[Symbol.asyncDispose]()
    for (const server of this.#servers) server.closeAllConnections()
    await Promise.all(this.#servers.map((server) => new Promise((closed) => server.close(closed))))
  }
}
