import type { Account, JobState, JobStatus, LimitPolicy, Log, Module, Role } from '@quipu/kit'
import type { AuditLog } from './audit/reading.ts'
import type { SafeFetchOptions } from './oauth/safe-fetch.ts'
import type { StreamSettings } from './http/event-streams.ts'
import type { LocalRequest } from './http/local-request.ts'
import type { SessionSettings } from './sessions/open-sessions.ts'
import type { TracingOptions } from './telemetry/tracing.ts'

export interface HostOptions {
  readonly store:
    | { readonly kind: 'embedded'; readonly folder: string }
    | { readonly kind: 'postgres'; readonly url: string; readonly poolSize: number }
  /** Where files are kept, and whatever else is not in the store. */
  readonly dataFolder: string
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
  /** For one user over all endpoints. 600 unless said. */
  readonly requestsPerMinute?: number | undefined
  /** By the name of a tool: how often it may be called, instead of what its module says. */
  readonly limitOverrides?: Readonly<Record<string, LimitPolicy>> | undefined
  /** Authorization requests from one address. 10 unless said. */
  readonly authorizationsPerMinute?: number | undefined
  /** 10 min, 15 min, 15 min and 14 days unless said. */
  readonly lifetimes?: Partial<Lifetimes> | undefined
  /** Other issuers whose sign-in counts here, such as Google. */
  readonly upstreams?: readonly Upstream[] | undefined
  /** How the documents that describe clients are fetched. From public addresses only, unless a test says otherwise. */
  readonly documentFetch?: SafeFetchOptions | undefined
  /** Whether clients can be known by their metadata document. Default: true. */
  readonly clientDocuments?: boolean | undefined
  /** How long sessions of legacy clients live: 60 min without a word, looked for every 15, unless said. */
  readonly sessions?: SessionSettings | undefined
  /** Of the streams that modules have: a word every 15 s, 20 s for a reader, 50 a user, 5,000 in all, unless said. */
  readonly streams?: Partial<StreamSettings> | undefined
  /** Where the build of the console is. Without one, its pages say how to make it. */
  readonly consoleFolder?: string | undefined
  readonly metricsToken?: string | undefined
  /** Who collects spans. Nobody unless said. */
  readonly tracing?: TracingOptions | undefined
  /** How long calls and jobs under way may go on when closing. 25 unless said. */
  readonly shutdownSeconds?: number | undefined
  /**
   * How long everything is still served after closing began, while the readiness check says that it did: a proxy that
   * asks more often than this sends nothing to a closed door. 0 unless said.
   */
  readonly lingerSeconds?: number | undefined
  readonly modules: readonly Module[]
  /** What modules are told of this installation, by their names. */
  readonly moduleSettings?: Readonly<Record<string, Readonly<Record<string, unknown>>>> | undefined
  readonly version: string
  readonly log: Log
  readonly now?: (() => Date) | undefined
}

export interface Lifetimes {
  readonly codeMinutes: number
  readonly deviceCodeMinutes: number
  readonly accessMinutes: number
  readonly refreshDays: number
}

export interface Upstream {
  /** Its place in `/api/auth/<id>`. */
  readonly id: 'google' | 'oidc'
  /** For the button: "Continue with …". */
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  /** Whether somebody without an account here gets one, and with which role. Nobody does unless said. */
  readonly newcomers?: Role | undefined
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
  checks(): Promise<readonly Check[]>
  /** Says to proxies, by the readiness check, that this instance is going. Everything is still served. */
  leave(): void
  /**
   * No new work: streams are told, calls and jobs under way may finish, what waits to be written is written. What takes
   * longer than `shutdownSeconds` is told by its signal; a call is answered all the same, a job left to others.
   */
  close(): Promise<void>
}

export interface LocalConnection {
  /** `key` marks a forwarded request, so that a second delivery of it is not applied twice. */
  receive(line: string, key?: string): void
  /** Resolves when nothing is under way any more. */
  idle(): Promise<void>
  close(): void
}

export interface Check {
  readonly name: string
  readonly ok: boolean
  readonly detail: string
}

export interface NewAccount {
  readonly email: string
  readonly name?: string | undefined
  readonly role: Role
  /** Without one, the account cannot sign in until `setPassword`. */
  readonly password?: string | undefined
}

export interface Accounts {
  create(account: NewAccount): Promise<Account>
  list(): Promise<readonly AccountRow[]>
  byEmail(email: string): Promise<AccountRow | undefined>
  byId(id: string): Promise<AccountRow | undefined>
  /** The first admin, or none on a store that nobody has used. */
  owner(): Promise<AccountRow | undefined>
  setName(userId: string, name: string): Promise<Account>
  setRole(email: string, role: Role): Promise<Account>
  /** Ends the browser sessions of the account, its connected apps and its access tokens. */
  setPassword(email: string, password: string): Promise<Account>
  /** For an account that has none. Undefined when it has one, perhaps since a moment: then that one counts. */
  setFirstPassword(email: string, password: string): Promise<Account | undefined>
  /** The account, if this is its password. Takes as long for an unknown address as for a wrong password. */
  verify(email: string, password: string): Promise<Account | undefined>
  /** With the current password, which must be right. */
  changePassword(userId: string, current: string, wanted: string, change?: PasswordChange): Promise<Account>
  /** Signs out everywhere: ends every browser session of the account, its connected apps and its access tokens. */
  endAccess(userId: string): Promise<Account>
  /**
   * A disabled account cannot sign in, and none of its credentials counts. Its sessions, connected apps and access tokens
   * end for good. The last admin cannot be disabled.
   */
  disable(email: string): Promise<Account>
  enable(email: string): Promise<Account>
  /** Erases the account and every row that is theirs. The audit keeps their id. The last admin cannot be erased. */
  erase(email: string): Promise<Account>
}

