import type { Bus, Caller } from '@quipu/kit'
import { accountTopic, changedAccount } from '../bus/topics.ts'

const lookEveryMs = 1_000
/** How long a change without a notification may go unnoticed. */
const askAgainMs = 60_000

/** What is known of the credential behind a caller. */
export interface Credentials {
  /** Undefined for one that does not expire. */
  expiryOf(caller: Caller): Date | undefined
  /** The caller as of now; undefined once the credential is invalid. */
  current(caller: Caller): Promise<Caller | undefined>
}

export interface WatchedStream {
  readonly caller: Caller
  /** The caller as of now, if it depends on more than its credential: on a browser session. */
  current?(): Promise<Caller | undefined>
  end(): void
  /** The caller's permissions have changed. */
  changed?(caller: Caller): void
}

/**
 * Ends every stream when the credential that opened it becomes invalid, and limits it to what that credential allows.
 */
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

  /** Watches until it is ended, or until the returned function is called. */
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
      // The store is away: the next check tries again.
    }
  }

  #end(stream: WatchedStream): void {
    this.#streams.delete(stream)
    stream.end()
  }
}
