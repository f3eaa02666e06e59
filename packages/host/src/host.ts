import type { Account, Log, Module, Role } from '@quipu/kit'

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
  readonly allowedOrigins: readonly string[]
  readonly trustedProxies: readonly string[]
  readonly bodyLimitBytes: number
  /** For one user over all endpoints. 600 unless said. */
  readonly requestsPerMinute?: number | undefined
  readonly metricsToken?: string | undefined
  readonly modules: readonly Module[]
  readonly version: string
  readonly log: Log
  readonly now?: (() => Date) | undefined
}

/** An open installation: its store, its accounts, its front doors. */
export interface Host extends AsyncDisposable {
  readonly accounts: Accounts
  readonly tokens: Tokens
  /** Every permission of every module, for the command line's help and checks. */
  readonly permissions: ReadonlySet<string>
  /** The MCP endpoints: path → the resource URL that tokens name as their audience. */
  readonly resources: readonly string[]
  listen(): Promise<{ readonly url: string }>
  /** One local client over a pipe, speaking newline-delimited JSON-RPC of either era. */
  connect(userId: string, send: (line: string) => void): LocalConnection
  checks(): Promise<readonly Check[]>
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
  setRole(email: string, role: Role): Promise<Account>
  setPassword(email: string, password: string): Promise<Account>
  /** The account, if this is its password. Takes as long for an unknown address as for a wrong password. */
  verify(email: string, password: string): Promise<Account | undefined>
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
