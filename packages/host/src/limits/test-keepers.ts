import { Redis } from 'ioredis'
import { inject } from 'vitest'
import type { Limits } from './limits.ts'
import { testLimits } from './test-limits.ts'

/** Instances that count together, with time in hand. */
export interface Keeper extends AsyncDisposable {
  readonly instances: readonly [Limits, Limits]
  /** The windows of this test alone. */
  nameOf(name: string): string
  advance(seconds: number): Promise<void>
}

const redisUrl = inject('redisUrl')

export const keepers = [
  { keeper: 'memory', isHere: true, open: openMemory },
  { keeper: 'redis', isHere: redisUrl !== null, open: openRedis },
] as const

async function openMemory(): Promise<Keeper> {
  let now = 0
  const limits = await testLimits({ now: () => now })
  const run = crypto.randomUUID()
  return {
    instances: [limits, limits],
    nameOf: (name) => `${run}-${name}`,
    advance: async (seconds) => void (now += seconds * 1000),
    [Symbol.asyncDispose]: () => limits.close(),
  }
}

/** The time of Redis cannot be set, but everything in it can be brought nearer to its end. */
async function openRedis(): Promise<Keeper> {
  let now = 0
  const options = { redisUrl: redisUrl ?? '', now: () => now }
  const instances = [await testLimits(options), await testLimits(options)] as const
  const redis = new Redis(redisUrl ?? '')
  const run = crypto.randomUUID()
  const pass = (seconds: number) => redis.eval(nearer, 0, `quipu:limit:${run}-*`, seconds * 1000)
  const timeless = (limits: Limits): Limits => ({
    ...limits,
    consume: async (...request) => {
      await pass(0)
      return limits.consume(...request)
    },
  })
  return {
    instances: [timeless(instances[0]), timeless(instances[1])],
    nameOf: (name) => `${run}-${name}`,
    advance: async (seconds) => {
      now += seconds * 1000
      await pass(seconds)
    },
    [Symbol.asyncDispose]: async () => {
      redis.disconnect()
      await Promise.all(instances.map((limits) => limits.close()))
    },
  }
}

/** Windows last whole seconds, so what a slow machine took of one is given back by rounding up. */
const nearer = `
for _, key in ipairs(redis.call('KEYS', ARGV[1])) do
  local left = math.ceil(redis.call('PTTL', key) / 1000) * 1000 - ARGV[2]
  if left <= 0 then redis.call('DEL', key) else redis.call('PEXPIRE', key, left) end
end`
