/** Runs what has the same key one after the other, in the order it came; what has another key, or none, beside it. */
export class WorkQueue {
  readonly #last = new Map<string, Promise<unknown>>()

  async run<Result>(key: string | null, work: () => Promise<Result>): Promise<Result> {
    if (key === null) return work()
    const before = this.#last.get(key)
    const mine = before === undefined ? work() : before.then(work)
    // A failure is told to whoever asked for that work, and does not stop what comes after it.
    const settled = mine.catch(() => undefined)
    this.#last.set(key, settled)
    try {
      return await mine
    } finally {
      if (this.#last.get(key) === settled) this.#last.delete(key)
    }
  }
}
