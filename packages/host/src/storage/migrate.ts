import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Log, Migration } from '@quipu/kit'
import type { Session } from './session.ts'
import { toRows, toWire } from './wire-values.ts'

/** The migrations of one module, or of the host itself. */
export interface MigrationSet {
  readonly module: string
  readonly migrations: readonly Migration[]
}

/** If several instances start together, one works and the others wait. A session that ends releases the lock too. */
export async function aloneInStore(session: Session, log: Log, work: () => Promise<void>): Promise<void> {
  await takeLock(session, log)
  await work()
  await session.run([{ sql: 'select pg_advisory_unlock($1::bigint)', values: [lockKey] }])
}

/**
 * Migrates the schema step by step, each step completely or not at all. Refuses a store with other migrations than
 * these.
 */
export async function migrate(
  session: Session,
  sets: readonly MigrationSet[],
  { log, now }: { readonly log: Log; readonly now: () => Date },
): Promise<void> {
  await session.script(ledger)
  await session.script('grant select on schema_migrations to quipu_system')
  const applied = await readLedger(session)
  const [problem] = problemsWith(applied, sets)
  if (problem !== undefined) throw new Error(problem)
  for (const { module, migrations } of sets) {
    for (const migration of migrations) {
      if (applied.has(nameOf(module, migration.id))) continue
      await apply(session, module, migration, now())
      // Creating a store is logged as one event; only migrations of a store in use are logged each.
      const level = applied.size === 0 ? 'debug' : 'info'
      log[level]({ module, migration: migration.id }, 'migrated')
    }
  }
}

/** Identifies this program among all that use locks in the same database. */
const lockKey = '81190519'

const ledger = `create table if not exists schema_migrations (
  module text not null,
  id text not null,
  checksum text not null,
  applied_at timestamptz not null,
  primary key (module, id)
)`

/** Polls instead of waiting inside the server, so that the wait can be logged. */
async function takeLock(session: Session, log: Log): Promise<void> {
  for (let turn = 0; ; turn += 1) {
    const reply = await session.run([{ sql: 'select pg_try_advisory_lock($1::bigint)', values: [lockKey] }])
    if (reply.rows[0]?.[0] === 't') return
    if (turn === 0) log.info({}, 'waiting for another instance that migrates the store')
    await sleep(100)
  }
}

/** By name, such as `tasks/001-tasks`, with its checksum. */
export async function readLedger(session: Session): Promise<Map<string, string>> {
  const sql = 'select module, id, checksum from schema_migrations'
  const rows = toRows<{ module: string; id: string; checksum: string }>(
    await session.run([{ sql, values: [] }]),
  )
  return new Map(rows.map(({ module, id, checksum }) => [nameOf(module, id), checksum]))
}

/** Why a program with these migrations cannot use a store with those. */
export function problemsWith(
  applied: ReadonlyMap<string, string>,
  sets: readonly MigrationSet[],
): readonly string[] {
  const known = new Map(
    sets.flatMap(({ module, migrations }) =>
      migrations.map((migration) => [nameOf(module, migration.id), checksumOf(migration)]),
    ),
  )
  const modules = new Set(sets.map(({ module }) => module))
  return [...applied].flatMap(([name, checksum]) => {
    const [module = ''] = name.split('/')
    const expected = known.get(name)
    if (!modules.has(module) || expected === checksum) return []
    if (expected === undefined)
      return `The store was made by a newer version: it has the migration ${name}. Use that version.`
    return `The migration ${name} was applied in another form than this program has. Restore its text, and put the change into a new migration.`
  })
}

/** Those that a store does not have yet, in the order in which they would be applied. */
export function pendingIn(applied: ReadonlyMap<string, string>, sets: readonly MigrationSet[]): string[] {
  return sets.flatMap(({ module, migrations }) =>
    migrations.map(({ id }) => nameOf(module, id)).filter((name) => !applied.has(name)),
  )
}

async function apply(session: Session, module: string, migration: Migration, at: Date): Promise<void> {
  await session.run([{ sql: 'begin', values: [] }])
  try {
    await session.script(migration.sql)
    const parameters = [module, migration.id, checksumOf(migration), at]
    const sql = 'insert into schema_migrations (module, id, checksum, applied_at) values ($1, $2, $3, $4)'
    await session.run([toWire({ sql, parameters })])
    await session.run([{ sql: 'commit', values: [] }])
  } catch (cause) {
    throw new Error(`The migration ${nameOf(module, migration.id)} failed and was undone: ${String(cause)}`, {
      cause,
    })
  }
}

/** For the host, which reports the applied migrations. */
export const appliedMigrations = {
  sql: 'select module, id, checksum from schema_migrations order by module, id',
  parameters: [],
}

export function nameOf(module: string, id: string): string {
  return `${module}/${id}`
}

function checksumOf({ sql }: Migration): string {
  return createHash('sha256').update(sql).digest('hex')
}
