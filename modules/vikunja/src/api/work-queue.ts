/** Runs work with the same key in sequence, in the order of arrival; work with another key, or none, runs in parallel. */
export class WorkQueue {
  readonly #last = new Map<string, Promise<unknown>>()

  async run<Result>(key: string | null, work: () => Promise<Result>): Promise<Result> {
    if (key === null) return work()
    const before = this.#last.get(key)
    const mine = before === undefined ? work() : before.then(work)
    // The caller of the failed work gets the error; it does not stop the following work.
    const settled = mine.catch(() => undefined)
    this.#last.set(key, settled)
    try {
      return await mine
    } finally {
      if (this.#last.get(key) === settled) this.#last.delete(key)
    }
  }
}
