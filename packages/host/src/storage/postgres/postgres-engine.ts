import type { Log } from '@quipu/kit'
import pg from 'pg'
import { within } from '../deadline.ts'
import { translateFailure } from '../failures.ts'
import type { Engine, Reply, Session, Timeouts, WireStatement } from '../session.ts'
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

  constructor(options: PostgresOptions) {
    const { url, poolSize, timeouts, log } = options
    this.#options = options
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

  async once(statements: readonly WireStatement[]): Promise<Reply> {
    const session = await this.acquire()
    try {
      const reply = await session.run(statements)
      session.release()
      return reply
    } catch (error) {
      session.release()
      throw error
    }
  }

  async acquire(): Promise<Session> {
    try {
      const client = await this.#pool.connect()
      return new PostgresSession(client, this.#options.timeouts.statementMs + graceMs)
    } catch (error) {
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

  /** Autovacuum and the checkpointer see to it. */
  async maintain(): Promise<void> {}

  async close(): Promise<void> {
    if (!this.#pool.ending) await this.#pool.end()
  }
}

/** The server cuts a statement off by itself; only when it does not answer at all is the connection given up. */
const graceMs = 5_000

class PostgresSession implements Session {
  readonly #client: pg.PoolClient
  readonly #limitMs: number
  #isGone = false

  constructor(client: pg.PoolClient, limitMs: number) {
    this.#client = client
    this.#limitMs = limitMs
  }

  run(statements: readonly WireStatement[]): Promise<Reply> {
    return this.#bounded(this.#client.query(new WireBatch(statements)).reply)
  }

  async script(sql: string): Promise<void> {
    await this.#bounded(this.#client.query(sql))
  }

  release(): void {
    if (this.#isGone) return
    this.#isGone = true
    this.#client.release()
  }

  discard(): void {
    if (this.#isGone) return
    this.#isGone = true
    this.#client.release(true)
  }

  async #bounded<Result>(promise: Promise<Result>): Promise<Result> {
    const message = 'PostgreSQL did not answer in time; the connection was given up.'
    try {
      return await within(this.#limitMs, promise, () => this.discard(), message)
    } catch (error) {
      throw translateFailure(error)
    }
  }
}

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

/** The settings travel ahead of the connection's first statement, so they cost no wait of their own. */
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
