import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Log } from '@quipu/kit'
import type { Store } from '../storage/store.ts'
import { StoreUnavailable } from '../storage/store.ts'
import { failureOf } from '../testing/failure-of.ts'
import { beginWithNobody, openAuth, resource, tasksResource } from '../testing/open-auth.ts'
import { intercepted, onEveryStore } from '../testing/test-stores.ts'

onEveryStore('the use of personal tokens', (openStore) => {
  let store: Store
  beforeAll(async () => {
    store = await openStore()
  })
  afterAll(() => store.close())
  beginWithNobody(() => store)

  const open = async (on = store, options: Parameters<typeof openAuth>[1] = {}) => {
    const auth = openAuth(on, options)
    const { userId, email } = await auth.bearer()
    const request = { userId, name: 'backup', scope: [], ttlSeconds: 3600 }
    const made = await auth.personalTokens.create(request)
    const use = (place = resource) => auth.auth.authenticate(`Bearer ${made.token}`, place)
    return { ...auth, userId, email, request, made, use }
  }

  const isNoting = (sql: string) => sql.startsWith('update personal_tokens set last_used_at')

  test('[A919] a personal token makes a caller, and then answers at once and without the store', async () => {
    const statements: string[] = []
    const { use, userId, email, clock } = await open(intercepted(store, ({ sql }) => statements.push(sql)))

    const caller = await use()

    expect(caller).toEqual({
      userId,
      username: email,
      role: 'contributor',
      permissions: new Set(['tasks:read', 'tasks:write']),
      clientId: expect.stringMatching(/^personal:[0-9a-f-]{36}$/),
      tokenHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    statements.length = 0
    clock.advance('4.9s')
    expect(use()).toBe(caller)
    expect(use(tasksResource)).toBe(caller)
    expect(statements).toEqual([])
  })

  test('[A23] it may do what it was made for and the role still has', async () => {
    const { auth, accounts, personalTokens, request, email, clock, use } = await open()
    const narrow = await personalTokens.create({ ...request, scope: ['tasks:read'] })
    expect((await auth.authenticate(`Bearer ${narrow.token}`, resource)).permissions).toEqual(
      new Set(['tasks:read']),
    )

    await accounts.create({ email: 'owner@example.com', role: 'admin' })
    await accounts.setRole(email, 'admin')
    clock.advance('5s')
    expect((await use()).permissions).toEqual(new Set(['tasks:read', 'tasks:write']))

    await accounts.setRole(email, 'viewer')
    clock.advance('5s')
    expect(await use()).toMatchObject({ role: 'viewer', permissions: new Set(['tasks:read']) })
  })

  test('[A20] a token for an endpoint is valid there only', async () => {
    const { auth, personalTokens, request } = await open()
    const { token } = await personalTokens.create({ ...request, resource: tasksResource })

    expect(await auth.authenticate(`Bearer ${token}`, tasksResource)).toBeDefined()
    expect((await failureOf(() => auth.authenticate(`Bearer ${token}`, resource))).message).toBe(
      `The token is for ${tasksResource}, not for ${resource}; get one for this resource`,
    )
  })

  test('[A920] an unknown, changed or expired one is refused like any bad token', async () => {
    const { auth, made, clock, use } = await open()
    const { token } = made
    const last = token.endsWith('A') ? 'B' : 'A'
    const wrong = [
      `qpt_${'x'.repeat(43)}`,
      token.slice(0, -1) + last,
      token.slice(0, -1),
      `${token}A`,
      'qpt_',
    ]
    for (const unknown of [...wrong, token.toUpperCase()]) {
      const failure = await failureOf(() => auth.authenticate(`Bearer ${unknown}`, resource))
      expect(failure).toMatchObject({
        status: 401,
        body: {
          error: 'unauthorized',
          message: 'The token is not valid here; sign in again or create a new one',
        },
        challenge: expect.stringContaining('Bearer error="invalid_token"'),
      })
    }
    await use()

    clock.advance('1h')

    // At first it is remembered, then looked up.
    const failures = [await failureOf(() => use()), await failureOf(() => use())]
    expect(failures.map(({ status, message }) => [status, message])).toEqual([
      [401, 'The token has expired; sign in again or create a new one'],
      [401, 'The token has expired; sign in again or create a new one'],
    ])
  })

  test('[A19] a revoked one ends at once, and within five seconds elsewhere', async () => {
    const { made, personalTokens, userId, use } = await open()
    const other = openAuth(store)
    const fresh = openAuth(store)
    const elsewhere = (instance = other) => instance.auth.authenticate(`Bearer ${made.token}`, resource)
    await use()
    await elsewhere()

    await personalTokens.revoke(userId, made.id)

    const withdrawn = {
      status: 401,
      body: { message: expect.stringContaining('was withdrawn; connect again') },
    }
    expect(await failureOf(() => use())).toMatchObject(withdrawn)
    expect(await failureOf(() => elsewhere(fresh))).toMatchObject(withdrawn)
    other.clock.advance('5s')
    expect(await failureOf(() => elsewhere())).toMatchObject(withdrawn)
  })

  test('[A13] the personal token of a disabled account is refused', async () => {
    const { use, clock } = await open()
    await use()
    await store.query('everyone', { sql: 'update users set disabled_at = now()', parameters: [] })
    clock.advance('5s')

    expect((await failureOf(() => use())).message).toBe(
      'The account of this token is disabled or no longer exists',
    )
  })

  test('[H712] its last use is noted, at most once a minute over all instances', async () => {
    let notes = 0
    const watched: Store = {
      ...store,
      query: async (scope, statement) => {
        const rows = await store.query<never>(scope, statement)
        if (isNoting(statement.sql)) notes += 1
        return rows
      },
    }
    const { use, made, personalTokens, userId, clock } = await open(watched)
    const other = openAuth(watched)
    const useElsewhere = () => other.auth.authenticate(`Bearer ${made.token}`, resource)
    const began = clock.now().getTime()
    const notedSeconds = async () => {
      const [token] = await personalTokens.list(userId)
      return ((token?.lastUsedAt?.getTime() ?? -Infinity) - began) / 1000
    }
    await Promise.all(Array.from({ length: 5 }, async () => use()))
    await expect.poll(() => notes).toBe(1)
    expect(await notedSeconds()).toBe(0)

    clock.advance('59s')
    await use()
    other.clock.advance('59s')
    await useElsewhere()
    clock.advance('1s')
    await use()
    await expect.poll(() => notes).toBe(2)
    expect(await notedSeconds()).toBe(60)

    other.clock.advance('2s')
    await useElsewhere()
    await expect.poll(() => notes).toBe(3)
    expect(await notedSeconds()).toBe(60)
  })

  test('[H900] no call waits for the record of a use, and a failed one is logged without the token', async () => {
    const gate = Promise.withResolvers<void>()
    const lines: unknown[] = []
    const log: Log = {
      debug: () => {},
      info: () => {},
      warn: (fields, message) => void lines.push({ ...fields, message }),
      error: () => {},
    }
    const failing = intercepted(store, async ({ sql }) => {
      if (!isNoting(sql)) return
      await gate.promise
      throw new StoreUnavailable('The store is away')
    })
    const { use, userId, made } = await open(failing, { log })

    const caller = await use()
    expect(lines).toEqual([])
    gate.resolve()

    await expect.poll(() => lines).not.toEqual([])
    expect(lines).toEqual([
      { userId, err: expect.any(StoreUnavailable), message: 'The use of a personal token was not noted' },
    ])
    expect(JSON.stringify(lines)).not.toContain(made.token.slice(4))
    expect(use()).toBe(caller)
  })
})
