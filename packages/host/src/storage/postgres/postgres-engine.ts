import type { Log } from '@quipu/kit'
import pg from 'pg'
import { within } from '../deadline.ts'
import { translateFailure } from '../failures.ts'
import { PreparedStatements } from '../prepared.ts'
import { rewrites } from '../rewrites.ts'
import {
  commit,
  type Engine,
  type Reply,
  rollback,
  type Session,
  type Timeouts,
  type TransactionSession,
  type WireStatement,
} from '../session.ts'
import { StatementError, StoreUnavailable, type FrozenStore } from '../store.ts'
import { theHost, Turnstile, type Who } from '../turnstile.ts'
import { WireBatch } from './wire-batch.ts'

export interface PostgresOptions {
  readonly url: string
  readonly poolSize: number
  readonly timeouts: Timeouts
  readonly log: Log
}

/** PostgreSQL behind a pool of connections. */
export class PostgresEngine implements Engine {
  readonly kind = 'postgres'
  readonly #options: PostgresOptions
  readonly #pool: pg.Pool
  /** Nobody gets more than half of the connections. */
  readonly #turnstile: Turnstile
  /** The prepared statements of each connection. */
  readonly #prepared = new WeakMap<pg.ClientBase, PreparedStatements>()
  #isPreparing = true

  constructor(options: PostgresOptions) {
    const { url, poolSize, timeouts, log } = options
    this.#options = options
    this.#turnstile = new Turnstile(poolSize, Math.max(1, Math.floor(poolSize / 2)))
    this.#pool = new pg.Pool({
      connectionString: url,
      max: poolSize,
      connectionTimeoutMillis: timeouts.acquireMs,
      keepAlive: true,
      application_name: 'quipu',
    })
    this.#pool.on('connect', (client) => prepareConnection(client, timeouts, log))
    this.#pool.on('error', (error) => log.warn({ err: error }, 'lost an idle connection to PostgreSQL'))
  }

  async once(statements: readonly WireStatement[], who?: Who): Promise<Reply> {
    try {
      return await this.#once(statements, who)
    } catch (error) {
      if (!(error instanceof StatementsForgotten)) throw error
      return await this.#once(statements, who)
    }
  }

  async acquire(who: Who = theHost): Promise<TransactionSession> {
    const leave = await this.#turnstile.enter(who, 'together', this.#options.timeouts.acquireMs)
    try {
      const client = await this.#pool.connect()
      return new PostgresSession(client, {
        limitMs: this.#options.timeouts.statementMs + graceMs,
        prepared: this.#isPreparing ? this.#preparedOn(client) : undefined,
        notKept: () => this.#stopPreparing(),
        leave,
      })
    } catch (error) {
      leave()
      throw translateFailure(error)
    }
  }

  async acquirePatient(): Promise<Session> {
    const client = new pg.Client({
      connectionString: this.#options.url,
      connectionTimeoutMillis: this.#options.timeouts.acquireMs,
      keepAlive: true,
      application_name: 'quipu',
    })
    try {
      await client.connect()
    } catch (error) {
      throw translateFailure(error)
    }
    prepareConnection(
      client,
      { ...this.#options.timeouts, statementMs: 0, transactionMs: 0 },
      this.#options.log,
    )
    return new PatientSession(client)
  }

  /** Autovacuum and the checkpointer do this. */
  async maintain(): Promise<void> {}

  /** The log of changes and its archive belong to the administrator of the server. */
  async purge(tables: readonly string[]): Promise<void> {
    const session = await this.acquirePatient()
    try {
      for (const sql of rewrites(tables)) await session.run([{ sql, values: [] }])
    } finally {
      session.release()
    }
  }

  async freeze(): Promise<FrozenStore> {
    const session = await this.acquirePatient()
    await session.script('begin isolation level repeatable read read only')
    return {
      texts: async (sql) => (await session.run([{ sql, values: [] }])).rows,
      [Symbol.asyncDispose]: async () => session.release(),
    }
  }

  async close(): Promise<void> {
    if (!this.#pool.ending) await this.#pool.end()
  }

  async #once(statements: readonly WireStatement[], who?: Who): Promise<Reply> {
    const session = await this.acquire(who)
    try {
      return await session.run(statements)
    } finally {
      session.release()
    }
  }

  #preparedOn(client: pg.ClientBase): PreparedStatements {
    const known = this.#prepared.get(client)
    if (known !== undefined) return known
    const fresh = new PreparedStatements()
    this.#prepared.set(client, fresh)
    return fresh
  }

  #stopPreparing(): void {
    if (!this.#isPreparing) return
    this.#isPreparing = false
    this.#options.log.warn(
      {},
      'prepared statements are not kept on the way to PostgreSQL, perhaps by a pooler; going on without them',
    )
  }
}

