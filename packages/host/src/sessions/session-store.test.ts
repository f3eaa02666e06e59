import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Log } from '@quipu/kit'
import { Clock } from '../../../../test/environment/clock.ts'
import { type PrivateServer, servers, startRedis } from '../../../../test/environment/index.ts'
import { openRedis } from '../redis/open-redis.ts'
import { InsuredSessionStore } from './insured-store.ts'
import { MemorySessionStore } from './memory-store.ts'
import { RedisSessionStore } from './redis-store.ts'
import type { Session } from './session.ts'
import { after } from './session.ts'
import type { SessionStore } from './session-store.ts'
import { fieldsOf } from './stored-session.ts'

const { redisUrl } = servers()
/** Of our own: a sweep here would end what other tests have begun. */
let redis: PrivateServer | undefined
beforeAll(async () => {
  redis = redisUrl === null ? undefined : await startRedis()
})
afterAll(() => redis?.stop())
const quiet: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const open: { close(): Promise<void> }[] = []
let clock = new Clock()

afterEach(async () => {
  clock = new Clock()
  for (const one of open.splice(0)) await one.close()
})

const stores = [
  { name: 'memory', make: async () => memory(), isHere: true },
  { name: 'Redis', make: () => inRedis(redis?.url ?? ''), isHere: redisUrl !== null },
  { name: 'Redis with a copy', make: () => insured(redis?.url ?? ''), isHere: redisUrl !== null },
  { name: 'a copy without Redis', make: () => insured('redis://127.0.0.1:1'), isHere: true },
]

for (const { name, make, isHere } of stores) {
  describe.skipIf(!isHere)(`sessions in ${name}`, () => {
    test('[N6] a session is found as it was made, by its own caller and id only', async () => {
      const store = await make()
      const session = sessionOf()
      expect(await store.create(session)).toEqual([])

      expect(await store.find(session.userContext.userId, session.id)).toEqual(session)
      expect(await store.find(randomUUID(), session.id)).toBeUndefined()
      expect(await store.find(session.userContext.userId, randomUUID())).toBeUndefined()
    })

    test('[N6] an id that the caller has is not made twice; another caller has it for themselves', async () => {
      const store = await make()
      const session = sessionOf({ id: 'client:made-up/~id' })
      const other = sessionOf({ id: session.id })
      await store.create(session)

      expect(await store.create({ ...session, logLevel: 'error' })).toBe('exists')
      expect(await store.create(other)).toEqual([])
      await store.terminate(other.userContext.userId, other.id, true)

      expect(await store.find(session.userContext.userId, session.id)).toEqual(session)
    })

    test('[H796] an ended id stays ended as long as it could have lived, and no longer', async () => {
      const store = await make()
      const session = sessionOf()
      const { userId } = session.userContext
      await store.create(session)

      expect(await store.terminate(userId, session.id, true)).toEqual(session)
      expect(await store.terminate(userId, session.id, true)).toBeUndefined()

      expect(await store.find(userId, session.id)).toBe('terminated')
      expect(await store.list(userId)).toEqual([])
    })

    test('[H797] a session that its client did not end leaves its id free', async () => {
      const store = await make()
      const session = sessionOf()
      const { userId } = session.userContext
      await store.create(session)
      await store.terminate(userId, session.id, false)

      expect(await store.find(userId, session.id)).toBeUndefined()
      expect(await store.create(session)).toEqual([])
    })

    test('[N905] beyond fifty of one user, the least recently active one is removed', async () => {
      const store = await make()
      const userId = randomUUID()
      const all: Session[] = []
      for (let n = 0; n < 50; n += 1) {
        clock.advance('1s')
        all.push(sessionOf({ userId }))
        await store.create(all[n]!)
      }
      clock.advance('1m')
      await store.touch(after(all[0]!, 'activity', clock.now())!)
      const evicted = await store.create(sessionOf({ userId }))

      expect(evicted).toEqual([all[1]])
      expect(await store.find(userId, all[1]!.id)).toBeUndefined()
      expect(await store.list(userId)).toHaveLength(50)
    })

    test('[N905] creations at the same time exceed the cap by none', async () => {
      const store = await make()
      const userId = randomUUID()
      const made = await Promise.all(Array.from({ length: 120 }, () => store.create(sessionOf({ userId }))))

      expect(made.flat()).toHaveLength(70)
      expect(await store.list(userId)).toHaveLength(50)
    })

    test('[N9] activity, level and home are kept', async () => {
      const store = await make()
      const session = sessionOf()
      const { userId } = session.userContext
      await store.create(session)
      clock.advance('30m')
      const active = after(session, 'activity', clock.now())!
      await store.touch(active)
      await store.change(active, { logLevel: 'error', home: 'feedbeef-2' })

      expect(await store.find(userId, session.id)).toEqual({
        ...active,
        logLevel: 'error',
        home: 'feedbeef-2',
      })
    })

    test('[N9] a lost connection is kept, and that the client came back', async () => {
      const store = await make()
      const session = sessionOf()
      const { userId } = session.userContext
      await store.create(session)
      const orphan = after(session, 'connection_lost', clock.now())!
      await store.change(orphan, orphan)
      expect(await store.find(userId, session.id)).toMatchObject({
        state: 'orphaned',
        orphanedAt: clock.now(),
      })
      await store.touch(after(orphan, 'activity', clock.now())!)

      expect(await store.find(userId, session.id)).toMatchObject({ state: 'active' })
      expect(await store.find(userId, session.id)).not.toMatchObject({ orphanedAt: clock.now() })
    })

    test('[N907] writing to an ended session does not restore it', async () => {
      const store = await make()
      const session = sessionOf()
      const { userId } = session.userContext
      await store.create(session)
      await store.terminate(userId, session.id, true)
      await store.touch(session)
      await store.change(session, { logLevel: 'error' })

      expect(await store.find(userId, session.id)).toBe('terminated')
      expect(await store.list(userId)).toEqual([])
    })

    test('[N9] the watched resources of a session are stored with their permissions, up to a limit', async () => {
      const store = await make()
      const session = sessionOf()
      await store.create(session)

      expect(await store.watch(session, 'test://a', ['a:read'], 2)).toBe(true)
      expect(await store.watch(session, 'test://b', [], 2)).toBe(true)
      expect(await store.watch(session, 'test://c', [], 2)).toBe(false)
      expect(await store.watch(session, 'test://a', ['a:read'], 2)).toBe(true)
      await store.unwatch(session, 'test://b')

      expect(await store.watched(session)).toEqual(new Map([['test://a', ['a:read']]]))
    })

    test('[N7] a sweep removes what has run out, each once, and nothing else', async () => {
      const store = await make()
      await store.sweep(new Date(clock.now().getTime() + 10 * 86_400_000))
      const [idle, busy, orphan] = [sessionOf(), sessionOf(), sessionOf({ orphanMs: 60_000 })]
      for (const session of [idle, busy, orphan]) await store.create(session)
      clock.advance('50m')
      const seen = after(orphan, 'activity', clock.now())!
      await store.touch(seen)
      await store.change(seen, after(seen, 'connection_lost', clock.now())!)
      clock.advance('9m')
      await store.touch(after(busy, 'activity', clock.now())!)
      clock.advance('2m')
      const swept = await store.sweep(clock.now())
      const ids = (sessions: readonly Session[]) => sessions.map(({ id }) => id).toSorted()

      expect(ids(swept)).toEqual(ids([idle, orphan]))
      expect(await store.sweep(clock.now())).toEqual([])
      expect(await store.find(busy.userContext.userId, busy.id)).toMatchObject({ id: busy.id })
    })
  })
}

