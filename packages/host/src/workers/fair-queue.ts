import { PortError } from '@quipu/kit'

interface Waiting {
  enter(): void
  refuse(reason: unknown): void
}

/** So many places, and those who wait for one take turns by their key, so that nobody fills the queue for others. */
export class FairQueue {
  readonly #maxWaiting: number
  readonly #lines = new Map<string, Waiting[]>()
  #free: number
  #waiting = 0

  constructor(places: number, maxWaiting: number) {
    this.#free = places
    this.#maxWaiting = maxWaiting
  }

  /** Resolves when there is a place. Whoever got one must leave it. */
  async enter(key: string, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted()
    if (this.#free > 0) return void (this.#free -= 1)
    if (this.#waiting >= this.#maxWaiting)
      throw new PortError('busy', 'Too much waits to be worked on; try again later')
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting = { enter: resolve, refuse: reject }
    const abort = () => this.#remove(key, waiting)?.refuse(signal?.reason)
    signal?.addEventListener('abort', abort)
    this.#lines.set(key, [...(this.#lines.get(key) ?? []), waiting])
    this.#waiting += 1
    try {
      await promise
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  leave(): void {
    for (const [key, [next]] of this.#lines) {
      if (next === undefined) continue
      this.#remove(key, next)
      // Behind all others, for its next turn.
      const rest = this.#lines.get(key)
      if (rest !== undefined) {
        this.#lines.delete(key)
        this.#lines.set(key, rest)
      }
      return next.enter()
    }
    this.#free += 1
  }

  /** Nobody waits any longer. */
  refuseAll(reason: unknown): void {
    const all = [...this.#lines.values()].flat()
    this.#lines.clear()
    this.#waiting = 0
    for (const waiting of all) waiting.refuse(reason)
  }

  #remove(key: string, waiting: Waiting): Waiting | undefined {
    const line = this.#lines.get(key) ?? []
    if (!line.includes(waiting)) return undefined
    const rest = line.filter((other) => other !== waiting)
    if (rest.length > 0) this.#lines.set(key, rest)
    else this.#lines.delete(key)
    this.#waiting -= 1
    return waiting
  }
}
