import type {
  DuckDBConnection,
  DuckDBInstance,
  DuckDBResult,
  DuckDBType,
  DuckDBValue,
} from '@duckdb/node-api'
import { BIGINT, BOOLEAN, DOUBLE, StatementType, VARCHAR } from '@duckdb/node-api'
import type { Engine, EngineQuery, EngineRows } from '../engine/engine.ts'
import { RowTaker } from '../engine/row-taker.ts'
import { serveEngine } from '../engine/serve-engine.ts'
import { SourceRoots } from '../source-roots.ts'
import type { Cell } from '@quipu/query'
import type { Table } from '../source.ts'
import { SourceError } from '../source.ts'
import { duckdbCell, duckdbType } from './duckdb-cells.ts'
import { duckdbFailure } from './duckdb-failure.ts'
import type { FileTables } from './file-tables.ts'
import type { PeopleView } from './people-views.ts'
import type { TableReport } from './messy/report.ts'
import type { DuckdbEngineSettings } from './files-source.ts'
import { openDuckdb } from './open-duckdb.ts'

serveEngine<DuckdbEngineSettings>(
  async ({ files, roots }, memoryMb) =>
    new DuckdbEngine({
      ...(await openDuckdb(files, memoryMb)),
      roots: new SourceRoots(roots),
      memoryMb,
    }),
)

interface Opened {
  readonly instance: DuckDBInstance
  readonly tables: FileTables
  readonly roots: SourceRoots
  readonly memoryMb: number
}

type Prepare = (connection: DuckDBConnection, stopped: AbortSignal) => Promise<void>

class DuckdbEngine implements Engine {
  readonly #opened: Opened
  #stop = (): void => {}

  constructor(opened: Opened) {
    this.#opened = opened
  }

  get opened(): readonly string[] {
    return this.#opened.tables.names
  }

  async tables(_: number, isUnderstood: boolean): Promise<readonly Table[]> {
    const sql = `select table_name, column_name, data_type from duckdb_columns()
      where schema_name = 'main' and not internal order by table_name, column_index`
    const reports = new Map<string, TableReport>()
    const { rows } = await this.#read(
      { sql, parameters: [], maxRows: 1_000_000 },
      async (connection, stopped) => {
        const { tables } = this.#opened
        await tables.renew(connection, stopped)
        for (const name of isUnderstood ? tables.names : []) {
          stopped.throwIfAborted()
          const report = await tables.report(connection, name)
          if (report !== undefined) reports.set(name, report)
        }
      },
    )
    return [...Map.groupBy(rows, ([table]) => String(table))].map(([name, columns]) => ({
      name,
      source: `main.${name}`,
      path: [name],
      comment: null,
      ...readingOf(reports.get(name)),
      columns: columns.map(([, column, type]) => ({
        name: String(column),
        ...duckdbType(String(type)),
        nativeType: String(type),
        isNullable: true,
        comment: null,
        ...reports.get(name)?.columns.get(String(column)),
      })),
      ...keysOf(name, this.#opened.tables.people),
    }))
  }

  async query(query: EngineQuery): Promise<EngineRows> {
    let names: readonly string[] = []
    const rows = await this.#read(query, async (connection, stopped) => {
      names = await this.#judge(connection, query.sql, stopped)
    })
    await this.#opened.tables.demandUnchanged(names)
    return rows
  }

  stop(): void {
    this.#stop()
  }

  async #read(
    { sql, parameters, maxRows }: Pick<EngineQuery, 'sql' | 'parameters' | 'maxRows'>,
    prepare: Prepare,
  ): Promise<EngineRows> {
    const connection = await this.#opened.instance.connect()
    const stopping = new AbortController()
    this.#stop = () => {
      stopping.abort()
      connection.interrupt()
    }
    try {
      await prepare(connection, stopping.signal)
      // An interruption between two steps would be lost on DuckDB.
      stopping.signal.throwIfAborted()
      const bound = parameters.map(bind)
      const result = await connection.stream(
        sql,
        bound.map(({ value }) => value),
        bound.map(({ type }) => type),
      )
      return await readRows(result, maxRows)
    } catch (error) {
      throw duckdbFailure(error, this.#opened.memoryMb)
    } finally {
      this.#stop = () => {}
      connection.closeSync()
    }
  }

  /** The same rule by DuckDB's own parser: one SELECT, and only our tables, which are updated. */
  async #judge(connection: DuckDBConnection, sql: string, stopped: AbortSignal): Promise<readonly string[]> {
    const { roots, tables } = this.#opened
    const names = connection.getTableNames(sql, false)
    if (!names.every((name) => tables.has(name)))
      throw new SourceError('refused', 'A table is not part of what may be read')
    const read = names.flatMap((name) => tables.filesOf(name))
    await Promise.all(read.map(({ path }) => roots.admit(path)))
    await tables.renew(connection, stopped, names)
    const statements = await connection.extractStatements(sql)
    if (statements.count !== 1)
      throw new SourceError('refused', 'Exactly one statement may be asked at a time')
    const prepared = await statements.prepare(0)
    const type = prepared.statementType
    prepared.destroySync()
    if (type !== StatementType.SELECT) throw new SourceError('refused', 'Only SELECT may be asked')
    return names
  }
}

/** People that only columns name have these names as their key. */
function keysOf(
  table: string,
  people: readonly PeopleView[],
): Pick<Table, 'primaryKey' | 'uniqueKeys' | 'foreignKeys' | 'reading'> {
  const view = people.find(({ name }) => name === table)
  const foreignKeys = people.flatMap(({ name, column, named }) =>
    named
      .filter((one) => one.table === table)
      .map((one) => ({ columns: [one.column], toTable: name, toColumns: [column] })),
  )
  if (view === undefined) return { primaryKey: [], uniqueKeys: [], foreignKeys }
  const from = view.named.map((one) => `${one.column} of ${one.table}`).join(', ')
  const reading = { understood: `Each different ${from}, once.`, doubts: [] }
  return { primaryKey: [view.column], uniqueKeys: [], foreignKeys: [], reading }
}

function readingOf(report: TableReport | undefined): Pick<Table, 'reading'> {
  return report === undefined || report.table === null ? {} : { reading: report.table }
}

async function readRows(result: DuckDBResult, maxRows: number): Promise<EngineRows> {
  const columns = result
    .columnNames()
    .map((name, index) => ({ name, type: duckdbType(result.columnType(index)).type }))
  const taker = new RowTaker(maxRows)
  for (;;) {
    const chunk = await result.fetchChunk()
    const isFull = chunk?.getRows().some((row) => !taker.take(row.map(duckdbCell))) ?? false
    if (chunk !== null && chunk.rowCount > 0 && !isFull) continue
    return { columns, rows: taker.rows, isTruncated: isFull, cutTexts: taker.cutTexts }
  }
}

function bind(cell: Cell): { value: DuckDBValue; type: DuckDBType } {
  if (typeof cell === 'boolean') return { value: cell, type: BOOLEAN }
  if (typeof cell !== 'number') return { value: cell, type: VARCHAR }
  return Number.isSafeInteger(cell) ? { value: BigInt(cell), type: BIGINT } : { value: cell, type: DOUBLE }
}
