/** A statement in the PostgreSQL 15 dialect, with `$1` for its first parameter. */
export interface Statement {
  readonly sql: string
  readonly parameters: readonly unknown[]
}

/** One user's rows, or, for the host's own work, everyone's. */
export type StoreScope = { readonly userId: string } | 'everyone'

/**
 * The relational store, embedded or PostgreSQL. Everything runs as a role that owns no table, in a transaction that
 * names its scope, so that row-level security holds even for a statement that forgets its filter.
 */
export interface Store {
  readonly engine: 'pglite' | 'postgres'
  /** One statement in a transaction of its own. */
  query<Row>(scope: StoreScope, statement: Statement): Promise<Row[]>
  transaction<Result>(scope: StoreScope, work: (tx: StoreTx) => Promise<Result>): Promise<Result>
  /** Answers when the store does; throws `StoreUnavailable` otherwise. */
  ping(): Promise<void>
  /** What PostgreSQL does by itself and the embedded store only when told: to be called now and then. */
  maintain(): Promise<void>
  /** Writes these tables anew, so that nothing that was deleted from them is left in the files of the store. */
  purge(tables: readonly string[]): Promise<void>
  /** What it holds now, to be read in one go while others go on writing. */
  freeze(): Promise<FrozenStore>
  close(): Promise<void>
}

export interface StoreTx {
  query<Row>(statement: Statement): Promise<Row[]>
  /** For what nobody waits for: sent together with the commit. If the store refuses it, everything is undone. */
  atCommit(statement: Statement): void
}

/** Everything as it was at one moment. */
export interface FrozenStore extends AsyncDisposable {
  /** The rows of one statement, each value in PostgreSQL's text form. */
  texts(sql: string): Promise<readonly TextRow[]>
}

export type TextRow = readonly (string | null)[]

/** The store cannot be reached or did not answer in time. Nothing is known to be wrong with the request. */
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