export interface PasswordChange {
  /** Whether connected apps and access tokens end with the former password. Default: true. */
  readonly endsAccess?: boolean | undefined
}

export interface AccountRow extends Account {
  readonly role: Role
  readonly hasPassword: boolean
  readonly isDisabled: boolean
}

export interface TokenRequest {
  readonly userId: string
  readonly clientId: string
  /** Empty means every permission that the account's role has. */
  readonly scope: readonly string[]
  readonly resource: string
  readonly ttlSeconds: number
}

export interface Tokens {
  issue(request: TokenRequest): Promise<string>
}

/** Named credentials for programs without a browser. */
export interface PersonalTokens {
  /** The token is told here and never again. */
  create(request: PersonalTokenRequest): Promise<PersonalToken & { readonly token: string }>
  /** Newest first; revoked ones are gone. */
  list(userId: string): Promise<readonly PersonalToken[]>
  /** NOT_FOUND for one that is someone else's. */
  revoke(userId: string, id: string): Promise<void>
}

export interface PersonalTokenRequest {
  readonly userId: string
  readonly name: string
  /** Empty means every permission that the account's role has. */
  readonly scope: readonly string[]
  /** An MCP endpoint, or the public URL for all of them and REST. The latter unless said. */
  readonly resource?: string | undefined
  readonly ttlSeconds: number
  /** What the credential stands on with which the token is made: a connected app or a personal token, by its id. */
  readonly madeWith?: string | undefined
}

export interface PersonalToken {
  readonly id: string
  readonly name: string
  readonly resource: string
  readonly scope: readonly string[]
  readonly createdAt: Date
  readonly expiresAt: Date
  readonly lastUsedAt: Date | undefined
}

/** What people have granted to clients: one entry for each sign-in that was approved. */
export interface ConnectedApps {
  /** Of one person, or of everyone; newest first, only what still counts. */
  list(userId?: string): Promise<readonly ConnectedApp[]>
  /** Ends its tokens at once. With a user id, NOT_FOUND for someone else's. */
  revoke(id: string, userId?: string): Promise<ConnectedApp>
}

export interface ConnectedApp {
  readonly id: string
  readonly userId: string
  readonly email: string
  readonly clientId: string
  readonly clientName: string
  readonly redirectHost: string
  readonly resource: string
  readonly scope: readonly string[]
  readonly createdAt: Date
  readonly lastUsedAt: Date
}

/** Clients known in advance, and those that registered themselves. */
export interface Clients {
  add(client: NewClient): Promise<KnownClient>
  list(): Promise<readonly KnownClient[]>
  /** Ends everything that was granted to it. */
  remove(id: string): Promise<KnownClient>
}

export interface NewClient {
  readonly id: string
  readonly name?: string | undefined
  readonly redirectUris: readonly string[]
}

export interface KnownClient {
  readonly id: string
  readonly name: string
  readonly origin: 'added' | 'registered'
  readonly redirectUris: readonly string[]
  readonly createdAt: Date
  readonly lastUsedAt: Date | undefined
}

/** Links that an admin hands over: there is no mailer. */
export interface OneTimeLinks {
  /** Makes the account, without a password, and the link where its person chooses one. Good for 7 days. */
  invite(request: Invitation): Promise<OneTimeLink>
  /** Where the person of the account chooses a new password. Good for 24 hours; an earlier link ends. */
  resetPassword(email: string, createdBy?: string): Promise<OneTimeLink>
}

export interface Invitation {
  readonly email: string
  readonly name?: string | undefined
  readonly role: Role
  readonly createdBy?: string | undefined
}

export interface OneTimeLink {
  readonly email: string
  readonly url: string
  readonly expiresAt: Date
}

export interface UserData {
  /** How many rows of each kind are theirs, to be said before they are erased. */
  summary(userId: string): Promise<readonly { readonly kind: string; readonly rows: number }[]>
  /** Everything that is theirs, as a ZIP of JSON files. */
  export(userId: string): Promise<Uint8Array>
}

export interface KeyRing {
  list(): Promise<readonly KeyState[]>
  /** A new key signs from now on. Former keys verify until no token of theirs can be live, or end at once. */
  rotate(options?: { readonly endFormer?: boolean }): Promise<KeyState>
  /** Seals everything anew under the current root secret; how many values that were. */
  reseal(): Promise<number>
}

export interface KeyState {
  readonly kid: string
  readonly createdAt: Date
  readonly retiresAt: Date | undefined
}

/** Work that modules have enqueued, of everyone. */
export interface JobList {
  /** Newest first, at most 1,000. */
  list(wish?: { readonly state?: JobState | undefined }): Promise<readonly ListedJob[]>
  /** A dead or waiting one is done soon, with all its attempts before it. */
  retry(id: string): Promise<ListedJob>
  /** In whatever state; one that runs is told by its signal. */
  drop(id: string): Promise<ListedJob>
}

export interface ListedJob extends JobStatus {
  readonly userId: string | undefined
  readonly key: string | undefined
  readonly priority: number
  readonly maxAttempts: number
  /** Why the last attempt failed. */
  readonly error: string | undefined
}
