import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../storage/store.ts'
import { AccountStates, readAccountState } from './account-states.ts'
import { beginWithNobody, openAuth, resource } from '../testing/open-auth.ts'
import { intercepted, onEveryStore } from '../testing/test-stores.ts'

onEveryStore('account states', (openStore) => {
  let store: Store
  beforeAll(async () => {
    store = await openStore()
  })
  afterAll(() => store.close())
  beginWithNobody(() => store)

  const open = async (watched = store) => {
    const auth = openAuth(store)
    const { userId, email } = await auth.bearer()
    const { now } = auth.clock
    const states = new AccountStates(readAccountState(watched, now), now)
    const connect = async (id: string) =>
      auth.apps.connected({
        id,
        userId,
        clientId: 'client',
        clientName: 'A client',
        redirectHost: 'client.example',
        resource,
        scope: ['tasks:read'],
        expiresAt: new Date(now().getTime() + 86_400_000),
      })
    return {
      ...auth,
      userId,
      email,
      states,
      connect,
      stateNow: async () => states.of(userId, now().getTime()),
    }
  }

  test('[A19] [A915] a state names what was withdrawn, in one statement with the account', async () => {
    const statements: string[] = []
    const { stateNow, states, userId, connect, apps, personalTokens, email } = await open(
      intercepted(store, ({ sql }) => statements.push(sql)),
    )
    await connect('kept')
    await connect('ended')
    const request = { userId, name: 'backup', scope: [], ttlSeconds: 60 }
    const token = await personalTokens.create(request)
    await personalTokens.create(request)
    await apps.revoke('ended')
    await personalTokens.revoke(userId, token.id)

    expect(await stateNow()).toEqual({
      username: email,
      role: 'contributor',
      tokensFromMs: 0,
      revoked: new Set(['ended', token.id]),
    })
    expect(statements).toHaveLength(1)
    expect(await states.of('not-an-id', 0)).toBeUndefined()
    expect(await states.of(crypto.randomUUID(), 0)).toBeUndefined()
  })

  test('[A19] withdrawn tokens that have expired are removed from the list', async () => {
    const { stateNow, userId, connect, apps, personalTokens, clock } = await open()
    await connect('ended')
    await apps.revoke('ended')
    const { id } = await personalTokens.create({ userId, name: 'backup', scope: [], ttlSeconds: 60 })
    await personalTokens.revoke(userId, id)

    clock.advance('60s')
    expect((await stateNow())?.revoked).toEqual(new Set(['ended']))
    clock.advance('366d')
    expect((await stateNow())?.revoked).toEqual(new Set())
  })

  test('[A915] a state is the same object until something in it changes', async () => {
    const { stateNow, states, userId, email, connect, apps, accounts, clock } = await open()
    await connect('one')
    await connect('other')
    await apps.revoke('one')
    const first = await stateNow()

    clock.advance('5s')
    expect(await stateNow()).toBe(first)
    states.forget(userId)
    expect(await stateNow()).toBe(first)

    await apps.revoke('other')
    states.forget(userId)
    const second = await stateNow()
    expect(second?.revoked).toEqual(new Set(['one', 'other']))

    await accounts.setRole(email, 'viewer')
    clock.advance('5s')
    expect(await stateNow()).toMatchObject({ role: 'viewer', revoked: second?.revoked })
  })

  test('[A915] a read that began before a change is not remembered after it', async () => {
    const gate = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    let isFirst = true
    // Reads at once and answers late, as a slow connection does.
    const late: Pick<Store, 'query'> = {
      query: async <Row>(...query: Parameters<Store['query']>) => {
        const rows = await store.query<Row>(...query)
        if (isFirst) {
          isFirst = false
          begun.resolve()
          await gate.promise
        }
        return rows
      },
    }
    const auth = openAuth(store)
    const { userId, email } = await auth.bearer()
    const states = new AccountStates(readAccountState(late, auth.clock.now), auth.clock.now)
    const nowMs = auth.clock.now().getTime()
    const early = states.of(userId, nowMs)
    await begun.promise

    await auth.accounts.setRole(email, 'viewer')
    states.forget(userId)
    gate.resolve()

    expect(await early).toMatchObject({ role: 'contributor' })
    expect(await states.of(userId, nowMs)).toMatchObject({ role: 'viewer' })
  })
})
