import type { Compilable } from 'kysely'
import type { Caller } from './caller.ts'
import type { OpenHttp } from './http.ts'
import type { Jobs } from './jobs.ts'
import type { Json } from './json.ts'
import type { OwnRowsPort } from './own-rows.ts'
import type { Workers } from './workers.ts'

/** Everything that a module may reach outside itself. The host supplies all of it. */
export interface Ports {
  readonly db: Db
  readonly blobs: Blobs
  readonly bus: Bus
  readonly cache: Cache
  /** In a write tool's run: removes rows deleted from these tables from stored answers too, and soon from the disk. */
  readonly forget: (caller: Pick<Caller, 'userId'>, tables: readonly string[]) => Promise<void>
  readonly http: OpenHttp
  readonly jobs: Jobs
  readonly links: Links
  readonly ownRows: OwnRowsPort
  readonly quota: Quota
  readonly workers: Workers
  readonly account: AccountPort
  readonly settings: SettingsPort
  readonly secrets: Secrets
  readonly log: Log
  readonly installation: Installation
  readonly now: () => Date
}

/** The settings of this installation for the module, and a folder of this machine that only the module uses. */
export interface Installation {
  /** As configured: parse before use. */
  readonly settings: Readonly<Record<string, unknown>>
  /** It need not exist yet. */
  readonly folder: string
  /** Where people reach this installation with a browser, without a slash at the end. */
  readonly appUrl: string
}

/** Passed to jobs, for work that belongs to no user, such as purging. A call never has one. */
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

/** Bytes stored under their SHA-256, separately for each user. If the storage fails, that is a `PortError`. */
export interface Blobs {
  put(caller: Scope, bytes: Uint8Array): Promise<StoredBlob>
  /** Does not hold the stream in memory. A stream that breaks off or exceeds `maxBytes` leaves nothing behind. */
  putStream(
    caller: Scope,
    bytes: AsyncIterable<Uint8Array>,
    options?: { readonly maxBytes?: number; readonly signal?: AbortSignal },
  ): Promise<StoredBlob>
  get(caller: Scope, sha256: string): Promise<Uint8Array | undefined>
  /** Read the stream to its end, or cancel it. */
  getStream(caller: Scope, sha256: string): Promise<BlobStream | undefined>
  /** In bytes; undefined for a blob that does not exist. */
  size(caller: Scope, sha256: string): Promise<number | undefined>
  delete(caller: Scope, sha256: string): Promise<void>
}
export interface StoredBlob {
  readonly sha256: string
  readonly size: number
}
export interface BlobStream {
  readonly size: number
  readonly bytes: ReadableStream<Uint8Array>
}

export interface Bus {
  publish(topic: string, message: unknown): void
  subscribe(topic: string, listener: (message: unknown) => void): () => void
}

/**
 * JSON values that expire, shared by all instances if there is Redis. A key begins with the module's name and a colon,
 * and is used in Redis unchanged. A value may be gone at any time, and while Redis is away there is none.
 */
export interface Cache {
  get(key: string): Promise<Json | undefined>
  set(key: string, value: Json, seconds: number): Promise<void>
  delete(key: string): Promise<void>
}

export interface Links {
  /** The public URL of a path, with a signature that the host accepts for this caller and data until `expiresAt`. */
  sign(link: LinkRequest): string
}
export interface LinkRequest {
  readonly path: `/${string}`
  readonly caller: Pick<Caller, 'userId'>
  /** Data that the route gets with the caller. It can be read in the URL. */
  readonly data?: Json
  readonly expiresAt: Date
}

/** How much of something a user may use on one UTC day. */
export interface Quota {
  /** Takes all of `n`, or nothing if less is left. Inside a write tool's run, it is rolled back with the call. */
  take(caller: Pick<Caller, 'userId'>, name: string, n: number, perDay: number): Promise<QuotaOutcome>
}
export interface QuotaOutcome {
  readonly ok: boolean
  readonly left: number
  /** When the next day begins. */
  readonly opensAt: Date
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
  /** IANA name. Defines what "today" means for this person. */
  readonly timeZone: string
  readonly preferences: Readonly<Record<string, unknown>>
}
export interface SettingsPort {
  of(caller: Pick<Caller, 'userId'>): Promise<Settings>
  change(caller: Pick<Caller, 'userId'>, changes: Partial<Settings>): Promise<Settings>
}

/** Encrypts what must not be readable in a dump. Data sealed for one purpose cannot be opened for another. */
export interface Secrets {
  seal(purpose: string, plain: string): string
  open(purpose: string, sealed: string): string
}

export type Log = Readonly<Record<'debug' | 'info' | 'warn' | 'error', WriteLine>>
type WriteLine = (fields: Readonly<Record<string, unknown>>, message: string) => void
