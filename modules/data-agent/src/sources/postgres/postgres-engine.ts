import { randomBytes } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Engine, EngineQuery, EngineRows } from '../engine/engine.ts'
import { RowTaker } from '../engine/row-taker.ts'
import { serveEngine } from '../engine/serve-engine.ts'
import { connectMs, maxWireBytes, tooLarge } from '../limits.ts'
import type { Table } from '../source.ts'
import { SourceError } from '../source.ts'
import { refuseOwnDatabase } from './own-database.ts'
import { postgresCell, postgresType } from './postgres-cells.ts'
import { postgresFailure } from './postgres-failure.ts'
import type { PostgresEngineSettings } from './postgres-source.ts'
import { listTables } from './postgres-tables.ts'

serveEngine<PostgresEngineSettings>(async (settings) => {
  const engine = new PostgresEngine(settings)
  await engine.connect()
  return engine
})

const rowsAtOnce = 1_000

/** One connection. A connection that was lost or is in doubt is replaced by a new one. */
class PostgresEngine implements Engine {
  readonly #settings: PostgresEngineSettings
  #client: pg.Client | null = null
  /** The bytes that the server has sent for the running statement. */
  #received = 0
  #isStopped = false
  #process: string | null = null

  constructor(settings: PostgresEngineSettings) {
    this.#settings = settings
  }

  async connect(): Promise<pg.Client> {
    if (this.#client !== null) return this.#client
    const client = this.#newClient({
      types: { getTypeParser: () => (text: string | Buffer) => String(text) },
    })
    // The next statement reports a lost connection.
    client.on('error', () => {
      if (this.#client === client) this.#client = null
    })
    try {
      await client.connect()
      this.#weigh(client)
      await refuseOwnDatabase(client, this.#settings.forbidden)
    } catch (error) {
      void client.end().catch(() => {})
      throw postgresFailure(error)
    }
    this.#client = client
    return client
  }

  tables(timeoutMs: number): Promise<readonly Table[]> {
    return this.#reading(timeoutMs, (client) => listTables(client, this.#settings.schemas))
  }

  query(query: EngineQuery): Promise<EngineRows> {
    return this.#reading(query.timeoutMs, (client) => readRows(client, query))
  }

  stop(): void {
    this.#isStopped = true
    if (this.#process !== null) void this.#cancel(this.#process)
  }

  /** Inside a transaction that cannot write. */
  async #reading<T>(timeoutMs: number, run: (client: pg.Client) => Promise<T>): Promise<T> {
    this.#received = 0
    this.#isStopped = false
    const client = await this.#begin(timeoutMs)
    let isClean = false
    try {
      if (this.#isStopped) throw new SourceError('cancelled', 'The statement was stopped before it began')
      const found = await run(client)
      await client.query('rollback')
      isClean = true
      return found
    } catch (error) {
      isClean = !this.#isStopped && error instanceof pg.DatabaseError && (await rolledBack(client))
      throw postgresFailure(error)
    } finally {
      this.#process = null
      if (!isClean) this.#drop()
    }
  }

  /** An idle connection may have been lost, so a second one is tried before the database is unreachable. */
  async #begin(timeoutMs: number, isSecond = false): Promise<pg.Client> {
    const client = await this.connect()
    try {
      this.#process = await begin(client, timeoutMs)
      return client
    } catch (error) {
      this.#drop()
      if (isSecond || this.#isStopped) throw postgresFailure(error)
      return this.#begin(timeoutMs, true)
    }
  }

  #drop(): void {
    const client = this.#client
    this.#client = null
    void client?.end().catch(() => {})
  }

  #newClient(more: pg.ClientConfig = {}): pg.Client {
    const { password, ...address } = this.#settings.address
    return new pg.Client({
      ...address,
      // Without it, the driver would search files of this machine.
      password: () => password,
      connectionTimeoutMillis: connectMs,
      ...more,
    })
  }

  /** A row is available only when it is complete, so incoming bytes are counted. */
  #weigh(client: pg.Client): void {
    // The types of the driver do not include its connection.
    const { stream } = (client as unknown as { connection: { stream: Duplex } }).connection
    stream.on('data', (piece: Buffer) => {
      this.#received += piece.length
      if (this.#received > maxWireBytes) stream.destroy(tooLarge(maxWireBytes))
    })
  }

  /**
   * Uses its own connection and repeats until it succeeds: a request between two statements is lost.
   */
  async #cancel(process: string): Promise<void> {
    const client = this.#newClient({ query_timeout: connectMs })
    client.on('error', () => {})
    try {
      await client.connect()
      for (let attempt = 0; attempt < 50 && this.#process === process; attempt++) {
        await client.query('select pg_catalog.pg_cancel_backend($1)', [process])
        await pause(100)
      }
    } catch {
      // The statement's own time limit on the server ends it.
    } finally {
      await client.end().catch(() => {})
    }
  }
}

async function begin(client: pg.Client, timeoutMs: number): Promise<string> {
  await client.query(`begin transaction read only;
    set local default_transaction_read_only = on;
    set local statement_timeout = ${Math.ceil(timeoutMs)};
    set local lock_timeout = ${Math.min(5_000, Math.ceil(timeoutMs))};
    set local idle_in_transaction_session_timeout = ${Math.ceil(timeoutMs) + 5_000};
    set local search_path = public;
    set local datestyle = 'ISO, YMD';
    set local intervalstyle = 'iso_8601';
    set local timezone = 'UTC';
    set local bytea_output = 'hex';
    set local cursor_tuple_fraction = 1`)
  const { rows } = await client.query<{ pid: string }>('select pg_catalog.pg_backend_pid() as pid')
  return rows[0]?.pid ?? ''
}

async function rolledBack(client: pg.Client): Promise<boolean> {
  try {
    await client.query('rollback')
    return true
  } catch {
    return false
  }
}

/** Through a cursor, so that only the kept rows leave the database. */
async function readRows(client: pg.Client, { sql, parameters, maxRows }: EngineQuery): Promise<EngineRows> {
  const cursor = `quipu_${randomBytes(4).toString('hex')}`
  await client.query(`declare ${cursor} no scroll cursor for ${sql}`, [...parameters])
  const taker = new RowTaker(maxRows)
  for (;;) {
    const wanted = Math.min(rowsAtOnce, maxRows + 1 - taker.rows.length)
    const { fields, rows } = await client.query<(string | null)[]>({
      text: `fetch forward ${wanted} from ${cursor}`,
      rowMode: 'array',
    })
    const isFull = rows.some(
      (row) => !taker.take(row.map((text, index) => postgresCell(text, fields[index]?.dataTypeID ?? 0))),
    )
    if (!isFull && rows.length === wanted) continue
    const columns = fields.map(({ name, dataTypeID }) => ({ name, type: resultType(dataTypeID) }))
    return { columns, rows: taker.rows, isTruncated: isFull, cutTexts: taker.cutTexts }
  }
}

/** User-defined types begin at this id; nearly all are enumerations, shown as text. */
function resultType(oid: number): Table['columns'][number]['type'] {
  return postgresType(oid, oid >= 16_384 ? 'e' : 'b').type
}
