import type { Bus, Caller } from '@quipu/kit'
import { accountTopic, changedAccount } from '../bus/topics.ts'

const lookEveryMs = 1_000
/** How long a change may go unnoticed that nobody has told of. */
const askAgainMs = 60_000

/** What is known of the credential behind a caller. */
export interface Credentials {
  /** Undefined for one that does not expire. */
  expiryOf(caller: Caller): Date | undefined
  /** The caller as of now; undefined once the credential does not count any more. */
  current(caller: Caller): Promise<Caller | undefined>
}

export interface WatchedStream {
  readonly caller: Caller
  /** The caller as of now, where more stands behind it than its credential: the session of a browser. */
  current?(): Promise<Caller | undefined>
  end(): void
  /** The caller may do something else than before. */
  changed?(caller: Caller): void
}

/** No stream outlives the credential that opened it, nor tells more than it allows. */
export class StreamWatch {
  readonly #credentials: Credentials
  readonly #now: () => Date
  readonly #streams = new Map<WatchedStream, { readonly expiresAtMs: number; askAtMs: number }>()
  readonly #timer: NodeJS.Timeout
  readonly #stop: () => void

  constructor(bus: Bus, credentials: Credentials, now: () => Date) {
    this.#credentials = credentials
    this.#now = now
    this.#timer = setInterval(() => this.#look(), lookEveryMs).unref()
    this.#stop = bus.subscribe(accountTopic, (message) => this.#ask(changedAccount(message)))
  }

  /** Until it is ended, or what is returned is called. */
  add(stream: WatchedStream): () => void {
    const expiresAtMs = this.#credentials.expiryOf(stream.caller)?.getTime() ?? Infinity
    this.#streams.set(stream, { expiresAtMs, askAtMs: performance.now() + askAgainMs })
    return () => this.#streams.delete(stream)
  }

  close(): void {
    clearInterval(this.#timer)
    this.#stop()
  }

  #look(): void {
    const nowMs = this.#now().getTime()
    const passedMs = performance.now()
    for (const [stream, state] of this.#streams) {
      if (state.expiresAtMs <= nowMs) this.#end(stream)
      else if (state.askAtMs <= passedMs) {
        state.askAtMs = passedMs + askAgainMs
        void this.#check(stream)
      }
    }
  }

  #ask(userId: string | undefined): void {
    for (const stream of this.#streams.keys()) if (stream.caller.userId === userId) void this.#check(stream)
  }

  async #check(stream: WatchedStream): Promise<void> {
    try {
      const caller = await (stream.current?.() ?? this.#credentials.current(stream.caller))
      if (!this.#streams.has(stream)) return
      if (caller === undefined) this.#end(stream)
      else stream.changed?.(caller)
    } catch {
      // The store is away: whoever asks again, asks again.
    }
  }

  #end(stream: WatchedStream): void {
    this.#streams.delete(stream)
    stream.end()
  }
}
