import { randomUUID } from 'node:crypto'
import type { LimitPolicy } from '@quipu/kit'
import { FadingMap } from './fading-map.ts'
import type { MemoryWindows } from './memory-windows.ts'
import type { LimitRedis } from './limit-redis.ts'
import { givePoint, takePoint } from './redis-scripts.ts'
import type { Clock, Decision, Loan, Refusal, Windows } from './windows.ts'
import { granted, refused } from './windows.ts'

export interface RedisWindowsInit {
  readonly redis: LimitRedis
  readonly name: string
  readonly policy: LimitPolicy
  /** Counts for this instance while Redis is away. */
  readonly insurance: MemoryWindows
  readonly now: Clock
}

/** Windows of one policy, counted in Redis for all instances. */
export class RedisWindows implements Windows {
  readonly #init: RedisWindowsInit
  readonly #longestMs: number
  /** Until when a key is refused, so that a caller over the limit does not keep Redis busy. */
  readonly #refusals: FadingMap<number>

  constructor(init: RedisWindowsInit) {
    const { seconds, blockSeconds = 0 } = init.policy
    this.#init = init
    this.#longestMs = Math.max(seconds, blockSeconds) * 1000
    this.#refusals = new FadingMap(this.#longestMs, init.now())
  }

  consume(key: string): Decision | Promise<Decision> {
    return this.#knownRefusal(key) ?? this.#consume(key)
  }

  /** Always asks Redis: the missing point may have been returned to another instance. */
  async borrow(key: string): Promise<Loan> {
    const taken = await this.#take(key)
    if (taken === undefined) return this.#init.insurance.borrow(key)
    const { decision, window } = taken
    if (!decision.ok) return decision
    let isOut = true
    const giveBack = async () => {
      if (!isOut) return
      isOut = false
      await this.#init.redis.run(givePoint, this.#place(key), [window])
    }
    return { ...decision, giveBack }
  }

  sweep(): void {
    this.#refusals.turn(this.#init.now())
    this.#init.insurance.sweep()
  }

  async #consume(key: string): Promise<Decision> {
    const taken = await this.#take(key)
    if (taken === undefined) return this.#init.insurance.consume(key)
    if (!taken.decision.ok) this.#refusals.set(key, this.#init.now() + taken.leftMs)
    return taken.decision
  }

  #knownRefusal(key: string): Refusal | undefined {
    const now = this.#init.now()
    this.#refusals.turn(now)
    const until = this.#refusals.get(key)
    // Later than any window lasts: the clock was set back.
    if (until === undefined || until <= now || until - now > this.#longestMs) return undefined
    return refused(this.#init.policy.points, until - now)
  }

  async #take(key: string): Promise<Taken | undefined> {
    const { points, seconds, blockSeconds = 0 } = this.#init.policy
    const reply = await this.#init.redis.run(takePoint, this.#place(key), [
      randomUUID(),
      points,
      seconds * 1000,
      blockSeconds * 1000,
    ])
    if (reply === undefined) return undefined
    // The script returns this and nothing else.
    const [isGranted, taken, leftMs, window] = reply as [number, number, number, string]
    return {
      decision: isGranted === 1 ? granted(points, taken, leftMs) : refused(points, leftMs),
      leftMs,
      window,
    }
  }

  #place(key: string): string {
    return `limit:${this.#init.name}:${key}`
  }
}

interface Taken {
  readonly decision: Decision
  readonly leftMs: number
  readonly window: string
}
