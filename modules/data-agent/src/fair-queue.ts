import { ToolError } from '@quipu/kit'
import { mostWaiting, mostWaitingEach } from './sources/limits.ts'

interface Waiting {
  readonly begin: () => void
  readonly onWait: (ahead: number) => void
  told: number
}

export interface QueueWish {
  readonly signal: AbortSignal
  /** Told how many questions are ahead, at first and whenever there are fewer or more. */
  readonly onWait?: ((ahead: number) => void) | undefined
}

/** So many questions at a time. Those that wait are served by turns of people, not of questions. */
export class FairQueue {
  readonly #most: number
  /** Who waits, the next one first. */
  readonly #people = new Map<string, Waiting[]>()
  #running = 0

  constructor(most: number) {
    this.#most = most
  }

  /** Waits for this person's turn, then does the work. One that is called off leaves the queue. */
  async run<Result>(person: string, wish: QueueWish, work: () => Promise<Result>): Promise<Result> {
    wish.signal.throwIfAborted()
    if (this.#running < this.#most) this.#running += 1
    else await this.#wait(person, wish)
    try {
      return await work()
    } finally {
      this.#running -= 1
      this.#next()
    }
  }

  #wait(person: string, { signal, onWait = () => {} }: QueueWish): Promise<void> {
    const own = this.#people.get(person) ?? []
    this.#demandRoom(own)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const leave = (): void => {
      this.#remove(person, waiting)
      reject(signal.reason)
    }
    const begin = (): void => {
      signal.removeEventListener('abort', leave)
      resolve()
    }
    const waiting: Waiting = { begin, onWait, told: -1 }
    signal.addEventListener('abort', leave, { once: true })
    own.push(waiting)
    this.#people.set(person, own)
    this.#tell()
    return promise
  }

  #demandRoom(own: readonly Waiting[]): void {
    if (own.length >= mostWaitingEach)
      throw busy(
        `${own.length} of your questions wait for this database already; wait for their answers first`,
      )
    const all = [...this.#people.values()].reduce((sum, { length }) => sum + length, 0)
    if (all >= mostWaiting)
      throw busy(`${all} questions wait for this database already; ask again in a minute`)
  }

  /** Whoever has had a turn goes to the end of the line. */
  #next(): void {
    const [first] = this.#people
    if (first === undefined || this.#running >= this.#most) return
    const [person, [waiting, ...others]] = first
    this.#people.delete(person)
    if (others.length > 0) this.#people.set(person, others)
    if (waiting === undefined) return
    this.#running += 1
    waiting.begin()
    this.#tell()
  }

  #remove(person: string, gone: Waiting): void {
    const own = this.#people.get(person) ?? []
    const left = own.filter((waiting) => waiting !== gone)
    if (left.length === 0) this.#people.delete(person)
    else this.#people.set(person, left)
    this.#tell()
  }

  #tell(): void {
    const lines = [...this.#people.values()]
    lines.forEach((own, place) =>
      own.forEach((waiting, round) => {
        // Before one's second question each of the others has had a turn, those in front of one two.
        const ahead = lines.reduce(
          (sum, { length }, other) =>
            sum + Math.min(other === place ? round : length, round + (other < place ? 1 : 0)),
          0,
        )
        if (ahead === waiting.told) return
        waiting.told = ahead
        waiting.onWait(ahead)
      }),
    )
  }
}

function busy(message: string): ToolError {
  return new ToolError('UNAVAILABLE', message, { retry_after_seconds: 60, knecta_code: 'DATABASE_BUSY' })
}
