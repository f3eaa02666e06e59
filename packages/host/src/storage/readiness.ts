import type { Log } from '@quipu/kit'
import { probeDisk } from './disk.ts'
import type { Store } from './store.ts'

export interface ReadinessOptions {
  readonly store: Pick<Store, 'query'>
  readonly dataFolder: string
  readonly log: Log
  /** How long the store may take to answer. Default: 3000. */
  readonly limitMs?: number
}

/** Requests within this time get the same answer, so that requests cannot keep the disk busy. */
const keptMs = 1000

/**
 * Whether the store accepts a write now: one that only answers may have a full disk. Never waits longer than its limit.
 */
export class Readiness {
  readonly #options: ReadinessOptions
  readonly #limitMs: number
  #probing: Promise<boolean> | undefined
  #probedAt = -Infinity
  #isReady = true

  constructor(options: ReadinessOptions) {
    this.#options = options
    this.#limitMs = options.limitMs ?? 3000
  }

  /** While a probe hangs no second one is started: it would only take one more connection. */
  async check(): Promise<boolean> {
    if (this.#probing === undefined && performance.now() - this.#probedAt < keptMs) return this.#isReady
    this.#probing ??= this.#probe().finally(() => {
      this.#probing = undefined
      this.#probedAt = performance.now()
    })
    const { promise: late, resolve } = Promise.withResolvers<boolean>()
    const timer = setTimeout(
      () => resolve(this.#tell(new Error('the store did not answer in time'))),
      this.#limitMs,
    )
    const isReady = await Promise.race([this.#probing, late])
    clearTimeout(timer)
    return isReady
  }

  async #probe(): Promise<boolean> {
    try {
      await Promise.all([this.#options.store.query('everyone', write), probeDisk(this.#options.dataFolder)])
      this.#isReady = true
      return true
    } catch (error) {
      return this.#tell(error)
    }
  }

  /** Once for each time that it stops being ready. */
  #tell(error: unknown): false {
    if (this.#isReady) this.#options.log.warn({ err: error }, 'not ready: the store does not take writes')
    this.#isReady = false
    return false
  }
}

const write = { sql: 'update store_probe set written = written + 1', parameters: [] }
