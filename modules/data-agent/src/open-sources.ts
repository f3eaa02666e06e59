import type { Log, Scope } from '@quipu/kit'
import type { Source } from './sources/source.ts'
import { SourceError } from './sources/source.ts'

interface Kept {
  readonly source: Promise<Source>
  /** On which it was opened. */
  readonly day: string
  readonly openedAt: number
  users: number
  usedAt: number
  isStale: boolean
}

/** In the name of whoever asks first. */
type OpenConnection = (scope: Scope, connectionId: string) => Promise<Source>

const mostOpen = 16
const idleMs = 5 * 60_000
const oldMs = 60 * 60_000
const sweepMs = 60_000

/** Sources stay open between questions: the next one need not wait for a connection. None outlives its day: the sample is another one then. */
export class OpenSources implements AsyncDisposable {
  readonly #open: OpenConnection
  readonly #log: Log
  readonly #now: () => Date
  readonly #kept = new Map<string, Kept>()
  readonly #closing = new Set<Promise<void>>()
  readonly #sweeping: NodeJS.Timeout

  constructor(open: OpenConnection, log: Log, now: () => Date) {
    this.#open = open
    this.#log = log
    this.#now = now
    this.#sweeping = setInterval(() => this.#sweep(performance.now() - idleMs), sweepMs).unref()
  }

  /** Lends the source for as long as the work takes. One that was lost is opened anew the next time. */
  async with<Result>(
    scope: Scope,
    connectionId: string,
    work: (source: Source) => Promise<Result>,
  ): Promise<Result> {
    const kept = this.#take(scope, connectionId)
    try {
      return await work(await kept.source)
    } catch (error) {
      if (!(error instanceof SourceError) || error.failure === 'unreachable') this.#drop(connectionId, kept)
      throw error
    } finally {
      kept.users -= 1
      kept.usedAt = performance.now()
      if (kept.isStale && kept.users === 0) this.#close(kept)
    }
  }

  /** The connection was changed or removed: whoever has it goes on, nobody gets it again. */
  forget(connectionId: string): void {
    const kept = this.#kept.get(connectionId)
    if (kept !== undefined) this.#drop(connectionId, kept)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearInterval(this.#sweeping)
    for (const connectionId of this.#kept.keys()) this.forget(connectionId)
    await Promise.all(this.#closing)
  }

  #take(scope: Scope, connectionId: string): Kept {
    const now = performance.now()
    const day = this.#now().toISOString().slice(0, 10)
    const known = this.#kept.get(connectionId)
    if (known !== undefined && now - known.openedAt < oldMs && known.day === day) {
      known.users += 1
      return known
    }
    if (known !== undefined) this.#drop(connectionId, known)
    const kept = {
      source: this.#open(scope, connectionId),
      day,
      openedAt: now,
      users: 1,
      usedAt: now,
      isStale: false,
    }
    this.#kept.set(connectionId, kept)
    if (this.#kept.size > mostOpen) this.#sweep(Infinity, this.#kept.size - mostOpen)
    return kept
  }

  #sweep(unusedSince: number, most = Infinity): void {
    const idle = [...this.#kept].filter(([, { users, usedAt }]) => users === 0 && usedAt < unusedSince)
    for (const [id, kept] of idle.toSorted(([, one], [, other]) => one.usedAt - other.usedAt).slice(0, most))
      this.#drop(id, kept)
  }

  #drop(connectionId: string, kept: Kept): void {
    if (this.#kept.get(connectionId) === kept) this.#kept.delete(connectionId)
    if (kept.isStale) return
    kept.isStale = true
    if (kept.users === 0) this.#close(kept)
  }

  #close({ source }: Kept): void {
    const closing = source
      .then((open) => open[Symbol.asyncDispose]())
      .catch((error: unknown) => this.#log.debug({ err: error }, 'a source did not close'))
      .finally(() => this.#closing.delete(closing))
    this.#closing.add(closing)
  }
}
