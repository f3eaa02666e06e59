import type { FrozenStore, Statement, Store, StoreScope, StoreTx } from './store.ts'
import type { TraceSpan, Tracing } from '../telemetry/tracing.ts'

/** A store whose work for a call or a job appears in its trace: the operation, never the statement. */
export class TracedStore implements Store {
  readonly #store: Store
  readonly #tracing: Tracing

  constructor(store: Store, tracing: Tracing) {
    this.#store = store
    this.#tracing = tracing
  }

  get engine(): Store['engine'] {
    return this.#store.engine
  }

  query<Row>(scope: StoreScope, statement: Statement): Promise<Row[]> {
    if (!this.#tracing.isInside) return this.#store.query<Row>(scope, statement)
    return this.#tracing.inside(startOf(operationOf(statement)), () =>
      this.#store.query<Row>(scope, statement),
    )
  }

  transaction<Result>(scope: StoreScope, work: (tx: StoreTx) => Promise<Result>): Promise<Result> {
    if (!this.#tracing.isInside) return this.#store.transaction(scope, work)
    return this.#tracing.inside(startOf('TRANSACTION'), (span) =>
      this.#store.transaction(scope, (tx) => work(tracedTx(this.#tracing, span, tx))),
    )
  }

  ping(): Promise<void> {
    return this.#store.ping()
  }

  maintain(): Promise<void> {
    return this.#store.maintain()
  }

  purge(tables: readonly string[]): Promise<void> {
    return this.#store.purge(tables)
  }

  freeze(): Promise<FrozenStore> {
    return this.#store.freeze()
  }

  close(): Promise<void> {
    return this.#store.close()
  }
}

/** A transaction is passed around: its statements belong to it wherever they are sent from. */
function tracedTx(tracing: Tracing, span: TraceSpan, tx: StoreTx): StoreTx {
  return {
    query: <Row>(statement: Statement) =>
      span.run(() => tracing.inside(startOf(operationOf(statement)), () => tx.query<Row>(statement))),
    atCommit: (statement) => tx.atCommit(statement),
  }
}

function startOf(operation: string) {
  return {
    name: operation,
    kind: 'client' as const,
    attributes: { 'db.system.name': 'postgresql', 'db.operation.name': operation },
  }
}

const operations: ReadonlySet<string> = new Set(['SELECT', 'INSERT', 'UPDATE', 'DELETE', 'WITH'])

function operationOf({ sql }: Statement): string {
  const word = /[a-z]+/i.exec(sql.slice(0, 40))?.[0].toUpperCase() ?? ''
  return operations.has(word) ? word : 'OTHER'
}
