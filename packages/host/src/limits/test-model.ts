import type fc from 'fast-check'
import { assert } from 'vitest'
import type { LimitPolicy } from '@quipu/kit'
import type { Keeper } from './test-keepers.ts'
import type { Decision } from './windows.ts'

/** What the commands work on; a second of the model lasts `unit` seconds. */
export interface Real {
  readonly keeper: Keeper
  readonly policy: LimitPolicy
  readonly unit: number
}

/** The rule itself: a window from its first call on, and one block from its first refusal on. */
export class Model {
  readonly policy: LimitPolicy
  now = 0
  readonly #windows = new Map<string, { start: number; taken: number; firstRefusal: number | undefined }>()

  constructor(policy: LimitPolicy) {
    this.policy = policy
  }

  consume(key: string): Outcome {
    const { points, seconds, blockSeconds = 0 } = this.policy
    const endOf = ({ start, firstRefusal }: { start: number; firstRefusal: number | undefined }) =>
      Math.max(start + seconds, firstRefusal === undefined ? 0 : firstRefusal + blockSeconds)
    const known = this.#windows.get(key)
    const window =
      known !== undefined && this.now < endOf(known)
        ? known
        : { start: this.now, taken: 0, firstRefusal: undefined }
    this.#windows.set(key, window)
    if (window.taken < points) {
      window.taken += 1
      return {
        ok: true,
        limit: points,
        remaining: points - window.taken,
        reset: endOf(window) - this.now,
        retryAfter: undefined,
      }
    }
    window.firstRefusal ??= this.now
    const wait = endOf(window) - this.now
    return { ok: false, limit: points, remaining: 0, reset: wait, retryAfter: wait }
  }
}

export class Consume implements fc.AsyncCommand<Model, Real> {
  readonly key: string
  readonly instance: number

  constructor(key: string, instance: number) {
    this.key = key
    this.instance = instance
  }

  check(): boolean {
    return true
  }

  async run(model: Model, { keeper, policy, unit }: Real): Promise<void> {
    const limits = keeper.instances[this.instance === 0 ? 0 : 1]
    const decision = await limits.consume(keeper.nameOf('model'), policy, this.key)
    assert.deepEqual(outcomeOf(decision, unit), model.consume(this.key))
  }

  toString(): string {
    return `consume ${this.key} at ${this.instance}`
  }
}

export class ConsumeAtOnce implements fc.AsyncCommand<Model, Real> {
  readonly key: string
  readonly times: number

  constructor(key: string, times: number) {
    this.key = key
    this.times = times
  }

  check(): boolean {
    return true
  }

  async run(model: Model, { keeper, policy, unit }: Real): Promise<void> {
    const name = keeper.nameOf('model')
    const decisions = await Promise.all(
      Array.from({ length: this.times }, async (_, turn) =>
        keeper.instances[turn % 2 === 0 ? 0 : 1].consume(name, policy, this.key),
      ),
    )
    const expected = Array.from({ length: this.times }, () => model.consume(this.key))
    const inOrder = (one: Outcome, other: Outcome) =>
      other.remaining - one.remaining || Number(other.ok) - Number(one.ok)
    assert.deepEqual(decisions.map((decision) => outcomeOf(decision, unit)).toSorted(inOrder), expected)
  }

  toString(): string {
    return `consume ${this.key} ${this.times} times at once`
  }
}

export class Advance implements fc.AsyncCommand<Model, Real> {
  readonly seconds: number

  constructor(seconds: number) {
    this.seconds = seconds
  }

  check(): boolean {
    return true
  }

  async run(model: Model, { keeper, unit }: Real): Promise<void> {
    model.now += this.seconds
    await keeper.advance(this.seconds * unit)
  }

  toString(): string {
    return `advance ${this.seconds} s`
  }
}

interface Outcome {
  readonly ok: boolean
  readonly limit: number
  readonly remaining: number
  readonly reset: number
  readonly retryAfter: number | undefined
}

function outcomeOf(decision: Decision, unit: number): Outcome {
  const { ok, limit, remaining, resetSeconds } = decision
  const retryAfter = decision.ok ? undefined : Math.ceil(decision.retryAfterSeconds / unit)
  return { ok, limit, remaining, reset: Math.ceil(resetSeconds / unit), retryAfter }
}

export function inUnits({ points, seconds, blockSeconds }: LimitPolicy, unit: number): LimitPolicy {
  return { points, seconds: seconds * unit, blockSeconds: blockSeconds && blockSeconds * unit }
}
