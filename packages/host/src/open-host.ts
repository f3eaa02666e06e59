import type { Module, Ports } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import type { OpenModule } from './calls/call-parts.ts'
import type { Base, OffModule } from './base.ts'
import { openBase } from './base.ts'
import { sweepUnnamed } from './blobs/sweep-unnamed.ts'
import { writeBackup, type BackupParts } from './backup/write-backup.ts'
import { actingAsCommand } from './audit/acting.ts'
import { chainPurpose } from './audit/chain.ts'
import { forgetOldAudit } from './audit/retention.ts'
import { checkModules } from './check-modules.ts'
import { Doors } from './doors.ts'
import { checks } from './checks.ts'
import type { Host, HostOptions } from './host.ts'
import { withLimits } from './limits/declared-limits.ts'
import { appliedMigrations, nameOf } from './storage/migrate.ts'
import { forgetExpired } from './calls/idempotency.ts'
import { forgetDocuments } from './oauth/kept-documents.ts'
import { installationOf, modulePorts } from './module-ports.ts'
import { forgetPastQuotas } from './quota/day-quota.ts'
import { tracedJobs } from './telemetry/tracing-jobs.ts'

/** Opens the store, the modules and the front doors. Nothing listens before `listen`. */
export async function openHost(options: HostOptions): Promise<Host> {
  checkModules(options.modules)
  const off = offModules(options)
  const on = options.modules.filter((module) => !off.some((one) => one.module === module))
  const base = await openBase({ ...options, modules: withLimits(on, options.limitOverrides) }, off)
  try {
    const modules = await openModules(base)
    const doors = new Doors(base, modules)
    keepHouse(base)
    base.sealer.start()
    return hostOf(base, doors, modules)
  } catch (error) {
    await closeBase(base)
    throw error
  }
}

function offModules(options: HostOptions): readonly OffModule[] {
  return options.modules.flatMap((module) => {
    const reason = module.offBecause?.(installationOf(options, module.name))
    return reason === undefined ? [] : [{ module, reason }]
  })
}

function keepHouse(base: Base): void {
  const { jobs, store, identity, clients, blobs, tracing, now, options, secrets, off } = base
  const house = tracing === undefined ? jobs : tracedJobs(jobs, tracing)
  house.every(3600, 'host.forget-expired', async () => {
    for (const statement of [...forgetExpired(now()), forgetPastQuotas(now()), forgetDocuments(now())])
      await store.query('everyone', statement)
    await identity.forgetExpired()
    await clients.forgetUnused()
    await jobs.forgetFinished()
    await blobs.sweep()
  })
  // A new store has nothing to give back.
  house.every(6 * 3600, 'host.maintain', () => store.maintain(), 'later')
  const { auditRetentionDays: days, log } = options
  const blobColumns = [...options.modules, ...off.map(({ module }) => module)].flatMap(
    (module) => module.blobColumns ?? [],
  )
  house.every(24 * 3600, 'host.sweep-files', async () => {
    const files = await sweepUnnamed(blobs, store, blobColumns)
    if (files > 0) log.info({ files }, 'removed files that nothing names')
  })
  if (days === undefined) return
  const keys = secrets.deriveKeys(chainPurpose)
  house.every(3600, 'host.forget-audit', async () => {
    const rows = await forgetOldAudit({ store, keys, days, now, log })
    if (rows > 0) log.info({ rows, days }, 'removed old rows of the audit')
  })
}

function hostOf(base: Base, doors: Doors, modules: readonly OpenModule[]): Host {
  let closing: Promise<void> | undefined
  const close = () => (closing ??= closeAll(base, doors, modules))
  return {
    accounts: base.identity.accounts,
    tokens: base.identity.tokens,
    personalTokens: base.identity.personalTokens,
    apps: base.identity.apps,
    clients: base.clients,
    links: base.identity.links,
    userData: base.identity.userData,
    keys: base.identity.keyRing,
    audit: base.auditLog,
    jobs: base.jobs.list,
    permissions: base.permissions.names,
    resources: base.paths.map((path) => base.options.appUrl + path),
    listen: async () => {
      const port = await doors.listen()
      base.jobs.start()
      return { url: `http://${hostNameOf(base.options.listen.host)}:${port}` }
    },
    connect: (userId, send) => {
      base.jobs.start()
      return doors.connect(userId, send)
    },
    asCommand: (work) => actingAsCommand(work),
    request: (userId, request) => {
      base.jobs.start()
      return doors.request(userId, request)
    },
    backup: (options) => writeBackup(backupPartsOf(base), options),
    migrations: () => migrationsOf(base),
    checks: () => checks(base),
    leave: () => doors.leave(),
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function migrationsOf({ store }: Base): Promise<Readonly<Record<string, string>>> {
  const rows = await store.query<{ module: string; id: string; checksum: string }>(
    'everyone',
    appliedMigrations,
  )
  return Object.fromEntries(rows.map(({ module, id, checksum }) => [nameOf(module, id), checksum]))
}

function backupPartsOf({ store, blobs, now, options }: Base): BackupParts {
  const { rootSecret, previousRootSecret, version } = options
  const secrets = previousRootSecret === undefined ? [rootSecret] : [rootSecret, previousRootSecret]
  return { store, blobs, now, version, secrets }
}

async function openModules(base: Base): Promise<OpenModule[]> {
  const opened: OpenModule[] = []
  const portsOf = modulePorts(base, opened)
  for (const module of base.options.modules) {
    opened.push({ module, service: await openService(module, portsOf(module)) })
  }
  return opened
}

/** A failure that a person can mend has its own words. Any other is a bug, of which the module must be known. */
async function openService(module: Module, ports: Ports): Promise<unknown> {
  try {
    return await module.open(ports)
  } catch (error) {
    if (error instanceof ToolError || !(error instanceof Error)) throw error
    throw new Error(`The module ${module.name} could not be opened: ${error.message}`, { cause: error })
  }
}

/** Calls and jobs finish in parallel; their rows are written after that. */
async function closeAll(base: Base, doors: Doors, modules: readonly OpenModule[]): Promise<void> {
  await Promise.all([doors.close(), base.jobs.close()])
  await Promise.all(modules.map((open) => closeService(base, open)))
  await closeBase(base)
}

async function closeService({ options }: Base, { module, service }: OpenModule): Promise<void> {
  if (!isDisposable(service)) return
  try {
    await service[Symbol.asyncDispose]()
  } catch (error) {
    // The rows of the others and of the host itself must still be written.
    options.log.error({ err: error, module: module.name }, 'a module could not be closed')
  }
}

function isDisposable(service: unknown): service is AsyncDisposable {
  return service !== null && typeof service === 'object' && Symbol.asyncDispose in service
}

async function closeBase({
  jobs,
  workers,
  audit,
  sealer,
  limits,
  store,
  tracing,
  bus,
  redis,
}: Base): Promise<void> {
  await jobs.close()
  await workers.close()
  await audit.close()
  await sealer.close()
  await limits.close()
  await bus.close()
  await redis?.close()
  await store.close()
  await tracing?.close()
}

function hostNameOf(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
