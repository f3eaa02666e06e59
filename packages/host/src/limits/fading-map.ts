/**
 * Removes entries that were set more than two lifetimes ago, and none younger than one, without visiting each entry.
 */
export class FadingMap<Value> {
  readonly #lifeMs: number
  #young = new Map<string, Value>()
  #old = new Map<string, Value>()
  #since: number

  constructor(lifeMs: number, now: number) {
    this.#lifeMs = lifeMs
    this.#since = now
  }

  get size(): number {
    return this.#young.size + this.#old.size
  }

  get(key: string): Value | undefined {
    return this.#young.get(key) ?? this.#old.get(key)
  }

  set(key: string, value: Value): void {
    this.#young.set(key, value)
  }

  /** Must be called before each use. */
  turn(now: number): void {
    const age = now - this.#since
    if (age >= 0 && age < this.#lifeMs) return
    this.#since = now
    // The clock was set back: the entries are kept for another lifetime.
    if (age < 0) return
    this.#old = age < 2 * this.#lifeMs ? this.#young : new Map()
    this.#young = new Map()
  }
}
