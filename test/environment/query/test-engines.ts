import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance, type DuckDBValue } from '@duckdb/node-api'
import { createConnection, type RowDataPacket } from 'mysql2/promise'
import { Client } from 'pg'
import type { Cell, Dialect, Statement } from '@quipu/query'
import { positional } from '@quipu/query'

/** A real database for one test. */
export interface TestEngine extends AsyncDisposable {
  readonly dialect: Dialect
  exec(sql: string): Promise<void>
  rows(statement: Statement): Promise<readonly (readonly Cell[])[]>
}

export async function openEngine(
  dialect: Dialect,
  databaseUrl: string | null,
  mariadbUrl: string | null = null,
): Promise<TestEngine> {
  if (dialect === 'sqlite') return sqliteEngine()
  if (dialect === 'mysql') {
    if (mariadbUrl === null) throw new Error('This test needs MariaDB.')
    return mysqlEngine(mariadbUrl)
  }
  if (dialect === 'duckdb') return duckdbEngine()
  if (databaseUrl === null) throw new Error('This test needs PostgreSQL.')
  return postgresEngine(databaseUrl)
}

function sqliteEngine(): TestEngine {
  const db = new DatabaseSync(':memory:')
  return {
    dialect: 'sqlite',
    exec: async (sql) => db.exec(sql),
    rows: async ({ sql, parameters }) => {
      const prepared = db.prepare(sql)
      prepared.setReturnArrays(true)
      const bound = parameters.map((one) => (typeof one === 'boolean' ? Number(one) : one))
      // With `setReturnArrays` every row is an array, which the driver's types do not say.
      return (prepared.all(...bound) as unknown as unknown[][]).map((row) => row.map(plain))
    },
    [Symbol.asyncDispose]: async () => db.close(),
  }
}

async function duckdbEngine(): Promise<TestEngine> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await instance.connect()
  return {
    dialect: 'duckdb',
    exec: async (sql) => {
      await connection.run(sql)
    },
    rows: async ({ sql, parameters }) => {
      const values: DuckDBValue[] = [...parameters]
      const reader = await connection.runAndReadAll(sql, values)
      return reader.getRowsJS().map((row) => row.map(plain))
    },
    [Symbol.asyncDispose]: async () => {
      connection.closeSync()
      instance.closeSync()
    },
  }
}

async function postgresEngine(databaseUrl: string): Promise<TestEngine> {
  const client = new Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query('CREATE TEMPORARY TABLE opened (id integer)')
  return {
    dialect: 'postgres',
    exec: async (sql) => {
      await client.query(sql)
    },
    rows: async ({ sql, parameters }) => {
      const result = await client.query<unknown[]>({ text: sql, values: [...parameters], rowMode: 'array' })
      return result.rows.map((row) => row.map(plain))
    },
    [Symbol.asyncDispose]: () => client.end(),
  }
}

async function mysqlEngine(url: string): Promise<TestEngine> {
  const connection = await createConnection({ uri: url, dateStrings: true, multipleStatements: true })
  await connection.query("set sql_mode = 'ANSI_QUOTES,NO_BACKSLASH_ESCAPES', time_zone = '+00:00'")
  return {
    dialect: 'mysql',
    exec: async (sql) => {
      await connection.query(sql)
    },
    rows: async (statement) => {
      const { sql, parameters } = positional(statement)
      const [rows] = await connection.execute<RowDataPacket[][]>({ sql, rowsAsArray: true }, [...parameters])
      return rows.map((row) => row.map(plain))
    },
    [Symbol.asyncDispose]: () => connection.end(),
  }
}

/** Numbers as numbers and dates as ISO days, whatever the driver makes of them. */
function plain(value: unknown): Cell {
  if (value === null || value === undefined) return null
  if (typeof value === 'bigint') return Number(value)
  if (typeof value === 'number' || typeof value === 'boolean') return value
  if (value instanceof Date) return localDay(value)
  // What is left are texts and the driver's decimals, which say their digits.
  const text =
    typeof value === 'string'
      ? value
      : JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? String(one) : one))
  return /^-?\d+(\.\d+)?(e[-+]?\d+)?$/i.test(text) ? Number(text) : text
}

/** A driver makes a day the midnight of that day, in UTC (DuckDB) or here (PostgreSQL). */
function localDay(value: Date): string {
  const isUtcMidnight = value.getTime() % 86_400_000 === 0
  const shifted = isUtcMidnight ? value : new Date(value.getTime() - value.getTimezoneOffset() * 60_000)
  const text = shifted.toISOString()
  return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text.slice(0, 19).replace('T', ' ')
}

/** Those that this run can open. */
export function dialectsHere(databaseUrl: string | null, mariadbUrl: string | null): readonly Dialect[] {
  return [
    'sqlite',
    'duckdb',
    ...(databaseUrl === null ? [] : ['postgres' as const]),
    ...(mariadbUrl === null ? [] : ['mysql' as const]),
  ]
}