test('[N905] an instance without Redis holds a limited number; the least recently active one is removed', async () => {
  const store = new MemorySessionStore({ mostPerUser: 50, most: 100, now: clock.now })
  const all = Array.from({ length: 100 }, () => sessionOf())
  for (const session of all) await store.create(session)
  clock.advance('1s')
  await store.touch(after(all[0]!, 'activity', clock.now())!)

  expect(await store.create(sessionOf())).toEqual([all[1]])
  expect(await store.list()).toHaveLength(100)
})

test('[N10] after a clock was set back, no session lives until its former time', async () => {
  const store = memory()
  clock.advance('365d')
  const session = sessionOf()
  await store.create(session)
  clock.advance('-365d')
  await store.sweep(clock.now())
  clock.advance('61m')

  expect(await store.sweep(clock.now())).toHaveLength(1)
})

describe.skipIf(redisUrl === null)('Redis', () => {
  test('[N906] activity is written at most once in ten seconds', async () => {
    const { store, client } = await inRedisWithClient(redis?.url ?? '')
    const session = sessionOf()
    const { userId } = session.userContext
    await store.create(session)
    const seen = async () =>
      Number(await client.hget(`quipu:session:${userId}:${session.id}`, 'lastActivity'))
    clock.advance('1s')
    await store.touch(after(session, 'activity', clock.now())!)
    const first = await seen()
    clock.advance('9s')
    await store.touch(after(session, 'activity', clock.now())!)
    expect(await seen()).toBe(first)
    clock.advance('2s')
    await store.touch(after(session, 'activity', clock.now())!)

    expect(await seen()).toBe(first + 11_000)
    client.disconnect()
  })

  test('[N11] values that another program wrote are not sessions, are ignored and removed', async () => {
    const { store, client } = await inRedisWithClient(redis?.url ?? '')
    const session = sessionOf()
    const { userId } = session.userContext
    const forged = sessionOf()
    const stored = fieldsOf(forged)
    const key = (id: string) => `quipu:session:${userId}:${id}`
    await client.set(key('text'), 'junk')
    await client.hset(key('bare'), { state: 'active' })
    await client.hset(key('odd'), { ...stored, fixed: '{"id":' })
    await client.hset(key('forged'), stored)
    await client.hset(key('late'), { ...stored, lastActivity: 'soon' })
    await client.set(`quipu:sessions:${userId}`, 'no index')
    await client.set(`quipu:session-watched:${userId}:${session.id}`, 'no list')
    await client.zadd('quipu:sessions', 1, 'junk', 1, `${userId} text`)

    for (const id of ['text', 'bare', 'odd', 'forged', 'late']) {
      expect(await store.find(userId, id)).toBeUndefined()
      expect(await client.exists(key(id))).toBe(0)
    }
    expect(await store.list(userId)).toEqual([])
    await store.create(session)
    expect(await store.watch(session, 'test://a', [], 10)).toBe(true)
    await store.sweep(clock.now())

    expect(await store.list(userId)).toEqual([session])
    expect(await client.zscore('quipu:sessions', 'junk')).toBeNull()
    client.disconnect()
  })

  test('[N12] [N909] a session that Redis lost is restored by an instance that knows it, and an ended session is not', async () => {
    await using server = await startRedis()
    const store = await insured(server.url)
    const [kept, ended] = [sessionOf(), sessionOf()]
    await store.create(kept)
    await store.create(ended)
    await store.watch(kept, 'test://a', ['a:read'], 10)
    await store.terminate(ended.userContext.userId, ended.id, true)
    const client = new Redis(server.url)
    await client.flushall()
    client.disconnect()

    expect(await store.find(kept.userContext.userId, kept.id)).toEqual(kept)
    expect(await store.find(ended.userContext.userId, ended.id)).toBe('terminated')
    const neighbour = await insured(server.url)
    expect(await neighbour.find(kept.userContext.userId, kept.id)).toEqual(kept)
    expect(await neighbour.watched(kept)).toEqual(new Map([['test://a', ['a:read']]]))
  })

  test('[N908] while Redis is away an instance serves what it knows and begins new ones, and shares them later', async () => {
    await using server = await startRedis()
    const [one, other] = [await insured(server.url), await insured(server.url)]
    const before = sessionOf()
    await one.create(before)
    await server.kill()
    const meanwhile = sessionOf()

    expect(await one.find(before.userContext.userId, before.id)).toEqual(before)
    expect(await one.create(meanwhile)).toEqual([])
    expect(await other.find(before.userContext.userId, before.id)).toBeUndefined()
    await server.restart()
    await expect.poll(() => one.find(meanwhile.userContext.userId, meanwhile.id)).toEqual(meanwhile)
    await expect
      .poll(async () => {
        await one.find(meanwhile.userContext.userId, meanwhile.id)
        return other.find(meanwhile.userContext.userId, meanwhile.id)
      })
      .toEqual(meanwhile)
  })
})

