import type { Log } from '@quipu/kit'
import { within } from '../deadline.ts'
import { diskFull, isDiskFull } from '../disk.ts'
import { rewrites } from '../rewrites.ts'
import {
  commit,
  type Engine,
  type Reply,
  rollback,
  type Session,
  type Timeouts,
  type TransactionSession,
  type WireStatement,
} from '../session.ts'
import { StoreUnavailable, type FrozenStore } from '../store.ts'
import { theHost, Turnstile, type Who } from '../turnstile.ts'
import { DataFolder } from './data-folder.ts'
import { PGliteThread } from './pglite-thread.ts'
import { openStoreCopy } from './store-copy.ts'
import { DataFolderDamaged } from './store-files.ts'
import { Upkeep } from './upkeep.ts'

/** PGlite in a data folder that this process owns. */
export class EmbeddedEngine implements Engine {
  readonly kind = 'pglite'
  readonly #folder: DataFolder
  readonly #timeouts: Timeouts
  readonly #log: Log
  readonly #turnstile = new Turnstile(mostTogether, mostEach)
  readonly #upkeep: Upkeep
  #thread: Promise<PGliteThread> | undefined
  #closing: Promise<void> | undefined

  static async open(
    folder: string,
    timeouts: Timeouts,
    log: Log,
    template?: string,
  ): Promise<EmbeddedEngine> {
    const engine = new EmbeddedEngine(await DataFolder.take(folder, template), timeouts, log)
    try {
      await engine.#openThread()
      return engine
    } catch (error) {
      engine.#folder.release()
      throw inWords(folder, error)
    }
  }

  private constructor(folder: DataFolder, timeouts: Timeouts, log: Log) {
    this.#folder = folder
    this.#timeouts = timeouts
    this.#log = log
    this.#upkeep = new Upkeep({
      once: (statements) => this.once(statements),
      runAlone: (...sql) => this.#runAlone(...sql),
      turnstile: this.#turnstile,
      log,
    })
  }

  async once(statements: readonly WireStatement[], who: Who = theHost): Promise<Reply> {
    this.#refuseIfClosed()
    const leave = await this.#turnstile.enter(who, 'together', this.#timeouts.acquireMs)
    try {
      const thread = await this.#openThread()
      // Nobody is notified of a change that a power cut could still undo.
      thread.sync.start()
      return await this.#bounded(thread, () => thread.run(statements))
    } finally {
      leave()
      this.#upkeep.count()
    }
  }

  acquire(who: Who = theHost): Promise<TransactionSession> {
    return this.#session(who, (thread, ask) => this.#bounded(thread, ask))
  }

  /** It may take long, and nobody waits for the disk meanwhile. */
  async acquirePatient(): Promise<Session> {
    const session = await this.#session(theHost, (thread, ask) => ask(thread))
    session.startSync()
    return session
  }

  /** One step at a time, so that others get their turn in between. */
  async maintain(): Promise<void> {
    await this.#upkeep.tendAll()
    await this.#runAlone('checkpoint')
  }

  /** The log of changes is restarted too, because its files contain what was written before. */
  async purge(tables: readonly string[]): Promise<void> {
    for (const sql of rewrites(tables)) await this.#runAlone(sql)
    const session = await this.acquirePatient()
    try {
      for (const sql of freshLog) await session.run([{ sql, values: [] }])
    } finally {
      session.release()
    }
  }

  freeze(): Promise<FrozenStore> {
    return openStoreCopy(this.#folder, (work) => this.#whileQuiet(work))
  }

  /** Work under way may finish; later calls are refused. The lock is released last. */
  close(): Promise<void> {
    this.#closing ??= this.#end()
    return this.#closing
  }

  async #end(): Promise<void> {
    const { transactionMs, statementMs } = this.#timeouts
    const thread = await this.#thread?.catch(() => undefined)
    try {
      await this.#turnstile.enter(theHost, 'alone', transactionMs + statementMs)
      thread?.sync.start()
      await thread?.close()
    } finally {
      await thread?.terminate()
      this.#folder.release()
    }
  }

  async #session(who: Who, limit: Limit): Promise<EmbeddedSession> {
    this.#refuseIfClosed()
    const leave = await this.#turnstile.enter(who, 'alone', this.#timeouts.acquireMs)
    try {
      const isAwaited = () => this.#turnstile.isAloneAwaited
      return new EmbeddedSession(await this.#openThread(), limit, isAwaited, () => {
        leave()
        this.#upkeep.count()
      })
    } catch (error) {
      leave()
      throw error
    }
  }

  /** At once: after closing has begun, nobody else is admitted. */
  #refuseIfClosed(): void {
    if (this.#closing !== undefined) throw new StoreUnavailable('The store is closed.')
  }

  /** Several statements are one transaction. */
  async #runAlone(...texts: readonly string[]): Promise<void> {
    const session = await this.acquirePatient()
    try {
      await session.run(texts.map((sql) => ({ sql, values: [] })))
    } finally {
      session.release()
    }
  }

  /** A second statement answers only when the thread has finished the work of the first one. */
  async #whileQuiet(work: () => Promise<void>): Promise<void> {
    const session = await this.acquirePatient()
    try {
      for (const sql of ['checkpoint', 'select 1']) await session.run([{ sql, values: [] }])
      await work()
    } finally {
      session.release()
    }
  }

  /** The running thread, or a new one if it has died. */
  async #openThread(): Promise<PGliteThread> {
    for (;;) {
      this.#refuseIfClosed()
      const opening = (this.#thread ??= this.#startThread())
      const thread = await opening.catch((error: unknown) => {
        if (this.#thread === opening) this.#thread = undefined
        throw error
      })
      if (thread.isAlive) return thread
      if (this.#thread === opening) this.#thread = this.#startThread(thread)
    }
  }

  async #startThread(dead?: PGliteThread): Promise<PGliteThread> {
    if (dead) {
      this.#log.warn({}, 'opening the embedded store again after it stopped')
      await dead.terminate()
    }
    return PGliteThread.start(this.#folder.store)
  }

  /** PGlite has no time limit, so the thread is ended; the next caller gets a new one. */
  #bounded<Result>(thread: PGliteThread, ask: (thread: PGliteThread) => Promise<Result>): Promise<Result> {
    const { statementMs } = this.#timeouts
    const message = `A statement took longer than ${statementMs / 1000} s and was cut off.`
    return within(statementMs, ask(thread), () => void thread.terminate(), message)
  }
}

