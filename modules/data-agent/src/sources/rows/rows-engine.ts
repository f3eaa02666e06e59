import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import { DuckDBInstance, StatementType } from '@duckdb/node-api'
import type { Cell } from '@quipu/query'
import type { Engine, EngineQuery, EngineRows } from '../engine/engine.ts'
import { RowTaker } from '../engine/row-taker.ts'
import { serveEngine } from '../engine/serve-engine.ts'
import { duckdbCell, duckdbType } from '../files/duckdb-cells.ts'
import { duckdbFailure } from '../files/duckdb-failure.ts'
import { quotedName } from '../quoted-name.ts'
import type { Table } from '../source.ts'
import { SourceError } from '../source.ts'
import type { RowColumn, RowTable, RowsEngineSettings } from './rows-source.ts'

serveEngine<RowsEngineSettings>(async ({ tables }, memoryMb) => {
  const instance = await DuckDBInstance.create(':memory:', {
    threads: '1',
    memory_limit: `${memoryMb}MB`,
    temp_directory: '',
    autoinstall_known_extensions: 'false',
    autoload_known_extensions: 'false',
    allow_community_extensions: 'false',
  })
  const connection = await instance.connect()
  for (const table of tables) await fill(connection, table)
  await connection.run('set enable_external_access = false')
  await connection.run('set lock_configuration = true')
  connection.closeSync()
  return new RowsEngine(instance, tables, memoryMb)
})

/** A database in memory with only the given rows. */
class RowsEngine implements Engine {
  readonly #instance: DuckDBInstance
  readonly #tables: ReadonlyMap<string, RowTable>
  readonly #memoryMb: number
  #stop = (): void => {}

  constructor(instance: DuckDBInstance, tables: readonly RowTable[], memoryMb: number) {
    this.#instance = instance
    this.#tables = new Map(tables.map((table) => [table.name.toLowerCase(), table]))
    this.#memoryMb = memoryMb
  }

  async tables(): Promise<readonly Table[]> {
    return [...this.#tables.values()].map(({ name, description, columns }) => ({
      name,
      source: name,
      path: [name],
      comment: description,
      columns: columns.map((column) => ({
        name: column.name,
        ...duckdbType(nativeTypes[column.type]),
        nativeType: nativeTypes[column.type],
        isNullable: true,
        comment: column.description ?? null,
      })),
      primaryKey: columns.slice(0, 1).map((column) => column.name),
      uniqueKeys: [],
      foreignKeys: [],
    }))
  }

  async query({ sql, parameters, maxRows }: EngineQuery): Promise<EngineRows> {
    const connection = await this.#instance.connect()
    this.#stop = () => connection.interrupt()
    try {
      await this.#judge(connection, sql)
      const result = await connection.runAndReadUntil(sql, maxRows + 1, parameters.map(bound))
      const types = result.columnTypes()
      const columns = result
        .columnNames()
        .map((name, at) => ({ name, type: duckdbType(types[at] ?? '').type }))
      const taker = new RowTaker(maxRows)
      const isTruncated = result.getRows().some((row) => !taker.take(row.map(duckdbCell)))
      return { columns, rows: taker.rows, isTruncated, cutTexts: taker.cutTexts }
    } catch (error) {
      throw duckdbFailure(error, this.#memoryMb)
    } finally {
      this.#stop = () => {}
      connection.closeSync()
    }
  }

  stop(): void {
    this.#stop()
  }

  /** One SELECT over the given tables. */
  async #judge(connection: DuckDBConnection, sql: string): Promise<void> {
    if (!connection.getTableNames(sql, false).every((name) => this.#tables.has(name.toLowerCase())))
      throw new SourceError('refused', 'A table is not part of what may be read')
    const statements = await connection.extractStatements(sql)
    const prepared = statements.count === 1 ? await statements.prepare(0) : undefined
    const type = prepared?.statementType
    prepared?.destroySync()
    if (type !== StatementType.SELECT) throw new SourceError('refused', 'Only one SELECT may be asked')
  }
}

const nativeTypes: Readonly<Record<RowColumn['type'], string>> = {
  text: 'VARCHAR',
  integer: 'BIGINT',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  timestamp: 'TIMESTAMP',
}

/** As texts first, so that a value that does not fit its column's type becomes null. */
async function fill(connection: DuckDBConnection, { name, columns, rows }: RowTable): Promise<void> {
  const names = columns.map((column) => quotedName(column.name))
  await connection.run(
    `create or replace temp table given (${names.map((one) => `${one} VARCHAR`).join(', ')})`,
  )
  const appender = await connection.createAppender('given', 'main', 'temp')
  for (const row of rows) {
    for (const at of columns.keys()) {
      const cell = row[at] ?? null
      if (cell === null) appender.appendNull()
      else appender.appendVarchar(String(cell))
    }
    appender.endRow()
  }
  appender.closeSync()
  const typed = columns.map(
    ({ type }, at) => `try_cast(${names[at]} as ${nativeTypes[type]}) as ${names[at]}`,
  )
  await connection.run(`create table ${quotedName(name)} as select ${typed.join(', ')} from given`)
  await connection.run('drop table given')
}

function bound(cell: Cell): DuckDBValue {
  return typeof cell === 'number' && Number.isSafeInteger(cell) ? BigInt(cell) : cell
}
