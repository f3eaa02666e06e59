import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import type { Cell } from '@quipu/query'
import { positional } from '@quipu/query'
import type { Connection as CoreConnection, ConnectionOptions, RowDataPacket } from 'mysql2'
import { createConnection, type Connection } from 'mysql2/promise'
import type { Engine, EngineQuery, EngineRows } from '../engine/engine.ts'
import { RowTaker } from '../engine/row-taker.ts'
import { serveEngine } from '../engine/serve-engine.ts'
import { connectMs, maxWireBytes, tooLarge } from '../limits.ts'
import type { Table } from '../source.ts'
import { SourceError } from '../source.ts'
import { mysqlCell, resultType, type MysqlField } from './mysql-cells.ts'
import { mysqlFailure } from './mysql-failure.ts'
import type { MysqlEngineSettings } from './mysql-source.ts'
import { listTables } from './mysql-tables.ts'

serveEngine<MysqlEngineSettings>(async (settings) => {
  const engine = new MysqlEngine(settings)
  await engine.connect()
  return engine
})

interface Found<T> {
  readonly found: T
  readonly isWhole: boolean
}

/** One connection. A connection that was lost or is in doubt is replaced by a new one. */
class MysqlEngine implements Engine {
  readonly #settings: MysqlEngineSettings
  #connection: Connection | null = null
  /** The bytes that the server has sent for the running statement. */
  #received = 0
  #isStopped = false
  #isRunning = false

  constructor(settings: MysqlEngineSettings) {
    this.#settings = settings
  }

  async connect(): Promise<Connection> {
    if (this.#connection !== null) return this.#connection
    try {
      const connection = await createConnection(this.#options())
      // The next statement reports a lost connection.
      connection.on('error', () => {
        if (this.#connection === connection) this.#connection = null
      })
      this.#weigh(connection)
      this.#connection = connection
      return connection
    } catch (error) {
      throw mysqlFailure(error)
    }
  }

  tables(timeoutMs: number): Promise<readonly Table[]> {
    return this.#reading(timeoutMs, async (connection) => ({
      found: await listTables(connection),
      isWhole: true,
    }))
  }

  query(query: EngineQuery): Promise<EngineRows> {
    return this.#reading(query.timeoutMs, async (connection) => {
      const found = await readRows(connection, query)
      return { found, isWhole: !found.isTruncated }
    })
  }

  stop(): void {
    this.#isStopped = true
    if (this.#isRunning && this.#connection !== null) void this.#cancel(this.#connection.threadId)
  }

  /** Inside a transaction that cannot write. A connection whose statement failed is not used again. */
  async #reading<T>(timeoutMs: number, run: (connection: Connection) => Promise<Found<T>>): Promise<T> {
    this.#received = 0
    this.#isStopped = false
    const connection = await this.#begin(timeoutMs)
    this.#isRunning = true
    let isClean = false
    try {
      if (this.#isStopped) throw new SourceError('cancelled', 'The statement was stopped before it began')
      const { found, isWhole } = await run(connection)
      // Unwanted rows are still arriving.
      if (isWhole) await connection.query('rollback')
      isClean = isWhole
      return found
    } catch (error) {
      throw this.#received > maxWireBytes ? tooLarge(maxWireBytes) : mysqlFailure(error)
    } finally {
      this.#isRunning = false
      if (!isClean) this.#drop()
    }
  }

  /** An idle connection may have been lost, so a second one is tried before the database is unreachable. */
  async #begin(timeoutMs: number, isSecond = false): Promise<Connection> {
    const connection = await this.connect()
    try {
      await begin(connection, timeoutMs)
      return connection
    } catch (error) {
      this.#drop()
      if (isSecond || this.#isStopped) throw mysqlFailure(error)
      return this.#begin(timeoutMs, true)
    }
  }

  #drop(): void {
    this.#connection?.destroy()
    this.#connection = null
  }

  #options(): ConnectionOptions {
    const { ssl, ...address } = this.#settings.address
    return {
      ...address,
      ...(ssl === null ? {} : { ssl }),
      connectTimeout: connectMs,
      charset: 'utf8mb4',
      dateStrings: true,
      supportBigNumbers: true,
      bigNumberStrings: true,
      // A server may ask its client for any local file; this client refuses.
      flags: ['-LOCAL_FILES'],
    }
  }

  /** A row is available only when it is complete, so incoming bytes are counted. */
  #weigh(connection: Connection): void {
    // The types of the driver do not include its stream.
    const { stream } = (connection as unknown as { connection: { stream: Duplex } }).connection
    stream.on('data', (piece: Buffer) => {
      this.#received += piece.length
      if (this.#received > maxWireBytes) stream.destroy(tooLarge(maxWireBytes))
    })
  }

  /** Uses its own connection and repeats until it succeeds: a request between two statements is lost. */
  async #cancel(thread: number): Promise<void> {
    try {
      const connection = await createConnection(this.#options())
      connection.on('error', () => {})
      for (let attempt = 0; attempt < 50 && this.#isRunning; attempt += 1) {
        await connection.query(`kill query ${thread}`)
        await pause(100)
      }
      await connection.end()
    } catch {
      // The statement's own time limit on the server ends it.
    }
  }
}

/** Names are in double quotes and a backslash is literal, as in the other dialects. */
async function begin(connection: Connection, timeoutMs: number): Promise<void> {
  const [rows] = await connection.query<RowDataPacket[]>('select version() as version')
  const isMariadb = /mariadb/i.test(String(rows[0]?.['version']))
  const limit = isMariadb
    ? `max_statement_time = ${Math.max(0.001, timeoutMs / 1000)}`
    : `max_execution_time = ${Math.ceil(timeoutMs)}`
  await connection.query(
    `set session sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES', time_zone = '+00:00', lock_wait_timeout = 5, ${limit}`,
  )
  await connection.query('set session transaction read only')
  await connection.query('start transaction read only')
}

/** As a stream, so that only the requested rows are kept. If there are more, the connection is closed. */
async function readRows(connection: Connection, query: EngineQuery): Promise<EngineRows> {
  const { sql, parameters } = positional(query)
  const taker = new RowTaker(query.maxRows)
  let fields: readonly MysqlField[] = []
  // The driver prepares it on the server: values are sent separately from the text.
  const core = (connection as unknown as { connection: CoreConnection }).connection
  const command = core.execute({ sql, rowsAsArray: true }, [...parameters] as Cell[])
  command.on('fields', (found: readonly MysqlField[]) => (fields = found))
  const rows = command.stream({ highWaterMark: 100 })
  let isFull = false
  for await (const row of rows as AsyncIterable<readonly unknown[]>) {
    isFull = !taker.take(row.map((value, place) => mysqlCell(value, fields[place] ?? nothing)))
    if (isFull) break
  }
  const columns = fields.map((field) => ({ name: field.name, type: resultType(field).type }))
  return { columns, rows: taker.rows, isTruncated: isFull, cutTexts: taker.cutTexts }
}

const nothing: MysqlField = { name: '', columnType: 253, columnLength: 0, characterSet: 45 }
