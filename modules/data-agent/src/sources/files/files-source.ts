import type {
  DuckDBConnection,
  DuckDBInstance,
  DuckDBResult,
  DuckDBType,
  DuckDBValue,
} from '@duckdb/node-api'
import { BIGINT, BOOLEAN, DOUBLE, StatementType, VARCHAR } from '@duckdb/node-api'
import type { Cell, Statement } from '@quipu/query'
import type { FilesSettings } from '../connection-settings.ts'
import { defaultMemoryMb, maxResultBytes, maxRowsOf, tooLarge, underLimits } from '../limits.ts'
import { admit } from '../admission/read-only.ts'
import type { SourceRoots } from '../source-roots.ts'
import type { QueryLimits, ResultSet, Source, Table } from '../source.ts'
import { SourceError } from '../source.ts'
import { duckdbCell, duckdbType } from './duckdb-cells.ts'
import { duckdbFailure } from './duckdb-failure.ts'
import type { FileTables } from './file-tables.ts'
import type { DataFile } from './find-files.ts'
import { findFiles } from './find-files.ts'
import { openDuckdb } from './open-duckdb.ts'

export async function openFiles(
  { paths }: FilesSettings,
  { roots, memoryMb = defaultMemoryMb }: { roots: SourceRoots; memoryMb?: number | undefined },
): Promise<Source> {
  const files = await findFiles(paths, roots)
  return new FilesSource({ ...(await openDuckdb(files, memoryMb)), files, roots, memoryMb })
}

type Rows = Omit<ResultSet, 'milliseconds'>

interface Opened {
  readonly instance: DuckDBInstance
  readonly tables: FileTables
  readonly files: readonly DataFile[]
  readonly roots: SourceRoots
  readonly memoryMb: number
}

class FilesSource implements Source {
  readonly dialect = 'duckdb'
  readonly #instance: DuckDBInstance
  readonly #tables: FileTables
  readonly #files: readonly DataFile[]
  readonly #roots: SourceRoots
  readonly #memoryMb: number
  readonly #running = new Set<DuckDBConnection>()
  #isClosed = false

  constructor({ instance, tables, files, roots, memoryMb }: Opened) {
    this.#instance = instance
    this.#tables = tables
    this.#files = files
    this.#roots = roots
    this.#memoryMb = memoryMb
  }

  async tables(limits: QueryLimits): Promise<readonly Table[]> {
    const sql = `select table_name, column_name, data_type from duckdb_columns()
      where schema_name = 'main' and not internal order by table_name, column_index`
    const { rows } = await this.#run({ sql, parameters: [] }, { ...limits, maxRows: 1_000_000 }, true)
    return [...Map.groupBy(rows, ([table]) => String(table))].map(([name, columns]) => ({
      name,
      source: `main.${name}`,
      path: [name],
      comment: null,
      columns: columns.map(([, column, type]) => ({
        name: String(column),
        ...duckdbType(String(type)),
        nativeType: String(type),
        isNullable: true,
        comment: null,
      })),
      primaryKey: [],
      uniqueKeys: [],
      foreignKeys: [],
    }))
  }

  async query(statement: Statement, limits: QueryLimits): Promise<ResultSet> {
    await admit(statement.sql, 'duckdb', limits.tables ?? this.#files.map(({ name }) => [name]))
    return this.#run(statement, limits, false)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isClosed = true
    for (const connection of this.#running) connection.interrupt()
    if (this.#running.size === 0) this.#instance.closeSync()
  }

  async #run(statement: Statement, limits: QueryLimits, isOurs: boolean): Promise<ResultSet> {
    if (this.#isClosed) throw new SourceError('unreachable', 'The connection was closed; ask again')
    const since = performance.now()
    const connection = await this.#instance.connect()
    this.#running.add(connection)
    const stopping = new AbortController()
    const stop = (): void => {
      stopping.abort()
      connection.interrupt()
    }
    const prepare = () =>
      isOurs
        ? this.#tables.renew(connection, stopping.signal)
        : this.#judge(connection, statement.sql, stopping.signal)
    const judged = async (): Promise<void> => {
      await prepare()
      // An interruption between two steps would be lost on DuckDB.
      stopping.signal.throwIfAborted()
    }
    let isStarted = false
    const work = (): Promise<Rows> => {
      isStarted = true
      return this.#read(connection, statement, maxRowsOf(limits), judged).finally(() =>
        this.#finish(connection),
      )
    }
    try {
      return { ...(await underLimits(limits, stop, work)), milliseconds: performance.now() - since }
    } finally {
      if (!isStarted) this.#finish(connection)
    }
  }

  /** Only after the statement has ended, for an interrupted one is still winding up. */
  #finish(connection: DuckDBConnection): void {
    connection.closeSync()
    this.#running.delete(connection)
    if (this.#isClosed && this.#running.size === 0) this.#instance.closeSync()
  }

  async #read(
    connection: DuckDBConnection,
    { sql, parameters }: Statement,
    maxRows: number,
    prepare: () => Promise<void>,
  ): Promise<Rows> {
    try {
      await prepare()
      const bound = parameters.map(bind)
      const result = await connection.stream(
        sql,
        bound.map(({ value }) => value),
        bound.map(({ type }) => type),
      )
      return await readRows(result, maxRows)
    } catch (error) {
      throw duckdbFailure(error, this.#memoryMb)
    }
  }

  /** The same rule by DuckDB's own parser: one SELECT, and no tables but ours, which are brought up to date. */
  async #judge(connection: DuckDBConnection, sql: string, stopped: AbortSignal): Promise<void> {
    const names = connection.getTableNames(sql, false)
    if (!names.every((name) => this.#tables.has(name)))
      throw new SourceError('refused', 'A table is not part of what may be read')
    const used = new Set(names.map((name) => name.toLowerCase()))
    const read = this.#files.filter(({ name }) => used.has(name.toLowerCase()))
    await Promise.all(read.map(({ path }) => this.#roots.admit(path)))
    await this.#tables.renew(connection, stopped, names)
    const statements = await connection.extractStatements(sql)
    if (statements.count !== 1)
      throw new SourceError('refused', 'Exactly one statement may be asked at a time')
    const prepared = await statements.prepare(0)
    const type = prepared.statementType
    prepared.destroySync()
    if (type !== StatementType.SELECT) throw new SourceError('refused', 'Only SELECT may be asked')
  }
}

async function readRows(result: DuckDBResult, maxRows: number): Promise<Rows> {
  const columns = result
    .columnNames()
    .map((name, index) => ({ name, type: duckdbType(result.columnType(index)).type }))
  const rows: Cell[][] = []
  let bytes = 0
  for (;;) {
    const chunk = await result.fetchChunk()
    if (chunk === null || chunk.rowCount === 0) return { columns, rows, isTruncated: false }
    for (const row of chunk.getRows()) {
      if (rows.length === maxRows) return { columns, rows, isTruncated: true }
      const cells = row.map(duckdbCell)
      bytes += cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 8), 0)
      if (bytes > maxResultBytes) throw tooLarge()
      rows.push(cells)
    }
  }
}

function bind(cell: Cell): { value: DuckDBValue; type: DuckDBType } {
  if (typeof cell === 'boolean') return { value: cell, type: BOOLEAN }
  if (typeof cell !== 'number') return { value: cell, type: VARCHAR }
  return Number.isSafeInteger(cell) ? { value: BigInt(cell), type: BIGINT } : { value: cell, type: DOUBLE }
}
