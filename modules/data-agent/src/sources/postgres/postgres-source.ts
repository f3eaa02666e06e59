import { randomBytes } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Cell, Statement } from '@quipu/query'
import type { PostgresSettings } from '../connection-settings.ts'
import { maxResultBytes, maxRowsOf, timeoutOf, tooLarge, underLimits } from '../limits.ts'
import { admit } from '../admission/read-only.ts'
import type { QueryLimits, ResultSet, Source, Table } from '../source.ts'
import { SourceError } from '../source.ts'
import type { OwnDatabase } from './own-database.ts'
import { refuseOwnDatabase } from './own-database.ts'
import { postgresCell, postgresType } from './postgres-cells.ts'
import { postgresFailure } from './postgres-failure.ts'
import { listTables } from './postgres-tables.ts'

const connectMilliseconds = 5_000
const rowsAtOnce = 1_000

/** Connects once, so that a wrong address or password is told at once. */
export async function openPostgres(
  { url, schemas }: PostgresSettings,
  { forbidden = [] }: { forbidden?: readonly OwnDatabase[] | undefined },
): Promise<Source> {
  const source = new PostgresSource(url, schemas, forbidden)
  try {
    await source.check()
  } catch (error) {
    await source[Symbol.asyncDispose]()
    throw error
  }
  return source
}

class PostgresSource implements Source {
  readonly dialect = 'postgres'
  readonly #url: string
  readonly #schemas: readonly string[] | undefined
  readonly #forbidden: readonly OwnDatabase[]
  readonly #pool: pg.Pool
  #paths: readonly (readonly string[])[] | null = null

  constructor(url: string, schemas: readonly string[] | undefined, forbidden: readonly OwnDatabase[]) {
    this.#url = url
    this.#schemas = schemas
    this.#forbidden = forbidden
    this.#pool = new pg.Pool({
      connectionString: url,
      max: 4,
      connectionTimeoutMillis: connectMilliseconds,
      idleTimeoutMillis: 30_000,
      allowExitOnIdle: true,
      application_name: 'quipu',
      types: { getTypeParser: () => (text: string | Buffer) => String(text) },
    })
    // A connection lost at rest or in use is told by the statement that meets it.
    this.#pool.on('error', () => {})
    this.#pool.on('connect', (client) => client.on('error', () => {}))
  }

  async check(): Promise<void> {
    const client = await this.#connect()
    try {
      await refuseOwnDatabase(client, this.#forbidden)
    } catch (error) {
      throw postgresFailure(error)
    } finally {
      client.release()
    }
  }

  async tables(limits: QueryLimits): Promise<readonly Table[]> {
    const tables = await this.#reading(limits, (client) => listTables(client, this.#schemas))
    this.#paths = tables.map(({ path }) => path)
    return tables
  }

  async query(statement: Statement, limits: QueryLimits): Promise<ResultSet> {
    const since = performance.now()
    await this.#admit(statement.sql, limits)
    const found = await this.#reading(limits, (client) => readRows(client, statement, maxRowsOf(limits)))
    return { ...found, milliseconds: performance.now() - since }
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (!this.#pool.ended && !this.#pool.ending) await this.#pool.end().catch(() => {})
  }

  async #admit(sql: string, limits: QueryLimits): Promise<void> {
    if (limits.tables) return admit(sql, 'postgres', limits.tables)
    if (this.#paths) {
      try {
        return await admit(sql, 'postgres', this.#paths)
      } catch {
        // A table may have come since; the list is read again before it is refused.
      }
    }
    const tables = await this.tables(limits)
    await admit(
      sql,
      'postgres',
      tables.map(({ path }) => path),
    )
  }

  /** Inside a transaction that cannot write; whatever stops it, the connection is not used again with a statement running. */
  async #reading<T>(limits: QueryLimits, run: (client: pg.PoolClient) => Promise<T>): Promise<T> {
    let stop = (): void => {}
    let isOver = false
    const end = (): void => {
      isOver = true
      stop()
    }
    return underLimits(limits, end, async () => {
      const { client, process } = await this.#begin(timeoutOf(limits))
      let isClean = false
      let isDone = false
      stop = () => void this.#cancel(process, () => isDone)
      try {
        if (isOver) throw new SourceError('cancelled', 'The statement was stopped before it began')
        const found = await run(client)
        await client.query('rollback')
        isClean = true
        return found
      } catch (error) {
        isClean = !isOver && error instanceof pg.DatabaseError && (await rolledBack(client))
        throw postgresFailure(error)
      } finally {
        isDone = true
        client.release(!isClean)
      }
    })
  }

  /** A connection may have died at rest, so a second one is tried before the database is called unreachable. */
  async #begin(timeoutMs: number, isSecond = false): Promise<{ client: pg.PoolClient; process: string }> {
    const client = await this.#connect()
    try {
      return { client, process: await begin(client, timeoutMs) }
    } catch (error) {
      client.release(true)
      if (isSecond) throw postgresFailure(error)
      return this.#begin(timeoutMs, true)
    }
  }

  async #connect(): Promise<pg.PoolClient> {
    try {
      return await this.#pool.connect()
    } catch (error) {
      throw postgresFailure(error)
    }
  }

  /**
   * From a connection of its own, for the pool's may all be busy. Asked again until it is done: a request that comes
   * between two statements is lost.
   */
  async #cancel(process: string, isDone: () => boolean): Promise<void> {
    const client = new pg.Client({
      connectionString: this.#url,
      connectionTimeoutMillis: connectMilliseconds,
      query_timeout: connectMilliseconds,
    })
    client.on('error', () => {})
    try {
      await client.connect()
      for (let attempt = 0; attempt < 50 && !isDone(); attempt++) {
        await client.query('select pg_catalog.pg_cancel_backend($1)', [process])
        await pause(100)
      }
    } catch {
      // Nobody to tell: the statement's own time limit on the server ends it.
    } finally {
      await client.end().catch(() => {})
    }
  }
}

