import { Turns } from './turns.ts'

export interface QueueLimits {
  /** How many run at the same time. */
  readonly places: number
  /** How many may wait. */
  readonly mostWaiting: number
  /** How many of one person may wait. Default: as many as may wait at all. */
  readonly mostWaitingEach?: number | undefined
}

export interface QueueRequest {
  /** Whoever is called off while waiting leaves the queue. */
  readonly signal?: AbortSignal | undefined
  /** Called with the number of those ahead, at first and whenever it changes. */
  readonly onWait?: ((ahead: number) => void) | undefined
}

/** Nobody else may wait. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
  readonly waiting: number
  /** Whether it is this person who has too many waiting. */
  readonly isOwn: boolean

  constructor(waiting: number, isOwn: boolean) {
    super(`${waiting} wait already`)
    this.waiting = waiting
    this.isOwn = isOwn
  }
}

interface Waiting extends QueueRequest {
  readonly begin: () => void
  readonly refuse: (reason: unknown) => void
  lastAhead: number
}

/** So much work at a time. What waits is begun by turns of people, so that nobody fills the queue for the others. */
export class FairQueue {
  readonly #limits: QueueLimits
  readonly #turns = new Turns<Waiting>()
  #running = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** Waits for this person's turn, then does the work. */
  async run<Result>(person: string, request: QueueRequest, work: () => Promise<Result>): Promise<Result> {
    request.signal?.throwIfAborted()
    if (this.#running < this.#limits.places) this.#running += 1
    else await this.#wait(person, request)
    try {
      return await work()
    } finally {
      this.#running -= 1
      this.#beginNext()
    }
  }

  /** Nobody waits any longer. What runs goes on. */
  refuseAll(reason: unknown): void {
    for (let next = this.#turns.next(); next !== undefined; next = this.#turns.next()) {
      this.#turns.take(...next)
      next[1].refuse(reason)
    }
  }

  async #wait(person: string, request: QueueRequest): Promise<void> {
    this.#demandRoom(person)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const waiting: Waiting = { ...request, begin: resolve, refuse: reject, lastAhead: -1 }
    const leave = (): void => {
      if (!this.#turns.remove(person, waiting)) return
      reject(request.signal?.reason)
      this.#tellPlaces()
    }
    request.signal?.addEventListener('abort', leave)
    this.#turns.add(person, waiting)
    this.#tellPlaces()
    try {
      await promise
    } finally {
      request.signal?.removeEventListener('abort', leave)
    }
  }

  #demandRoom(person: string): void {
    const { mostWaiting, mostWaitingEach = mostWaiting } = this.#limits
    const own = this.#turns.lineOf(person).length
    if (own >= mostWaitingEach) throw new QueueFull(own, true)
    if (this.#turns.size >= mostWaiting) throw new QueueFull(this.#turns.size, false)
  }

  #beginNext(): void {
    const next = this.#turns.next()
    if (next === undefined) return
    this.#turns.take(...next)
    this.#running += 1
    next[1].begin()
    this.#tellPlaces()
  }

  #tellPlaces(): void {
    const lines = this.#turns.lines()
    lines.forEach((own, place) =>
      own.forEach((waiting, round) => {
        if (waiting.onWait === undefined) return
        // Before one's second turn each of the others has had one, those in front of one two.
        const ahead = lines.reduce(
          (sum, { length }, other) =>
            sum + Math.min(other === place ? round : length, round + (other < place ? 1 : 0)),
          0,
        )
        if (ahead === waiting.lastAhead) return
        waiting.lastAhead = ahead
        waiting.onWait(ahead)
      }),
    )
  }
}
