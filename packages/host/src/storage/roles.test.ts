import { randomBytes } from 'node:crypto'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../../../test/environment/database.ts'
import { withClient } from '../../../../test/environment/postgres.ts'
import { copyOfEmptyStore } from '../../../../test/environment/embedded-store.ts'
import { EmbeddedEngine } from './embedded/embedded-engine.ts'
import { openStore } from '../open-store.ts'
import { checkIsolation, prepareRoles } from './roles.ts'
import { defaultTimeouts } from './session.ts'
import { addNote, allNotes, engines, hasPostgres, notes, openAt, shareStore, silent } from './test-store.ts'

const setup = { modules: [notes], log: silent, now: () => new Date() }
const someone = '00000000-0000-4000-8000-000000000001'

describe.skipIf(!hasPostgres)('the roles on PostgreSQL', () => {
  test('[S909] an owner of the database that may create roles needs no preparation', async () => {
    const { url } = await testDatabase()
    const store = await openAt({ kind: 'postgres', url, poolSize: 2 }, setup)
    await store.query({ userId: someone }, addNote(someone, 'mine'))
    expect(await store.query({ userId: someone }, allNotes)).toEqual([{ text: 'mine' }])
  })

  test('[S909] a superuser is accepted, because it leaves its rights behind in each transaction', async () => {
    const { adminUrl } = await testDatabase()
    const store = await openAt({ kind: 'postgres', url: adminUrl, poolSize: 2 }, setup)
    await store.query('everyone', addNote(someone, 'hidden'))
    const other = '00000000-0000-4000-8000-000000000002'
    expect(await store.query({ userId: other }, allNotes)).toEqual([])
  })

  test('[S909] a user that can neither create nor take the roles is refused with the SQL to run', async () => {
    const { adminUrl } = await testDatabase()
    // The roles of a cluster exist since its first store.
    await (await openStore({ kind: 'postgres', url: adminUrl, poolSize: 1 }, setup)).close()
    const url = await plainUser(adminUrl)

    const opening = openStore({ kind: 'postgres', url, poolSize: 1 }, setup)

    await expect(opening).rejects.toThrow(
      /cannot take the role quipu_app.*grant quipu_app, quipu_system to quipu_plain_/,
    )
  })

  test('[S909] a user that may not create tables is refused with the SQL to run', async () => {
    const { adminUrl } = await testDatabase()
    await (await openStore({ kind: 'postgres', url: adminUrl, poolSize: 1 }, setup)).close()
    const url = await plainUser(adminUrl, 'grant quipu_app, quipu_system to')

    const opening = openStore({ kind: 'postgres', url, poolSize: 1 }, setup)

    await expect(opening).rejects.toThrow(
      /may not create tables.*grant create, usage on schema public to quipu_plain_/,
    )
  })

  test('[S916] a user that may not create pg_trgm is refused with the SQL to run', async () => {
    const { adminUrl } = await testDatabase()
    await (await openStore({ kind: 'postgres', url: adminUrl, poolSize: 1 }, setup)).close()
    await runAs(adminUrl, 'drop extension pg_trgm cascade')
    const url = await plainUser(
      adminUrl,
      'grant quipu_app, quipu_system to',
      'grant create, usage on schema public to',
    )

    const opening = openStore({ kind: 'postgres', url, poolSize: 1 }, setup)

    await expect(opening).rejects.toThrow(
      /the extension pg_trgm is missing, and this user may not create it.*create extension pg_trgm;/,
    )
  })

  test('[S9] [S909] a role that owns a table is refused', async () => {
    const { url, adminUrl } = await testDatabase()
    await (await openStore({ kind: 'postgres', url, poolSize: 1 }, setup)).close()
    await runAs(adminUrl, 'alter table notes owner to quipu_app')

    const opening = openStore({ kind: 'postgres', url: adminUrl, poolSize: 1 }, setup)

    await expect(opening).rejects.toThrow(/quipu_app has the rights of an owner on the table notes/)
  })
})

test('[S909] since PostgreSQL 16, who creates the roles has to grant them, and who did not is refused', async () => {
  using folder = await copyOfEmptyStore()
  const engine = await EmbeddedEngine.open(folder.path, defaultTimeouts, silent)
  onTestFinished(() => engine.close())
  const session = await engine.acquirePatient()
  onTestFinished(() => session.release())
  await session.script(`create role creator createrole; create role late createrole;
    grant create, usage on schema public to creator, late; set session authorization creator`)

  await prepareRoles(session)
  await session.script('set session authorization postgres; set session authorization late')

  await expect(prepareRoles(session)).rejects.toThrow(
    /late cannot take the role quipu_app.*grant quipu_app, quipu_system to late with set true;/,
  )
  await session.script(
    'set session authorization postgres; grant quipu_app, quipu_system to late with set true',
  )
  await session.script('set session authorization late')
  await prepareRoles(session)
})

test('[S9] [S909] a role that bypasses row-level security, or belongs to an owner, is refused', async () => {
  using folder = await copyOfEmptyStore()
  await (await openStore({ kind: 'embedded', folder: folder.path }, setup)).close()
  const engine = await EmbeddedEngine.open(folder.path, defaultTimeouts, silent)
  onTestFinished(() => engine.close())
  const session = await engine.acquirePatient()
  onTestFinished(() => session.release())
  await checkIsolation(session)

  await session.script('alter role quipu_app bypassrls')
  await expect(checkIsolation(session)).rejects.toThrow(/quipu_app bypasses row-level security.*nobypassrls/)

  await session.script(
    'alter role quipu_app nobypassrls; create role keeper; alter table notes owner to keeper',
  )
  await checkIsolation(session)
  await session.script('grant keeper to quipu_app')
  await expect(checkIsolation(session)).rejects.toThrow(
    /an owner on the table notes.*revoke keeper from quipu_app/,
  )
})

describe.each(engines)('the roles on %s', (engine) => {
  const shared = shareStore(engine)

  test('[S9] neither role can log in, bypass row-level security or owns anything', async () => {
    const sql = `select rolname, rolcanlogin or rolsuper or rolbypassrls or rolcreaterole or rolcreatedb as powerful,
      (select count(*) from pg_class where relowner = r.oid) as owned
      from pg_roles r where rolname in ('quipu_app', 'quipu_system') order by 1`
    expect(await shared().query('everyone', { sql, parameters: [] })).toEqual([
      { rolname: 'quipu_app', powerful: false, owned: 0 },
      { rolname: 'quipu_system', powerful: false, owned: 0 },
    ])
  })
})

async function testDatabase() {
  const database = await createDatabase()
  onTestFinished(() => database.drop())
  return database
}

async function plainUser(adminUrl: string, ...grants: string[]): Promise<string> {
  const name = `quipu_plain_${randomBytes(4).toString('hex')}`
  await runAs(adminUrl, `create role ${name} login password 'plain'`)
  for (const grant of grants) await runAs(adminUrl, `${grant} ${name}`)
  onTestFinished(() => runAs(adminUrl, `drop owned by ${name}; drop role ${name}`))
  const url = new URL(adminUrl)
  url.username = name
  url.password = 'plain'
  return url.href
}

async function runAs(url: string, sql: string): Promise<void> {
  await withClient(url, async (client) => void (await client.query(sql)))
}
