import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { servers, startRedis } from '../../../../test/environment/index.ts'
import type { Limits } from './limits.ts'
import { quiet, testLimits } from './test-limits.ts'
import { addressKey, failedAuthPerAddress, requestsPerUser } from './transport-policies.ts'

const { redisUrl } = servers()

describe.each([
  { keeper: 'memory', url: undefined, isHere: true },
  { keeper: 'redis', url: redisUrl ?? undefined, isHere: redisUrl !== null },
])('limits in $keeper', ({ url, isHere }) => {
  let limits: Limits
  beforeAll(async () => {
    if (isHere) limits = await testLimits({ redisUrl: url })
  })
  afterAll(() => limits?.close())

  // Longer than a test takes, so that no window ends within one.
  const policy = { points: 3, seconds: 300 }
  const brief = { points: 3, seconds: 2 }
  const someone = () => crypto.randomUUID()

  test.skipIf(!isHere)(
    '[L1] [L8] the points of a window are granted, and the next call is refused with the time to wait',
    async () => {
      const key = someone()

      for (let point = 0; point < 3; point++)
        expect(await limits.consume('one', policy, key)).toMatchObject({ ok: true })

      const refused = await limits.consume('one', policy, key)
      expect(refused).toMatchObject({ ok: false, retryAfterSeconds: expect.any(Number) })
      expect(refused.ok || refused.retryAfterSeconds).toBeGreaterThanOrEqual(1)
      expect(refused.ok || refused.retryAfterSeconds).toBeLessThanOrEqual(300)
    },
  )

  test.skipIf(!isHere)(
    '[L900] after the window the points are back, whatever was refused meanwhile',
    async () => {
      const key = someone()
      for (let point = 0; point < 6; point++) await limits.consume('brief', brief, key)

      const again = async () => (await limits.consume('brief', brief, key)).ok
      await expect.poll(again, { interval: 100 }).toBe(true)
    },
  )

  test.skipIf(!isHere)('[L1] of many simultaneous calls exactly the points are granted', async () => {
    const key = someone()
    const decisions = await Promise.all(
      Array.from({ length: 50 }, async () => limits.consume('one', policy, key)),
    )

    expect(decisions.filter(({ ok }) => ok)).toHaveLength(3)
  })

  test.skipIf(!isHere)('[L2] keys and policies do not share windows', async () => {
    const key = someone()
    for (let point = 0; point < 4; point++) await limits.consume('one', policy, key)

    expect(await limits.consume('one', policy, someone())).toMatchObject({ ok: true })
    expect(await limits.consume('two', policy, key)).toMatchObject({ ok: true })
    expect(await limits.consume('one', policy, key)).toMatchObject({ ok: false })
  })

  test.skipIf(!isHere)('[L901] one name is one policy, and a policy has whole numbers', async () => {
    const consume = async (name: string, points: number) =>
      limits.consume(name, { ...policy, points }, someone())
    await limits.consume('mine', policy, someone())

    await expect(consume('mine', 3)).resolves.toMatchObject({ ok: true })
    await expect(consume('mine', 4)).rejects.toThrow('Two policies are called mine')
    await expect(consume('half', 0.5)).rejects.toThrow('whole numbers')
  })
})

test.skipIf(redisUrl === null)('[L3] instances that share a Redis share their windows', async () => {
  const policy = { points: 4, seconds: 30 }
  const key = crypto.randomUUID()
  const one = await testLimits({ redisUrl: redisUrl ?? '' })
  const other = await testLimits({ redisUrl: redisUrl ?? '' })

  const decisions = []
  for (let turn = 0; turn < 4; turn++) {
    decisions.push(await one.consume('shared', policy, key), await other.consume('shared', policy, key))
  }

  expect(decisions.map(({ ok }) => ok)).toEqual([true, true, true, true, false, false, false, false])
  await Promise.all([one.close(), other.close()])
})

test.skipIf(redisUrl === null)(
  '[L4] while Redis is away an instance counts for itself, and logs it once',
  async () => {
    const lines: string[] = []
    const redis = await startRedis()
    const limits = await testLimits({
      redisUrl: redis.url,
      log: { ...quiet, warn: (_, message) => lines.push(message) },
    })
    const policy = { points: 2, seconds: 30 }
    await limits.consume('insured', policy, 'ada')

    await redis.stop()
    const decisions = []
    for (let turn = 0; turn < 4; turn++) decisions.push(await limits.consume('insured', policy, 'ada'))

    expect(decisions.map(({ ok }) => ok)).toEqual([true, true, false, false])
    await expect
      .poll(() => lines)
      .toEqual(['Redis cannot be reached: each instance works for itself until it is back'])
    await limits.close()
  },
)

test('[L4] a Redis that is not there does not keep the host from starting', async () => {
  const limits = await testLimits({ redisUrl: 'redis://127.0.0.1:1' })

  expect(await limits.consume('any', { points: 1, seconds: 30 }, 'ada')).toMatchObject({ ok: true })
  expect(await limits.consume('any', { points: 1, seconds: 30 }, 'ada')).toMatchObject({ ok: false })
  await limits.close()
})

test('[L5] a user has 600 requests a minute, an address 30 failed authentications', () => {
  expect(requestsPerUser).toEqual({ name: 'requests', policy: { points: 600, seconds: 60 } })
  expect(failedAuthPerAddress).toEqual({ name: 'failed-auth', policy: { points: 30, seconds: 60 } })
})

test.each([
  ['203.0.113.9', '203.0.113.9'],
  ['::ffff:203.0.113.9', '203.0.113.9'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0DB8:1:2::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['unknown', 'unknown'],
])('[L903] %s counts as %s', (address, key) => {
  expect(addressKey(address)).toBe(key)
})
