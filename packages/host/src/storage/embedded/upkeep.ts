import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from '@quipu/kit'
import type { Reply, WireStatement } from '../session.ts'
import { StoreUnavailable } from '../store.ts'
import type { Turnstile } from '../turnstile.ts'
import { stepsFor, type Step, type TableState } from './upkeep-steps.ts'

/** After this many batches of statements the tables are checked. */
const batchesBetweenLooks = 200
/** How long a short step waits until nobody uses the store. */
const shortWaitMs = 1000
/** A moment is quiet if nobody used the store for so long. */
const quietMs = 300
/** How long maintenance waits for a quiet moment. */
const longWaitMs = 30_000

export interface UpkeepParts {
  once(statements: readonly WireStatement[]): Promise<Reply>
  /** Runs alone in the store, for as long as it takes. */
  runAlone(...sql: readonly string[]): Promise<void>
  readonly turnstile: Pick<Turnstile, 'idle' | 'entries'>
  readonly log: Log
}

/**
 * Does what PostgreSQL's autovacuum does, which PGlite lacks. Without it a plan made for a small table is kept while
 * the table grows, until each call reads all of it. Everyone waits while a step runs, so steps are short, each waits
 * until nobody uses the store, and a long one until nobody has used it for a while.
 */
export class Upkeep {
  readonly #parts: UpkeepParts
  #batches = 0
  #looking: Promise<void> | undefined
  #isLongDue = false
  #waiting: Promise<void> | undefined

  constructor(parts: UpkeepParts) {
    this.#parts = parts
  }

  /** Must be called after each batch. Nobody waits for the work that it starts. */
  count(): void {
    this.#batches += 1
    if (this.#batches < batchesBetweenLooks || this.#looking !== undefined) return
    this.#batches = 0
    this.#looking = this.#look()
      .catch((error: unknown) => this.#tell(error))
      .finally(() => (this.#looking = undefined))
  }

  /** Tends every table that needs it. What is long is left for later if there is no quiet moment. */
  async tendAll(): Promise<void> {
    // The analysis tells how many rows are dead, so what follows from it comes in the second round.
    for (let round = 1; round <= 2; round += 1)
      for (const step of await this.#due(true))
        if (!step.isLong || (await this.#quiet(longWaitMs))) await this.#run(step)
  }

  async #look(): Promise<void> {
    const steps = await this.#due()
    for (const step of steps) if (!step.isLong) await this.#run(step)
    this.#isLongDue = steps.some(({ isLong }) => isLong)
    if (!this.#isLongDue || this.#waiting !== undefined) return
    this.#waiting = this.#runLongWhenQuiet()
      .catch((error: unknown) => this.#tell(error))
      .finally(() => (this.#waiting = undefined))
  }

  /** One step for each quiet moment. The tables are checked again before it, because others may have tended them. */
  async #runLongWhenQuiet(): Promise<void> {
    while (this.#isLongDue) {
      if (!(await this.#quiet(longWaitMs))) continue
      const [step] = (await this.#due()).filter(({ isLong }) => isLong)
      if (step !== undefined) await this.#run(step)
      this.#isLongDue = step !== undefined
    }
  }

  async #due(isThorough = false): Promise<readonly Step[]> {
    await this.#parts.once([{ sql: 'select pg_stat_force_next_flush()', values: [] }])
    const { rows } = await this.#parts.once([{ sql: tableStates, values: [] }])
    return rows.flatMap(([json]) => stepsFor(stateFrom(json), isThorough))
  }

  async #run({ sql, first }: Step): Promise<void> {
    await Promise.race([this.#parts.turnstile.idle(), pause(shortWaitMs, undefined, { ref: false })])
    await this.#parts.runAlone(...(first === undefined ? [] : [first]), sql)
  }

  /** False if there was no quiet moment. */
  async #quiet(mostMs: number): Promise<boolean> {
    const { turnstile } = this.#parts
    const last = performance.now() + mostMs
    while (performance.now() < last) {
      const isIdle = turnstile.idle().then(() => true)
      if (!(await Promise.race([isIdle, pause(quietMs, false, { ref: false })]))) continue
      const before = turnstile.entries
      await pause(quietMs, undefined, { ref: false })
      if (turnstile.entries === before) return true
    }
    return false
  }

  #tell(error: unknown): void {
    // A store that is closed or busy now is checked again later.
    if (!(error instanceof StoreUnavailable))
      this.#parts.log.warn({ err: error }, 'a table could not be tended')
  }
}

function stateFrom(json: string | null | undefined): TableState {
  // Safe: what the statement below makes.
  return JSON.parse(json ?? '') as TableState
}

/** PostgreSQL looks at each file of a table to measure it, so only those with dead rows are measured. */
const tableStates = `select json_build_object(
    'name', format('%I.%I', s.schemaname, s.relname), 'rows', greatest(c.reltuples, 0),
    'bytes', case when n_dead_tup > greatest(c.reltuples, 0) / 20 then pg_total_relation_size(s.relid) else 0 end,
    'dead', n_dead_tup, 'added', n_ins_since_vacuum, 'changed', n_mod_since_analyze, 'isAnalysed', last_analyze is not null,
    'textIndexes', array(select format('%I.%I', s.schemaname, i.relname)
      from pg_index x join pg_class i on i.oid = x.indexrelid join pg_am a on a.oid = i.relam
      where x.indrelid = s.relid and a.amname = 'gin' order by i.relname))
  from pg_stat_all_tables s join pg_class c on c.oid = s.relid
  where s.schemaname not in ('pg_toast', 'information_schema') and c.relkind in ('r', 'm') order by s.relid`
