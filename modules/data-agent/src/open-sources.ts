import type { Caller, Log, Scope } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import type { QueueRequest } from '@quipu/queue'
import { atOnce, idleSourceMs, mostOpen, oldSourceMs } from './sources/limits.ts'
import type { Source } from './sources/source.ts'
import { SourceError } from './sources/source.ts'
import { SourceQueue } from './source-queue.ts'

interface Kept {
  readonly source: Promise<Source>
  queue: SourceQueue | undefined
  /** The day on which it was opened. */
  readonly day: string
  readonly openedAt: number
  users: number
  usedAt: number
  isStale: boolean
}

/** For the caller who asks first. */
type OpenConnection = (scope: Scope, connectionId: string) => Promise<Source>

const sweepMs = 60_000

/** Sources stay open between questions, so that the next one does not wait for a connection. Each is closed at the end of its day, because the sample changes. */
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
    this.#sweeping = setInterval(() => this.#sweep(performance.now() - idleSourceMs), sweepMs).unref()
  }

  /**
   * Lends the source for the duration of the work, when it is the caller's turn. A lost source is opened
   * again the next time.
   */
  async with<Result>(
    caller: Pick<Caller, 'userId'>,
    connectionId: string,
    request: QueueRequest,
    work: (source: Source) => Promise<Result>,
  ): Promise<Result> {
    const kept = this.#take(caller, connectionId)
    try {
      const source = await kept.source
      kept.queue ??= new SourceQueue(atOnce[source.dialect])
      return await kept.queue.run(caller.userId, request, () => work(oneAtATime(source)))
    } catch (error) {
      if (isLost(error)) this.#drop(connectionId, kept)
      throw error
    } finally {
      kept.users -= 1
      kept.usedAt = performance.now()
      if (kept.isStale && kept.users === 0) this.#close(kept)
    }
  }

  /** The connection was changed or removed: current users keep it, and it is not lent again. */
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
    if (known !== undefined && now - known.openedAt < oldSourceMs && known.day === day) {
      known.users += 1
      return known
    }
    if (known !== undefined) this.#drop(connectionId, known)
    const kept: Kept = {
      queue: undefined,
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

/** Each caller with a turn runs one statement at a time, so that each has a process. */
function oneAtATime(source: Source): Source {
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <Result>(run: () => Promise<Result>): Promise<Result> => {
    const next = last.then(run)
    last = next.catch(() => undefined)
    return next
  }
  return {
    dialect: source.dialect,
    tables: (limits) => inTurn(() => source.tables(limits)),
    query: (statement, limits) => inTurn(() => source.query(statement, limits)),
    [Symbol.asyncDispose]: () => source[Symbol.asyncDispose](),
  }
}

/** An error that the caller can fix, and a cancelled question, say nothing about the source. */
function isLost(error: unknown): boolean {
  if (error instanceof SourceError) return error.failure === 'unreachable'
  return !(error instanceof ToolError) && !(error instanceof DOMException && error.name === 'AbortError')
}
