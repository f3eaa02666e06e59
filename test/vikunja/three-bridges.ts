import { randomBytes } from 'node:crypto'
import { Client, SSEClientTransport } from '@modelcontextprotocol/client'
import { freePorts, startNginx, type RunningNginx } from '../deploy/run-nginx.ts'
import { FakeVikunja } from '../environment/fake-vikunja/fake-vikunja.ts'
import { createDatabase, freePort, servers, temporaryFolder } from '../environment/index.ts'
import { Instance } from '../faults/instance.ts'

/** Three server processes on one PostgreSQL and one Redis, behind nginx as it is shipped, with one fake Vikunja. */
export class ThreeBridges implements AsyncDisposable {
  readonly fake: FakeVikunja
  readonly instances: readonly Instance[]
  readonly nginx: RunningNginx
  readonly #cleanUp: AsyncDisposableStack

  private constructor(
    fake: FakeVikunja,
    instances: readonly Instance[],
    nginx: RunningNginx,
    cleanUp: AsyncDisposableStack,
  ) {
    this.fake = fake
    this.instances = instances
    this.nginx = nginx
    this.#cleanUp = cleanUp
  }

  static async open(): Promise<ThreeBridges> {
    await using opening = new AsyncDisposableStack()
    const fake = opening.use(await FakeVikunja.start())
    const database = opening.use(await createDatabase())
    const ports = await freePorts()
    const settings = {
      APP_URL: `https://localhost:${ports.https}`,
      DATABASE_URL: database.url,
      DATABASE_POOL_SIZE: '5',
      REDIS_URL: servers().redisUrl ?? '',
      JWT_SECRET: randomBytes(32).toString('hex'),
      TRUSTED_PROXIES: '127.0.0.1',
      QUIPU_REQUESTS_PER_MINUTE: '1000000',
      QUIPU_SAMPLE: 'off',
      VIKUNJA_URL: fake.url,
    }
    const instance = async () => {
      const folder = opening.use(temporaryFolder())
      const made = new Instance(await freePort(), { ...settings, QUIPU_DATA_DIR: folder.path })
      opening.defer(() => made.kill())
      return made
    }
    const instances = [await instance(), await instance(), await instance()]
    // The first one makes the tables.
    await instances[0]?.start()
    await Promise.all(instances.slice(1).map((each) => each.start()))
    const addresses = instances.map(({ url }) => new URL(url).host)
    const nginx = opening.use(await startNginx({ instances: addresses, ports, ratePerSecond: 10_000 }))
    return new ThreeBridges(fake, instances, nginx, opening.move())
  }

  /** The official client of 2024-11-05. */
  async connect(token: string): Promise<Client & AsyncDisposable> {
    const url = new URL(`${this.nginx.url}/api/vikunja/sse`)
    const requestInit = { headers: { authorization: `Bearer ${token}` } }
    const client = new Client({ name: 'old', version: '1' }, { versionNegotiation: { mode: 'legacy' } })
    await client.connect(new SSEClientTransport(url, { requestInit }))
    return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() })
  }

  /** How many requests with this path each has answered with this status, by its own count. */
  answered(path: string, status: number): Promise<number[]> {
    return Promise.all(
      this.instances.map(async ({ url }) => {
        const text = await fetch(`${url}/metrics`).then(
          (answer) => answer.text(),
          () => '',
        )
        const line = `quipu_http_requests_total{endpoint="${path}",status="${status}"} `
        const found = text.split('\n').find((each) => each.startsWith(line))
        return Number(found?.slice(line.length) ?? 0)
      }),
    )
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#cleanUp.disposeAsync()
  }
}
