/**
 * A time limit for a server: a signal that is aborted when one step took longer than `ms`, or when the caller gives up.
 */
export class Patience {
  readonly ms: number
  readonly signal: AbortSignal
  readonly #caller: AbortSignal | undefined
  readonly #end = new AbortController()

  constructor(ms: number, caller: AbortSignal | undefined) {
    this.ms = ms
    this.#caller = caller
    this.signal = caller === undefined ? this.#end.signal : AbortSignal.any([caller, this.#end.signal])
  }

  get isGivenUp(): boolean {
    return this.#caller?.aborted === true
  }

  get isOver(): boolean {
    return this.#end.signal.aborted
  }

  /** Counts only the time that `work` takes. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    const timer = setTimeout(() => this.#end.abort(), this.ms)
    try {
      return await work()
    } finally {
      clearTimeout(timer)
    }
  }
}
