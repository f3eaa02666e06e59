import type { StatementSync } from 'node:sqlite'
import { constants, DatabaseSync } from 'node:sqlite'
import { isKnownFunction } from '../admission/functions.ts'
import type { Engine, EngineQuery, EngineRows } from '../engine/engine.ts'
import { RowTaker } from '../engine/row-taker.ts'
import { serveEngine } from '../engine/serve-engine.ts'
import type { Cell } from '@quipu/query'
import { quotedName } from '../quoted-name.ts'
import type { Table } from '../source.ts'
import { resultColumns, withBooleans } from './result-columns.ts'
import { sqliteFailure } from './sqlite-failure.ts'
import { listTables, type Asked } from './sqlite-tables.ts'
import { uniteTables, type UnitedTables } from './united-tables.ts'

serveEngine<{ readonly file: string }>(async ({ file }, memoryMb) => new SqliteEngine(file, memoryMb))

const plainReading = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_RECURSIVE,
])

const mostListed = 1_000_000

/**
 * A running statement cannot be interrupted from within, not even by ending its thread, and SQLite's memory limit
 * applies to a whole process.
 */
class SqliteEngine implements Engine {
  readonly #db: DatabaseSync
  readonly #memoryMb: number
  #united: readonly UnitedTables[] = []
  /** Of the schema that the united tables were made for. */
  #version: unknown = null
  /** The tables that the statement in preparation may read; null for our own statements. */
  #tables: ReadonlySet<string> | null = null

  constructor(file: string, memoryMb: number) {
    this.#memoryMb = memoryMb
    this.#db = this.#translatingErrors(() => open(file, memoryMb))
    this.#translatingErrors(() => this.#unite())
    this.#restrict()
  }

  /** Tables of single years are united again when the schema has changed: a new year may have begun. */
  #unite(): void {
    const version = this.#db.prepare('pragma main.schema_version').get()?.['schema_version']
    if (version === this.#version) return
    this.#db.setAuthorizer(null)
    this.#db.exec('pragma query_only = off')
    for (const { name } of this.#united) this.#db.exec(`drop view temp.${quotedName(name)}`)
    this.#united = uniteTables(this.#db)
    this.#db.exec('pragma query_only = on')
    this.#version = version
    this.#restrict()
  }

  #restrict(): void {
    this.#db.setAuthorizer((action, first, second, _, within) => {
      const isAllowed =
        this.#tables === null ? mayWeDo(action) : mayBeDone(action, first, second, within, this.#tables)
      return isAllowed ? constants.SQLITE_OK : constants.SQLITE_DENY
    })
  }

  async tables(): Promise<readonly Table[]> {
    return listTables(
      async (sql, parameters = []) => this.#ask(sql, parameters, mostListed, null),
      this.#united,
    )
  }

  async query({ sql, parameters, maxRows, tables }: EngineQuery): Promise<EngineRows> {
    const names = new Set(tables.map((path) => (path.at(-1) ?? '').toLowerCase()))
    const asked = this.#ask(sql, parameters, maxRows, names)
    const { isTruncated, cutTexts } = asked
    return { columns: resultColumns(asked), rows: withBooleans(asked), isTruncated, cutTexts }
  }

  stop(): void {}

  #ask(
    sql: string,
    parameters: readonly Cell[],
    maxRows: number,
    tables: ReadonlySet<string> | null,
  ): Asked & Required<Pick<EngineRows, 'isTruncated' | 'cutTexts'>> {
    return this.#translatingErrors(() => {
      this.#tables = null
      this.#unite()
      this.#tables = tables
      const statement = this.#db.prepare(sql, { returnArrays: true, readBigInts: true })
      return read(statement, parameters, maxRows)
    })
  }

  #translatingErrors<Result>(work: () => Result): Result {
    try {
      return work()
    } catch (error) {
      throw sqliteFailure(error, this.#memoryMb)
    }
  }
}

function open(file: string, memoryMb: number): DatabaseSync {
  const db = new DatabaseSync(file, {
    readOnly: true,
    defensive: true,
    allowExtension: false,
    enableDoubleQuotedStringLiterals: false,
    timeout: 2_000,
    limits: { attach: 0, length: 16 * 2 ** 20, sqlLength: 2 ** 20, vdbeOp: 500_000 },
  })
  db.exec(`pragma hard_heap_limit = ${memoryMb * 2 ** 20}`)
  db.exec(
    'pragma query_only = on; pragma trusted_schema = off; pragma cell_size_check = on; pragma temp_store = memory',
  )
  db.prepare('select count(*) from sqlite_master').get()
  return db
}

function mayWeDo(action: number): boolean {
  return action === constants.SQLITE_PRAGMA || plainReading.has(action)
}

/** A readable view may use its own tables and functions. */
function mayBeDone(
  action: number,
  first: string | null,
  second: string | null,
  within: string | null,
  known: ReadonlySet<string>,
): boolean {
  const isInsideView = within !== null && known.has(within.toLowerCase())
  if (action === constants.SQLITE_READ)
    return isInsideView || mayBeRead((first ?? '').toLowerCase(), second ?? '', known)
  if (action === constants.SQLITE_FUNCTION) return isInsideView || isKnownFunction(second ?? '', 'sqlite')
  return plainReading.has(action)
}

/** Without a column it may be the name of a WITH part whose rows are only counted. */
function mayBeRead(table: string, column: string, known: ReadonlySet<string>): boolean {
  return known.has(table) || (column === '' && !/^(sqlite_|pragma_)/.test(table))
}

function read(statement: StatementSync, parameters: readonly Cell[], maxRows: number) {
  const columns = statement.columns().map(({ name, type }) => ({ name, declared: type }))
  const taker = new RowTaker(maxRows)
  const bound = parameters.map((cell) => (typeof cell === 'boolean' ? Number(cell) : cell))
  let isTruncated = false
  for (const row of statement.iterate(...bound)) {
    // Arrays, as asked for when the statement was prepared; the types of node:sqlite only know objects.
    isTruncated = !taker.take((row as unknown as unknown[]).map(cellOf))
    if (isTruncated) break
  }
  return { columns, rows: taker.rows, cutTexts: taker.cutTexts, isTruncated }
}

function cellOf(value: unknown): Cell {
  if (typeof value === 'bigint') {
    const number = Number(value)
    return Number.isSafeInteger(number) ? number : String(value)
  }
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value)
  if (typeof value === 'string') return value
  return value instanceof Uint8Array ? Buffer.from(value).toString('hex') : null
}
