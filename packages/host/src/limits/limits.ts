import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { LimitPolicy, Log } from '@quipu/kit'
import { MemoryWindows } from './memory-windows.ts'
import { openRedisLimiters } from './redis-limiters.ts'

export type Decision = { readonly ok: true } | { readonly ok: false; readonly retryAfterSeconds: number }

export type Loan =
  | { readonly ok: true; giveBack(): Promise<void> }
  | { readonly ok: false; readonly retryAfterSeconds: number }

export interface Limits {
  /**
   * Takes one point of the key's window. `name` keeps the windows of different policies apart. What is counted in this
   * process is decided at once.
   */
  consume(name: string, policy: LimitPolicy, key: string): Decision | Promise<Decision>
  /** Takes one point that can be given back, for what counts only if it fails. A name is for one of the two. */
  borrow(name: string, policy: LimitPolicy, key: string): Promise<Loan>
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
  if (redisUrl === undefined)
    return new PolicyLimits(
      (_, policy) => new MemoryWindows(policy),
      (name, policy) => new LibraryWindows(insurance(name, policy)),
      async () => {},
    )
  const redis = await openRedisLimiters(redisUrl, log)
  const make = (name: string, policy: LimitPolicy) =>
    new LibraryWindows(redis.limiter(name, policy, insurance(name, policy)))
  return new PolicyLimits(make, make, () => redis.close())
}

/** The windows of one policy, one for each key. */
interface Windows {
  consume(key: string): Decision | Promise<Decision>
}

type MakeWindows = (name: string, policy: LimitPolicy) => Windows
type MakeLending = (name: string, policy: LimitPolicy) => LibraryWindows

class PolicyLimits implements Limits {
  readonly close: () => Promise<void>
  readonly #make: MakeWindows
  readonly #known = new Map<string, { readonly policy: LimitPolicy; readonly windows: Windows }>()
  readonly #makeLending: MakeLending
  readonly #lending = new Map<string, LibraryWindows>()

  constructor(make: MakeWindows, makeLending: MakeLending, close: () => Promise<void>) {
    this.#make = make
    this.#makeLending = makeLending
    this.close = close
  }

  consume(name: string, policy: LimitPolicy, key: string): Decision | Promise<Decision> {
    return this.#windows(name, policy).consume(key)
  }

  async borrow(name: string, policy: LimitPolicy, key: string): Promise<Loan> {
    const lending = this.#lending.get(name) ?? this.#makeLending(name, checked(name, policy))
    this.#lending.set(name, lending)
    const decision = await lending.consume(key)
    return decision.ok ? { ok: true, giveBack: () => lending.giveBack(key) } : decision
  }

  #windows(name: string, policy: LimitPolicy): Windows {
    const known = this.#known.get(name)
    if (known?.policy === policy) return known.windows
    if (known !== undefined && isSame(known.policy, policy)) return known.windows
    if (known !== undefined) throw new Error(`Two policies are called ${name}; give each its own name`)
    const windows = this.#make(name, checked(name, policy))
    this.#known.set(name, { policy, windows })
    return windows
  }
}

class LibraryWindows implements Windows {
  readonly #limiter: RateLimiterAbstract

  constructor(limiter: RateLimiterAbstract) {
    this.#limiter = limiter
  }

  async consume(key: string): Promise<Decision> {
    try {
      await this.#limiter.consume(key)
      return { ok: true }
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) throw refusal
      return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) }
    }
  }

  async giveBack(key: string): Promise<void> {
    await this.#limiter.reward(key)
    // Whoever was turned away while the point was taken may have it now.
    if (this.#limiter instanceof RateLimiterRedis) this.#limiter.deleteInMemoryBlockedAll()
  }
}

function insurance(name: string, { points, seconds }: LimitPolicy): RateLimiterMemory {
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
