/** A small generator: the same seed gives the same databases and questions. */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed * 2_654_435_761 + 1
  }

  below(limit: number): number {
    this.#state = (Math.imul(this.#state ^ (this.#state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0
    const mixed = Math.imul(this.#state ^ (this.#state >>> 12), 0x297a2d39)
    return ((mixed ^ (mixed >>> 15)) >>> 0) % limit
  }

  chance(percent: number): boolean {
    return this.below(100) < percent
  }

  one<T>(list: readonly T[]): T {
    const found = list[this.below(list.length)]
    if (found === undefined) throw new Error('Nothing to choose from.')
    return found
  }
}
