import { randomUUID } from 'node:crypto'
import { Redis } from 'ioredis'
import { describe, expect, onTestFinished, test } from 'vitest'
import { servers, startRedis } from '../../../../test/environment/index.ts'
import { Line } from '../../../../test/environment/line.ts'
import { openRedis } from '../redis/open-redis.ts'
import { silent } from '../storage/test-store.ts'
import { moduleCache, openCachedValues } from './open-cache.ts'

const places = [
  { place: 'memory', isHere: true },
  { place: 'Redis', isHere: servers().redisUrl !== null },
]

async function openValues(place: string) {
  let now = 0
  const url = servers().redisUrl
  const redis = place === 'memory' || url === null ? undefined : await openRedis(url, silent)
  onTestFinished(async () => redis?.close())
  const key = `notes:${randomUUID()}`
  /** The time of Redis cannot be set, but the key can be brought to its end. */
  const wait = async (seconds: number) => {
    now += seconds * 1000
    if (redis === undefined || url === null) return
    const other = new Redis(url)
    const left = (await other.pttl(key)) - seconds * 1000
    if (left <= 0) await other.del(key)
    else await other.pexpire(key, left)
    other.disconnect()
  }
  const values = openCachedValues(redis, () => now)
  return { cache: moduleCache(values, 'notes'), values, key, wait }
}

describe.each(places.filter(({ isHere }) => isHere))('a cache in $place', ({ place }) => {
  test('[N240] JSON is kept for its time and can be deleted', async () => {
    const { cache, key, wait } = await openValues(place)
    const value = { name: 'Ana', tags: ['ä', null, 1.5], isOpen: true }

    expect(await cache.get(key)).toBeUndefined()
    await cache.set(key, value, 60)
    await wait(59)
    expect(await cache.get(key)).toEqual(value)
    await wait(1)
    expect(await cache.get(key)).toBeUndefined()

    await cache.set(key, null, 60)
    expect(await cache.get(key)).toBeNull()
    await cache.set(key, 'new', 60)
    await cache.delete(key)
    await cache.delete(key)
    expect(await cache.get(key)).toBeUndefined()
  })

  test('[N240] a value that is changed after it was set is kept as it was', async () => {
    const { cache, key } = await openValues(place)
    const value = { tags: ['a'] }
    await cache.set(key, value, 60)
    value.tags.push('b')
    expect(await cache.get(key)).toEqual({ tags: ['a'] })
  })

  test('[N240] 256 KiB are kept, one byte more is not, and the former value is gone', async () => {
    const { cache, key } = await openValues(place)
    const most = 'x'.repeat(256 * 1024 - 2)
    await cache.set(key, most, 60)
    expect(await cache.get(key)).toBe(most)
    await cache.set(key, `${most}x`, 60)
    expect(await cache.get(key)).toBeUndefined()
  })

  test('[N241] a key begins with the name of its module, and no module reaches those of others', async () => {
    const { cache, values, key } = await openValues(place)
    await cache.set(key, 1, 60)

    for (const wrong of ['', 'notes', 'note:a', 'quipu:probe', `notes:${'x'.repeat(195)}`]) {
      await expect(cache.get(wrong)).rejects.toThrow('begins with "notes:"')
      await expect(cache.set(wrong, 1, 1)).rejects.toThrow('begins with "notes:"')
      await expect(cache.delete(wrong)).rejects.toThrow('begins with "notes:"')
    }
    await expect(moduleCache(values, 'other').get(key)).rejects.toThrow('begins with "other:"')
  })

  test.each([0, -1, Number.NaN, 30 * 86_400 + 1])(
    '[N240] %d is not a valid time to keep a value',
    async (seconds) => {
      const { cache, key } = await openValues(place)
      await expect(cache.set(key, 1, seconds)).rejects.toThrow('at most 2592000 seconds')
    },
  )
})

test('[N242] in memory at most 10,000 values are kept, and those used last', async () => {
  const { cache } = await openValues('memory')
  for (let count = 0; count < 10_000; count += 1) await cache.set(`notes:${count}`, count, 60)
  expect(await cache.get('notes:0')).toBe(0)
  await cache.set('notes:more', 1, 60)

  expect(await cache.get('notes:0')).toBe(0)
  expect(await cache.get('notes:1')).toBeUndefined()
  expect(await cache.get('notes:2')).toBe(2)
})

describe.skipIf(servers().redisUrl === null)('a cache in Redis', () => {
  test('[N241] the key in Redis is exactly the one that the module chose, and ends by itself', async () => {
    const { cache } = await openValues('Redis')
    const redis = new Redis(servers().redisUrl ?? '')
    onTestFinished(() => redis.disconnect())
    const key = `notes:mcp:token:${randomUUID()}`
    await cache.set(key, { a: 1 }, 60)

    expect(await redis.get(key)).toBe('{"a":1}')
    expect(await redis.ttl(key)).toBeGreaterThan(0)
    await redis.set(key, 'no JSON', 'EX', 60)
    expect(await cache.get(key)).toBeUndefined()
    await redis.del(key)
    await redis.rpush(key, 'a list')
    expect(await cache.get(key)).toBeUndefined()
    await redis.del(key)
  })

  test('[N915] a Redis that falls silent or goes is a miss, never an error, and counts again when it is back', async () => {
    const server = await startRedis()
    const line = await Line.to(server.url)
    const redis = await openRedis(line.url, silent)
    onTestFinished(async () => {
      await redis.close()
      await line[Symbol.asyncDispose]()
      await server.stop()
    })
    const cache = moduleCache(
      openCachedValues(redis, () => 0),
      'notes',
    )
    await cache.set('notes:a', 1, 60)
    for (const fail of [() => line.fallSilent(), () => line.cut()]) {
      fail()
      expect(await cache.get('notes:a')).toBeUndefined()
      await cache.set('notes:b', 1, 60)
      await cache.delete('notes:a')
      line.mend()
      await expect.poll(() => cache.get('notes:a')).toBe(1)
    }
  })
})
