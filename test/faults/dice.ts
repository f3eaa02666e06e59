/** Random numbers from a seed. */
export class Dice {
  #state = 0x811c9dc5

  constructor(seed: string) {
    for (const byte of Buffer.from(seed)) this.#state = Math.imul(this.#state ^ byte, 0x01000193)
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }

  below(count: number): number {
    return Math.floor(this.next() * count)
  }
}

/** A seed for each run of a test: from `QUIPU_FAULT_SEED` on, or random ones. */
export function seeds(count: number): string[] {
  const given = process.env['QUIPU_FAULT_SEED']
  const first = given === undefined ? Math.floor(Math.random() * 1e9) : Number(given)
  return Array.from({ length: count }, (_, at) => String(first + at))
}
