/** One open stream: whose it is and where it stands. It is woken, never handed anything. */
export class Reader {
  readonly userId: string
  readonly name: string
  readonly client: string | null
  /** The last revision it was given. */
  position: number
  /** Why it has to end. */
  lost: 'access_withdrawn' | 'deleted' | undefined
  #wake: (() => void) | undefined
  #isWoken = false

  constructor(who: { userId: string; name: string; client: string | null }, position: number) {
    this.userId = who.userId
    this.name = who.name
    this.client = who.client
    this.position = position
  }

  /** Until something may have changed since the last wait. */
  async wait(): Promise<void> {
    if (!this.#isWoken) {
      const { promise, resolve } = Promise.withResolvers<void>()
      this.#wake = resolve
      await promise
    }
    this.#isWoken = false
  }

  readonly wake = (): void => {
    this.#isWoken = true
    this.#wake?.()
    this.#wake = undefined
  }
}
