import { hash } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../storage/store.ts'
import { beginWithNobody, issuer, openAuth, resource, tasksResource } from '../testing/open-auth.ts'
import { forgetOldPersonalTokens } from './personal-tokens.ts'
import { onEveryStore } from '../testing/test-stores.ts'

const day = 86_400

onEveryStore('personal tokens', (openStore) => {
  let store: Store
  beforeAll(async () => {
    store = await openStore()
  })
  afterAll(() => store.close())
  beginWithNobody(() => store)

  const open = async (on = store) => {
    const auth = openAuth(on)
    const { userId } = await auth.bearer()
    const request = { userId, name: 'backup', scope: [], ttlSeconds: day }
    return { ...auth, userId, request }
  }

  /** What one transaction has made, others see a moment later: whoever counts meanwhile counts wrong. */
  const lateToCommit = (): Store => ({
    ...store,
    transaction: (scope, work) =>
      store.transaction(scope, async (tx) => {
        const result = await work(tx)
        await pause(20)
        return result
      }),
  })

  test('[A21] [A916] a token is shown once and stored only as its hash', async () => {
    const { personalTokens, request, userId, clock, events } = await open()

    const { token, ...made } = await personalTokens.create({ ...request, name: '  Nightly backup ' })

    expect(token).toMatch(/^qpt_[\w-]{43}$/)
    expect(made).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      name: 'Nightly backup',
      resource: issuer,
      scope: ['tasks:read', 'tasks:write'],
      createdAt: clock.now(),
      expiresAt: new Date(clock.now().getTime() + day * 1000),
      lastUsedAt: undefined,
    })
    expect(await personalTokens.list(userId)).toEqual([made])
    const rows = await store.query<{ row: string }>('everyone', {
      sql: 'select personal_tokens::text as row from personal_tokens',
      parameters: [],
    })
    expect(rows).toHaveLength(1)
    expect(rows[0]?.row).toContain(hash('sha256', token, 'hex'))
    expect(rows[0]?.row).not.toContain(token.slice(4))
    expect(JSON.stringify(events)).not.toContain(token.slice(4))
    expect((await personalTokens.create(request)).token).not.toBe(token)
  })

  test('[A917] the list is newest first and without what was revoked', async () => {
    const { personalTokens, request, userId, clock } = await open()
    for (const name of ['first', 'second', 'third']) {
      await personalTokens.create({
        ...request,
        name,
        scope: ['tasks:read'],
        resource: `${tasksResource}?readonly=1`,
      })
      clock.advance('1s')
    }
    const [, second] = await personalTokens.list(userId)
    expect(second).toMatchObject({ name: 'second', scope: ['tasks:read'], resource: tasksResource })

    await personalTokens.revoke(userId, second?.id ?? '')

    expect((await personalTokens.list(userId)).map(({ name }) => name)).toEqual(['third', 'first'])
  })

  const tooMuch = 'The lifetime must be a whole number of seconds from 1 to 31622400 (366 days)'
  const nameLength = 'The name of the token must have 1 to 100 characters'
  const nameControls = 'The name of the token must not contain control characters'
  test.each([
    [{ name: '  ' }, nameLength],
    [{ name: 'x'.repeat(101) }, nameLength],
    [{ name: 'a\nb' }, nameControls],
    [{ name: 'a\0b' }, nameControls],
    [{ name: 'a\uD800' }, nameControls],
    [{ ttlSeconds: 0 }, tooMuch],
    [{ ttlSeconds: 366 * day + 1 }, tooMuch],
    [{ ttlSeconds: 1.5 }, tooMuch],
    [
      { scope: ['tasks:read', 'tasks:rule', 'x'] },
      'Unknown scope: tasks:rule, x; this installation knows: keys:manage, tasks:read, tasks:write',
    ],
    [
      { scope: ['tasks:read', 'keys:manage'] },
      'The role contributor does not have: keys:manage; it has: tasks:read, tasks:write',
    ],
    [
      { resource: 'https://evil.example/mcp' },
      `Unknown resource https://evil.example/mcp; use one of: ${issuer}, ${resource}, ${tasksResource}`,
    ],
  ])('[A22] %j is refused and leaves nothing', async (wrong, message) => {
    const { personalTokens, request, userId, events } = await open()

    await expect(personalTokens.create({ ...request, ...wrong })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message,
    })
    expect(await personalTokens.list(userId)).toEqual([])
    expect(events).toEqual([])
  })

  test('[A22] the longest name and the longest life are taken', async () => {
    const { personalTokens, request } = await open()

    const made = await personalTokens.create({ ...request, name: 'x'.repeat(100), ttlSeconds: 366 * day })

    expect(made.expiresAt.getTime() - made.createdAt.getTime()).toBe(366 * day * 1000)
  })

  test('[A909] an account that is unknown or disabled gets none', async () => {
    const { personalTokens, request } = await open()
    await expect(personalTokens.create({ ...request, userId: crypto.randomUUID() })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })

    await store.query('everyone', { sql: 'update users set disabled_at = now()', parameters: [] })

    await expect(personalTokens.create(request)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('[A918] a person has at most fifty, also when several are made at once', async () => {
    const { personalTokens, request, userId, clock, bearer } = await open(lateToCommit())
    const short = await personalTokens.create({ ...request, ttlSeconds: 60 })
    for (let made = 1; made < 45; made++) await personalTokens.create(request)

    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => personalTokens.create(request)),
    )

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(5)
    await expect(personalTokens.create(request)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'There are 50 personal tokens already; revoke one that is not needed any more',
    })
    const other = await bearer()
    await personalTokens.create({ ...request, userId: other.userId })
    clock.advance('60s')
    await personalTokens.create(request)
    await personalTokens.revoke(userId, short.id)
    await expect(personalTokens.create(request)).rejects.toMatchObject({ code: 'CONFLICT' })
  })

  test('[A24] the token of someone else can be neither seen nor revoked', async () => {
    const { personalTokens, request, userId, bearer, auth, events } = await open()
    const { id, token } = await personalTokens.create(request)
    const other = await bearer({ role: 'admin' })

    expect(await personalTokens.list(other.userId)).toEqual([])
    for (const unknown of [id, crypto.randomUUID(), 'not-an-id'])
      await expect(personalTokens.revoke(other.userId, unknown)).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: `There is no personal token with the id ${unknown}; see the list of tokens`,
      })
    expect(await auth.authenticate(`Bearer ${token}`, resource)).toMatchObject({ userId })
    expect(events.map(({ action }) => action)).toEqual(['personal_token.created'])
  })

  test('[A921] of ten revocations at once one counts and is audited', async () => {
    const { personalTokens, request, userId, events } = await open()
    const { id } = await personalTokens.create(request)

    const outcomes = await Promise.allSettled(
      Array.from({ length: 10 }, () => personalTokens.revoke(userId, id)),
    )

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(events).toMatchObject([
      {
        action: 'personal_token.created',
        userId,
        resourceType: 'personal_token',
        resourceId: id,
        outcome: 'ok',
      },
      {
        action: 'personal_token.revoked',
        userId,
        resourceType: 'personal_token',
        resourceId: id,
        outcome: 'ok',
      },
    ])
  })

  test('[A924] tokens that ended 400 days ago are forgotten, others are not', async () => {
    const { personalTokens, request, userId, clock } = await open()
    const revoked = await personalTokens.create({ ...request, name: 'revoked', ttlSeconds: 366 * day })
    await personalTokens.create({ ...request, name: 'expired', ttlSeconds: 1 })
    await personalTokens.create({ ...request, name: 'later', ttlSeconds: 2 * day })
    await personalTokens.revoke(userId, revoked.id)
    const names = async () => {
      await store.query('everyone', forgetOldPersonalTokens(clock.now()))
      const rows = await store.query<{ name: string }>('everyone', {
        sql: 'select name from personal_tokens order by name',
        parameters: [],
      })
      return rows.map(({ name }) => name)
    }

    clock.advance('400d')
    expect(await names()).toEqual(['expired', 'later', 'revoked'])
    clock.advance('2s')
    expect(await names()).toEqual(['later'])
  })
})
