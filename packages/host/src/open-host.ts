import { join } from 'node:path'
import type { Ports } from '@quipu/kit'
import type { Base } from './base.ts'
import { openBase } from './base.ts'
import { Doors } from './doors.ts'
import type { Check, Host, HostOptions } from './host.ts'
import { withLimits } from './limits/declared-limits.ts'
import { forgetExpired } from './mcp/idempotency.ts'
import type { OpenModule } from './mcp/profile.ts'
import { accountPort } from './storage/account.ts'
import { folderBlobs } from './storage/blobs.ts'
import { settingsPort } from './storage/settings.ts'
import { committedBus, scopedDb } from './storage/unit-of-work.ts'
import { tracedJobs } from './telemetry/tracing-jobs.ts'

/** Opens the store, the modules and the front doors. Nothing listens before `listen`. */
export async function openHost(options: HostOptions): Promise<Host> {
  const base = await openBase({ ...options, modules: withLimits(options.modules, options.limitOverrides) })
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

function keepHouse({ jobs, store, identity, tracing, now }: Base): void {
  const house = tracing === undefined ? jobs : tracedJobs(jobs, tracing)
  house.every(3600, 'host.forget-expired', async () => {
    for (const statement of forgetExpired(now())) await store.query('everyone', statement)
    await identity.forgetExpired()
    await jobs.forgetFinished()
  })
  house.every(6 * 3600, 'host.maintain', () => store.maintain())
}

function hostOf(base: Base, doors: Doors, modules: readonly OpenModule[]): Host {
  let closing: Promise<void> | undefined
  const close = () => (closing ??= closeAll(base, doors, modules))
  return {
    accounts: base.identity.accounts,
    tokens: base.identity.tokens,
    personalTokens: base.identity.personalTokens,
    apps: base.identity.apps,
    clients: base.identity.clients,
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
      return { url: `http://${nameOf(base.options.listen.host)}:${port}` }
    },
    connect: (userId, send) => {
      base.jobs.start()
      return doors.connect(userId, send)
    },
    request: (userId, request) => {
      base.jobs.start()
      return doors.request(userId, request)
    },
    checks: () => checks(base),
    leave: () => doors.leave(),
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function openModules({
  options,
  store,
  secrets,
  bus,
  jobs,
  tracing,
  now,
}: Base): Promise<OpenModule[]> {
  const shared: Omit<Ports, 'installation'> = {
    db: scopedDb(store),
    blobs: folderBlobs(options.dataFolder),
    bus: committedBus(bus),
    jobs: tracing === undefined ? jobs : tracedJobs(jobs, tracing),
    account: accountPort(store),
    settings: settingsPort(store),
    secrets,
    log: options.log,
    now,
  }
  const opened: OpenModule[] = []
  for (const module of options.modules) {
    const installation = {
      settings: options.moduleSettings?.[module.name] ?? {},
      appUrl: options.appUrl,
      folder: join(options.dataFolder, 'modules', module.name),
    }
    opened.push({ module, service: await module.open({ ...shared, installation }) })
  }
  return opened
}

/** Calls and jobs finish side by side; what they leave is written after them. */
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
    // What the others and the host itself have to write must not be lost with it.
    options.log.error({ err: error, module: module.name }, 'a module could not be closed')
  }
}

function isDisposable(service: unknown): service is AsyncDisposable {
  return service !== null && typeof service === 'object' && Symbol.asyncDispose in service
}

async function closeBase({ jobs, audit, sealer, limits, store, tracing, bus, redis }: Base): Promise<void> {
  await jobs.close()
  await audit.close()
  await sealer.close()
  await limits.close()
  await bus.close()
  await redis?.close()
  await store.close()
  await tracing?.close()
}

async function checks({ store, identity, options }: Base): Promise<readonly Check[]> {
  const isReachable = await store.ping().then(
    () => true,
    () => false,
  )
  const owner = isReachable ? await identity.accounts.owner() : undefined
  return [
    {
      name: 'store',
      ok: isReachable,
      detail: isReachable ? `${store.engine} answers` : `${store.engine} does not answer`,
    },
    {
      name: 'owner',
      ok: owner !== undefined,
      detail: owner?.email ?? 'no account yet; start the server once',
    },
    {
      name: 'modules',
      ok: options.modules.length > 0,
      detail: options.modules.map(({ name }) => name).join(', '),
    },
  ]
}

function nameOf(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}
