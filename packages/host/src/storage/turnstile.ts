import { Turns } from '@quipu/queue'
import { StoreUnavailable } from './store.ts'

/** Whose turn it is: a person's, by their id, or the host's, which works for everyone. */
export type Who = string
export const theHost: Who = ''

/**
 * Decides who may use the store now. PGlite has one session: many single statements at a time, which it runs one after
 * the other, or one transaction alone. PostgreSQL has as many as its pool. People take turns, however many requests
 * each of them has; the requests of one person are served in order.
 */
export class Turnstile {
  readonly #turns = new Turns<Ticket>()
  readonly #inside = new Map<Who, number>()
  readonly #mostTogether: number
  readonly #mostEach: number
  #count = 0
  #isAlone = false
  #waitingAlone = 0
  #entries = 0
  #idle: PromiseWithResolvers<void> | undefined

  /** `mostEach` is for each person; the host may use all. */
  constructor(mostTogether: number, mostEach: number) {
    this.#mostTogether = mostTogether
    this.#mostEach = mostEach
  }

  /** Somebody waits to use the store alone. */
  get isAloneAwaited(): boolean {
    return this.#waitingAlone > 0
  }

  /** How often somebody came so far. */
  get entries(): number {
    return this.#entries
  }

  /** Resolves when nobody is inside and nobody waits. */
  idle(): Promise<void> {
    this.#idle ??= Promise.withResolvers()
    const { promise } = this.#idle
    this.#tellIfIdle()
    return promise
  }

  /** Resolves with the function that releases the place, or rejects if the wait was too long. */
  enter(who: Who, kind: 'together' | 'alone', waitMs: number): Promise<() => void> {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const ticket: Ticket = {
      kind,
      admit: () => resolve(this.#wayOut(who)),
      timer: undefined,
      isWaiting: true,
    }
    this.#turns.add(who, ticket)
    this.#entries += 1
    if (kind === 'alone') this.#waitingAlone += 1
    this.#admit()
    if (ticket.isWaiting) {
      ticket.timer = setTimeout(() => {
        this.#turns.remove(who, ticket)
        if (kind === 'alone') this.#waitingAlone -= 1
        reject(new StoreUnavailable(`The store stayed busy for ${waitMs / 1000} s.`))
        this.#admit()
      }, waitMs)
    }
    return promise
  }

  #admit(): void {
    for (
      let next = this.#turns.next(this.#mayEnter);
      next !== undefined;
      next = this.#turns.next(this.#mayEnter)
    ) {
      const [who, ticket] = next
      const hasRoom = ticket.kind === 'alone' ? this.#count === 0 : this.#count < this.#mostTogether
      // If a waiting caller needs the store alone, nobody passes it.
      if (this.#isAlone || !hasRoom) return
      this.#turns.take(who, ticket)
      ticket.isWaiting = false
      if (ticket.kind === 'alone') this.#waitingAlone -= 1
      clearTimeout(ticket.timer)
      this.#count += 1
      this.#inside.set(who, (this.#inside.get(who) ?? 0) + 1)
      this.#isAlone = ticket.kind === 'alone'
      ticket.admit()
    }
  }

  /** A person with enough requests under way is skipped. */
  readonly #mayEnter = (who: Who): boolean => who === theHost || (this.#inside.get(who) ?? 0) < this.#mostEach

  #wayOut(who: Who): () => void {
    let isOut = false
    return () => {
      if (isOut) return
      isOut = true
      this.#count -= 1
      const left = (this.#inside.get(who) ?? 0) - 1
      if (left > 0) this.#inside.set(who, left)
      else this.#inside.delete(who)
      this.#isAlone = false
      this.#admit()
      this.#tellIfIdle()
    }
  }

  #tellIfIdle(): void {
    if (this.#count > 0 || this.#turns.size > 0) return
    this.#idle?.resolve()
    this.#idle = undefined
  }
}

interface Ticket {
  readonly kind: 'together' | 'alone'
  readonly admit: () => void
  timer: NodeJS.Timeout | undefined
  isWaiting: boolean
}
