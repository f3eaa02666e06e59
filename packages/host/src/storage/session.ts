import type { FrozenStore } from './store.ts'
import type { Who } from './turnstile.ts'

/** A statement as it goes over the wire: every value in PostgreSQL's text form. */
export interface WireStatement {
  readonly sql: string
  readonly values: readonly (string | null)[]
  /** Never prepared. */
  readonly isPlannedEachTime?: boolean
}

export const commit: WireStatement = { sql: 'commit', values: [] }
export const rollback: WireStatement = { sql: 'rollback', values: [] }

export interface Reply {
  readonly fields: readonly WireField[]
  readonly rows: readonly (readonly (string | null)[])[]
  /** `COMMIT`, `INSERT 0 1`: what the last statement did. */
  readonly command: string
}

export interface WireField {
  readonly name: string
  readonly type: number
}

/** One session of an engine, used by one caller until it is released or discarded. */
export interface Session {
  /**
   * Sends the statements together and returns the result of the last one. Outside an open transaction they are one
   * transaction, committed when this resolves.
   */
  run(statements: readonly WireStatement[]): Promise<Reply>
  /** Runs a text of many statements, such as a migration. */
  script(sql: string): Promise<void>
  release(): void
  /** Ends a session whose state is unknown. */
  discard(): void
}

/** A session that ends with its transaction. */
export interface TransactionSession extends Session {
  /**
   * Sends the statements and the commit of the open transaction together, and ends the session. If one of them is
   * refused, everything is rolled back. Resolves when the disk has it.
   */
  commit(statements: readonly WireStatement[]): Promise<Reply>
  /** Rolls back and ends the session. Resolves when everything that it has seen is on the disk. */
  rollBack(): Promise<void>
}

export interface Engine {
  readonly kind: 'pglite' | 'postgres'
  /** Like `run`, in a session for this call only. Without `who`, for the host. */
  once(statements: readonly WireStatement[], who?: Who): Promise<Reply>
  acquire(who?: Who): Promise<TransactionSession>
  /** A session without a time limit, for migrations and maintenance; released by ending it. */
  acquirePatient(): Promise<Session>
  maintain(): Promise<void>
  purge(tables: readonly string[]): Promise<void>
  freeze(): Promise<FrozenStore>
  close(): Promise<void>
}

export interface Timeouts {
  /** How long a statement may take. */
  readonly statementMs: number
  /** How long a transaction may take from its first statement to its commit. */
  readonly transactionMs: number
  /** How long a caller waits for a free session. */
  readonly acquireMs: number
}

export const defaultTimeouts: Timeouts = { statementMs: 30_000, transactionMs: 60_000, acquireMs: 10_000 }