function sessionOf({
  id = randomUUID() as string,
  userId = randomUUID() as string,
  orphanMs,
}: { id?: string; userId?: string; orphanMs?: number } = {}): Session {
  const at = clock.now()
  return {
    id,
    token: `sha256:${'0'.repeat(64)}`,
    userContext: { userId, username: 'ada@example.com', permissions: ['tasks:read'], validatedAt: at },
    transport: 'http-streamable',
    createdAt: at,
    lastActivity: at,
    clientInfo: { clientName: 'test' },
    state: 'active',
    times: { idleMs: 3_600_000, ...(orphanMs === undefined ? {} : { orphanMs }) },
    endpoint: '/mcp',
    clientId: 'test',
    protocolVersion: '2025-11-25',
    capabilities: { sampling: {} },
    logLevel: 'info',
    home: 'deadbeef-1',
  }
}

function memory(): MemorySessionStore {
  return new MemorySessionStore({ mostPerUser: 50, most: 10_000, now: () => clock.now() })
}

async function inRedis(url: string): Promise<RedisSessionStore> {
  const connection = await openRedis(url, quiet)
  open.push(connection)
  return new RedisSessionStore({ redis: connection.commands, mostPerUser: 50, now: () => clock.now() })
}

async function inRedisWithClient(url: string): Promise<{ store: SessionStore; client: Redis }> {
  return { store: await inRedis(url), client: new Redis(url) }
}

async function insured(url: string): Promise<InsuredSessionStore> {
  return new InsuredSessionStore(await inRedis(url), memory(), () => clock.now())
}
