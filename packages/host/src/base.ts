import type { Module } from '@quipu/kit'
import type { Audit } from './audit/audit.ts'
import { openAudit } from './audit/audit.ts'
import { openAuditLog } from './audit/audit-log.ts'
import { chainPurpose } from './audit/chain.ts'
import { KeptHead } from './audit/kept-head.ts'
import type { AuditLog } from './audit/reading.ts'
import { Sealer } from './audit/sealer.ts'
import { accountPermissions } from './account-api/account-permissions.ts'
import type { Identity } from './identity/open-identity.ts'
import { openIdentity } from './identity/open-identity.ts'
import { Permissions } from './identity/permissions.ts'
import { RootSecret } from './identity/root-secret.ts'
import type { ClientRegistry } from './oauth/clients.ts'
import { openClients } from './oauth/clients.ts'
import { watchedClients } from './oauth/watched-clients.ts'
import type { BlobStore } from './blobs/blob-store.ts'
import { openBlobs } from './blobs/open-blobs.ts'
import type { InstanceBus } from './bus/open-bus.ts'
import { openBus } from './bus/open-bus.ts'
import { accountTopic, changedAccount } from './bus/topics.ts'
import type { HostOptions } from './host.ts'
import { StoreJobs } from './jobs/store-jobs.ts'
import type { Limits } from './limits/limits.ts'
import { openLimits } from './limits/limits.ts'
import { defaultPathOf, resourcePathsOf, wholePath } from './mcp/endpoint-paths.ts'
import { SignedLinks } from './links/signed-links.ts'
import { openStore } from './open-store.ts'
import type { Store } from './storage/store.ts'
import type { Metrics } from './telemetry/metrics.ts'
import { openMetrics } from './telemetry/metrics.ts'
import type { RedisConnection } from './redis/open-redis.ts'
import { openRedis } from './redis/open-redis.ts'
import { TracedStore } from './storage/traced-store.ts'
import type { Tracing } from './telemetry/tracing.ts'
import { openTracing } from './telemetry/tracing.ts'
import { WorkerPool } from './workers/worker-pool.ts'

/** Everything that exists before a module is opened: the store, identity, limits, the audit and telemetry. */
export interface Base {
  /** With the modules that are on. */
  readonly options: HostOptions
  readonly off: readonly OffModule[]
  readonly store: Store
  readonly secrets: RootSecret
  readonly blobs: BlobStore
  readonly signedLinks: SignedLinks
  readonly workers: WorkerPool
  readonly permissions: Permissions
  readonly identity: Identity
  readonly clients: ClientRegistry
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
  /** The path that is used if none is named. None: the whole installation. */
  readonly defaultPath: string | undefined
  readonly now: () => Date
}

/** A module that is off in this installation, and why. */
export interface OffModule {
  readonly module: Module
  readonly reason: string
}

export async function openBase(options: HostOptions, off: readonly OffModule[]): Promise<Base> {
  const now = options.now ?? (() => new Date())
  const opened = await openStore(options.store, {
    modules: withThoseOff(options, off),
    log: options.log,
    now,
  })
  const tracing = await openTracing(options.tracing, options.version, options.log)
  const store = tracing === undefined ? opened : new TracedStore(opened, tracing)
  const redis = options.redisUrl === undefined ? undefined : await openRedis(options.redisUrl, options.log)
  try {
    return await build(options, off, store, redis, tracing, now)
  } catch (error) {
    await redis?.close()
    await store.close()
    throw error
  }
}

/** Data of a module that is off are still stored, and must be migrated and sealed with the rest. */
function withThoseOff({ modules }: HostOptions, off: readonly OffModule[]): readonly Module[] {
  return [...modules, ...off.map(({ module }) => module)]
}

/** No account holds permissions that a module gives only to its own callers. */
export function isForAccounts({ authenticate, admitsAccounts = false }: Module): boolean {
  return authenticate === undefined || admitsAccounts
}

/** No token of an account names the endpoint of a module that has its own callers. */
function isResource({ authenticate }: Module): boolean {
  return authenticate === undefined
}

async function build(
  options: HostOptions,
  off: readonly OffModule[],
  store: Store,
  redis: RedisConnection | undefined,
  tracing: Tracing | undefined,
  now: () => Date,
): Promise<Base> {
  const { log, modules, appUrl } = options
  const secrets = new RootSecret(options.rootSecret, options.previousRootSecret)
  const ofAccounts = modules.filter(isForAccounts)
  const permissions = new Permissions([...ofAccounts, { name: 'account', permissions: accountPermissions }])
  const chainKeys = secrets.deriveKeys(chainPurpose)
  const blobs = openBlobs({ dataFolder: options.dataFolder, bucket: options.bucket, log, now })
  const paths = [wholePath, ...modules.filter(isResource).flatMap(resourcePathsOf)]
  const metrics = openMetrics(redis?.commands)
  const bus = await openBus({ redis, log })
  const kept = await KeptHead.open({ folder: options.dataFolder, store, log })
  const audit = openAudit(store, now, log, { onDropped: (rows) => metrics.auditRowsDropped.add(rows) })
  const identity = await openIdentity({
    store,
    secrets,
    permissions,
    appUrl,
    resources: new Set([...paths.map((path) => appUrl + path), appUrl]),
    files: blobs,
    sealed: withThoseOff(options, off).flatMap(({ sealed = [] }) => sealed),
    audit,
    log,
    now,
    passwordCost: options.passwordCost,
    changed: (userId) => bus.publish(accountTopic, { userId }),
  })
  forgetChangedAccounts(bus, identity)
  return {
    options,
    off,
    store,
    secrets,
    blobs,
    signedLinks: new SignedLinks({ secrets, appUrl, now }),
    workers: new WorkerPool({ atOnce: options.workersAtOnce, log }),
    permissions,
    identity,
    clients: watchedClients(openClients({ store, now, apps: identity.apps }), audit),
    audit,
    auditLog: openAuditLog(store, chainKeys, kept),
    kept,
    sealer: new Sealer({ store, keys: chainKeys, now, log, kept }),
    limits: openLimits({ redis, log, now: options.limitClock }),
    metrics,
    tracing,
    redis,
    bus,
    jobs: new StoreJobs({ store, bus, now, log, shutdownSeconds: options.shutdownSeconds }),
    paths,
    defaultPath: defaultPathOf(modules),
    now,
  }
}

function forgetChangedAccounts(bus: InstanceBus, { authenticator }: Identity): void {
  bus.subscribe(accountTopic, (message) => {
    const userId = changedAccount(message)
    if (userId !== undefined) authenticator.forget(userId)
  })
}
