import { setTimeout as sleep } from 'node:timers/promises'
import { vi } from 'vitest'
import type { Scene } from './lanes.ts'

/** Runs all lanes, each one step after the other, until `end`. */
export class Work {
  readonly #done: Map<string, number>
  readonly #work: Promise<void>[]
  #isEnding = false

  constructor(scene: Scene) {
    this.#done = new Map(scene.lanes.map(({ name }) => [name, 0]))
    this.#work = scene.lanes.map(({ name, step }) => this.#keepStepping(name, step))
    // The failure is reported to the next caller that waits for it.
    for (const work of this.#work) work.catch(() => {})
  }

  get count(): number {
    return this.#done.values().reduce((sum, count) => sum + count, 0)
  }

  /** Waits until each lane has done so many more steps. Rejects on an answer that no fault excuses. */
  async progress(steps: number): Promise<void> {
    const goals = new Map([...this.#done].map(([name, count]) => [name, count + steps]))
    await this.#until(() => [...goals].every(([name, goal]) => (this.#done.get(name) ?? 0) >= goal))
  }

  /** Waits until any lane has done one more step. */
  async next(): Promise<void> {
    const { count } = this
    await this.#until(() => this.count > count)
  }

  async #until(isReached: () => boolean): Promise<void> {
    const reached = vi.waitUntil(isReached, { timeout: 600_000, interval: 5 })
    await Promise.race([Promise.all(this.#work), reached])
  }

  /** Every lane finishes its last step. Rejects on an answer that no fault excuses. */
  async end(): Promise<void> {
    this.#isEnding = true
    await Promise.all(this.#work)
  }

  async #keepStepping(name: string, step: (n: number) => Promise<void>): Promise<void> {
    for (let n = 0; !this.#isEnding; n += 1) {
      await step(n)
      this.#done.set(name, n + 1)
      // Lanes with short steps would take the processor from those with long ones, which are waited for.
      await sleep(20)
    }
  }
}
