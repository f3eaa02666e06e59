/**
 * A bounded map that forgets what was not used lately. Two generations instead of a linked list: a hit in the young
 * one costs a single lookup, which is all that the way of every request can afford.
 */
export class Recent<Value> {
  readonly #half: number
  #young = new Map<string, Value>()
  #old = new Map<string, Value>()

  constructor(capacity: number) {
    this.#half = Math.ceil(capacity / 2)
  }

  get(key: string): Value | undefined {
    const young = this.#young.get(key)
    if (young !== undefined) return young
    const old = this.#old.get(key)
    if (old !== undefined) this.set(key, old)
    return old
  }

  set(key: string, value: Value): void {
    if (this.#young.size >= this.#half && !this.#young.has(key)) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key, value)
  }

  delete(key: string): void {
    this.#young.delete(key)
    this.#old.delete(key)
  }

  get size(): number {
    return this.#young.size + this.#old.size
  }
}
