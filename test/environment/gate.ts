import { vi } from 'vitest'

/** Holds work that a test has begun until the test lets it go on, so that no time has to be guessed. */
export class Gate {
  #began = 0
  readonly #opened = Promise.withResolvers<void>()

  /** For the work: says that it has begun, and waits. */
  pass(): Promise<void> {
    this.#began += 1
    return this.#opened.promise
  }

  /** For the test: resolves when this many have begun. */
  async hasBegun(count = 1): Promise<void> {
    await vi.waitUntil(() => this.#began >= count, { timeout: 30_000, interval: 10 })
  }

  open(): void {
    this.#opened.resolve()
  }
}