async function begin(client: pg.PoolClient, timeoutMs: number): Promise<string> {
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

async function rolledBack(client: pg.PoolClient): Promise<boolean> {
  try {
    await client.query('rollback')
    return true
  } catch {
    return false
  }
}

/** Through a cursor, so that no more leaves the database than is kept. */
async function readRows(
  client: pg.PoolClient,
  { sql, parameters }: Statement,
  maxRows: number,
): Promise<Omit<ResultSet, 'milliseconds'>> {
  const cursor = `quipu_${randomBytes(4).toString('hex')}`
  await client.query(`declare ${cursor} no scroll cursor for ${sql}`, [...parameters])
  const rows: Cell[][] = []
  let bytes = 0
  for (;;) {
    const wanted = Math.min(rowsAtOnce, maxRows + 1 - rows.length)
    const page = await client.query<(string | null)[]>({
      text: `fetch forward ${wanted} from ${cursor}`,
      rowMode: 'array',
    })
    const columns = page.fields.map(({ name, dataTypeID }) => ({ name, type: resultType(dataTypeID) }))
    for (const row of page.rows) {
      if (rows.length === maxRows) return { columns, rows, isTruncated: true }
      bytes += row.reduce((sum, text) => sum + (text?.length ?? 8), 0)
      if (bytes > maxResultBytes) throw tooLarge()
      rows.push(row.map((text, index) => postgresCell(text, page.fields[index]?.dataTypeID ?? 0)))
    }
    if (page.rows.length < wanted) return { columns, rows, isTruncated: false }
  }
}

/** Types that a database has made for itself begin there; nearly all are enumerations, shown as text. */
function resultType(oid: number): Table['columns'][number]['type'] {
  return postgresType(oid, oid >= 16_384 ? 'e' : 'b').type
}
