import type { Entry } from '../service/universe-service.ts'

/** An entry with its text, which is made once for all who read it. */
export interface Kept {
  readonly entry: Entry
  readonly json: string
}

/** The newest entries of a universe, without a gap. */
export class Ring {
  readonly #mostEntries: number
  readonly #mostLength: number
  #entries: Kept[] = []
  /** How many entries at the front of the list are not kept any more. */
  #dropped = 0
  #length = 0
  #last: number

  constructor(last: number, mostEntries = 1_000, mostLength = 8_000_000) {
    this.#last = last
    this.#mostEntries = mostEntries
    this.#mostLength = mostLength
  }

  /** The newest revision that is known here. */
  get last(): number {
    return this.#last
  }

  /** The oldest kept revision; one past the last if there is none. */
  get first(): number {
    return this.#last - (this.#entries.length - this.#dropped) + 1
  }

  at(revision: number): Kept | undefined {
    return this.#entries[this.#entries.length - 1 - (this.#last - revision)]
  }

  /** Takes what comes next and leaves out the rest; true if it was next. */
  push(kept: Kept): boolean {
    if (kept.entry.revision !== this.#last + 1) return false
    this.#last += 1
    this.#entries.push(kept)
    this.#length += kept.json.length
    while (this.#isFull()) this.#drop()
    return true
  }

  #isFull(): boolean {
    const kept = this.#entries.length - this.#dropped
    return kept > 1 && (kept > this.#mostEntries || this.#length > this.#mostLength)
  }

  /** The list is cut from time to time and not for each entry, which would move all the others. */
  #drop(): void {
    this.#length -= this.#entries[this.#dropped]?.json.length ?? 0
    this.#dropped += 1
    if (this.#dropped < this.#mostEntries) return
    this.#entries = this.#entries.slice(this.#dropped)
    this.#dropped = 0
  }
}
