import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createDatabase } from '../../../../test/environment/database.ts'
import { openStore } from './open-store.ts'
import { addNote, allNotes, engines, notes, openAt, shareStore, silent } from './test-store.ts'

const setup = { modules: [notes], log: silent, now: () => new Date() }
const someone = '00000000-0000-4000-8000-000000000001'

describe('the roles on PostgreSQL', () => {
  test('[S9] an owner of the database that may create roles needs no preparation', async () => {
    const { url } = await testDatabase()
    const store = await openAt({ kind: 'postgres', url, poolSize: 2 }, setup)
    await store.query({ userId: someone }, addNote(someone, 'mine'))
    expect(await store.query({ userId: someone }, allNotes)).toEqual([{ text: 'mine' }])
  })

  test('[S9] a superuser is accepted, because it leaves its rights behind in each transaction', async () => {
    const { adminUrl } = await testDatabase()
    const store = await openAt({ kind: 'postgres', url: adminUrl, poolSize: 2 }, setup)
    await store.query('everyone', addNote(someone, 'hidden'))
    const other = '00000000-0000-4000-8000-000000000002'
    expect(await store.query({ userId: other }, allNotes)).toEqual([])
  })

  test('[S9] a user that can neither create nor take the roles is refused with the SQL to run', async () => {
    const { adminUrl } = await testDatabase()
    // The roles of a cluster exist since its first store.
    await (await openStore({ kind: 'postgres', url: adminUrl, poolSize: 1 }, setup)).close()
    const url = await plainUser(adminUrl)

    const opening = openStore({ kind: 'postgres', url, poolSize: 1 }, setup)

    await expect(opening).rejects.toThrow(
      /cannot take the role quipu_app.*grant quipu_app, quipu_system to quipu_plain_/,
    )
  })

  test('[S9] a user that may not create tables is refused with the SQL to run', async () => {
    const { adminUrl } = await testDatabase()
    await (await openStore({ kind: 'postgres', url: adminUrl, poolSize: 1 }, setup)).close()
    const url = await plainUser(adminUrl, 'grant quipu_app, quipu_system to')

    const opening = openStore({ kind: 'postgres', url, poolSize: 1 }, setup)

    await expect(opening).rejects.toThrow(
      /may not create tables.*grant create, usage on schema public to quipu_plain_/,
    )
  })

  test('[S9] a role that owns a table, itself or by membership, is refused', async () => {
    const { url, adminUrl } = await testDatabase()
    await (await openStore({ kind: 'postgres', url, poolSize: 1 }, setup)).close()
    await runAs(adminUrl, 'alter table notes owner to quipu_app')

    const opening = openStore({ kind: 'postgres', url: adminUrl, poolSize: 1 }, setup)

    await expect(opening).rejects.toThrow(/quipu_app has the rights of an owner on the table notes/)
  })
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

async function plainUser(adminUrl: string, grant?: string): Promise<string> {
  const name = `quipu_plain_${randomBytes(4).toString('hex')}`
  await runAs(adminUrl, `create role ${name} login password 'plain'`)
  if (grant) await runAs(adminUrl, `${grant} ${name}`)
  onTestFinished(() => runAs(adminUrl, `drop role ${name}`))
  const url = new URL(adminUrl)
  url.username = name
  url.password = 'plain'
  return url.href
}

async function runAs(url: string, sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(sql)
  } finally {
    await client.end()
  }
}
