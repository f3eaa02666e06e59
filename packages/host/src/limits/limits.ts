import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { LimitPolicy, Log } from '@quipu/kit'
import { openRedisLimiters } from './redis-limiters.ts'

export type Decision = { readonly ok: true } | { readonly ok: false; readonly retryAfterSeconds: number }

export interface Limits {
  /** Takes one point of the key's window. `name` keeps the windows of different policies apart. */
  consume(name: string, policy: LimitPolicy, key: string): Promise<Decision>
  close(): Promise<void>
}

/** In this process, or in Redis for all instances; while Redis is away, each instance counts for itself. */
export async function openLimits({
  redisUrl,
  log,
}: {
  redisUrl?: string | undefined
  log: Log
}): Promise<Limits> {
  if (redisUrl === undefined) return new PolicyLimits(memoryLimiter, async () => {})
  const redis = await openRedisLimiters(redisUrl, log)
  return new PolicyLimits(
    (name, policy) => redis.limiter(name, policy, memoryLimiter(name, policy)),
    () => redis.close(),
  )
}

type MakeLimiter = (name: string, policy: LimitPolicy) => RateLimiterAbstract

class PolicyLimits implements Limits {
  readonly close: () => Promise<void>
  readonly #make: MakeLimiter
  readonly #limiters = new Map<
    string,
    { readonly policy: LimitPolicy; readonly limiter: RateLimiterAbstract }
  >()

  constructor(make: MakeLimiter, close: () => Promise<void>) {
    this.#make = make
    this.close = close
  }

  async consume(name: string, policy: LimitPolicy, key: string): Promise<Decision> {
    try {
      await this.#limiter(name, policy).consume(key)
      return allowed
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) }
    }
  }

  #limiter(name: string, policy: LimitPolicy): RateLimiterAbstract {
    const known = this.#limiters.get(name)
    if (known?.policy === policy) return known.limiter
    if (known !== undefined && isSame(known.policy, policy)) return known.limiter
    if (known !== undefined) throw new Error(`Two policies are called ${name}; give each its own name`)
    const limiter = this.#make(name, checked(name, policy))
    this.#limiters.set(name, { policy, limiter })
    return limiter
  }
}

const allowed: Decision = { ok: true }

function memoryLimiter(name: string, { points, seconds }: LimitPolicy): RateLimiterMemory {
  return new RateLimiterMemory({ keyPrefix: name, points, duration: seconds })
}

function isSame(one: LimitPolicy, other: LimitPolicy): boolean {
  return one.points === other.points && one.seconds === other.seconds
}

function checked(name: string, policy: LimitPolicy): LimitPolicy {
  const { points, seconds } = policy
  if (!Number.isInteger(points) || points < 1 || !Number.isInteger(seconds) || seconds < 1)
    throw new Error(`The limit ${name} must have whole numbers of points and seconds, at least 1 each`)
  return policy
}
