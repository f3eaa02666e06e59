import { stat } from 'node:fs/promises'
import type { Statement } from '@quipu/query'
import type { SqliteSettings } from '../connection-settings.ts'
import { defaultMemoryMb, maxResultBytes, maxRowsOf, underLimits } from '../limits.ts'
import { admit } from '../admission/read-only.ts'
import type { SourceRoots } from '../source-roots.ts'
import type { QueryLimits, ResultSet, Source, Table } from '../source.ts'
import { SourceError } from '../source.ts'
import type { SqliteRequest, SqliteRows } from './messages.ts'
import { ProcessPool } from './process-pool.ts'
import { resultColumn, withBooleans } from './result-columns.ts'
import { listTables } from './sqlite-tables.ts'

/** Opens the file once, so that a wrong one is told at once and the first question finds a warm process. */
export async function openSqlite(
  { file }: SqliteSettings,
  { roots, memoryMb = defaultMemoryMb }: { roots: SourceRoots; memoryMb?: number | undefined },
): Promise<Source> {
  const { path, isFolder } = await roots.admit(file)
  if (isFolder) throw new SourceError('refused', 'This is a folder; give the path of the SQLite file')
  const source = new SqliteSource(file, roots, new ProcessPool(path, memoryMb))
  try {
    await source.warm()
  } catch (error) {
    await source[Symbol.asyncDispose]()
    throw error
  }
  return source
}

class SqliteSource implements Source {
  readonly dialect = 'sqlite'
  readonly #file: string
  readonly #roots: SourceRoots
  readonly #pool: ProcessPool
  #identity: string | null = null
  #paths: Promise<readonly (readonly string[])[]> | null = null

  constructor(file: string, roots: SourceRoots, pool: ProcessPool) {
    this.#file = file
    this.#roots = roots
    this.#pool = pool
  }

  async warm(): Promise<void> {
    await this.#lookAgain()
    // The parser's first statement is its slowest; it is read while the process starts.
    const [process] = await Promise.all([this.#pool.take(), admit('select 1', 'sqlite', [])])
    this.#pool.give(process)
  }

  async tables(limits: QueryLimits): Promise<readonly Table[]> {
    await this.#lookAgain()
    const ask = (sql: string, parameters: readonly string[] = []): Promise<SqliteRows> =>
      this.#run({ sql, parameters, maxRows: 1_000_000, maxBytes: maxResultBytes, tables: null }, limits)
    const tables = await listTables(ask)
    this.#paths = Promise.resolve(tables.map(({ path }) => path))
    return tables
  }

  async query({ sql, parameters }: Statement, limits: QueryLimits): Promise<ResultSet> {
    const since = performance.now()
    await this.#lookAgain()
    const tables = await this.#admit(sql, limits)
    const maxRows = maxRowsOf(limits)
    const found = await this.#run({ sql, parameters, maxRows, maxBytes: maxResultBytes, tables }, limits)
    return {
      columns: found.columns.map((column, index) => resultColumn(column, found.rows, index)),
      rows: withBooleans(found),
      isTruncated: found.isTruncated,
      milliseconds: performance.now() - since,
    }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#pool.close()
  }

  /** Gives the names that may be read. */
  async #admit(sql: string, limits: QueryLimits): Promise<readonly string[]> {
    if (limits.tables) return admitted(sql, limits.tables)
    this.#paths ??= this.#listPaths(limits)
    const known = await this.#paths
    try {
      return await admitted(sql, known)
    } catch {
      // A table may have come since; the names are cheap to read again.
      this.#paths = this.#listPaths(limits)
      return admitted(sql, await this.#paths)
    }
  }

  #listPaths(limits: QueryLimits): Promise<readonly (readonly string[])[]> {
    const sql = `select name from sqlite_master where type in ('table', 'view') and name not like 'sqlite\\_%' escape '\\'`
    const listing = this.#run(
      { sql, parameters: [], maxRows: 1_000_000, maxBytes: maxResultBytes, tables: null },
      limits,
    )
    const paths = listing.then(({ rows }) => rows.map(([name]) => [String(name)]))
    paths.catch(() => {
      this.#paths = null
    })
    return paths
  }

  async #run(request: SqliteRequest, limits: QueryLimits): Promise<SqliteRows> {
    let stop = (): void => {}
    let isOver = false
    const end = (): void => {
      isOver = true
      stop()
    }
    return underLimits(limits, end, async () => {
      const process = await this.#pool.take()
      if (isOver) {
        this.#pool.give(process)
        throw new SourceError('cancelled', 'The statement was stopped before it began')
      }
      stop = () => process.kill()
      try {
        return await process.run(request)
      } finally {
        this.#pool.give(process)
      }
    })
  }

  /** A file that was replaced by another is opened anew; one that was removed or moved out of the roots is told. */
  async #lookAgain(): Promise<void> {
    const { path } = await this.#roots.admit(this.#file)
    const { dev, ino } = await stat(path)
    const identity = `${path}:${dev}:${ino}`
    if (identity === this.#identity) return
    if (this.#identity !== null) {
      this.#pool.renew(path)
      this.#paths = null
    }
    this.#identity = identity
  }
}

async function admitted(sql: string, paths: readonly (readonly string[])[]): Promise<readonly string[]> {
  await admit(sql, 'sqlite', paths)
  return paths.map((path) => path.at(-1) ?? '')
}