/** Nothing was done: the prepared statements of the session are gone, or do not fit its tables any more. */
class StatementsForgotten extends StoreUnavailable {}

interface PostgresSessionParts {
  readonly limitMs: number
  readonly prepared: PreparedStatements | undefined
  /** A prepared statement of this connection is missing, or its name stands for another one. */
  notKept(): void
  /** Admits the next caller. */
  leave(): void
}

/** The server cancels a statement by itself; the connection is closed only if the server does not answer at all. */
const graceMs = 5_000

class PostgresSession implements TransactionSession {
  readonly #client: pg.PoolClient
  readonly #parts: PostgresSessionParts
  #isGone = false

  constructor(client: pg.PoolClient, parts: PostgresSessionParts) {
    this.#client = client
    this.#parts = parts
  }

  async run(statements: readonly WireStatement[]): Promise<Reply> {
    try {
      return await this.#bounded(this.#client.query(new WireBatch(statements, this.#parts.prepared)).reply)
    } catch (error) {
      throw this.#forgotten(error) ?? translateFailure(error)
    }
  }

  async commit(statements: readonly WireStatement[]): Promise<Reply> {
    try {
      const reply = await this.run([...statements, commit])
      this.release()
      return reply
    } catch (error) {
      if (error instanceof StatementError) await this.rollBack()
      else this.discard()
      throw error
    }
  }

  /** Closing the connection also rolls back. */
  async rollBack(): Promise<void> {
    await this.run([rollback]).then(
      () => this.release(),
      () => this.discard(),
    )
  }

  async script(sql: string): Promise<void> {
    try {
      await this.#bounded(this.#client.query(sql))
    } catch (error) {
      throw translateFailure(error)
    }
  }

  release(): void {
    if (this.#isGone) return
    this.#isGone = true
    this.#client.release()
    this.#parts.leave()
  }

  discard(): void {
    if (this.#isGone) return
    this.#isGone = true
    this.#client.release(true)
    this.#parts.leave()
  }

  #bounded<Result>(promise: Promise<Result>): Promise<Result> {
    const message = 'PostgreSQL did not answer in time; the connection was given up.'
    return within(this.#parts.limitMs, promise, () => this.discard(), message)
  }

  #forgotten(error: unknown): StatementsForgotten | undefined {
    if (!(error instanceof Error && 'code' in error)) return undefined
    const isNotKept = error.code === unknownStatement || error.code === duplicateStatement
    const isOutdated = error.code === notSupported && error.message.startsWith('cached plan must not change')
    if (!isNotKept && !isOutdated) return undefined
    if (isNotKept) this.#parts.notKept()
    this.#parts.prepared?.forget()
    return new StatementsForgotten('The store had to prepare its statements again.', { cause: error })
  }
}

const unknownStatement = '26000'
const duplicateStatement = '42P05'
const notSupported = '0A000'

class PatientSession implements Session {
  readonly #client: pg.Client

  constructor(client: pg.Client) {
    this.#client = client
  }

  async run(statements: readonly WireStatement[]): Promise<Reply> {
    try {
      return await this.#client.query(new WireBatch(statements)).reply
    } catch (error) {
      throw translateFailure(error)
    }
  }

  async script(sql: string): Promise<void> {
    try {
      await this.#client.query(sql)
    } catch (error) {
      throw translateFailure(error)
    }
  }

  release(): void {
    this.#client.end().catch(() => {})
  }

  discard(): void {
    this.release()
  }
}

/** The settings are sent with the connection's first statement, so they cost no extra round trip. */
function prepareConnection(client: pg.ClientBase, timeouts: Timeouts, log: Log): void {
  client.on('error', (error) => log.warn({ err: error }, 'lost a connection to PostgreSQL'))
  const settings = new WireBatch([
    {
      sql: `select set_config('TimeZone', 'UTC', false), set_config('DateStyle', 'ISO', false),
        set_config('statement_timeout', $1, false), set_config('idle_in_transaction_session_timeout', $2, false)`,
      values: [`${timeouts.statementMs}`, `${timeouts.transactionMs + graceMs}`],
    },
  ])
  settings.reply.catch((error: unknown) => log.warn({ err: error }, 'could not set up a connection'))
  client.query(settings)
}
