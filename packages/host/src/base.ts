import type { Bus, Module } from '@quipu/kit'
import type { AuditEvent } from './audit/audit-event.ts'
import type { Audit } from './audit/audit.ts'
import { openAudit } from './audit/audit.ts'
import { openAccounts } from './auth/accounts.ts'
import type { Authenticator } from './auth/authenticate.ts'
import { authenticator } from './auth/authenticate.ts'
import { Permissions } from './auth/permissions.ts'
import { RootSecret } from './auth/root-secret.ts'
import { SigningKeys } from './auth/signing-keys.ts'
import { openTokens } from './auth/tokens.ts'
import { watchedAccounts, watchedTokens } from './auth/watched-accounts.ts'
import { memoryBus } from './bus/memory-bus.ts'
import type { Accounts, HostOptions, Tokens } from './host.ts'
import type { Limits } from './limits/limits.ts'
import { openLimits } from './limits/limits.ts'
import { StoreJobs } from './storage/jobs.ts'
import { openStore } from './storage/open-store.ts'
import type { Store } from './storage/store.ts'
import type { Metrics } from './telemetry/metrics.ts'
import { openMetrics } from './telemetry/metrics.ts'

/** What stands before any module is open: the store, who is who, what may be done how often, what is told. */
export interface Base {
  readonly options: HostOptions
  readonly store: Store
  readonly secrets: RootSecret
  readonly permissions: Permissions
  readonly accounts: Accounts
  readonly tokens: Tokens
  readonly authenticator: Authenticator
  readonly audit: Audit
  readonly limits: Limits
  readonly metrics: Metrics
  readonly bus: Bus
  readonly jobs: StoreJobs
  /** The path of each MCP endpoint. */
  readonly paths: readonly string[]
  readonly now: () => Date
}

/** The MCP endpoint of all modules together, and that of one alone. */
export const wholePath = '/mcp'
export function pathOf({ name }: Pick<Module, 'name'>): string {
  return `/api/${name}/mcp`
}

export async function openBase(options: HostOptions): Promise<Base> {
  const now = options.now ?? (() => new Date())
  const store = await openStore(options.store, { modules: options.modules, log: options.log, now })
  try {
    return await build(options, store, now)
  } catch (error) {
    await store.close()
    throw error
  }
}

async function build(options: HostOptions, store: Store, now: () => Date): Promise<Base> {
  const { log, modules, appUrl } = options
  const secrets = new RootSecret(options.rootSecret)
  const permissions = new Permissions(modules)
  const paths = [wholePath, ...modules.map(pathOf)]

  const metrics = openMetrics()
  const audit = openAudit(store, now, log, { onDropped: (rows) => metrics.auditRowsDropped.add(rows) })
  const keys = new SigningKeys(store, secrets, now)
  // A root secret that does not open the keys in the store must show now, not at the first token.
  await keys.signing()
  const accounts = openAccounts(store, now)
  const identity = { keys, accounts, permissions, issuer: appUrl, now }
  const admitting = authenticator(identity)
  const watcher = {
    record: (event: AuditEvent) => audit.record(event),
    changed: (userId: string) => admitting.forget(userId),
  }
  const resources = new Set([...paths.map((path) => appUrl + path), appUrl])
  return {
    options,
    store,
    secrets,
    permissions,
    accounts: watchedAccounts(accounts, watcher),
    tokens: watchedTokens(openTokens({ ...identity, resources }), watcher),
    authenticator: admitting,
    audit,
    limits: await openLimits({ redisUrl: options.redisUrl, log }),
    metrics,
    bus: memoryBus(log),
    jobs: new StoreJobs(store, now, log),
    paths,
    now,
  }
}
