import type { Log, Migration } from '@quipu/kit'
import { EmbeddedEngine } from './storage/embedded/embedded-engine.ts'
import { prepareExtensions } from './storage/extensions.ts'
import { aloneInStore, migrate, type MigrationSet } from './storage/migrate.ts'
import { hostMigrations } from './storage/migrations/host-migrations.ts'
import { PostgresEngine } from './storage/postgres/postgres-engine.ts'
import { checkIsolation, prepareRoles } from './storage/roles.ts'
import { ScopedStore } from './storage/scoped-store.ts'
import { defaultTimeouts, type Engine, type Timeouts } from './storage/session.ts'
import type { Store } from './storage/store.ts'

/** Where the store is: a folder of this machine, or a PostgreSQL server. */
export type StorePlace =
  | { readonly kind: 'embedded'; readonly folder: string }
  | { readonly kind: 'postgres'; readonly url: string; readonly poolSize: number }

export interface StoreSetup {
  readonly modules: readonly { readonly name: string; readonly migrations?: readonly Migration[] }[]
  readonly log: Log
  readonly now: () => Date
  readonly timeouts?: Partial<Timeouts>
}

/** A store that is migrated and whose isolation was checked. */
export async function openStore(options: StorePlace, setup: StoreSetup): Promise<Store> {
  const timeouts = { ...defaultTimeouts, ...setup.timeouts }
  const engine = await openEngine(options, timeouts, setup.log)
  try {
    await prepare(engine, setup)
    return new ScopedStore(engine, timeouts)
  } catch (error) {
    await engine.close()
    throw error
  }
}

async function openEngine(options: StorePlace, timeouts: Timeouts, log: Log): Promise<Engine> {
  if (options.kind === 'embedded') return EmbeddedEngine.open(options.folder, timeouts, log)
  return new PostgresEngine({ url: options.url, poolSize: options.poolSize, timeouts, log })
}

async function prepare(engine: Engine, { modules, log, now }: StoreSetup): Promise<void> {
  const ofModules = modules.map(({ name, migrations }) => ({ module: name, migrations: migrations ?? [] }))
  const sets: MigrationSet[] = [{ module: 'host', migrations: hostMigrations }, ...ofModules]
  const session = await engine.acquirePatient()
  try {
    await aloneInStore(session, log, async () => {
      await prepareRoles(session)
      await prepareExtensions(session)
      await migrate(session, sets, { log, now })
      await checkIsolation(session)
    })
  } finally {
    session.release()
  }
}
