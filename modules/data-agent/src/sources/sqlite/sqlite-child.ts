import type { StatementSync } from 'node:sqlite'
import { constants, DatabaseSync } from 'node:sqlite'
import { Worker } from 'node:worker_threads'
import type { Cell } from '@quipu/query'
import { isKnownFunction } from '../admission/functions.ts'
import type { SqliteReply, SqliteRequest } from './messages.ts'

const plainReading = new Set([
  constants.SQLITE_SELECT,
  constants.SQLITE_READ,
  constants.SQLITE_FUNCTION,
  constants.SQLITE_RECURSIVE,
])

const [file = '', memoryMb = '512'] = process.argv.slice(2)

/** What the statement now being prepared may read; null while it is our own. */
let tables: ReadonlySet<string> | null = null

const db = open()
if (db !== null) {
  process.on('message', (request: SqliteRequest) => reply(answer(db, request)))
  process.once('disconnect', () => process.exit())
  watch()
  reply({ kind: 'ready' })
}

function open(): DatabaseSync | null {
  try {
    const opened = new DatabaseSync(file, {
      readOnly: true,
      defensive: true,
      allowExtension: false,
      enableDoubleQuotedStringLiterals: false,
      timeout: 2_000,
      limits: { attach: 0, length: 16 * 2 ** 20, sqlLength: 2 ** 20, vdbeOp: 500_000 },
    })
    opened.exec(`pragma hard_heap_limit = ${Number(memoryMb) * 2 ** 20}`)
    opened.exec(
      'pragma query_only = on; pragma trusted_schema = off; pragma cell_size_check = on; pragma temp_store = memory',
    )
    opened.prepare('select count(*) from sqlite_master').get()
    opened.setAuthorizer(authorize)
    return opened
  } catch (error) {
    reply(failure(error))
    process.disconnect()
    return null
  }
}

/** SQLite asks this of every table, column and function that its own parser finds. */
function authorize(
  action: number,
  first: string | null,
  second: string | null,
  _: unknown,
  within: string | null,
): number {
  const isAllowed = tables === null ? mayWeDo(action) : mayBeDone(action, first, second, within, tables)
  return isAllowed ? constants.SQLITE_OK : constants.SQLITE_DENY
}

function mayWeDo(action: number): boolean {
  return action === constants.SQLITE_PRAGMA || plainReading.has(action)
}

/** Inside a view that may be read, its own tables and functions may be. */
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

/** Without a column it may be the name of a part of WITH, whose rows are only counted. */
function mayBeRead(table: string, column: string, known: ReadonlySet<string>): boolean {
  return known.has(table) || (column === '' && !/^(sqlite_|pragma_)/.test(table))
}

function answer(db: DatabaseSync, request: SqliteRequest): SqliteReply {
  try {
    tables = request.tables && new Set(request.tables.map((name) => name.toLowerCase()))
    const statement = db.prepare(request.sql, { returnArrays: true, readBigInts: true })
    return read(statement, request)
  } catch (error) {
    return failure(error)
  }
}

function read(statement: StatementSync, { parameters, maxRows, maxBytes }: SqliteRequest): SqliteReply {
  const columns = statement.columns().map(({ name, type }) => ({ name, declared: type }))
  const rows: Cell[][] = []
  let bytes = 0
  for (const row of statement.iterate(
    ...parameters.map((cell) => (typeof cell === 'boolean' ? Number(cell) : cell)),
  )) {
    if (rows.length === maxRows) return { kind: 'rows', columns, rows, isTruncated: true }
    // Arrays, as asked for when the statement was prepared; the types of node:sqlite only know objects.
    const cells = (row as unknown as unknown[]).map(cellOf)
    bytes += cells.reduce<number>((sum, cell) => sum + (typeof cell === 'string' ? cell.length : 8), 0)
    if (bytes > maxBytes) return { kind: 'too-large' }
    rows.push(cells)
  }
  return { kind: 'rows', columns, rows, isTruncated: false }
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

function failure(error: unknown): SqliteReply {
  // node:sqlite puts SQLite's own number on its errors.
  const { errcode = 0, message = '' } = error as { errcode?: number; message?: string }
  return { kind: 'failed', code: errcode, message }
}

function reply(message: SqliteReply): void {
  process.send?.(message)
}

/** A statement blocks this thread, so another one looks whether the server is still there and what memory is used. */
function watch(): void {
  const most = (Number(memoryMb) + 256) * 2 ** 20
  const code = `setInterval(() => {
    if (process.ppid !== ${process.ppid} || process.memoryUsage.rss() > ${most}) process.kill(process.pid, 'SIGKILL')
  }, 500)`
  new Worker(code, { eval: true }).unref()
}
