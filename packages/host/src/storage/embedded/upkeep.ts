import type { Log } from '@quipu/kit'
import type { Reply, WireStatement } from '../session.ts'
import { StoreUnavailable } from '../store.ts'

/** After this many batches of statements the tables are checked. */
const batchesBetweenLooks = 200

export interface UpkeepParts {
  once(statements: readonly WireStatement[]): Promise<Reply>
  /** Runs alone in the store, for as long as it takes. */
  runAlone(sql: string): Promise<void>
  readonly log: Log
}

/**
 * Does what PostgreSQL's autovacuum does, which PGlite lacks. Without it a plan made for a small table is kept while
 * the table grows, until each call reads all of it.
 */
export class Upkeep {
  readonly #parts: UpkeepParts
  #batches = 0
  #looking: Promise<void> | undefined

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

  /** One table at a time, so that others get their turn in between. */
  async #look(): Promise<void> {
    await this.#parts.once([{ sql: 'select pg_stat_force_next_flush()', values: [] }])
    const { rows } = await this.#parts.once([{ sql: dueTables, values: [] }])
    for (const [command] of rows)
      if (command !== undefined && command !== null) await this.#parts.runAlone(command)
  }

  #tell(error: unknown): void {
    // A store that is closed or busy now is checked again later.
    if (!(error instanceof StoreUnavailable))
      this.#parts.log.warn({ err: error }, 'a table could not be tended')
  }
}

/** By the rules of autovacuum: a tenth or a fifth of the rows, plus a constant so that small tables are skipped. */
const dueTables = `select case when is_full then 'vacuum (analyze) ' else 'analyze ' end || name
  from (select format('%I.%I', s.schemaname, s.relname) as name,
      n_dead_tup > 200 + 0.2 * known or n_ins_since_vacuum > 1000 + 0.2 * known as is_full,
      n_mod_since_analyze > 200 + 0.1 * known as is_old
    from pg_stat_user_tables s join pg_class c on c.oid = s.relid
    cross join lateral (select greatest(c.reltuples, 0) as known) size) due
  where is_full or is_old order by name`
