/** Forgets what was set more than two lifetimes ago, and nothing younger than one, without looking at each entry. */
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

  /** To be called before each use. */
  turn(now: number): void {
    const age = now - this.#since
    if (age >= 0 && age < this.#lifeMs) return
    this.#since = now
    // The clock was set back: what is here is kept for a whole lifetime more.
    if (age < 0) return
    this.#old = age < 2 * this.#lifeMs ? this.#young : new Map()
    this.#young = new Map()
  }
}
