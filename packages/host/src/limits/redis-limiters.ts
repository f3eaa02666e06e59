import { once } from 'node:events'
import { Redis } from 'ioredis'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { RateLimiterRedis } from 'rate-limiter-flexible'
import type { LimitPolicy, Log } from '@quipu/kit'

/** Longer than any healthy answer; a hanging Redis must not hold up every request. */
const commandTimeoutMs = 250
const firstConnectionMs = 2_000

export interface RedisLimiters {
  limiter(name: string, policy: LimitPolicy, insurance: RateLimiterAbstract): RateLimiterAbstract
  close(): Promise<void>
}

/** Waits a moment for Redis; without it, goes on and takes it up when it comes. */
export async function openRedisLimiters(url: string, log: Log): Promise<RedisLimiters> {
  const redis = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: commandTimeoutMs,
  })
  reportTransitions(redis, log)
  await once(redis, 'ready', { signal: AbortSignal.timeout(firstConnectionMs) }).catch(() => {})
  return {
    limiter: (name, { points, seconds }, insurance) =>
      new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: `quipu:limit:${name}`,
        points,
        duration: seconds,
        // Whoever is over the limit is turned away without asking Redis again.
        inMemoryBlockOnConsumed: points + 1,
        rejectIfRedisNotReady: true,
        insuranceLimiter: insurance,
      }),
    close: async () => {
      redis.disconnect()
    },
  }
}

/** One line when Redis goes and one when it comes back, not one for each failed attempt. */
function reportTransitions(redis: Redis, log: Log): void {
  let isAway = false
  redis.on('error', (error: Error) => {
    if (isAway) return
    isAway = true
    log.warn(
      { err: error },
      'Redis cannot be reached: limits are counted by each instance for itself until it is back',
    )
  })
  redis.on('ready', () => {
    if (isAway) log.info({}, 'Redis is back: limits are counted for all instances together')
    isAway = false
  })
}
