import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Host, HostOptions } from '@quipu/host'
import { openHost, openLog } from '@quipu/host'
import type { Module } from '@quipu/kit'
import { Clock } from '../environment/clock.ts'
import { createDatabase, freePort, temporaryFolder, type TestDatabase } from '../environment/index.ts'

export type Side = 0 | 1

/** Two servers on one database behind one address that sends each request to the other one in turn. */
export class TwoInstances implements AsyncDisposable {
  readonly url: string
  /** Each machine has its own. */
  readonly clocks = [new Clock(), new Clock()] as const
  /** How many requests each of them got. */
  readonly served: [number, number] = [0, 0]
  readonly #options: readonly [HostOptions, HostOptions]
  readonly #database: TestDatabase
  readonly #proxy = createServer((incoming, outgoing) => this.#forward(incoming, outgoing))
  #hosts: readonly [Host, Host] | undefined
  #pinned: Side | undefined
  #turn: Side = 0

  private constructor(
    database: TestDatabase,
    url: string,
    ports: readonly [number, number],
    modules: readonly Module[],
  ) {
    this.#database = database
    this.url = url
    const options = (side: Side): HostOptions => ({
      store: { kind: 'postgres', url: database.url, poolSize: 5 },
      dataFolder: temporaryFolder().path,
      appUrl: url,
      listen: { host: '127.0.0.1', port: ports[side] },
      rootSecret: 'a root secret that is used in tests only',
      allowedOrigins: [],
      trustedProxies: ['127.0.0.1'],
      bodyLimitBytes: 1024 * 1024,
      requestsPerMinute: 1_000_000,
      authorizationsPerMinute: 10_000,
      modules,
      version: '0.0.0-test',
      log: openLog({ level: 'silent' }),
      now: this.clocks[side].now,
    })
    this.#options = [options(0), options(1)]
  }

  static async open(modules: readonly Module[]): Promise<TwoInstances> {
    const [port, first, second] = [await freePort(), await freePort(), await freePort()]
    const two = new TwoInstances(await createDatabase(), `http://127.0.0.1:${port}`, [first, second], modules)
    await two.start()
    await new Promise<void>((listening) => two.#proxy.listen(port, '127.0.0.1', listening))
    return two
  }

  async start(): Promise<void> {
    const [first, second] = this.#options
    // At once, as when a whole installation comes up: both find the same empty or known store.
    this.#hosts = await Promise.all([openHost(first), openHost(second)])
    for (const host of this.#hosts) await host.listen()
  }

  async stop(): Promise<void> {
    const hosts = this.#hosts ?? []
    this.#hosts = undefined
    await Promise.all(hosts.map((host) => host.close()))
  }

  host(side: Side): Host {
    if (this.#hosts === undefined) throw new Error('Start the instances first')
    return this.#hosts[side]
  }

  /** Every request of `work` goes to one of them. */
  async at<Result>(side: Side, work: () => Promise<Result>): Promise<Result> {
    this.#pinned = side
    try {
      return await work()
    } finally {
      this.#pinned = undefined
    }
  }

  advance(by: Parameters<Clock['advance']>[0]): void {
    for (const clock of this.clocks) clock.advance(by)
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const side = this.#pinned ?? this.#turn
    this.#turn = side === 0 ? 1 : 0
    this.served[side] += 1
    const { method, url: path, headers } = incoming
    const { host, port } = this.#options[side].listen
    const forwarded = { ...headers, 'x-forwarded-for': incoming.socket.remoteAddress }
    const asked = request({ host, port, method, path, headers: forwarded, agent: false }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(outgoing)
    })
    asked.once('error', () => outgoing.writeHead(502).end())
    incoming.pipe(asked)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#proxy.closeAllConnections()
    await new Promise((closed) => this.#proxy.close(closed))
    await this.stop()
    await this.#database.drop()
  }
}
