import { within } from './deadline.ts'
import type { Engine, Timeouts, TransactionSession, WireStatement } from './session.ts'
import {
  StatementError,
  StoreUnavailable,
  type FrozenStore,
  type Statement,
  type Store,
  type StoreScope,
  type StoreTx,
} from './store.ts'
import { theHost, type Who } from './turnstile.ts'
import { toRows, toWire } from './wire-values.ts'

/** The store over either engine: scopes, transactions and time limits are the same on both. */
export class ScopedStore implements Store {
  readonly #engine: Engine
  readonly #timeouts: Timeouts

  constructor(engine: Engine, timeouts: Timeouts) {
    this.#engine = engine
    this.#timeouts = timeouts
  }

  get engine(): Engine['kind'] {
    return this.#engine.kind
  }

  async query<Row>(scope: StoreScope, statement: Statement): Promise<Row[]> {
    return toRows<Row>(await this.#engine.once([enterScope(scope), toWire(statement)], whoOf(scope)))
  }

  async transaction<Result>(scope: StoreScope, work: (tx: StoreTx) => Promise<Result>): Promise<Result> {
    const transaction = new Transaction(await this.#engine.acquire(whoOf(scope)), scope)
    const { transactionMs } = this.#timeouts
    try {
      const result = await within(
        transactionMs,
        work(transaction),
        () => transaction.abandon(),
        `A transaction took longer than ${transactionMs / 1000} s and was undone.`,
      )
      await transaction.commit()
      return result
    } catch (error) {
      await transaction.rollBack()
      throw error
    }
  }

  async ping(): Promise<void> {
    await this.#engine.once([{ sql: 'select 1', values: [] }])
  }

  maintain(): Promise<void> {
    return this.#engine.maintain()
  }

  purge(tables: readonly string[]): Promise<void> {
    return this.#engine.purge(tables)
  }

  freeze(): Promise<FrozenStore> {
    return this.#engine.freeze()
  }

  close(): Promise<void> {
    return this.#engine.close()
  }
}

class Transaction implements StoreTx {
  readonly #session: TransactionSession
  /** Statements that are sent with the first one, to save a round trip. */
  #opening: readonly WireStatement[]
  /** Statements that are sent with the commit. */
  readonly #closing: WireStatement[] = []
  #underWay = 0
  #isOver = false

  constructor(session: TransactionSession, scope: StoreScope) {
    this.#session = session
    this.#opening = [plain('begin'), enterScope(scope)]
  }

  async query<Row>(statement: Statement): Promise<Row[]> {
    if (this.#isOver) throw new StoreUnavailable('This transaction is over: its statements come too late.')
    const statements = [...this.#opening, toWire(statement)]
    this.#opening = []
    this.#underWay += 1
    try {
      return toRows<Row>(await this.#session.run(statements))
    } finally {
      this.#underWay -= 1
    }
  }

  atCommit(statement: Statement): void {
    if (this.#isOver) throw new StoreUnavailable('This transaction is over: its statements come too late.')
    this.#closing.push(toWire(statement))
  }

  async commit(): Promise<void> {
    if (this.#isOver) throw new StoreUnavailable('This transaction was undone before it could be committed.')
    this.#isOver = true
    if (this.#isUntouched && this.#closing.length === 0) return this.#session.release()

    let command: string
    try {
      command = (await this.#session.commit([...this.#opening, ...this.#closing])).command
    } catch (error) {
      if (error instanceof StatementError)
        throw error.code === inFailedTransaction ? undoneByFailure() : error
      throw unconfirmed(error)
    }
    if (command !== 'COMMIT') throw undoneByFailure()
  }

  async rollBack(): Promise<void> {
    if (this.#isOver) return
    this.#isOver = true
    if (this.#isUntouched) return this.#session.release()
    await this.#session.rollBack()
  }

  /** Out of time: a running statement is cancelled, otherwise the session can be kept. */
  abandon(): void {
    if (this.#underWay === 0) return void this.rollBack().catch(() => {})
    this.#isOver = true
    this.#session.discard()
  }

  get #isUntouched(): boolean {
    return this.#opening.length > 0
  }
}

const inFailedTransaction = '25P02'

function unconfirmed(error: unknown): unknown {
  if (!(error instanceof StoreUnavailable)) return error
  const message = 'The store did not confirm a commit: the change may be kept or not.'
  return new StoreUnavailable(message, { cause: error })
}

function undoneByFailure(): StatementError {
  const message = 'The transaction was undone because one of its statements had failed.'
  return new StatementError({ message, code: inFailedTransaction })
}

/** One statement sets the role that owns nothing and the caller, both until the transaction ends. */
function enterScope(scope: StoreScope): WireStatement {
  const values = scope === 'everyone' ? ['quipu_system', ''] : ['quipu_app', scope.userId]
  return { sql: `select set_config('role', $1, true), set_config('app.user_id', $2, true)`, values }
}

function whoOf(scope: StoreScope): Who {
  return scope === 'everyone' ? theHost : scope.userId
}

function plain(sql: string): WireStatement {
  return { sql, values: [] }
}
