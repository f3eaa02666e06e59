import { maxRowsOf, timeoutOf } from '../limits.ts'
import { admit } from '../admission/read-only.ts'
import type { Dialect, Statement } from '@quipu/query'
import type { QueryLimits, ResultSet, Source, Table, TableLimits } from '../source.ts'
import type { EngineRequest, EngineRows } from './engine.ts'
import type { EnginePool } from './engine-pool.ts'
import type { RunLimits } from './engine-process.ts'

type Paths = readonly (readonly string[])[]

interface Parts {
  readonly dialect: Dialect
  readonly pool: EnginePool
  /** The tables of a source that do not change until it is opened again. */
  readonly known?: () => Paths
  /** Runs before every statement. Throws if the database may no longer be read; true if it was replaced. */
  readonly lookAgain?: () => Promise<boolean>
}

/** A source whose statements are checked here and run in their own processes. */
export class EngineSource implements Source {
  readonly dialect: Dialect
  readonly #parts: Parts
  #paths: Paths | null = null

  constructor(parts: Parts) {
    this.dialect = parts.dialect
    this.#parts = parts
  }

  /** Reports an unreadable database at once, and gives the first question a warm process. */
  static async open(parts: Parts): Promise<Source> {
    const source = new EngineSource(parts)
    try {
      await source.#lookAgain()
      // The parser's first statement is its slowest, so it is parsed while the process starts.
      const started = parts.pool.take(new AbortController().signal)
      const [process] = await Promise.all([started, admit('select 1', parts.dialect, [])])
      void parts.pool.give(process)
      return source
    } catch (error) {
      await source[Symbol.asyncDispose]()
      throw error
    }
  }

  async tables(limits: TableLimits): Promise<readonly Table[]> {
    await this.#lookAgain()
    const timeoutMs = timeoutOf(limits)
    const { items } = await this.#run(
      { kind: 'tables', timeoutMs, isUnderstood: limits.isUnderstood ?? false },
      { signal: limits.signal, timeoutMs },
    )
    // Sent by our own program, which lists tables.
    const tables = items as readonly Table[]
    this.#paths = tables.map(({ path }) => path)
    return tables
  }

  async query({ sql, parameters }: Statement, limits: QueryLimits): Promise<ResultSet> {
    await this.#lookAgain()
    const tables = await this.#admit(sql, limits)
    const timeoutMs = timeoutOf(limits)
    const { items, whole, milliseconds } = await this.#run(
      { kind: 'query', sql, parameters, maxRows: maxRowsOf(limits), timeoutMs, tables },
      { signal: limits.signal, timeoutMs },
    )
    // Sent by our own program, which reads rows.
    return { ...(whole as Omit<EngineRows, 'rows'>), rows: items as EngineRows['rows'], milliseconds }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#parts.pool.close()
  }

  /** Returns the readable tables. */
  async #admit(sql: string, limits: QueryLimits): Promise<Paths> {
    const fixed = limits.tables ?? this.#parts.known?.()
    const known = fixed ?? this.#paths
    if (known !== null) {
      try {
        await admit(sql, this.dialect, known)
        return known
      } catch (error) {
        if (fixed !== undefined) throw error
        // A table may have been added; the list is read again before it is refused.
      }
    }
    const paths = (await this.tables(limits)).map(({ path }) => path)
    await admit(sql, this.dialect, paths)
    return paths
  }

  async #run(request: EngineRequest, limits: RunLimits) {
    const { pool } = this.#parts
    const process = await pool.take(limits.signal)
    const since = performance.now()
    try {
      return { ...(await process.run(request, limits)), milliseconds: performance.now() - since }
    } finally {
      void pool.give(process)
    }
  }

  async #lookAgain(): Promise<void> {
    if (await this.#parts.lookAgain?.()) this.#paths = null
  }
}
