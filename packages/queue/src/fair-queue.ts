import { Turns } from './turns.ts'

export interface QueueLimits {
  /** How many tasks run at the same time. */
  readonly places: number
  /** How many tasks may wait. */
  readonly mostWaiting: number
  /** How many tasks of one person may wait. Default: as many as may wait in all. */
  readonly mostWaitingEach?: number | undefined
}

export interface QueueRequest {
  /** A task that is cancelled while it waits leaves the queue. */
  readonly signal?: AbortSignal | undefined
  /** Called with the number of tasks ahead, at first and whenever it changes. */
  readonly onWait?: ((ahead: number) => void) | undefined
}

/** The queue is full. */
export class QueueFull extends Error {
  override readonly name = 'QueueFull'
  readonly waiting: number
  /** Whether it is this person who has too many tasks waiting. */
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

/** Runs a limited number of tasks at a time. Persons take turns, so that nobody can fill the queue for the others. */
export class FairQueue {
  readonly #limits: QueueLimits
  readonly #turns = new Turns<Waiting>()
  #running = 0

  constructor(limits: QueueLimits) {
    this.#limits = limits
  }

  /** Waits for this person's turn, then runs the work. */
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

  /** Refuses every task that waits. Running tasks continue. */
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
        // Before a person's second turn, each of the others has had one, and those ahead have had two.
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
