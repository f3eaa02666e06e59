import type { CachedValues } from './open-cache.ts'

const maxEntries = 10_000

/** The least recently used entry is removed first. */
export class MemoryValues implements CachedValues {
  readonly #now: () => number
  readonly #entries = new Map<string, { readonly text: string; readonly until: number }>()

  constructor(now: () => number) {
    this.#now = now
  }

  async get(key: string): Promise<string | undefined> {
    const entry = this.#entries.get(key)
    this.#entries.delete(key)
    if (entry === undefined || entry.until <= this.#now()) return undefined
    this.#entries.set(key, entry)
    return entry.text
  }

  async set(key: string, text: string, seconds: number): Promise<void> {
    this.#entries.delete(key)
    this.#entries.set(key, { text, until: this.#now() + seconds * 1000 })
    if (this.#entries.size <= maxEntries) return
    for (const oldest of this.#entries.keys()) return void this.#entries.delete(oldest)
  }

  async delete(key: string): Promise<void> {
    this.#entries.delete(key)
  }
}
