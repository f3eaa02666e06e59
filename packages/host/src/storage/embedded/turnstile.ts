import { StoreUnavailable } from '../store.ts'

/**
 * Who may talk to the one session that PGlite has: many single statements at a time, which it takes one after the
 * other, or one transaction alone. First come, first served, so that neither starves the other.
 */
export class Turnstile {
  readonly #waiting: Ticket[] = []
  readonly #mostTogether: number
  #inside = 0
  #isAlone = false

  constructor(mostTogether: number) {
    this.#mostTogether = mostTogether
  }

  /** Resolves with the way out, or rejects when the wait was too long. */
  enter(kind: 'together' | 'alone', waitMs: number): Promise<() => void> {
    const { promise, resolve, reject } = Promise.withResolvers<() => void>()
    const ticket: Ticket = { kind, admit: () => resolve(this.#wayOut()), timer: undefined }
    this.#waiting.push(ticket)
    this.#admit()
    if (this.#waiting.includes(ticket)) {
      ticket.timer = setTimeout(() => {
        this.#waiting.splice(this.#waiting.indexOf(ticket), 1)
        reject(new StoreUnavailable(`The embedded store stayed busy for ${waitMs / 1000} s.`))
        this.#admit()
      }, waitMs)
    }
    return promise
  }

  #admit(): void {
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      const hasRoom = next.kind === 'alone' ? this.#inside === 0 : this.#inside < this.#mostTogether
      if (this.#isAlone || !hasRoom) return
      this.#waiting.shift()
      clearTimeout(next.timer)
      this.#inside += 1
      this.#isAlone = next.kind === 'alone'
      next.admit()
    }
  }

  #wayOut(): () => void {
    let isOut = false
    return () => {
      if (isOut) return
      isOut = true
      this.#inside -= 1
      this.#isAlone = false
      this.#admit()
    }
  }
}

interface Ticket {
  readonly kind: 'together' | 'alone'
  readonly admit: () => void
  timer: NodeJS.Timeout | undefined
}
