import type { LimitPolicy, Log, Module } from '@quipu/kit'
import type { AuditLog } from './audit/reading.ts'
import type { BackupOptions } from './backup/write-backup.ts'
import type { Accounts } from './identity/accounts.ts'
import type { PasswordCost } from './identity/passwords.ts'
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
  /** Where files are stored, and whatever else is not in the store. */
  readonly dataFolder: string
  /** Stores files instead of the data folder. */
  readonly bucket?: BucketOptions | undefined
  /** How many worker processes of modules run at once. Default: 2. */
  readonly workersAtOnce?: number | undefined
  readonly redisUrl?: string | undefined
  /** The public URL without a trailing slash. Pins host and scheme in every answer. */
  readonly appUrl: string
  readonly listen: { readonly host: string; readonly port: number }
  /** The root secret: everything that must be sealed or signed is derived from it. */
  readonly rootSecret: string
  /** The previous root secret: data that it sealed can still be opened. */
  readonly previousRootSecret?: string | undefined
  readonly allowedOrigins: readonly string[]
  readonly trustedProxies: readonly string[]
  readonly bodyLimitBytes: number
  /** For one user over all endpoints. Default: 600. */
  readonly requestsPerMinute?: number | undefined
  /** By the name of a tool: its limit, instead of the one that its module declares. */
  readonly limitOverrides?: Readonly<Record<string, LimitPolicy>> | undefined
  /** Authorization requests from one address. Default: 10. */
  readonly authorizationsPerMinute?: number | undefined
  /** Defaults: 10 min, 15 min, 15 min and 14 days. */
  readonly lifetimes?: Partial<Lifetimes> | undefined
  /** Other issuers at which people can sign in, such as Google. */
  readonly upstreams?: readonly Upstream[] | undefined
  /** How metadata documents of clients are fetched: from public addresses only, except in tests. */
  readonly documentFetch?: SafeFetchOptions | undefined
  /** Whether clients can be identified by a metadata document. Default: true. */
  readonly clientDocuments?: boolean | undefined
  /** How long sessions of legacy clients live. Default: 60 min without a message, swept every 15 min. */
  readonly sessions?: SessionSettings | undefined
  /** Limits of modules' streams. Default: a heartbeat every 15 s, 20 s for a slow reader, 50 a user, 5,000 in all. */
  readonly streams?: Partial<StreamSettings> | undefined
  /** The folder of the console's build. Without one, its pages say how to make it. */
  readonly consoleFolder?: string | undefined
  /** The folder of the documentation's build. Without one there is nothing at `/docs`. */
  readonly docsFolder?: string | undefined
  readonly metricsToken?: string | undefined
  /** The collector of spans. Default: none. */
  readonly tracing?: TracingOptions | undefined
  /** How long rows of the audit are kept. Default: for ever. */
  readonly auditRetentionDays?: number | undefined
  /** How long calls and jobs under way may go on when closing. Default: 25. */
  readonly shutdownSeconds?: number | undefined
  /**
   * How long everything is still served after closing began, while the readiness check reports it. A proxy that checks
   * more often than this sends nothing to a closed port. Default: 0.
   */
  readonly lingerSeconds?: number | undefined
  readonly modules: readonly Module[]
  /** The settings of modules, by module name. */
  readonly moduleSettings?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
  readonly version: string
  readonly log: Log
  readonly now?: (() => Date) | undefined
  /** What one hash of a password takes. Default: OWASP's minimum, 19 MiB and two passes. Less in tests only. */
  readonly passwordCost?: PasswordCost | undefined
  /** The clock in milliseconds for limits that this process counts. Default: a monotonic clock. */
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
  /** Whatever `work` does to accounts, credentials and clients is audited as done by a command, and by no account. */
  asCommand<Result>(work: () => Promise<Result>): Promise<Result>
  /** Calls a route of a module for someone at this machine. Returns what REST would answer, or throws a `ToolError`. */
  request(userId: string, request: LocalRequest): Promise<unknown>
  /**
   * Everything that is stored, as of now, as a compressed archive that `restoreBackup` takes. Other work continues
   * meanwhile.
   */
  backup(options?: BackupOptions): AsyncIterable<Uint8Array>
  /** The migrations that have been applied to the store, by name, with checksums. */
  migrations(): Promise<Readonly<Record<string, string>>>
  checks(): Promise<readonly Check[]>
  /** Reports to proxies, by the readiness check, that this instance is stopping. Everything is still served. */
  leave(): void
  /**
   * Accepts no new work: streams are ended, calls and jobs under way may finish, and waiting rows are written. Work
   * that takes longer than `shutdownSeconds` is aborted by its signal; a call is still answered, a job is left to other
   * instances.
   */
  close(): Promise<void>
}

export interface Check {
  readonly name: string
  readonly ok: boolean
  readonly detail: string
}
