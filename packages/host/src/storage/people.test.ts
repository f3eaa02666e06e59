import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { accountPort } from './account.ts'
import { settingsPort } from './settings.ts'
import { engines, shareStore } from './test-store.ts'

describe.each(engines)('accounts and settings on %s', (engine) => {
  const store = shareStore(engine)

  test('[S14] callers see their own account, or none if they have none', async () => {
    const userId = await addUser()
    const account = accountPort(store())

    expect(await account.own({ userId })).toEqual({
      id: userId,
      email: `${userId}@example.com`,
      name: '',
      role: 'viewer',
      createdAt: new Date('2026-11-01T08:00:00Z'),
    })
    expect(await account.own({ userId: randomUUID() })).toBeUndefined()
  })

  test('[S15] [H24] settings start with UTC, and a change touches only what it names', async () => {
    const userId = await addUser()
    const settings = settingsPort(store())

    expect(await settings.of({ userId })).toEqual({ timeZone: 'UTC', preferences: {} })
    await settings.change({ userId }, { preferences: { theme: 'dark', list: { sort: 'due' } } })
    await settings.change({ userId }, { timeZone: 'Europe/Berlin' })
    const changed = await settings.change({ userId }, { preferences: { theme: null, size: 2 } })

    expect(changed).toEqual({ timeZone: 'Europe/Berlin', preferences: { list: { sort: 'due' }, size: 2 } })
    expect(await settings.of({ userId })).toEqual(changed)
  })

  test.each(['Mars/Olympus', '+02:00', '', "'; drop table users"])(
    '[S15] the time zone %j is refused',
    async (timeZone) => {
      const settings = settingsPort(store())
      const change = settings.change({ userId: randomUUID() }, { timeZone })
      await expect(change).rejects.toMatchObject({ name: 'ToolError', code: 'VALIDATION_ERROR' })
    },
  )

  test('[S31] [S905] [S906] people who know an id or an address learn how its account is called, and nothing else of it', async () => {
    const userId = await addUser()
    const [ada, bob] = [await addUser({ name: 'Ada' }), await addUser({ email: `Bob.${userId}@Example.com` })]
    const names = {
      sql: 'select * from quipu_names($1) order by name',
      parameters: [[ada, bob, randomUUID()]],
    }
    const bobByName = { id: bob, name: `Bob.${userId}` }

    for (const scope of [{ userId }, 'everyone'] as const)
      expect(await store().query(scope, names)).toEqual([{ id: ada, name: 'Ada' }, bobByName])
    const named = (email: string) =>
      store().query({ userId }, { sql: 'select * from quipu_account_named($1)', parameters: [email] })
    expect(await named(` bob.${userId.toUpperCase()}@example.COM `)).toEqual([bobByName])
    expect(await named('bob')).toEqual([])
    expect(await named('%')).toEqual([])
    expect(await store().query({ userId }, { sql: 'select id from users', parameters: [] })).toEqual([
      { id: userId },
    ])
  })

  test('[S905] a disabled account is not found by its address, though its name stays known', async () => {
    const userId = await addUser()
    const gone = await addUser({ email: `gone.${userId}@example.com`, isDisabled: true })
    const found = { sql: 'select * from quipu_account_named($1)', parameters: [`gone.${userId}@example.com`] }
    const known = { sql: 'select name from quipu_names($1)', parameters: [[gone]] }

    expect(await store().query({ userId }, found)).toEqual([])
    expect(await store().query({ userId }, known)).toEqual([{ name: `gone.${userId}` }])
  })

  test('[S906] without a scope nobody is named, and nothing of the caller’s stands in for the accounts', async () => {
    const [userId, ada] = [await addUser(), await addUser({ name: 'Ada' })]
    const known = { sql: 'select name from quipu_names($1)', parameters: [[ada]] }
    const nobody = await store().transaction({ userId }, async (tx) => {
      await tx.query({ sql: `select set_config('app.user_id', '', true)`, parameters: [] })
      return tx.query(known)
    })
    expect(nobody).toEqual([])

    const shadowed = await store().transaction('everyone', async (tx) => {
      await tx.query({ sql: 'create temporary table users (id uuid, name text, email text)', parameters: [] })
      await tx.query({ sql: `insert into pg_temp.users values ($1, 'Mallory', 'm')`, parameters: [ada] })
      await tx.query({ sql: `set local search_path = pg_temp, public`, parameters: [] })
      const seen = await tx.query(known)
      await tx.query({ sql: 'drop table pg_temp.users', parameters: [] })
      return seen
    })
    expect(shadowed).toEqual([{ name: 'Ada' }])
  })

  async function addUser(
    account: { name?: string; email?: string; isDisabled?: boolean } = {},
  ): Promise<string> {
    const id = randomUUID()
    const at = '2026-11-01T08:00:00Z'
    const sql = `insert into users (id, email, name, role, disabled_at, created_at, updated_at)
      values ($1, $2, $3, 'viewer', $4, $5, $5)`
    const { name = '', email = `${id}@example.com`, isDisabled = false } = account
    await store().query('everyone', { sql, parameters: [id, email, name, isDisabled ? at : null, at] })
    return id
  }
})
