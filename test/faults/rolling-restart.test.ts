import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { createDatabase, freePort, servers, temporaryFolder } from '../environment/index.ts'
import { withClient } from '../environment/postgres.ts'
import { TestUser } from '../environment/test-user.ts'
import { Instance } from './instance.ts'
import { RoundRobin } from './round-robin.ts'

const { databaseUrl, redisUrl } = servers()
/** Takes a few seconds on an idle machine; three servers start twice. */
const patience = { timeout: 180_000 }

test.skipIf(databaseUrl === null)(
  '[H36] three instances restarted one after the other under load drop no call',
  patience,
  async () => {
    await using database = await createDatabase()
    const port = await freePort()
    const appUrl = `http://127.0.0.1:${port}`
    using folder = temporaryFolder()
    const env = {
      DATABASE_URL: database.url,
      ...(redisUrl === null ? {} : { REDIS_URL: redisUrl }),
      APP_URL: appUrl,
      JWT_SECRET: randomBytes(32).toString('hex'),
      QUIPU_DATA_DIR: folder.path,
      QUIPU_SAMPLE: 'off',
      QUIPU_REQUESTS_PER_MINUTE: '1000000',
    }
    const first = new Instance(await freePort(), env)
    const second = new Instance(await freePort(), env)
    const third = new Instance(await freePort(), env)
    const instances = [first, second, third]
    await first.start()
    const [token] = await Promise.all([tokenOf(first), second.start(), third.start()])
    await using proxy = new RoundRobin(instances.map(({ url }) => url))
    await proxy.listen(port)
    const isReady = async (instance: Instance) => {
      await expect.poll(() => proxy.isReady(instance.url)).toBe(true)
    }
    await Promise.all(instances.map(isReady))

    const load = new Load(new TestUser({ id: '', email: '', token, url: appUrl, path: '/mcp' }))
    for (const instance of instances) {
      const before = load.added
      expect(await instance.stop()).toBe(0)
      await instance.start()
      await isReady(instance)
      expect(load.added).toBeGreaterThan(before)
    }
    await load.end()

    expect(load.dropped).toEqual([])
    expect(await countOf(database.adminUrl)).toBe(load.added)
  },
)

/** Several clients that add tasks one after the other, without a pause. */
class Load {
  readonly dropped: string[] = []
  added = 0
  #isEnding = false
  readonly #clients: readonly Promise<void>[]

  constructor(user: TestUser) {
    this.#clients = Array.from({ length: 6 }, (_, client) => this.#keepAdding(user, client))
  }

  async end(): Promise<void> {
    this.#isEnding = true
    await Promise.all(this.#clients)
  }

  async #keepAdding(user: TestUser, client: number): Promise<void> {
    for (let n = 0; !this.#isEnding; n += 1) {
      try {
        const input = { title: `Task ${n} of client ${client}` }
        const answer = await user.post('tools/call', { name: 'add_task', arguments: input })
        const text = await answer.text()
        if (answer.status === 200 && !text.includes('"isError":true')) this.added += 1
        else this.dropped.push(`${answer.status} ${text}`)
      } catch (error) {
        this.dropped.push(String(error))
      }
    }
  }
}

function tokenOf(instance: Instance): Promise<string> {
  return instance.command('token', 'create', '--user', 'owner@localhost')
}

async function countOf(adminUrl: string): Promise<number> {
  return withClient(adminUrl, async (client) => {
    const { rows } = await client.query<{ count: string }>('select count(*) from tasks')
    return Number(rows[0]?.count)
  })
}
