import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Store } from '../storage/store.ts'
import { forgetOldApps } from './connected-apps.ts'
import { beginWithNobody, openAuth, resource, tasksResource } from '../testing/open-auth.ts'
import { intercepted, onEveryStore } from '../testing/test-stores.ts'

const day = 86_400_000

onEveryStore('connected apps', (openStore) => {
  let store: Store
  beforeAll(async () => {
    store = await openStore()
  })
  afterAll(() => store.close())
  beginWithNobody(() => store)
  beforeEach(() => sql('delete from oauth_artifacts'))

  const sql = <Row>(text: string, ...parameters: readonly unknown[]) =>
    store.query<Row>('everyone', { sql: text, parameters })

  const open = async (on = store) => {
    const auth = openAuth(on)
    const { userId, email } = await auth.bearer()
    const other = await auth.bearer()
    const consent = {
      userId,
      clientId: 'client',
      redirectHost: 'client.example',
      resource,
      scope: ['tasks:read'],
    }
    const connect = async (id: string, differing: Partial<typeof consent & { expiresAt: Date }> = {}) => {
      const expiresAt = new Date(auth.clock.now().getTime() + 14 * day)
      await auth.apps.connected({ id, clientName: 'A client', ...consent, expiresAt, ...differing })
      for (const kind of ['Grant', 'RefreshToken'])
        await sql(
          `insert into oauth_artifacts (kind, id_hash, sealed_payload, grant_id, created_at)
           values ($1, $2, 'sealed', $2, now())`,
          kind,
          id,
        )
    }
    return { ...auth, userId, email, other, consent, connect }
  }

  const artifacts = async () => {
    const rows = await sql<{ grant_id: string }>('select distinct grant_id from oauth_artifacts order by 1')
    return rows.map(({ grant_id }) => grant_id)
  }
  const ids = (apps: readonly { readonly id: string }[]) => apps.map(({ id }) => id).toSorted()

  test('[A24] each person sees their own apps, the host all of them, newest first', async () => {
    const { apps, connect, userId, email, other, clock } = await open()
    await connect('first')
    const began = clock.now()
    clock.advance('1s')
    await connect('theirs', { userId: other.userId })
    clock.advance('1s')
    await connect('second')
    await apps.used('first', clock.now())

    expect((await apps.list()).map(({ id }) => id)).toEqual(['second', 'theirs', 'first'])
    const [second, first] = await apps.list(userId)
    expect(second?.id).toBe('second')
    expect(first).toEqual({
      id: 'first',
      userId,
      email,
      clientId: 'client',
      clientName: 'A client',
      redirectHost: 'client.example',
      resource,
      scope: ['tasks:read'],
      createdAt: began,
      lastUsedAt: clock.now(),
    })
    expect(ids(await apps.list(other.userId))).toEqual(['theirs'])
  })

  test('[A24] the app of someone else, or a missing one, cannot be revoked', async () => {
    const { apps, connect, userId, other, events } = await open()
    await connect('mine')

    for (const [id, whose] of [
      ['mine', other.userId],
      ['unknown', userId],
      ['unknown', undefined],
    ] as const)
      await expect(apps.revoke(id, whose)).rejects.toMatchObject({
        code: 'NOT_FOUND',
        message: `There is no connected app with the id ${id}; see the list of apps`,
      })

    expect(ids(await apps.list())).toEqual(['mine'])
    expect(await artifacts()).toEqual(['mine'])
    expect(events).toEqual([])
  })

  test('[A921] of ten revocations at once one counts and is audited', async () => {
    const { apps, connect, userId, events } = await open()
    await connect('mine')

    const revoked = Array.from({ length: 5 }, () => apps.revoked('mine'))
    const outcomes = await Promise.allSettled([
      ...revoked,
      ...Array.from({ length: 5 }, async () => apps.revoke('mine', userId)),
    ])

    const ended = outcomes.filter((outcome) => outcome.status === 'fulfilled' && outcome.value !== undefined)
    expect(ended).toHaveLength(1)
    expect(events).toMatchObject([
      {
        action: 'oauth.grant_revoked',
        userId,
        resourceType: 'oauth_grant',
        resourceId: 'mine',
        outcome: 'ok',
        metadata: { clientId: 'client', clientName: 'A client' },
      },
    ])
  })

  test('[A25] a revoked app leaves the list, with everything that was issued and consented', async () => {
    const { apps, connect, userId, email, consent, other } = await open()
    await connect('ended')
    await connect('kept', { clientId: 'other client' })
    await connect('theirs', { userId: other.userId })
    const kept = [
      { ...consent, clientId: 'other client' },
      { ...consent, userId: other.userId },
    ]
    const gone = [consent, { ...consent, resource: tasksResource }, { ...consent, redirectHost: 'localhost' }]
    for (const each of [...gone, ...kept]) await apps.rememberConsent(each)

    expect(await apps.revoke('ended', userId)).toMatchObject({ id: 'ended', userId, email })

    expect(ids(await apps.list(userId))).toEqual(['kept'])
    expect(await artifacts()).toEqual(['kept', 'theirs'])
    for (const each of gone) expect(await apps.hasConsent(each)).toBe(false)
    for (const each of kept) expect(await apps.hasConsent(each)).toBe(true)
    await expect(apps.revoke('ended', userId)).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('[A25] what is issued under an ended grant is removed when it is ended again', async () => {
    const { apps, connect } = await open()
    await connect('mine')
    expect(await apps.revoked('mine')).toMatchObject({ id: 'mine' })
    for (const late of ['mine', 'never connected'])
      await sql(
        `insert into oauth_artifacts (kind, id_hash, sealed_payload, grant_id, created_at)
         values ('RefreshToken', $1, 'sealed', $1, now())`,
        late,
      )

    expect(await apps.revoked('mine')).toBeUndefined()
    expect(await apps.revoked('never connected')).toBeUndefined()
    expect(await artifacts()).toEqual([])
  })

  test('[A25] a revocation is done as a whole or not at all', async () => {
    const { apps, connect, userId, events } = await open(
      intercepted(store, ({ sql: text }) => {
        if (text.startsWith('delete from consents')) throw new Error('the last step failed')
      }),
    )
    await connect('mine')

    await expect(apps.revoke('mine', userId)).rejects.toThrow('the last step failed')

    expect(ids(await apps.list(userId))).toEqual(['mine'])
    expect(await artifacts()).toEqual(['mine'])
    expect(events).toEqual([])
  })

  test('[A25] everything of a client ends, or everything of a person, also both at once', async () => {
    const { apps, connect, userId, other, events, consent } = await open()
    for (let each = 0; each < 10; each++) {
      await connect(`both-${each}`)
      await connect(`client-${each}`, { userId: other.userId })
      await connect(`person-${each}`, { clientId: 'other client' })
    }
    await connect('kept', { userId: other.userId, clientId: 'other client' })
    const oldConsent = { ...consent, clientId: 'long gone' }
    await apps.rememberConsent(oldConsent)

    const [ofClient, ofPerson] = await Promise.all([apps.revokeClient('client'), apps.revokeUser(userId)])

    expect(ids([...ofClient, ...ofPerson])).toHaveLength(30)
    expect(new Set(events.map(({ resourceId }) => resourceId)).size).toBe(30)
    expect(ids(await apps.list())).toEqual(['kept'])
    expect(await artifacts()).toEqual(['kept'])
    expect(await apps.hasConsent(oldConsent)).toBe(false)
  })

  test('[A25] an expired app is not listed, and a revoked one is not used again', async () => {
    const { apps, connect, userId, clock } = await open()
    await connect('short', { expiresAt: new Date(clock.now().getTime() + 1000) })
    await connect('mine')
    await apps.revoke('mine')
    const before = await sql('select last_used_at, expires_at from connected_apps order by id')
    clock.advance('1s')
    await apps.used('mine', new Date(clock.now().getTime() + 30 * day))

    expect(await apps.list(userId)).toEqual([])
    expect(await sql('select last_used_at, expires_at from connected_apps order by id')).toEqual(before)
  })

  test('[A25] an app that got new tokens lasts as long as these, and never shorter than before', async () => {
    const { apps, connect, userId, clock } = await open()
    await connect('mine')
    clock.advance('13d')
    await apps.used('mine', new Date(clock.now().getTime() + 14 * day))
    await apps.used('mine', clock.now())

    clock.advance('13d')
    expect(ids(await apps.list(userId))).toEqual(['mine'])
    clock.advance('1d')
    expect(await apps.list(userId)).toEqual([])
  })

  test('[A26] a consent covers the granted scopes, for that person, client, redirect host and resource', async () => {
    const { apps, consent, other } = await open()
    expect(await apps.hasConsent(consent)).toBe(false)
    await apps.rememberConsent({ ...consent, scope: ['tasks:read', 'tasks:write'] })

    for (const scope of [['tasks:write'], ['tasks:write', 'tasks:read'], []])
      expect(await apps.hasConsent({ ...consent, scope })).toBe(true)
    expect(await apps.hasConsent({ ...consent, scope: ['tasks:read', 'keys:manage'] })).toBe(false)
    for (const differing of [
      { userId: other.userId },
      { clientId: 'Client' },
      { redirectHost: 'localhost' },
      { resource: tasksResource },
    ])
      expect(await apps.hasConsent({ ...consent, ...differing })).toBe(false)
  })

  test('[A923] consents add up, also when given at once', async () => {
    const { apps, consent } = await open()
    const scopes = ['keys:manage', 'tasks:read', 'tasks:write']

    await Promise.all(
      [...scopes, ...scopes].map((name) => apps.rememberConsent({ ...consent, scope: [name] })),
    )

    expect(await apps.hasConsent({ ...consent, scope: scopes })).toBe(true)
    expect(await sql('select scopes from consents')).toEqual([{ scopes }])
  })

  test('[A924] apps that ended 400 days ago are forgotten, others are not', async () => {
    const { apps, connect, clock } = await open()
    const later = new Date(clock.now().getTime() + 800 * day)
    await connect('revoked', { expiresAt: later })
    await connect('live', { expiresAt: later })
    await connect('expired', { expiresAt: clock.now() })
    await apps.revoke('revoked')
    const left = async () => {
      await store.query('everyone', forgetOldApps(clock.now()))
      return ids(await sql<{ id: string }>('select id from connected_apps'))
    }

    clock.advance('400d')
    expect(await left()).toEqual(['expired', 'live', 'revoked'])
    clock.advance('1s')
    expect(await left()).toEqual(['live'])
  })
})
