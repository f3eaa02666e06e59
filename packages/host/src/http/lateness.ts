import { uptime } from 'node:os'

const lookEverySeconds = 0.5
/** The delay of the event loop that counts as late. */
const lateAfterSeconds = 5
/** How long it counts as late from then on, so that health checks notice it. */
const staysLateSeconds = 5

/**
 * Notices that this process did not run for seconds: it was stopped, its machine slept, or something kept the event
 * loop busy. `now` counts seconds and goes on while the machine sleeps.
 */
export class Lateness {
  readonly #now: () => number
  #seenAt: number
  #lateUntil = -Infinity
  #timer: NodeJS.Timeout | undefined

  constructor(now: () => number = uptime) {
    this.#now = now
    this.#seenAt = now()
  }

  start(): void {
    this.#seenAt = this.#now()
    this.#timer = setInterval(() => this.#look(), lookEverySeconds * 1000).unref()
  }

  stop(): void {
    clearInterval(this.#timer)
    this.#timer = undefined
  }

  /** Sockets are read before timers run, so a request checks too. */
  get isLate(): boolean {
    if (this.#timer === undefined) return false
    return this.#look() < this.#lateUntil
  }

  #look(): number {
    const now = this.#now()
    if (now - this.#seenAt > lateAfterSeconds + lookEverySeconds) this.#lateUntil = now + staysLateSeconds
    this.#seenAt = now
    return now
  }
}
