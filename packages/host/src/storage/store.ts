/** A statement in the PostgreSQL 15 dialect, with `$1` for its first parameter. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
  /** Planned for its actual values each time, because the plan for a frequent value is bad for a rare one. */
  readonly isPlannedEachTime?: boolean
}

/** One user's rows, or, for the host's own work, everyone's. */
export type StoreScope = { readonly userId: string } | 'everyone'

/**
 * The relational store, embedded or PostgreSQL. Everything runs as a role that owns no table, in a transaction that
 * names its scope, so that row-level security holds even for a statement without a filter.
 */
export interface Store {
  readonly engine: 'pglite' | 'postgres'
  /** One statement in its own transaction. */
  query<Row>(scope: StoreScope, statement: Statement): Promise<Row[]>
  transaction<Result>(scope: StoreScope, work: (tx: StoreTx) => Promise<Result>): Promise<Result>
  /** Resolves when the store answers; throws `StoreUnavailable` otherwise. */
  ping(): Promise<void>
  /** Maintenance that PostgreSQL does by itself and the embedded store does not: must be called regularly. */
  maintain(): Promise<void>
  /** Rewrites these tables, so that nothing that was deleted from them is left in the files of the store. */
  purge(tables: readonly string[]): Promise<void>
  /** A snapshot of its contents, which can be read while others write. */
  freeze(): Promise<FrozenStore>
  close(): Promise<void>
}

export interface StoreTx {
  query<Row>(statement: Statement): Promise<Row[]>
  /**
   * For a statement whose result nobody needs: sent together with the commit. If the store refuses it, everything is
   * rolled back.
   */
  atCommit(statement: Statement): void
}

/** Everything as it was at one moment. */
export interface FrozenStore extends AsyncDisposable {
  /** The rows of one statement, each value in PostgreSQL's text form. */
  texts(sql: string): Promise<readonly TextRow[]>
}

export type TextRow = readonly (string | null)[]

/** The store cannot be reached or did not answer in time. The request itself may be valid. */
export class StoreUnavailable extends Error {
  override readonly name = 'StoreUnavailable'
}

/** The store refused a statement. The same on both engines. */
export class StatementError extends Error {
  override readonly name = 'StatementError'
  /** SQLSTATE, such as `23505` for a broken unique constraint. */
  readonly code: string
  readonly constraint: string | undefined
  readonly detail: string | undefined

  constructor(refusal: Refusal, options?: ErrorOptions) {
    super(refusal.message, options)
    this.code = refusal.code
    this.constraint = refusal.constraint
    this.detail = refusal.detail
  }
}

export interface Refusal {
  readonly message: string
  readonly code: string
  readonly constraint?: string | undefined
  readonly detail?: string | undefined
}
