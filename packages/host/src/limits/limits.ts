import type { LimitPolicy, Log } from '@quipu/kit'
import { checkPolicy, isSamePolicy } from './check-policy.ts'
import type { RedisConnection } from '../redis/open-redis.ts'
import { LimitRedis } from './limit-redis.ts'
import { MemoryWindows } from './memory-windows.ts'
import { RedisWindows } from './redis-windows.ts'
import type { Clock, Decision, Loan, Windows } from './windows.ts'

export type { Decision, Loan } from './windows.ts'

export interface LimitDoor {
  /**
   * Takes one point of the key's window. `name` separates the windows of different policies. Limits that are counted in
   * this process are decided synchronously.
   */
  consume(name: string, policy: LimitPolicy, key: string): Decision | Promise<Decision>
}

export interface Limits extends LimitDoor {
  /** Takes one point that can be returned, for requests that count only if they fail. A name is for one of the two. */
  borrow(name: string, policy: LimitPolicy, key: string): Promise<Loan>
  close(): Promise<void>
}

export interface LimitsOptions {
  /** None: this process counts alone. */
  readonly redis?: RedisConnection | undefined
  readonly log: Log
  /** Default: a monotonic clock. Windows in Redis use the clock of Redis. */
  readonly now?: Clock | undefined
}

/** In this process, or in Redis for all instances; while Redis is away, each instance counts for itself. */
export function openLimits({ redis, log, now = monotonic }: LimitsOptions): Limits {
  if (redis === undefined) return new PolicyLimits((_, policy) => new MemoryWindows(policy, now))
  const scripts = new LimitRedis(redis.commands, log)
  return new PolicyLimits(
    (name, policy) =>
      new RedisWindows({ redis: scripts, name, policy, insurance: new MemoryWindows(policy, now), now }),
  )
}

const sweepMs = 60_000

type MakeWindows = (name: string, policy: LimitPolicy) => Windows

class PolicyLimits implements Limits {
  readonly #make: MakeWindows
  readonly #known = new Map<string, { readonly policy: LimitPolicy; readonly windows: Windows }>()
  readonly #sweeping: NodeJS.Timeout

  constructor(make: MakeWindows) {
    this.#make = make
    // Otherwise keys of a policy that nobody uses any more would stay.
    this.#sweeping = setInterval(() => this.#sweep(), sweepMs).unref()
  }

  consume(name: string, policy: LimitPolicy, key: string): Decision | Promise<Decision> {
    return this.#windows(name, policy).consume(key)
  }

  async borrow(name: string, policy: LimitPolicy, key: string): Promise<Loan> {
    if (policy.blockSeconds !== undefined)
      throw new Error(`The limit ${name} cannot block: its points are given back`)
    return this.#windows(name, policy).borrow(key)
  }

  async close(): Promise<void> {
    clearInterval(this.#sweeping)
  }

  #windows(name: string, policy: LimitPolicy): Windows {
    const known = this.#known.get(name)
    if (known?.policy === policy) return known.windows
    if (known !== undefined && isSamePolicy(known.policy, policy)) return known.windows
    if (known !== undefined) throw new Error(`Two policies are called ${name}; give each its own name`)
    const windows = this.#make(name, checkPolicy(name, policy))
    this.#known.set(name, { policy, windows })
    return windows
  }

  #sweep(): void {
    for (const { windows } of this.#known.values()) windows.sweep()
  }
}

function monotonic(): number {
  return performance.now()
}
