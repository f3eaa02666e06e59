import { createHash, randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { digestOfModules, migrateStore, type MigratedModule } from './migrating.ts'
import { withClient } from './postgres.ts'

export type TestDatabase = AsyncDisposable & {
  /** The URL of its owner: a login that is not a superuser but may create roles, as in an installation. */
  url: string
  /** The cluster's superuser's, on the same database. */
  adminUrl: string
  drop(): Promise<void>
}

/** A fresh, empty database with an owner of its own; in the run's cluster, or in the one that `clusterUrl` reaches. */
export function createDatabase(clusterUrl = inject('databaseUrl')): Promise<TestDatabase> {
  return createFrom('template1', clusterUrl)
}

/**
 * The same with the tables of the host and of modules, and nothing in them. A copy takes a third of the processor time
 * of the migrations. A cluster that the run did not start gets no templates, because nobody would remove them.
 */
export async function createMigratedDatabase(modules: readonly MigratedModule[] = []): Promise<TestDatabase> {
  const clusterUrl = inject('databaseUrl')
  if (clusterUrl === null || process.env['QUIPU_TEST_DATABASE_URL']) return createDatabase()

  const template = `quipu_template_${digestOfModules(modules)}`
  if (!made.has(template)) await makeTemplate(clusterUrl, template, modules)
  made.add(template)
  const database = await createFrom(template, clusterUrl)
  const owner = new URL(database.url).username
  await withClient(database.adminUrl, (admin) => admin.query(`reassign owned by ${template} to ${owner}`))
  return database
}

/** Templates that this process knows to be there. */
const made = new Set<string>()

/** Whoever comes first makes it, and the other test processes wait. It has its name only when it is complete. */
async function makeTemplate(
  clusterUrl: string,
  template: string,
  modules: readonly MigratedModule[],
): Promise<void> {
  const key = createHash('sha256').update(template).digest().readInt32BE()
  await withClient(clusterUrl, async (admin) => {
    await admin.query('select pg_advisory_lock($1)', [key])
    const found = await admin.query('select 1 from pg_database where datname = $1', [template])
    if (found.rows.length > 0) return
    const draft = await createDatabase(clusterUrl)
    await migrateStore({ kind: 'postgres', url: draft.url, poolSize: 1 }, modules)
    const name = new URL(draft.url).pathname.slice(1)
    await admin.query(`alter role ${name} nologin`)
    await admin.query(`alter role ${name} rename to ${template}`)
    // Otherwise a copy that takes over what the role owns would take over the template as well.
    await admin.query(`alter database ${name} owner to current_user`)
    await admin.query(`alter database ${name} rename to ${template}`)
  })
}

async function createFrom(template: string, clusterUrl: string | null): Promise<TestDatabase> {
  if (clusterUrl === null)
    throw new Error('This run has no PostgreSQL: skip the test when servers().databaseUrl is null')

  const name = `quipu_test_${randomBytes(6).toString('hex')}`
  const password = randomBytes(12).toString('hex')
  await withClient(clusterUrl, async (admin) => {
    await admin.query(`create role ${name} login createrole password '${password}'`)
    const strategy = (await hasStrategies(admin)) ? 'strategy file_copy' : ''
    await admin.query(`create database ${name} owner ${name} template ${template} ${strategy}`)
  })
  const drop = () => dropDatabase(clusterUrl, name)
  return {
    url: urlOf(clusterUrl, name, { user: name, password }),
    adminUrl: urlOf(clusterUrl, name),
    drop,
    [Symbol.asyncDispose]: drop,
  }
}

/**
 * PostgreSQL 15 and later would log each page of the copy, and leave out what the first connection reads: a third more
 * of the processor time. Earlier ones know no strategies and copy files.
 */
async function hasStrategies(admin: pg.Client): Promise<boolean> {
  const sql = `select current_setting('server_version_num')::int >= 150000 as yes`
  const { rows } = await admin.query<{ yes: boolean }>(sql)
  return rows[0]?.yes === true
}

function urlOf(clusterUrl: string, database: string, login?: { user: string; password: string }): string {
  const url = new URL(clusterUrl)
  url.pathname = `/${database}`
  if (login) {
    url.username = login.user
    url.password = login.password
  }
  return url.href
}

async function dropDatabase(clusterUrl: string, name: string): Promise<void> {
  await withClient(clusterUrl, async (admin) => {
    await admin.query(`drop database if exists ${name} with (force)`)
    try {
      await admin.query(`drop role if exists ${name}`)
    } catch (error) {
      // Roles that it created and granted onwards may still be in use by another database of the cluster.
      if (!(error instanceof pg.DatabaseError) || error.code !== '2BP01') throw error
      await admin.query(`alter role ${name} nologin`)
    }
  })
}
