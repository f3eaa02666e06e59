import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../storage/store.ts'
import { failureOf } from '../testing/failure-of.ts'
import { openKeyRing } from './key-ring.ts'
import type { OpenAuth } from '../testing/open-auth.ts'
import { beginWithNobody, issuer, openAuth, resource, tasksResource } from '../testing/open-auth.ts'
import { RootSecret } from './root-secret.ts'
import { onEveryStore } from '../testing/test-stores.ts'

const withdrawn = 'The access of this token was withdrawn; connect again or create a new one'
const settings = `${issuer}/api/user-settings`

onEveryStore('tokens that stand on a grant', (openStore) => {
  let store: Store
  beforeAll(async () => {
    store = await openStore()
  })
  afterAll(() => store.close())
  beginWithNobody(() => store)

  const connected = async ({ bearer, resigned, apps, clock }: OpenAuth) => {
    const { userId, token } = await bearer()
    const id = `grant-${crypto.randomUUID()}`
    await apps.connected({
      id,
      userId,
      clientId: 'client',
      clientName: 'A client',
      redirectHost: 'client.example',
      resource,
      scope: ['tasks:read'],
      expiresAt: new Date(clock.now().getTime() + 86_400_000),
    })
    return { id, userId, plain: token, token: await resigned(token, { grant: id }) }
  }

  test('[A19] a withdrawn grant ends its tokens at once, and those of no other grant', async () => {
    const open = openAuth(store)
    const { auth, apps, resigned } = open
    const { id, plain, token } = await connected(open)
    const other = await resigned(plain, { grant: 'another' })
    const first = await auth.authenticate(`Bearer ${token}`, resource)
    expect(auth.authenticate(`Bearer ${token}`, resource)).toBe(first)

    await apps.revoked(id)

    for (const attempt of [1, 2]) {
      const failure = await failureOf(() => auth.authenticate(`Bearer ${token}`, resource))
      expect(failure, `attempt ${attempt}`).toMatchObject({ status: 401, body: { message: withdrawn } })
      expect(failure.challenge).toContain('error="invalid_token"')
    }
    for (const good of [plain, other])
      await expect(auth.authenticate(`Bearer ${good}`, resource)).resolves.toBeDefined()
    const unused = await resigned(token, { jti: 'never used before' })
    expect((await failureOf(() => auth.authenticate(`Bearer ${unused}`, resource))).message).toBe(withdrawn)
  })

  test('[A19] another instance notices within five seconds', async () => {
    const open = openAuth(store)
    const other = openAuth(store)
    const { id, token } = await connected(open)
    await other.auth.authenticate(`Bearer ${token}`, resource)

    await open.apps.revoke(id)

    other.clock.advance('5s')
    expect((await failureOf(() => other.auth.authenticate(`Bearer ${token}`, resource))).message).toBe(
      withdrawn,
    )
  })

  test("[A19] someone else's withdrawal of the same name changes nothing", async () => {
    const open = openAuth(store)
    const { auth, resigned, apps } = open
    const theirs = await connected(open)
    const mine = await connected(open)
    const token = await resigned(mine.token, { grant: theirs.id })
    await auth.authenticate(`Bearer ${token}`, resource)

    await apps.revoke(theirs.id)
    auth.forget(mine.userId)

    expect(await auth.authenticate(`Bearer ${token}`, resource)).toMatchObject({ userId: mine.userId })
  })

  test('[A20] a token for the public URL is good everywhere, one for an endpoint only there', async () => {
    const { auth, bearer, resigned } = openAuth(store)
    const { token, userId } = await bearer({ resource: tasksResource })
    const umbrella = await resigned(token, { aud: issuer })

    for (const place of [resource, tasksResource, settings, issuer])
      expect(await auth.authenticate(`Bearer ${umbrella}`, place)).toMatchObject({ userId })
    expect(await auth.authenticate(`Bearer ${token}`, tasksResource)).toMatchObject({ userId })
    for (const place of [resource, settings, issuer])
      expect((await failureOf(() => auth.authenticate(`Bearer ${token}`, place))).message).toBe(
        `The token is for ${tasksResource}, not for ${place}; get one for this resource`,
      )
  })

  test.each([`${issuer}/`, `${issuer}.evil.example`, 'https://quipu', ''])(
    '[A20] %j is not the public URL',
    async (aud) => {
      const { auth, bearer, resigned } = openAuth(store)
      const token = await resigned((await bearer()).token, { aud })

      expect(await failureOf(() => auth.authenticate(`Bearer ${token}`, resource))).toMatchObject({
        status: 401,
      })
    },
  )

  test('[A20] a resource may take the tokens of others, which are named', async () => {
    const { auth, bearer } = openAuth(store)
    const named = await bearer({ resource: tasksResource })
    const other = await bearer({ resource })

    const caller = await auth.authenticate(`Bearer ${named.token}`, settings, '', [tasksResource])
    expect(caller.userId).toBe(named.userId)
    expect(auth.authenticate(`Bearer ${named.token}`, settings, '', [tasksResource])).toBe(caller)
    expect(await failureOf(() => auth.authenticate(`Bearer ${named.token}`, settings))).toMatchObject({
      status: 401,
    })
    expect(
      await failureOf(() => auth.authenticate(`Bearer ${other.token}`, settings, '', [tasksResource])),
    ).toMatchObject({ status: 401 })
  })

  test('[A914] a token that was used before ends within five seconds of its key', async () => {
    const { auth, bearer, clock, keys } = openAuth(store)
    const { token } = await bearer()
    await auth.authenticate(`Bearer ${token}`, resource)
    const secrets = new RootSecret('s'.repeat(32))

    await openKeyRing({ store, secrets, keys, now: clock.now, record: () => {} }).rotate({ endFormer: true })
    clock.advance('5s')

    for (const attempt of [1, 2])
      expect(
        await failureOf(() => auth.authenticate(`Bearer ${token}`, resource)),
        `attempt ${attempt}`,
      ).toMatchObject({ status: 401, body: { message: expect.stringContaining('not valid here') } })
  })
})
