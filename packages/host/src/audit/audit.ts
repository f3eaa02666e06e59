import { setTimeout as setTimeoutAsync } from 'node:timers/promises'
import type { Log } from '@quipu/kit'
import type { Statement, Store } from '../storage/store.ts'
import { StoreUnavailable } from '../storage/store.ts'
import type { AuditEvent, AuditRow } from './audit-event.ts'
import { insertRow, insertRows, rowOf } from './audit-event.ts'

const flushEveryMs = 200
/** This many rows are written together at once, without waiting longer. */
const batchRows = 2_000
/** The number of rows that a full buffer drops at a time. */
const lostRows = 500
/** From this number on callers are slowed down, so that no row is lost while the store answers. */
const crowded = 5_000
const longestWaitMs = 1_000
/** The most rows that may wait for a store that does not answer: some megabytes. */
const maxWaiting = 10_000

export interface AuditOptions {
  /** Called with the number of lost rows, for a metric. */
  readonly onDropped?: (rows: number) => void
}

export function openAudit(store: Store, now: () => Date, log: Log, options?: AuditOptions): Audit {
  return new Audit(store, now, log, options)
}

/** One row per call: in the transaction of the mutation or, for a read, a moment later in a batch. */
class Audit {
  readonly #store: Store
  readonly #now: () => Date
  readonly #log: Log
  readonly #onDropped: (rows: number) => void
  #waiting: AuditRow[] = []
  #timer: NodeJS.Timeout | undefined
  #flushing: Promise<void> | undefined
  /** The store did not answer last time: the timer tries again, not each new row. */
  #isStoreAway = false

  constructor(store: Store, now: () => Date, log: Log, options: AuditOptions = {}) {
    this.#store = store
    this.#now = now
    this.#log = log
    this.#onDropped = options.onDropped ?? (() => {})
  }

  /** To be run inside the mutation's transaction: either both are committed or neither. */
  row(event: AuditEvent): Statement {
    return insertRow(rowOf(this.#now(), event))
  }

  /** Never waits. */
  record(event: AuditEvent): void {
    this.#waiting.push(rowOf(this.#now(), event))
    if (this.#waiting.length > maxWaiting) this.#drop(this.#waiting.splice(0, lostRows), 'too many rows wait')
    if (this.#waiting.length >= batchRows && !this.#isStoreAway) void this.flush()
    else this.#schedule()
  }

  /** Undefined while there is room; otherwise await it before recording more. Resolves after a second at the latest. */
  room(): Promise<void> | undefined {
    if (this.#waiting.length < crowded || this.#isStoreAway) return undefined
    return Promise.race([this.flush(), setTimeoutAsync(longestWaitMs, undefined, { ref: false })])
  }

  /** Writes the waiting rows. If the store does not answer, they keep waiting. */
  flush(): Promise<void> {
    this.#flushing ??= this.#writeAll().finally(() => {
      this.#flushing = undefined
      if (this.#waiting.length > 0) this.#schedule()
    })
    return this.#flushing
  }

  async close(): Promise<void> {
    await this.flush()
    if (this.#waiting.length > 0) await this.flush()
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#waiting.length > 0)
      this.#drop(this.#waiting.splice(0), 'the store did not answer before the end')
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => {
      // The timer may fire while rows are being written, and must not count for the next write then.
      this.#timer = undefined
      void this.flush()
    }, flushEveryMs)
  }

  async #writeAll(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    // Without the rows that arrive meanwhile: under load that would be many small writes, each as expensive as a large
    // one.
    let left = this.#waiting.length
    while (left > 0) {
      const batch = this.#waiting.splice(0, Math.min(left, batchRows))
      left -= batch.length
      this.#isStoreAway = !(await this.#write(batch))
      if (this.#isStoreAway) {
        this.#waiting = [...batch, ...this.#waiting]
        return
      }
    }
  }

  /**
   * False if the store cannot be reached. A batch that it refuses is written row by row, so that no good row is lost.
   */
  async #write(batch: readonly AuditRow[]): Promise<boolean> {
    try {
      await this.#store.query('everyone', insertRows(batch))
      return true
    } catch (error) {
      if (error instanceof StoreUnavailable) return false
      if (batch.length === 1) this.#drop(batch, 'the store refused it', error)
      else for (const one of batch) await this.#write([one])
      return true
    }
  }

  #drop(rows: readonly AuditRow[], why: string, error?: unknown): void {
    this.#onDropped(rows.length)
    this.#log.error({ rows: rows.length, why, err: error }, 'Audit rows were lost')
  }
}

export type { Audit }
