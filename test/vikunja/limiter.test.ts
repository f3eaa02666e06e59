import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '@quipu/kit'
import { vikunja } from '@quipu/vikunja'
import { describe, expect, test } from 'vitest'
import { servers } from '../environment/index.ts'
import { openTestHost, quickEngine } from '../environment/test-host.ts'
import { TestUser } from '../environment/test-user.ts'
import { endpoint, openBridge } from './open-bridge.ts'

const secondMs = 1000

/** Of one request that counts, whatever it does. */
async function ask(
  user: TestUser,
  /** Called if the server has too much to do, which is neither granted nor refused. Default: that fails the test. */
  onBusy?: () => void,
): Promise<{ isGranted: boolean; wait: number; left: number }> {
  const { status, headers } = await user.post('tools/list')
  if (status === 503) onBusy?.()
  expect(onBusy === undefined ? [200, 429] : [200, 429, 503]).toContain(status)
  const header = (name: string) => Number(headers.get(name))
  return { isGranted: status === 200, wait: header('retry-after'), left: header('ratelimit-remaining') }
}

async function askTimes(user: TestUser, times: number, onBusy?: () => void): Promise<number> {
  let granted = 0
  for (let count = 0; count < times; count += 1) if ((await ask(user, onBusy)).isGranted) granted += 1
  return granted
}

async function openLimited() {
  let ms = 0
  const bridge = await openBridge({ ofHost: { limitClock: () => ms } })
  const advance = (seconds: number) => (ms += seconds * secondMs)
  const caller = () => bridge.guest(bridge.newToken())
  return { bridge, advance, caller, [Symbol.asyncDispose]: () => bridge[Symbol.asyncDispose]() }
}

describe('the limit of a token, with the clock in hand', () => {
  test('[VK183] [VK718] early in its window, a refused caller waits for the end of the 900 seconds, not only for the block', async () => {
    await using limited = await openLimited()
    const { advance, caller } = limited
    const [user, other] = [caller(), caller()]

    expect(await askTimes(user, 100)).toBe(100)
    advance(10)
    expect(await ask(user)).toEqual({ isGranted: false, wait: 890, left: 0 })
    advance(60)
    expect(await ask(user)).toMatchObject({ isGranted: false, wait: 830 })
    expect(await askTimes(other, 3)).toBe(3)
    advance(829)
    expect(await ask(user)).toMatchObject({ isGranted: false, wait: 1 })
    advance(1)
    expect(await ask(user)).toMatchObject({ isGranted: true, left: 99 })
    expect(await askTimes(user, 100)).toBe(99)
  })

  test('[VK718] [VK719] late in its window, the block of 60 seconds outlasts it, and nothing lengthens it', async () => {
    await using limited = await openLimited()
    const { advance, caller } = limited
    const [user, other] = [caller(), caller()]

    expect(await askTimes(user, 50)).toBe(50)
    advance(890)
    expect(await askTimes(user, 50)).toBe(50)
    expect(await ask(other)).toMatchObject({ isGranted: true, left: 99 })
    expect(await ask(user)).toMatchObject({ isGranted: false, wait: 60 })
    advance(20)
    expect(await ask(user)).toMatchObject({ isGranted: false, wait: 40 })
    advance(39)
    expect(await ask(user)).toMatchObject({ isGranted: false, wait: 1 })
    advance(1)
    expect(await askTimes(user, 101)).toBe(100)
    expect(await ask(other)).toMatchObject({ isGranted: true, left: 98 })
  })

  test('[VK183] who stays below 100 is never refused, window after window', async () => {
    await using limited = await openLimited()
    const user = limited.caller()
    for (let window = 0; window < 3; window += 1) {
      expect(await askTimes(user, 99)).toBe(99)
      limited.advance(900)
    }
  })
})

/** Instances whose Redis is away count each for itself, and a busy machine may be too slow for it. */
class LineToRedis {
  #broken = 0
  #mended = 0
  readonly log: Log = {
    debug: () => {},
    error: () => {},
    warn: (_, text) => void (text?.startsWith('Redis cannot be reached') && this.#broken++),
    info: (_, text) => void (text?.startsWith('Redis is back') && this.#mended++),
  }

  /** Until it was there from the beginning to the end. */
  async withoutBreak<T>(work: () => Promise<T>): Promise<T> {
    for (;;) {
      while (this.#mended < this.#broken) await sleep(50)
      const before = this.#broken
      const result = await work()
      if (this.#broken === before) return result
    }
  }
}

describe.each([
  { name: 'one instance', redisUrl: undefined },
  { name: 'two instances with one Redis', redisUrl: servers().redisUrl ?? undefined },
])('500 clients at $name', ({ name, redisUrl }) => {
  const isTwo = name.startsWith('two')

  test.skipIf(isTwo && redisUrl === undefined)(
    '[VK184] of 1,000 requests at once with 5 tokens each token gets exactly 100',
    async () => {
      const line = new LineToRedis()
      await using bridge = await openBridge({ ofHost: { redisUrl, log: line.log } })
      const moduleSettings = { vikunja: { url: bridge.fake.url } }
      await using other = isTwo
        ? await openTestHost(quickEngine(), [vikunja], { moduleSettings, redisUrl, log: line.log })
        : null
      const urls = [bridge.app.url, other?.url ?? bridge.app.url]
      const grantedOf = async (): Promise<number[]> => {
        let isBusy = false
        const tokens = Array.from({ length: 5 }, () => bridge.newToken())
        const granted = await Promise.all(
          Array.from({ length: 500 }, async (_, client) => {
            const token = tokens[client % tokens.length] ?? ''
            const url = urls[Math.floor(client / tokens.length) % urls.length] ?? ''
            const user = new TestUser({ id: '', email: '', token, url, path: endpoint })
            return { token, count: await askTimes(user, 2, () => (isBusy = true)) }
          }),
        )
        if (isBusy) return grantedOf()
        return tokens.map((token) =>
          granted.filter((each) => each.token === token).reduce((sum, { count }) => sum + count, 0),
        )
      }

      expect(await line.withoutBreak(grantedOf)).toEqual([100, 100, 100, 100, 100])
      expect((await ask(bridge.guest(bridge.newToken()))).isGranted).toBe(true)
    },
  )
})