/** Why an existing store did not open. */
function inWords(folder: string, error: unknown): unknown {
  if (!(error instanceof StoreUnavailable)) return error
  if (isDiskFull(error.message)) return new StoreUnavailable(diskFull(folder), { cause: error })
  const reason = error.message.replace(/^The embedded store failed: /, '')
  return new DataFolderDamaged(folder, `it does not open (${reason})`, { cause: error })
}

type Limit = <Result>(thread: PGliteThread, ask: (thread: PGliteThread) => Promise<Result>) => Promise<Result>

/** Enough to keep the thread busy; few, because cutting one off ends the others too. */
const mostTogether = 16
/** Enough for one person alone to keep the thread busy; more would only make others wait. */
const mostEach = 4

/** Finished files of the log are deleted instead of being reused, because reused files keep their contents. */
const freshLog = [
  'set wal_recycle = off',
  'select pg_switch_wal()',
  'checkpoint',
  'select pg_switch_wal()',
  'checkpoint',
  'reset wal_recycle',
]

/** Of this transaction alone. */
const withoutSync: WireStatement = {
  sql: `select set_config('synchronous_commit', 'off', true)`,
  values: [],
}

class EmbeddedSession implements TransactionSession {
  readonly #thread: PGliteThread
  readonly #limit: Limit
  readonly #isAwaited: () => boolean
  readonly #leave: () => void

  /** `isAwaited` tells whether another transaction waits for this one. */
  constructor(thread: PGliteThread, limit: Limit, isAwaited: () => boolean, leave: () => void) {
    this.#thread = thread
    this.#limit = limit
    this.#isAwaited = isAwaited
    this.#leave = leave
  }

  run(statements: readonly WireStatement[]): Promise<Reply> {
    return this.#limit(this.#thread, (thread) => thread.run(statements))
  }

  /**
   * The next one is let in as soon as the commit is on its way, because the thread works in order. If others wait, the
   * commit is applied only; the disk is reached by one sync for all of them.
   */
  async commit(statements: readonly WireStatement[]): Promise<Reply> {
    const { sync } = this.#thread
    const isShared = this.#isAwaited() || sync.isOpen
    const all = isShared ? [...statements, withoutSync, commit] : [...statements, commit]
    const committed = this.#limit(this.#thread, (thread) => thread.commit(all, isShared))
    if (isShared) sync.add()
    const settled = this.#settled()
    // Awaited below, but it may fail before that.
    settled.catch(() => {})
    this.release()
    try {
      return await committed
    } finally {
      await settled
    }
  }

  /** Its caller gets what it has read, as the answer to a repeated call, and must not be lost after that. */
  async rollBack(): Promise<void> {
    try {
      await this.run([rollback])
    } catch {
      // Ending the thread also rolls back.
      return this.discard()
    }
    this.release()
    await this.#settled()
  }

  /** Resolves when everything that was committed so far is on the disk. */
  async #settled(): Promise<void> {
    const { pending } = this.#thread.sync
    if (pending !== undefined) await this.#limit(this.#thread, () => pending)
  }

  script(sql: string): Promise<void> {
    return this.#limit(this.#thread, (thread) => thread.script(sql))
  }

  startSync(): void {
    this.#thread.sync.start()
  }

  release(): void {
    if (this.#thread.sync.isFull || !this.#isAwaited()) this.startSync()
    this.#leave()
  }

  discard(): void {
    void this.#thread.terminate()
    this.#leave()
  }
}
