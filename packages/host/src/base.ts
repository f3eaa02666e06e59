import type { Bus, Module } from '@quipu/kit'
import type { Audit } from './audit/audit.ts'
import { openAudit } from './audit/audit.ts'
import { accountPermissions } from './account-api/account-permissions.ts'
import type { Identity } from './auth/identity.ts'
import { openIdentity } from './auth/identity.ts'
import { Permissions } from './auth/permissions.ts'
import { RootSecret } from './auth/root-secret.ts'
import { memoryBus } from './bus/memory-bus.ts'
import type { HostOptions } from './host.ts'
import type { Limits } from './limits/limits.ts'
import { openLimits } from './limits/limits.ts'
import { userFiles } from './storage/blobs.ts'
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
  readonly identity: Identity
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
  const secrets = new RootSecret(options.rootSecret, options.previousRootSecret)
  const permissions = new Permissions([...modules, { name: 'account', permissions: accountPermissions }])
  const paths = [wholePath, ...modules.map(pathOf)]

  const metrics = openMetrics()
  const audit = openAudit(store, now, log, { onDropped: (rows) => metrics.auditRowsDropped.add(rows) })
  const identity = await openIdentity({
    store,
    secrets,
    permissions,
    appUrl,
    resources: new Set([...paths.map((path) => appUrl + path), appUrl]),
    files: userFiles(options.dataFolder),
    audit,
    log,
    now,
  })
  return {
    options,
    store,
    secrets,
    permissions,
    identity,
    audit,
    limits: await openLimits({ redisUrl: options.redisUrl, log }),
    metrics,
    bus: memoryBus(log),
    jobs: new StoreJobs(store, now, log),
    paths,
    now,
  }
}
