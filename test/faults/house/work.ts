import { vi } from 'vitest'
import type { Scene } from './lanes.ts'

/** All lanes at work, one step after the other, until they are told to rest. */
export class Work {
  readonly #done: Map<string, number>
  readonly #work: Promise<void>[]
  #isEnding = false

  constructor(scene: Scene) {
    this.#done = new Map(scene.lanes.map(({ name }) => [name, 0]))
    this.#work = scene.lanes.map(({ name, step }) => this.#keepStepping(name, step))
    // Whoever waits for it sees why it ended; until then, nobody does.
    for (const work of this.#work) work.catch(() => {})
  }

  get count(): number {
    return this.#done.values().reduce((sum, count) => sum + count, 0)
  }

  /** Each lane gets so many more steps done. Rejects with what no fault excuses. */
  async progress(steps: number): Promise<void> {
    const goals = new Map([...this.#done].map(([name, count]) => [name, count + steps]))
    await this.#until(() => [...goals].every(([name, goal]) => (this.#done.get(name) ?? 0) >= goal))
  }

  /** Anything more is acknowledged. */
  async next(): Promise<void> {
    const { count } = this
    await this.#until(() => this.count > count)
  }

  async #until(isReached: () => boolean): Promise<void> {
    const reached = vi.waitUntil(isReached, { timeout: 600_000, interval: 5 })
    await Promise.race([Promise.all(this.#work), reached])
  }

  /** Every lane ends with a step that is done. Rejects with what no fault excuses. */
  async end(): Promise<void> {
    this.#isEnding = true
    await Promise.all(this.#work)
  }

  async #keepStepping(name: string, step: (n: number) => Promise<void>): Promise<void> {
    for (let n = 0; !this.#isEnding; n += 1) {
      await step(n)
      this.#done.set(name, n + 1)
    }
  }
}
