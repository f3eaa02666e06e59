import type { Ports } from '@quipu/kit'
import type { Base } from './base.ts'
import { openBase } from './base.ts'
import { Doors } from './doors.ts'
import type { Check, Host, HostOptions } from './host.ts'
import { forgetExpired } from './mcp/idempotency.ts'
import type { OpenModule } from './mcp/profile.ts'
import { accountPort } from './storage/account.ts'
import { folderBlobs } from './storage/blobs.ts'
import { settingsPort } from './storage/settings.ts'
import { committedBus, scopedDb } from './storage/unit-of-work.ts'

/** Opens the store, the modules and the front doors. Nothing listens before `listen`. */
export async function openHost(options: HostOptions): Promise<Host> {
  const base = await openBase(options)
  try {
    const doors = new Doors(base, await openModules(base))
    keepHouse(base)
    return hostOf(base, doors)
  } catch (error) {
    await closeBase(base)
    throw error
  }
}

function keepHouse({ jobs, store, identity, now }: Base): void {
  jobs.every(3600, 'host.forget-expired', async () => {
    for (const statement of forgetExpired(now())) await store.query('everyone', statement)
    await identity.forgetExpired()
  })
  jobs.every(6 * 3600, 'host.maintain', () => store.maintain())
}

function hostOf(base: Base, doors: Doors): Host {
  const close = async () => {
    await doors.close()
    await closeBase(base)
  }
  return {
    accounts: base.identity.accounts,
    tokens: base.identity.tokens,
    personalTokens: base.identity.personalTokens,
    apps: base.identity.apps,
    clients: base.identity.clients,
    links: base.identity.links,
    userData: base.identity.userData,
    keys: base.identity.keyRing,
    permissions: base.permissions.names,
    resources: base.paths.map((path) => base.options.appUrl + path),
    listen: async () => {
      const port = await doors.listen()
      return { url: `http://${nameOf(base.options.listen.host)}:${port}` }
    },
    connect: (userId, send) => doors.connect(userId, send),
    checks: () => checks(base),
    close,
    [Symbol.asyncDispose]: close,
  }
}

async function openModules({ options, store, secrets, bus, jobs, now }: Base): Promise<OpenModule[]> {
  const ports: Ports = {
    db: scopedDb(store),
    blobs: folderBlobs(options.dataFolder),
    bus: committedBus(bus),
    jobs,
    account: accountPort(store),
    settings: settingsPort(store),
    secrets,
    log: options.log,
    now,
  }
  const opened: OpenModule[] = []
  for (const module of options.modules) opened.push({ module, service: await module.open(ports) })
  return opened
}

async function closeBase({ jobs, audit, limits, store }: Base): Promise<void> {
  await jobs.close()
  await audit.close()
  await limits.close()
  await store.close()
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
