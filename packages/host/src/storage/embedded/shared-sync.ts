/** How many commits one sync serves. */
const mostCommits = 32
/** How long a commit waits for others. A transaction under way may keep the next one from coming. */
const longestWaitMs = 10

/**
 * Commits that the engine has applied and that are not on the disk yet. One sync serves them all, because bringing the
 * log to the disk takes longer than a short transaction.
 */
export class SharedSync {
  readonly #sync: () => Promise<void>
  /** Those that no sync was started for. */
  #group: PromiseWithResolvers<void> | undefined
  #newest: Promise<void> | undefined
  #commits = 0
  #timer: NodeJS.Timeout | undefined

  /** `sync` resolves when everything that was applied before it was called is on the disk. */
  constructor(sync: () => Promise<void>) {
    this.#sync = sync
  }

  /** Must be called when a commit was applied that nobody has brought to the disk. */
  add(): void {
    this.#commits += 1
    if (this.#group !== undefined) return
    this.#group = Promise.withResolvers()
    const { promise } = this.#group
    const forget = () => {
      if (this.#newest === promise) this.#newest = undefined
    }
    promise.then(forget, forget)
    this.#newest = promise
    this.#timer = setTimeout(() => this.start(), longestWaitMs)
  }

  get isOpen(): boolean {
    return this.#group !== undefined
  }

  get isFull(): boolean {
    return this.#commits >= mostCommits
  }

  /** Starts the sync of what was added. Does nothing if nothing was. */
  start(): void {
    const group = this.#group
    if (group === undefined) return
    clearTimeout(this.#timer)
    this.#group = undefined
    this.#commits = 0
    this.#sync().then(group.resolve, group.reject)
  }

  /** Resolves when everything that was added is on the disk. Undefined if it is. */
  get pending(): Promise<void> | undefined {
    return this.#newest
  }
}
