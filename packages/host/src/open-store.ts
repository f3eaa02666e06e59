import type { Log, Migration } from '@quipu/kit'
import { EmbeddedEngine } from './storage/embedded/embedded-engine.ts'
import { prepareExtensions } from './storage/extensions.ts'
import {
  aloneInStore,
  migrate,
  pendingIn,
  problemsWith,
  readLedger,
  type MigrationSet,
} from './storage/migrate.ts'
import { hostMigrations } from './storage/migrations/host-migrations.ts'
import { PostgresEngine } from './storage/postgres/postgres-engine.ts'
import { checkIsolation, prepareRoles } from './storage/roles.ts'
import { ScopedStore } from './storage/scoped-store.ts'
import { defaultTimeouts, type Engine, type Session, type Timeouts } from './storage/session.ts'
import type { Store } from './storage/store.ts'

/** Where the store is: a folder of this machine, or a PostgreSQL server. */
export type StorePlace =
  | { readonly kind: 'embedded'; readonly folder: string; readonly templates?: StoreTemplates | undefined }
  | { readonly kind: 'postgres'; readonly url: string; readonly poolSize: number }

/** Files from which a new embedded store is copied. Where one is missing, a store is made from nothing. */
export interface StoreTemplates {
  /** Without any table. */
  readonly bare: string
  /** With the tables of these very modules, and nothing of an installation in them. */
  readonly migrated: string
}

export interface StoreSetup {
  readonly modules: readonly { readonly name: string; readonly migrations?: readonly Migration[] }[]
  readonly log: Log
  readonly now: () => Date
  readonly timeouts?: Partial<Timeouts>
}

/** A store that was migrated and whose isolation was checked. */
export async function openStore(options: StorePlace, setup: StoreSetup): Promise<Store> {
  const timeouts = { ...defaultTimeouts, ...setup.timeouts }
  const engine = await openEngine(options, timeouts, setup.log, 'migrated')
  try {
    const session = await engine.acquirePatient()
    try {
      await prepare(session, setup, setsOf(setup))
    } finally {
      session.release()
    }
    return new ScopedStore(engine, timeouts)
  } catch (error) {
    await engine.close()
    throw error
  }
}

/** One session of a store that is migrated step by step, to be filled from a backup. */
export interface BareStore extends AsyncDisposable {
  readonly session: Session
  readonly sets: readonly MigrationSet[]
  /** Applies the wanted migrations that are not applied yet. */
  migrate(isWanted: (migration: { readonly module: string; readonly id: string }) => boolean): Promise<void>
}

/** `applied` are the migrations that it is to have first: a new one has all of them from the beginning, or none. */
export async function openBareStore(
  options: StorePlace,
  setup: StoreSetup,
  applied: ReadonlyMap<string, string> = new Map(),
): Promise<BareStore> {
  const { pending, problems } = fitOf(applied, setup)
  const template = pending.length + problems.length === 0 ? 'migrated' : 'bare'
  const engine = await openEngine(options, defaultTimeouts, setup.log, template)
  try {
    const session = await engine.acquirePatient()
    const sets = setsOf(setup)
    return {
      session,
      sets,
      migrate: (isWanted) =>
        prepare(
          session,
          setup,
          sets.map(({ module, migrations }) => ({
            module,
            migrations: migrations.filter(({ id }) => isWanted({ module, id })),
          })),
        ),
      [Symbol.asyncDispose]: async () => {
        session.release()
        await engine.close()
      },
    }
  } catch (error) {
    await engine.close()
    throw error
  }
}

/** Whether a store and this program are compatible. */
export interface Fit {
  /** Migrations that a start would apply, in order. */
  readonly pending: readonly string[]
  /** Why this program cannot use the store. */
  readonly problems: readonly string[]
}

/** Inspects a store without changing it. */
export async function checkFit(options: StorePlace, setup: StoreSetup): Promise<Fit> {
  const engine = await openEngine(options, defaultTimeouts, setup.log, 'migrated')
  try {
    const session = await engine.acquirePatient()
    try {
      const found = await session.run([{ sql: `select to_regclass('schema_migrations')`, values: [] }])
      const isMade = found.rows[0]?.[0] !== null
      return fitOf(isMade ? await readLedger(session) : new Map<string, string>(), setup)
    } finally {
      session.release()
    }
  } finally {
    await engine.close()
  }
}

/** The same by the names of a store's migrations with their checksums. */
export function fitOf(applied: ReadonlyMap<string, string>, setup: Pick<StoreSetup, 'modules'>): Fit {
  const sets = setsOf(setup)
  return { pending: pendingIn(applied, sets), problems: problemsWith(applied, sets) }
}

async function openEngine(
  options: StorePlace,
  timeouts: Timeouts,
  log: Log,
  template: keyof StoreTemplates,
): Promise<Engine> {
  if (options.kind === 'embedded')
    return EmbeddedEngine.open(options.folder, timeouts, log, options.templates?.[template])
  return new PostgresEngine({ url: options.url, poolSize: options.poolSize, timeouts, log })
}

function setsOf({ modules }: Pick<StoreSetup, 'modules'>): readonly MigrationSet[] {
  const ofModules = modules.map(({ name, migrations }) => ({ module: name, migrations: migrations ?? [] }))
  return [{ module: 'host', migrations: hostMigrations }, ...ofModules]
}

async function prepare(
  session: Session,
  { log, now }: StoreSetup,
  sets: readonly MigrationSet[],
): Promise<void> {
  await aloneInStore(session, log, async () => {
    await prepareRoles(session)
    await prepareExtensions(session)
    await migrate(session, sets, { log, now })
    await checkIsolation(session)
  })
}
