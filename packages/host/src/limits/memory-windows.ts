import type { LimitPolicy } from '@quipu/kit'
import { FadingMap } from './fading-map.ts'
import type { Clock, Decision, Loan, Windows } from './windows.ts'
import { granted, refused } from './windows.ts'

/** Windows of one policy, counted in this process. The window of a key begins with its first call. */
export class MemoryWindows implements Windows {
  readonly #points: number
  readonly #lengthMs: number
  readonly #blockMs: number
  readonly #longestMs: number
  readonly #now: Clock
  readonly #windows: FadingMap<Window>

  constructor({ points, seconds, blockSeconds = 0 }: LimitPolicy, now: Clock) {
    this.#points = points
    this.#lengthMs = seconds * 1000
    this.#blockMs = blockSeconds * 1000
    this.#longestMs = Math.max(this.#lengthMs, this.#blockMs)
    // Whole milliseconds: sums of fractions are not exact, and 90 seconds would sometimes be reported as 91.
    this.#now = () => Math.floor(now())
    this.#windows = new FadingMap(this.#longestMs, this.#now())
  }

  /** How many keys are remembered. */
  get size(): number {
    return this.#windows.size
  }

  consume(key: string): Decision {
    const now = this.#now()
    this.#windows.turn(now)
    const window = this.#windows.get(key)
    if (window === undefined || window.endsAt <= now) {
      this.#windows.set(key, { taken: 1, isBlocked: false, endsAt: now + this.#lengthMs })
      return granted(this.#points, 1, this.#lengthMs)
    }
    // The clock was set back: nobody waits longer than a full window from now on.
    if (window.endsAt - now > this.#longestMs) this.#end(key, window, now + this.#longestMs)
    if (window.taken < this.#points) {
      window.taken += 1
      return granted(this.#points, window.taken, window.endsAt - now)
    }
    if (this.#blockMs > 0 && !window.isBlocked) {
      window.isBlocked = true
      if (now + this.#blockMs > window.endsAt) this.#end(key, window, now + this.#blockMs)
    }
    return refused(this.#points, window.endsAt - now)
  }

  async borrow(key: string): Promise<Loan> {
    const decision = this.consume(key)
    if (!decision.ok) return decision
    const window = this.#windows.get(key)
    let isOut = true
    const giveBack = async () => {
      // A window that has ended is not read again, so its points do not return in the next.
      if (isOut && window !== undefined) window.taken -= 1
      isOut = false
    }
    return { ...decision, giveBack }
  }

  sweep(): void {
    this.#windows.turn(this.#now())
  }

  /** Set again, because it is remembered from when it was set. */
  #end(key: string, window: Window, endsAt: number): void {
    window.endsAt = endsAt
    this.#windows.set(key, window)
  }
}

interface Window {
  taken: number
  /** A window has at most one block: another refusal does not extend it. */
  isBlocked: boolean
  endsAt: number
}
