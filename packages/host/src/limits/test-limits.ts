import { onTestFinished } from 'vitest'
import type { Log } from '@quipu/kit'
import { openRedis } from '../redis/open-redis.ts'
import type { Limits } from './limits.ts'
import { openLimits } from './limits.ts'

export const quiet: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} }

export interface TestLimitsOptions {
  /** None: in memory. */
  readonly redisUrl?: string | undefined
  readonly log?: Log
  readonly now?: () => number
}

/** With a connection of their own, as of an instance; closing them closes it. */
export async function testLimits({ redisUrl, log = quiet, now }: TestLimitsOptions = {}): Promise<Limits> {
  if (redisUrl === undefined) return openLimits({ log, now })
  const redis = await openRedis(redisUrl, log)
  const limits = openLimits({ redis, log, now })
  return {
    consume: (...request) => limits.consume(...request),
    borrow: (...request) => limits.borrow(...request),
    close: async () => {
      await limits.close()
      await redis.close()
    },
  }
}

/** Until the test is over. */
export async function limitsForTest(options: TestLimitsOptions = {}): Promise<Limits> {
  const limits = await testLimits(options)
  onTestFinished(() => limits.close())
  return limits
}
