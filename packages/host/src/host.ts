import type { LimitPolicy, Log, Module } from '@quipu/kit'
import type { AuditLog } from './audit/reading.ts'
import type { BackupOptions } from './backup/write-backup.ts'
import type { Accounts } from './identity/accounts.ts'
import type { ConnectedApps } from './identity/connected-apps.ts'
import type { KeyRing } from './identity/key-ring.ts'
import type { OneTimeLinks } from './identity/one-time-links.ts'
import type { PersonalTokens } from './identity/personal-tokens.ts'
import type { Tokens } from './identity/tokens.ts'
import type { UserData } from './identity/user-data.ts'
import type { JobList } from './jobs/job-list.ts'
import type { LocalConnection } from './mcp/local-connection.ts'
import type { Clients } from './oauth/clients.ts'
import type { Lifetimes } from './oauth/configuration.ts'
import type { Upstream } from './sign-in/upstream/issuer.ts'
import type { BucketOptions } from './blobs/s3-requests.ts'
import type { SafeFetchOptions } from './oauth/safe-fetch.ts'
import type { StreamSettings } from './http/event-streams.ts'
import type { LocalRequest } from './calls/local-request.ts'
import type { SessionSettings } from './sessions/open-sessions.ts'
import type { StorePlace } from './open-store.ts'
import type { TracingOptions } from './telemetry/tracing.ts'

export interface HostOptions {
  readonly store: StorePlace
  /** Where files are kept, and whatever else is not in the store. */
  readonly dataFolder: string
  /** Keeps files instead of the data folder. */
  readonly bucket?: BucketOptions | undefined
  /** How many worker processes of modules run at once. Default: 2. */
  readonly workersAtOnce?: number | undefined
  readonly redisUrl?: string | undefined
  /** The public URL without a trailing slash. Pins host and scheme in every answer. */
  readonly appUrl: string
  readonly listen: { readonly host: string; readonly port: number }
  /** The root secret: everything that must be sealed or signed is derived from it. */
  readonly rootSecret: string
  /** The one before it: what it sealed can still be opened. */
  readonly previousRootSecret?: string | undefined
  readonly allowedOrigins: readonly string[]
  readonly trustedProxies: readonly string[]
  readonly bodyLimitBytes: number
  /** For one user over all endpoints. Default: 600. */
  readonly requestsPerMinute?: number | undefined
  /** By the name of a tool: how often it may be called, instead of what its module says. */
  readonly limitOverrides?: Readonly<Record<string, LimitPolicy>> | undefined
  /** Authorization requests from one address. Default: 10. */
  readonly authorizationsPerMinute?: number | undefined
  /** Defaults: 10 min, 15 min, 15 min and 14 days. */
  readonly lifetimes?: Partial<Lifetimes> | undefined
  /** Other issuers whose sign-in counts here, such as Google. */
  readonly upstreams?: readonly Upstream[] | undefined
  /** How the documents that describe clients are fetched. From public addresses only, unless a test says otherwise. */
  readonly documentFetch?: SafeFetchOptions | undefined
  /** Whether clients can be known by their metadata document. Default: true. */
  readonly clientDocuments?: boolean | undefined
  /** How long sessions of legacy clients live. Default: 60 min without a message, swept every 15 min. */
  readonly sessions?: SessionSettings | undefined
  /** Limits of modules' streams. Default: a heartbeat every 15 s, 20 s for a slow reader, 50 a user, 5,000 in all. */
  readonly streams?: Partial<StreamSettings> | undefined
  /** Where the build of the console is. Without one, its pages say how to make it. */
  readonly consoleFolder?: string | undefined
  readonly metricsToken?: string | undefined
  /** Who collects spans. Default: nobody. */
  readonly tracing?: TracingOptions | undefined
  /** How long rows of the audit are kept. Default: for ever. */
  readonly auditRetentionDays?: number | undefined
  /** How long calls and jobs under way may go on when closing. Default: 25. */
  readonly shutdownSeconds?: number | undefined
  /**
   * How long everything is still served after closing began, while the readiness check says that it did: a proxy that
   * asks more often than this sends nothing to a closed door. Default: 0.
   */
  readonly lingerSeconds?: number | undefined
  readonly modules: readonly Module[]
  /** What modules are told of this installation, by their names. */
  readonly moduleSettings?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
  readonly version: string
  readonly log: Log
  readonly now?: (() => Date) | undefined
  /** The milliseconds by which limits are counted in this process. Default: a clock that nobody can set. */
  readonly limitClock?: (() => number) | undefined
}

/** An open installation: its store, its accounts, its front doors. */
export interface Host extends AsyncDisposable {
  readonly accounts: Accounts
  readonly tokens: Tokens
  readonly personalTokens: PersonalTokens
  readonly apps: ConnectedApps
  readonly clients: Clients
  readonly links: OneTimeLinks
  readonly userData: UserData
  readonly keys: KeyRing
  readonly audit: AuditLog
  readonly jobs: JobList
  /** Every permission of every module, for the command line's help and checks. */
  readonly permissions: ReadonlySet<string>
  /** The MCP endpoints: path → the resource URL that tokens name as their audience. */
  readonly resources: readonly string[]
  listen(): Promise<{ readonly url: string }>
  /** One local client over a pipe, speaking newline-delimited JSON-RPC of either era. */
  connect(userId: string, send: (line: string) => void): LocalConnection
  /** A route of a module, for someone at this machine: what REST would answer, or a `ToolError`. */
  request(userId: string, request: LocalRequest): Promise<unknown>
  /** Everything that is kept, as of now, as a compressed archive that `restoreBackup` takes. Nobody has to wait for it. */
  backup(options?: BackupOptions): AsyncIterable<Uint8Array>
  checks(): Promise<readonly Check[]>
  /** Says to proxies, by the readiness check, that this instance is going. Everything is still served. */
  leave(): void
  /**
   * No new work: streams are told, calls and jobs under way may finish, what waits to be written is written. What takes
   * longer than `shutdownSeconds` is told by its signal; a call is answered all the same, a job left to others.
   */
  close(): Promise<void>
}

export interface Check {
  readonly name: string
  readonly ok: boolean
  readonly detail: string
}
