import { once } from 'node:events'
import { createServer } from 'node:net'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { isAtOnce } from '../../../../test/environment/at-once.ts'
import { servers, startRedis, type PrivateServer } from '../../../../test/environment/index.ts'
import { Line } from '../../../../test/environment/line.ts'
import { openBus } from '../bus/open-bus.ts'
import { openLimits } from '../limits/limits.ts'
import { quiet } from '../limits/test-limits.ts'
import { openRedis, type RedisConnection } from './open-redis.ts'

const patience = 30_000
const away = 'Redis cannot be reached: each instance works for itself until it is back'
const back = 'Redis is back: the instances work together again'

describe.skipIf(servers().redisUrl === null)('one judgement on Redis', () => {
  let server: PrivateServer
  let line: Line
  let redis: RedisConnection
  let lines: string[]

  beforeEach(async () => {
    server = await startRedis()
    line = await Line.to(server.url)
    lines = []
    const note = (_: object, message: string) => void lines.push(message)
    redis = await openRedis(line.url, { ...quiet, warn: note, info: note })
    onTestFinished(async () => {
      await redis.close()
      await line[Symbol.asyncDispose]()
      await server.stop()
    })
  })

  test('[N20] after one command without an answer neither sessions nor bus nor limits wait, until Redis is back', async () => {
    const { commands } = redis
    const bus = await openBus({ redis, log: quiet })
    const limits = openLimits({ redis, log: quiet })
    onTestFinished(async () => {
      await limits.close()
      await bus.close()
    })
    const uses = [
      () => commands.get('a'),
      () => commands.multi().set('a', '1').pexpire('a', 1_000).exec(),
      () => bus.tell('a', 1),
      () => limits.consume('one', { points: 5, seconds: 60 }, 'ada'),
    ]
    for (const use of uses) await use()
    line.fallSilent()

    await Promise.allSettled(uses.map(async (use) => use()))
    expect(commands.isWell).toBe(false)
    for (let round = 0; round < 50; round += 1)
      for (const [which, use] of uses.entries()) expect([which, await isAtOnce(use)]).toEqual([which, true])
    expect(lines).toEqual([away])

    line.mend()
    await vi.waitFor(() => expect(lines).toEqual([away, back]), patience)
    expect(commands.isWell).toBe(true)
    await commands.set('a', '2')
    expect(await commands.get('a')).toBe('2')
  })

  test('[N20] a Redis that answers but refuses writes is still used, and logged as away once', async () => {
    const { commands } = redis
    await commands.set('a', '1')
    await commands.config('SET', 'maxmemory', '1')
    for (let time = 0; time < 5; time += 1) await expect(commands.set('a', '2')).rejects.toThrow('OOM')
    expect(await commands.get('a')).toBe('1')
    expect(await commands.publish('b', 'c')).toBe(0)
    expect(lines).toEqual([away])
    await commands.config('SET', 'maxmemory', '0')

    await vi.waitFor(() => expect(lines).toEqual([away, back]), patience)
  })

  test('[N20] a wrong command does not mean that Redis is away', async () => {
    const { commands } = redis
    await commands.set('a', 'text')
    await expect(commands.hget('a', 'b')).rejects.toThrow('WRONGTYPE')

    expect(commands.isWell).toBe(true)
    expect(lines).toEqual([])
  })

  test('[N20] closing says nothing, also with commands under way', async () => {
    line.fallSilent()
    const pending = redis.commands.get('a').catch((error: Error) => error.message)
    expect(await isAtOnce(() => pending)).toBe(false)
    await redis.close()

    expect(await pending).toMatch('Connection is closed')
    expect(lines).toEqual([])
  })
})

test('[N20] a Redis that takes connections and says nothing is known to be away from the start', async () => {
  const mute = createServer(() => {}).listen(0, '127.0.0.1')
  await once(mute, 'listening')
  const address = mute.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const lines: string[] = []
  const redis = await openRedis(`redis://127.0.0.1:${port}`, {
    ...quiet,
    warn: (_, text) => lines.push(text),
  })
  onTestFinished(async () => {
    await redis.close()
    mute.close()
  })

  const publish = () => redis.commands.publish('a', 'b')
  await expect(publish()).rejects.toThrow('Redis does not answer')
  expect(await isAtOnce(publish)).toBe(true)
  expect(lines).toEqual([away])
})
