import { randomUUID } from 'node:crypto'
import type { Host } from '@quipu/host'
import { openHost, openLog } from '@quipu/host'
import { tasks } from '@quipu/tasks'
import {
  createDatabase,
  freePort,
  servers,
  temporaryFolder,
  type TestDatabase,
} from '../environment/index.ts'
import { TestUser } from '../environment/test-user.ts'
import { freePorts, startNginx, type RunningNginx } from './run-nginx.ts'

/** Three instances on one PostgreSQL and one Redis, behind nginx as it is shipped. */
export class ThreeInstances implements AsyncDisposable {
  readonly nginx: RunningNginx
  readonly hosts: readonly Host[]
  readonly ports: readonly number[]
  readonly #database: TestDatabase

  private constructor(
    nginx: RunningNginx,
    hosts: readonly Host[],
    ports: readonly number[],
    database: TestDatabase,
  ) {
    this.nginx = nginx
    this.hosts = hosts
    this.ports = ports
    this.#database = database
  }

  static async open({ ratePerSecond = 10_000 } = {}): Promise<ThreeInstances> {
    const database = await createDatabase()
    const proxy = await freePorts()
    const ports = [await freePort(), await freePort(), await freePort()]
    const hosts = await Promise.all(
      ports.map((port) =>
        openHost({
          store: { kind: 'postgres', url: database.url, poolSize: 5 },
          dataFolder: temporaryFolder().path,
          redisUrl: servers().redisUrl ?? undefined,
          appUrl: `https://localhost:${proxy.https}`,
          listen: { host: '127.0.0.1', port },
          rootSecret: 'a root secret that is used in tests only',
          allowedOrigins: [],
          trustedProxies: ['127.0.0.1'],
          bodyLimitBytes: 4 * 1024 * 1024,
          requestsPerMinute: 1_000_000,
          authorizationsPerMinute: 10_000,
          modules: [tasks],
          version: '0.0.0-test',
          log: openLog({ level: 'silent' }),
        }),
      ),
    )
    for (const host of hosts) await host.listen()
    const instances = ports.map((port) => `127.0.0.1:${port}`)
    const nginx = await startNginx({ instances, ports: proxy, ratePerSecond })
    return new ThreeInstances(nginx, hosts, ports, database)
  }

  async user({ password }: { password?: string } = {}): Promise<TestUser> {
    const { url } = this.nginx
    const email = `${randomUUID()}@example.com`
    const [host] = this.hosts
    if (host === undefined) throw new Error('No instance was started')
    const { id } = await host.accounts.create({ email, role: 'contributor', password })
    const token = await host.tokens.issue({
      userId: id,
      clientId: 'test',
      scope: [],
      resource: `${url}/mcp`,
      ttlSeconds: 3600,
    })
    return new TestUser({ id, email, token, url, path: '/mcp' })
  }

  /** How many requests of this path each of them has answered, by what nginx noted. */
  served(path: string): number[] {
    const lines = this.nginx.log().filter((line) => line.includes(` ${path}" `))
    return this.ports.map((port) => lines.filter((line) => line.includes(` 127.0.0.1:${port} `)).length)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.nginx[Symbol.asyncDispose]()
    await Promise.all(this.hosts.map((host) => host.close()))
    await this.#database.drop()
  }
}
