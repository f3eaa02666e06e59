import { randomUUID } from 'node:crypto'
import type { Host, HostOptions } from '@quipu/host'
import { openHost, openLog } from '@quipu/host'
import type { Module, Role } from '@quipu/kit'
import { Clock } from '../environment/clock.ts'
import type { PrivateServer, TestDatabase } from '../environment/index.ts'
import { createDatabase, freePort, startRedis, temporaryFolder } from '../environment/index.ts'
import type { Proxy } from './proxy.ts'
import { startProxy } from './proxy.ts'

export interface Person {
  readonly id: string
  readonly email: string
  readonly token: string
}

/** Two servers on one PostgreSQL and one Redis, behind one address that sends each request to the other one in turn. */
export class TwoInstances implements AsyncDisposable {
  readonly clock = new Clock()
  readonly redis: PrivateServer
  readonly proxy: Proxy
  readonly #database: TestDatabase
  readonly #options: readonly HostOptions[]
  readonly hosts: Host[] = []

  private constructor(
    database: TestDatabase,
    redis: PrivateServer,
    proxy: Proxy,
    ports: readonly number[],
    modules: (side: number) => readonly Module[],
  ) {
    this.#database = database
    this.redis = redis
    this.proxy = proxy
    this.#options = ports.map((port, side) => ({
      store: { kind: 'postgres', url: database.url, poolSize: 5 },
      dataFolder: temporaryFolder().path,
      redisUrl: redis.url,
      appUrl: proxy.url,
      listen: { host: '127.0.0.1', port },
      rootSecret: 'a root secret that is used in tests only',
      allowedOrigins: [],
      trustedProxies: ['127.0.0.1'],
      bodyLimitBytes: 4 * 1024 * 1024,
      requestsPerMinute: 1_000_000,
      modules: modules(side),
      version: '0.0.0-test',
      log: openLog({ level: 'silent' }),
      now: this.clock.now,
    }))
  }

  static async open(modules: (side: number) => readonly Module[]): Promise<TwoInstances> {
    const [database, redis] = await Promise.all([createDatabase(), startRedis()])
    const ports = [await freePort(), await freePort()]
    const two = new TwoInstances(database, redis, await startProxy(ports), ports, modules)
    await two.start(0)
    await two.start(1)
    return two
  }

  get url(): string {
    return this.proxy.url
  }

  async start(side: number): Promise<void> {
    // There are as many options as instances.
    const host = await openHost(this.#options[side]!)
    await host.listen()
    this.hosts[side] = host
  }

  host(side: number): Host {
    const host = this.hosts[side]
    if (host === undefined) throw new Error('Start the instance first')
    return host
  }

  async person({ role = 'contributor' as Role, path = '/mcp', ttlSeconds = 86_400 } = {}): Promise<Person> {
    const { accounts, tokens } = this.host(0)
    const email = `${randomUUID()}@example.com`
    const { id } = await accounts.create({ email, role })
    const resource = this.url + path
    const token = await tokens.issue({ userId: id, clientId: 'test', scope: [], resource, ttlSeconds })
    return { id, email, token }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.proxy.close()
    await Promise.all(this.hosts.map((host) => host.close()))
    await this.redis.stop()
    await this.#database.drop()
  }
}
