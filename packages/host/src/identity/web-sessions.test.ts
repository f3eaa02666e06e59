import { createHash } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Clock } from '../../../../test/environment/clock.ts'
import type { Store } from '../storage/store.ts'
import { openAccounts } from './accounts.ts'
import { beginWithNobody } from '../testing/open-auth.ts'
import { intercepted, onEveryStore } from '../testing/test-stores.ts'
import { WebSessions } from './web-sessions.ts'

onEveryStore('web sessions', (openStore) => {
  let store: Store
  let userId: string
  let clock: Clock
  let sessions: WebSessions
  beforeAll(async () => {
    store = await openStore()
  })
  afterAll(() => store.close())
  beginWithNobody(() => store)
  beforeEach(async () => {
    clock = new Clock()
    sessions = new WebSessions({ store, now: clock.now })
    userId = await someone('ada@example.com')
  })

  const someone = async (email: string) =>
    (await openAccounts(store, clock.now).create({ email, role: 'admin' })).id
  const rows = () =>
    store.query<{ id_hash: string }>('everyone', { sql: 'select * from web_sessions', parameters: [] })

  test('[A30] an id of 32 random bytes finds its session, and the store holds only its hash', async () => {
    const id = await sessions.begin(userId)
    const idHash = createHash('sha256').update(id).digest('hex')

    expect(id).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(await sessions.find(id)).toEqual({ userId, signedInAt: clock.now(), idHash })
    expect(JSON.stringify(await rows())).not.toContain(id)
    expect((await rows()).map(({ id_hash }) => id_hash)).toEqual([idHash])
    expect(await sessions.begin(userId)).not.toBe(id)
  })

  test.each(['', 'x', 'x'.repeat(43), 'a\0b'])('[A30] the id %j finds nothing', async (id) => {
    await sessions.begin(userId)

    expect(await sessions.find(id)).toBeUndefined()
  })

  test('[A927] a session lives on while it is seen, and ends after 14 days unseen', async () => {
    const id = await sessions.begin(userId)
    for (let fortnight = 0; fortnight < 3; fortnight++) {
      clock.advance('13d')
      expect(await sessions.find(id)).toBeDefined()
    }

    clock.advance('14d')
    expect(await sessions.find(id)).toBeUndefined()
  })

  test('[A927] a session ends after 90 days, however often it was seen', async () => {
    const id = await sessions.begin(userId)
    for (let day = 0; day < 89; day++) {
      clock.advance('1d')
      expect(await sessions.find(id)).toBeDefined()
    }

    clock.advance('86399s')
    expect(await sessions.find(id)).toBeDefined()
    clock.advance('1s')
    expect(await sessions.find(id)).toBeUndefined()
  })

  test('[A928] looking at a session writes at most once in ten minutes', async () => {
    const writes: string[] = []
    const watched = intercepted(store, ({ sql }) => sql.startsWith('update') && writes.push(sql))
    const seen = new WebSessions({ store: watched, now: clock.now })
    const id = await seen.begin(userId)

    for (let minute = 0; minute < 25; minute++) {
      await seen.find(id)
      clock.advance('1m')
    }

    expect(writes).toHaveLength(2)
  })

  test('[A31] [A929] a session ends alone, with all others, or as one of all but the present one', async () => {
    const [one, two, three] = [await begin(), await begin(), await begin()]
    const bob = await sessions.begin(await someone('bob@example.com'))
    const alive = async () =>
      (await Promise.all([one, two, three, bob].map((id) => sessions.find(id)))).map(
        (found) => found !== undefined,
      )

    await sessions.end(one)
    expect(await alive()).toEqual([false, true, true, true])
    await sessions.endOthers(userId, two)
    expect(await alive()).toEqual([false, true, false, true])
    await sessions.endAll(userId)
    expect(await alive()).toEqual([false, false, false, true])
  })

  test('[A31] nobody begins or keeps a session while the account is disabled', async () => {
    const id = await begin()
    await store.query('everyone', {
      sql: 'update users set disabled_at = $2 where id = $1',
      parameters: [userId, clock.now()],
    })

    expect(await sessions.find(id)).toBeUndefined()
    await expect(begin()).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(sessions.begin(crypto.randomUUID())).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('[A927] expired sessions are forgotten, others are not', async () => {
    await begin()
    clock.advance('10d')
    const id = await begin()
    clock.advance('4d')

    await store.query('everyone', sessions.forgetExpired())

    expect(await rows()).toHaveLength(1)
    expect(await sessions.find(id)).toBeDefined()
  })

  const begin = () => sessions.begin(userId)
})
