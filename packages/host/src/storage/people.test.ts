import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { accountPort } from './account.ts'
import { settingsPort } from './settings.ts'
import { engines, shareStore } from './test-store.ts'

describe.each(engines)('accounts and settings on %s', (engine) => {
  const store = shareStore(engine)

  test('[S14] callers see their own account, and none where there is none', async () => {
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

  test('[S15] settings start with UTC, and a change touches only what it names', async () => {
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

  async function addUser(): Promise<string> {
    const id = randomUUID()
    const sql = `insert into users (id, email, role, created_at, updated_at) values ($1, $2, 'viewer', $3, $3)`
    await store().query('everyone', { sql, parameters: [id, `${id}@example.com`, '2026-11-01T08:00:00Z'] })
    return id
  }
})
