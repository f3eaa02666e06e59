import type { LimitPolicy } from '@quipu/kit'
import type { Decision } from './limits.ts'

/** Windows of one policy, counted in this process. The window of a key begins with its first call. */
export class MemoryWindows {
  readonly #points: number
  readonly #lengthMs: number
  #young = new Map<string, Window>()
  #old = new Map<string, Window>()
  #youngSince = performance.now()

  constructor({ points, seconds }: LimitPolicy) {
    this.#points = points
    this.#lengthMs = seconds * 1000
  }

  consume(key: string): Decision {
    const now = performance.now()
    this.#forgetEnded(now)
    const window = this.#young.get(key) ?? this.#old.get(key)
    if (window === undefined || window.endsAt <= now) {
      this.#young.set(key, { taken: 1, endsAt: now + this.#lengthMs })
      return allowed
    }
    if (window.taken >= this.#points)
      return { ok: false, retryAfterSeconds: Math.max(1, Math.ceil((window.endsAt - now) / 1000)) }
    window.taken += 1
    return allowed
  }

  /** Whatever has been in the old half for the length of a window has ended. */
  #forgetEnded(now: number): void {
    if (now - this.#youngSince < this.#lengthMs) return
    this.#old = this.#young
    this.#young = new Map()
    this.#youngSince = now
  }
}

interface Window {
  taken: number
  readonly endsAt: number
}

const allowed: Decision = { ok: true }
