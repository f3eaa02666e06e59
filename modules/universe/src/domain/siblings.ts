/** Ids under one parent, in the order of their numbers; adding at the end, which is the rule, costs no sorting. */
export class Siblings {
  readonly #orders = new Map<string, number>()
  #sorted: string[] | undefined
  #last = -Infinity
  #inOrder = true

  get size(): number {
    return this.#orders.size
  }

  put(id: string, order: number): void {
    if (this.#orders.get(id) === order) return
    this.#orders.delete(id)
    if (order < this.#last) this.#inOrder = false
    else this.#last = order
    this.#orders.set(id, order)
    this.#sorted = undefined
  }

  delete(id: string): void {
    if (this.#orders.delete(id)) this.#sorted = undefined
  }

  ids(): readonly string[] {
    if (this.#sorted) return this.#sorted
    if (!this.#inOrder) this.#sort()
    this.#sorted = [...this.#orders.keys()]
    return this.#sorted
  }

  #sort(): void {
    const entries = [...this.#orders].toSorted(([a, one], [b, other]) => one - other || (a < b ? -1 : 1))
    this.#orders.clear()
    for (const [id, order] of entries) this.#orders.set(id, order)
    this.#last = entries.at(-1)?.[1] ?? -Infinity
    this.#inOrder = true
  }
}
