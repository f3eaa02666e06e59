import { Redis } from 'ioredis'
import { afterEach, describe, expect, test } from 'vitest'
import type { Log } from '@quipu/kit'
import { servers, startRedis } from '../../../../test/environment/index.ts'
import type { RedisConnection } from '../redis/open-redis.ts'
import { openRedis } from '../redis/open-redis.ts'
import type { InstanceBus } from './open-bus.ts'
import { openBus } from './open-bus.ts'

const { redisUrl } = servers()
const quiet: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }
const open: { close(): Promise<void> }[] = []

afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close()
})

const buses = [
  { name: 'in memory', url: undefined, isHere: true },
  { name: 'over Redis', url: redisUrl ?? undefined, isHere: redisUrl !== null },
]

describe.each(buses)('a bus $name', ({ url, isHere }) => {
  test.skipIf(!isHere)(
    '[N1] listeners are called in order, synchronously, with what is published to their topic',
    async () => {
      const bus = await busOn(url)
      const heard: unknown[] = []
      bus.subscribe('a', (message) => heard.push(message))
      bus.subscribe('b', (message) => heard.push(['b', message]))

      bus.publish('a', 1)
      bus.publish('a', { two: 2 })
      bus.publish('c', 3)
      await bus.tell('a', 4)

      expect(heard).toEqual([1, { two: 2 }, 4])
    },
  )

  test.skipIf(!isHere)('[N1] a removed listener is not called any more', async () => {
    const bus = await busOn(url)
    const heard: unknown[] = []
    const stop = bus.subscribe('a', (message) => heard.push(message))
    bus.publish('a', 1)
    stop()
    bus.publish('a', 2)

    expect(heard).toEqual([1])
  })

  test.skipIf(!isHere)(
    '[N901] a listener that fails affects neither the publisher nor the others',
    async () => {
      const bus = await busOn(url)
      const heard: unknown[] = []
      bus.subscribe('a', () => {
        throw new Error('mine alone')
      })
      bus.subscribe('a', (message) => heard.push(message))

      bus.publish('a', 1)

      expect(heard).toEqual([1])
    },
  )

  test.skipIf(!isHere)('[N1] no listener gets a message twice', async () => {
    const bus = await busOn(url)
    const heard: unknown[] = []
    bus.subscribe('a', (message) => heard.push(message))
    await bus.tell('a', 1)
    await bus.tell('a', 2)
    await expect.poll(() => heard).toContain(2)

    expect(heard).toEqual([1, 2])
  })
})

describe.skipIf(redisUrl === null)('several instances', () => {
  test('[N900] other instances get it too, in the order of one publisher', async () => {
    const [one, other] = [await busOn(redisUrl ?? ''), await busOn(redisUrl ?? '')]
    const heard: unknown[] = []
    other.subscribe('order', (message) => heard.push(message))

    for (let n = 0; n < 100; n += 1) one.publish('order', n)

    await expect.poll(() => heard).toEqual(Array.from({ length: 100 }, (_, n) => n))
  })

  test('[N2] junk on the channel is ignored', async () => {
    const bus = await busOn(redisUrl ?? '')
    const heard: unknown[] = []
    bus.subscribe('mcp.change', (message) => heard.push(message))
    const stranger = new Redis(redisUrl ?? '')
    const junk = ['', 'null', '{', '[]', '{"from":"x","topic":"mcp.change","message":1}', 'x'.repeat(300_000)]
    for (const text of junk) await stranger.publish('quipu:bus', text)
    stranger.disconnect()
    const neighbour = await busOn(redisUrl ?? '')
    await neighbour.tell('mcp.change', 'sound')

    await expect.poll(() => heard).toEqual(['sound'])
  })

  test('[N902] a message longer than 256 KiB stays in this instance, and is logged', async () => {
    const warnings: string[] = []
    const one = await busOn(redisUrl ?? '', { ...quiet, warn: (_, text) => warnings.push(text) })
    const other = await busOn(redisUrl ?? '')
    const heard: unknown[] = []
    one.subscribe('long', () => heard.push('here'))
    other.subscribe('long', (message) => heard.push(message))
    await one.tell('long', 'x'.repeat(300_000))
    await one.tell('long', 'short')

    await expect.poll(() => heard).toEqual(['here', 'here', 'short'])
    expect(warnings).toHaveLength(1)
  })
})

test.skipIf(redisUrl === null)(
  '[N3] while Redis is away each instance gets only its own messages; once it is back, all get each other’s again',
  async () => {
    await using redis = await startRedis()
    const lines: string[] = []
    const log = { ...quiet, warn: (_: object, text: string) => lines.push(text) }
    const [one, other] = [await busOn(redis.url, log), await busOn(redis.url)]
    const heard: unknown[] = []
    one.subscribe('a', () => heard.push('one'))
    other.subscribe('a', () => heard.push('other'))

    await redis.kill()
    await one.tell('a', 1)
    expect(heard).toEqual(['one'])
    await redis.restart()

    await expect
      .poll(
        async () => {
          await one.tell('a', 2)
          return heard.includes('other')
        },
        { interval: 200 },
      )
      .toBe(true)
    expect(lines).toHaveLength(1)
  },
)

test('[N3] without a Redis at the start, the bus works for this instance', async () => {
  const bus = await busOn('redis://127.0.0.1:1')
  const heard: unknown[] = []
  bus.subscribe('a', (message) => heard.push(message))
  await bus.tell('a', 1)

  expect(heard).toEqual([1])
})

async function busOn(url: string | undefined, log: Log = quiet): Promise<InstanceBus> {
  let redis: RedisConnection | undefined
  if (url !== undefined) open.push((redis = await openRedis(url, log)))
  const bus = await openBus({ redis, log })
  open.push(bus)
  return bus
}
