import { AsyncLocalStorage } from 'node:async_hooks'
import type { Bus, Db, Scope, Tx } from '@quipu/kit'
import type { Statement, Store, StoreScope, StoreTx } from './store.ts'

const current = new AsyncLocalStorage<UnitOfWork>()

/**
 * All writes of one call, in one transaction that opens at the first use. Messages of the call are published after the
 * commit, so that nobody is notified of a change that was rolled back.
 */
export class UnitOfWork {
  readonly #store: Store
  readonly #scope: { readonly userId: string }
  readonly #prelude: (tx: StoreTx) => Promise<void>
  #open: OpenTransaction | undefined
  #afterCommit: (() => void)[] = []
  isUsed = false

  constructor(store: Store, scope: { readonly userId: string }, prelude: (tx: StoreTx) => Promise<void>) {
    this.#store = store
    this.#scope = scope
    this.#prelude = prelude
  }

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    return current.run(this, work)
  }

  /** The transaction, begun if needed, after its prelude. */
  async begin(): Promise<StoreTx> {
    this.#open ??= openTransaction(this.#store, this.#scope, this.#prelude)
    return this.#open.tx
  }

  owns(scope: Scope): boolean {
    return 'userId' in scope && scope.userId === this.#scope.userId
  }

  afterCommit(effect: () => void): void {
    this.#afterCommit.push(effect)
  }

  async commit(): Promise<void> {
    await this.#end(true)
    for (const effect of this.#afterCommit.splice(0)) effect()
  }

  async rollback(): Promise<void> {
    this.#afterCommit = []
    await this.#end(false)
  }

  async #end(keep: boolean): Promise<void> {
    const open = this.#open
    this.#open = undefined
    if (open !== undefined) await open.end(keep)
  }
}

/** The module's view of the store: joins the call's unit of work if there is one. */
export function scopedDb(store: Store): Db {
  return {
    async query<Row>(scope: Scope, query: { compile(): Statement }): Promise<Row[]> {
      const { sql, parameters } = query.compile()
      return queryInCall<Row>(store, scope, { sql, parameters })
    },
    async transaction<Result>(scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result> {
      const unit = current.getStore()
      if (unit === undefined || !unit.owns(scope)) {
        return store.transaction(storeScope(scope), (tx) => work(compiling(tx)))
      }
      const tx = await unit.begin()
      unit.isUsed = true
      return work(compiling(tx))
    },
  }
}

/** One statement, in the transaction of the current call if that has the same scope. */
export async function queryInCall<Row>(store: Store, scope: Scope, statement: Statement): Promise<Row[]> {
  const unit = current.getStore()
  if (unit === undefined || !unit.owns(scope)) return store.query<Row>(storeScope(scope), statement)
  const tx = await unit.begin()
  unit.isUsed = true
  return tx.query<Row>(statement)
}

/** Whether the current call has another scope: then nothing done here is committed with the call. */
export function isOutsideCall(scope: Scope): boolean {
  const unit = current.getStore()
  return unit !== undefined && !unit.owns(scope)
}

/** The module's view of the bus: inside a unit of work, messages are sent after the commit. */
export function committedBus(bus: Bus): Bus {
  return {
    subscribe: (topic, listener) => bus.subscribe(topic, listener),
    publish: (topic, message) => {
      const unit = current.getStore()
      if (unit === undefined) bus.publish(topic, message)
      else unit.afterCommit(() => bus.publish(topic, message))
    },
  }
}

interface OpenTransaction {
  readonly tx: Promise<StoreTx>
  end(keep: boolean): Promise<void>
}

function openTransaction(
  store: Store,
  scope: StoreScope,
  prelude: (tx: StoreTx) => Promise<void>,
): OpenTransaction {
  const undone = new Error('Rolled back')
  const begun = Promise.withResolvers<StoreTx>()
  const verdict = Promise.withResolvers<void>()
  const finished = store.transaction(scope, async (tx) => {
    await prelude(tx)
    begun.resolve(tx)
    await verdict.promise
  })
  finished.catch((error: unknown) => begun.reject(error))
  verdict.promise.catch(() => {})
  begun.promise.catch(() => {})
  return {
    tx: begun.promise,
    end: async (keep) => {
      if (keep) verdict.resolve()
      else verdict.reject(undone)
      try {
        await finished
      } catch (error) {
        if (keep) throw error
      }
    },
  }
}

function storeScope(scope: Scope): StoreScope {
  return 'userId' in scope ? { userId: scope.userId } : 'everyone'
}

function compiling(tx: StoreTx): Tx {
  return {
    query: <Row>(query: { compile(): Statement }) => {
      const { sql, parameters } = query.compile()
      return tx.query<Row>({ sql, parameters })
    },
  }
}
