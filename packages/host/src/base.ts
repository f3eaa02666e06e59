import type { Module } from '@quipu/kit'
import type { Audit } from './audit/audit.ts'
import { openAudit } from './audit/audit.ts'
import { openAuditLog } from './audit/audit-log.ts'
import { chainPurpose } from './audit/chain.ts'
import { KeptHead } from './audit/kept-head.ts'
import type { AuditLog } from './audit/reading.ts'
import { Sealer } from './audit/sealer.ts'
import { accountPermissions } from './account-api/account-permissions.ts'
import type { Identity } from './auth/identity.ts'
import { openIdentity } from './auth/identity.ts'
import { Permissions } from './auth/permissions.ts'
import { RootSecret } from './auth/root-secret.ts'
import type { InstanceBus } from './bus/open-bus.ts'
import { openBus } from './bus/open-bus.ts'
import { accountTopic, changedAccount } from './bus/topics.ts'
import type { HostOptions } from './host.ts'
import { StoreJobs } from './jobs/store-jobs.ts'
import type { Limits } from './limits/limits.ts'
import { openLimits } from './limits/limits.ts'
import { userFiles } from './storage/blobs.ts'
import { openStore } from './storage/open-store.ts'
import type { Store } from './storage/store.ts'
import type { Metrics } from './telemetry/metrics.ts'
import { openMetrics } from './telemetry/metrics.ts'
import type { RedisConnection } from './redis/open-redis.ts'
import { openRedis } from './redis/open-redis.ts'
import { TracedStore } from './telemetry/tracing-store.ts'
import type { Tracing } from './telemetry/tracing.ts'
import { openTracing } from './telemetry/tracing.ts'

/** What stands before any module is open: the store, who is who, what may be done how often, what is told. */
export interface Base {
  readonly options: HostOptions
  readonly store: Store
  readonly secrets: RootSecret
  readonly permissions: Permissions
  readonly identity: Identity
  readonly audit: Audit
  readonly auditLog: AuditLog
  readonly kept: KeptHead
  readonly sealer: Sealer
  readonly limits: Limits
  readonly metrics: Metrics
  readonly tracing: Tracing | undefined
  readonly redis: RedisConnection | undefined
  readonly bus: InstanceBus
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
  const opened = await openStore(options.store, { modules: options.modules, log: options.log, now })
  const tracing = await openTracing(options.tracing, options.version, options.log)
  const store = tracing === undefined ? opened : new TracedStore(opened, tracing)
  const redis = options.redisUrl === undefined ? undefined : await openRedis(options.redisUrl, options.log)
  try {
    return await build(options, store, redis, tracing, now)
  } catch (error) {
    await redis?.close()
    await store.close()
    throw error
  }
}

async function build(
  options: HostOptions,
  store: Store,
  redis: RedisConnection | undefined,
  tracing: Tracing | undefined,
  now: () => Date,
): Promise<Base> {
  const { log, modules, appUrl } = options
  const secrets = new RootSecret(options.rootSecret, options.previousRootSecret)
  const permissions = new Permissions([...modules, { name: 'account', permissions: accountPermissions }])
  const chainKeys = secrets.deriveKeys(chainPurpose)
  const paths = [wholePath, ...modules.map(pathOf)]

  const metrics = openMetrics()
  const bus = await openBus({ redis, log })
  const kept = await KeptHead.open({ folder: options.dataFolder, store, log })
  const audit = openAudit(store, now, log, { onDropped: (rows) => metrics.auditRowsDropped.add(rows) })
  const identity = await openIdentity({
    store,
    secrets,
    permissions,
    appUrl,
    resources: new Set([...paths.map((path) => appUrl + path), appUrl]),
    files: userFiles(options.dataFolder),
    sealed: modules.flatMap(({ sealed = [] }) => sealed),
    audit,
    log,
    now,
    changed: (userId) => bus.publish(accountTopic, { userId }),
  })
  bus.subscribe(accountTopic, (message) => {
    const userId = changedAccount(message)
    if (userId !== undefined) identity.authenticator.forget(userId)
  })
  return {
    options,
    store,
    secrets,
    permissions,
    identity,
    audit,
    auditLog: openAuditLog(store, chainKeys, kept),
    kept,
    sealer: new Sealer({ store, keys: chainKeys, now, log, kept }),
    limits: openLimits({ redis, log }),
    metrics,
    tracing,
    redis,
    bus,
    jobs: new StoreJobs({ store, bus, now, log, shutdownSeconds: options.shutdownSeconds }),
    paths,
    now,
  }
}
