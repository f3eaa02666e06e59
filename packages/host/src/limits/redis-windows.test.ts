import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { isAtOnce } from '../../../../test/environment/at-once.ts'
import { type PrivateServer, servers, startRedis } from '../../../../test/environment/index.ts'
import { limitsForTest, quiet } from './test-limits.ts'

describe.skipIf(servers().redisUrl === null)('limits and a Redis of their own', () => {
  let server: PrivateServer
  let redis: Redis
  beforeAll(async () => {
    server = await startRedis()
    redis = new Redis(server.url)
    redis.on('error', () => {})
  })
  afterAll(async () => {
    redis.disconnect()
    await server.stop()
  })

  const policy = { points: 2, seconds: 60 }
  const open = async () => {
    const lines: string[] = []
    const note = (_: object, message: string) => void lines.push(message)
    const limits = await limitsForTest({ redisUrl: server.url, log: { ...quiet, warn: note, info: note } })
    return { lines, consume: async (key: string, name = 'one') => limits.consume(name, policy, key) }
  }
  const both = async () => [await open(), await open()] as const
  const away = 'Redis cannot be reached: each instance works for itself until it is back'
  const back = 'Redis is back: the instances work together again'

  test.each([
    ['a text', (key: string) => redis.set(key, 'junk')],
    ['a number without an end', (key: string) => redis.set(key, '100000')],
    ['a list', (key: string) => redis.rpush(key, 'a', 'b')],
    ['a number that is none', (key: string) => redis.hset(key, { taken: 'nan', id: 'x' })],
    [
      'fewer than nothing',
      (key: string) => redis.hset(key, { taken: '-100', id: 'x' }).then(() => redis.expire(key, 50)),
    ],
    ['a window that never ends', (key: string) => redis.hset(key, { taken: '2', id: 'x' })],
  ])('[L905] %s in the place of a window is swept, and the points are counted', async (_, write) => {
    const { consume, lines } = await open()
    const key = crypto.randomUUID()
    await write(`quipu:limit:one:${key}`)

    const decisions = [await consume(key), await consume(key), await consume(key)]

    expect(decisions.map(({ ok }) => ok)).toEqual([true, true, false])
    expect(await redis.pttl(`quipu:limit:one:${key}`)).toBeGreaterThan(50_000)
    expect(lines).toEqual([])
  })

  test('[L905] a window that would end in a year ends as late as one that begins now', async () => {
    const { consume } = await open()
    const key = crypto.randomUUID()
    await redis.hset(`quipu:limit:one:${key}`, { taken: '1e9', id: 'x' })
    await redis.expire(`quipu:limit:one:${key}`, 31_536_000)

    expect(await consume(key)).toMatchObject({ ok: false, retryAfterSeconds: 60 })
    expect(await redis.ttl(`quipu:limit:one:${key}`)).toBeLessThanOrEqual(60)
  })

  test('[L12] a window in Redis has an expiry, and reveals nothing but its key', async () => {
    const { consume } = await open()
    const key = crypto.randomUUID()
    await consume(key)

    const place = `quipu:limit:one:${key}`
    expect(await redis.hgetall(place)).toEqual({ taken: '1', id: expect.stringMatching(/^[0-9a-f-]{36}$/) })
    expect(await redis.pttl(place)).toBeGreaterThan(0)
  })

  test('[L19] after a refusal Redis is not asked again, and the key stays refused if Redis loses it', async () => {
    const { consume } = await open()
    const calls = async () =>
      Number(/cmdstat_evalsha:calls=(\d+)/.exec(await redis.info('commandstats'))?.[1])
    await consume('eve')
    await consume('eve')
    expect(await consume('eve')).toMatchObject({ ok: false })
    const before = await calls()

    for (let time = 0; time < 100; time++) expect(await consume('eve')).toMatchObject({ ok: false })
    expect(await calls()).toBe(before)
    await redis.flushall()
    expect(await consume('eve')).toMatchObject({ ok: false })
    expect(await consume('ada')).toMatchObject({ ok: true, remaining: 1 })
  })

  test('[L13] a Redis that was killed is counted in again when it is back', async () => {
    const [one, other] = await both()
    await one.consume('ada')

    await server.kill()
    const alone = []
    for (let time = 0; time < 3; time++) alone.push(await one.consume('bob'), await other.consume('bob'))
    expect(alone.map(({ ok }) => ok)).toEqual([true, true, true, true, false, false])

    await server.restart()
    await vi.waitFor(
      () => expect([...one.lines, ...other.lines].toSorted()).toEqual([back, back, away, away].toSorted()),
      {
        timeout: 30_000,
      },
    )
    const together = []
    for (let time = 0; time < 2; time++) together.push(await one.consume('eve'), await other.consume('eve'))
    expect(together.map(({ ok }) => ok)).toEqual([true, true, false, false])
  })

  test('[L13] [L902] a Redis that hangs holds up one call, not each', async () => {
    const { consume, lines } = await open()
    await consume('ada')
    await redis.call('CLIENT', 'PAUSE', '5000', 'ALL')

    expect(await isAtOnce(() => consume(crypto.randomUUID()))).toBe(false)
    await vi.waitFor(() => expect(lines).toEqual([away]), 30_000)
    for (let time = 0; time < 20; time += 1)
      expect(await isAtOnce(() => consume(crypto.randomUUID()))).toBe(true)

    await vi.waitFor(() => expect(lines).toEqual([away, back]), 30_000)
  })

  test('[L13] a Redis that takes no more is as one that is away', async () => {
    const { consume, lines } = await open()
    await redis.config('SET', 'maxmemory', '1')
    onTestFinished(async () => void (await redis.config('SET', 'maxmemory', '0')))

    const decisions = []
    for (let time = 0; time < 4; time++) decisions.push(await consume('zoe'))

    // The first still found room; then this instance counts for itself.
    expect(decisions.map(({ ok }) => ok)).toEqual([true, true, true, false])
    expect(lines).toEqual([away])
  })
})
