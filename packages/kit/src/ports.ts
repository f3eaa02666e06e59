import type { Compilable } from 'kysely'
import type { Caller } from './caller.ts'
import type { Jobs } from './jobs.ts'

/** All that a module may reach outside itself. The host supplies every one of them. */
export interface Ports {
  readonly db: Db
  readonly blobs: Blobs
  readonly bus: Bus
  readonly jobs: Jobs
  readonly account: AccountPort
  readonly settings: SettingsPort
  readonly secrets: Secrets
  readonly log: Log
  readonly installation: Installation
  readonly now: () => Date
}

/** What this installation was told about the module, and a folder of this machine that is the module's alone. */
export interface Installation {
  /** As configured: parse before use. */
  readonly settings: Readonly<Record<string, unknown>>
  /** It need not exist yet. */
  readonly folder: string
  /** Where people reach this installation with a browser, without a slash at the end. */
  readonly appUrl: string
}

/** Handed to jobs, for work that belongs to nobody, such as purging. A call never has one. */
export interface Everyone {
  readonly everyone: true
}
export type Scope = Pick<Caller, 'userId'> | Everyone

/**
 * Rows of user data, seen through row-level security: a query sees and changes only what its scope may.
 * Inside a write tool's run, every use joins the call's own transaction, which the host commits together with
 * the audit row and the idempotency record.
 */
export interface Db {
  query<Row>(scope: Scope, query: Compilable<Row>): Promise<Row[]>
  transaction<Result>(scope: Scope, work: (tx: Tx) => Promise<Result>): Promise<Result>
}
export interface Tx {
  query<Row>(query: Compilable<Row>): Promise<Row[]>
}

/** Bytes kept by their SHA-256, apart for each user. */
export interface Blobs {
  put(caller: Scope, bytes: Uint8Array): Promise<{ sha256: string; size: number }>
  get(caller: Scope, sha256: string): Promise<Uint8Array | undefined>
  delete(caller: Scope, sha256: string): Promise<void>
}

export interface Bus {
  publish(topic: string, message: unknown): void
  subscribe(topic: string, listener: (message: unknown) => void): () => void
}

export interface Account {
  readonly id: string
  readonly email: string
  readonly name: string
  readonly role: string
  readonly createdAt: Date
}
export interface AccountPort {
  /** The caller's own row. */
  own(caller: Pick<Caller, 'userId'>): Promise<Account | undefined>
}

export interface Settings {
  /** IANA name, for what "today" means to this person. */
  readonly timeZone: string
  readonly preferences: Readonly<Record<string, unknown>>
}
export interface SettingsPort {
  of(caller: Pick<Caller, 'userId'>): Promise<Settings>
  change(caller: Pick<Caller, 'userId'>, changes: Partial<Settings>): Promise<Settings>
}

/** Seals what must be stored but not read in a dump. `purpose` is bound in: another purpose cannot open it. */
export interface Secrets {
  seal(purpose: string, plain: string): string
  open(purpose: string, sealed: string): string
}

export interface Log {
  debug(fields: Readonly<Record<string, unknown>>, message: string): void
  info(fields: Readonly<Record<string, unknown>>, message: string): void
  warn(fields: Readonly<Record<string, unknown>>, message: string): void
  error(fields: Readonly<Record<string, unknown>>, message: string): void
}
