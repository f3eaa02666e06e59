import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Store } from '../../storage/store.ts'
import { onEveryStore } from '../../testing/test-stores.ts'
import { ada, appUrl, beginWithoutPeople, openUpstreams } from '../../testing/open-upstreams.ts'

onEveryStore('upstream sign-in', (openStore) => {
  let store: Store
  beforeAll(async () => {
    store = await openStore()
  })
  afterAll(() => store.close())
  beginWithoutPeople(() => store)

  describe('the way there and back', () => {
    test('[A51] [A946] leaves with code flow, PKCE S256, state and nonce, and seals what must come back', async () => {
      const { upstreams, issuer } = await openUpstreams(store)

      const { location, state } = await upstreams.begin('oidc', '/tasks')

      const url = new URL(location)
      expect(url.origin).toBe(issuer.issuer)
      expect(Object.fromEntries(url.searchParams)).toMatchObject({
        response_type: 'code',
        client_id: 'quipu',
        scope: 'openid email profile',
        redirect_uri: `${appUrl}/api/auth/oidc/callback`,
        code_challenge_method: 'S256',
        code_challenge: expect.stringMatching(/^[\w-]{43}$/),
        state: expect.stringMatching(/^[\w-]{43}$/),
        nonce: expect.stringMatching(/^[\w-]{43}$/),
      })
      expect(state).toMatch(/^v1\.[\w-]+$/)
      expect(state).not.toContain(url.searchParams.get('state'))
      expect(upstreams.list).toEqual([{ id: 'oidc', name: 'Acme', href: '/api/auth/oidc' }])
    })

    test('[A946] the sealed state fits into a cookie for the longest path', async () => {
      const { upstreams } = await openUpstreams(store)

      const { state } = await upstreams.begin('oidc', `/${'"'.repeat(660)}`, crypto.randomUUID())

      expect(state.length).toBeLessThan(3_700)
    })

    test('[A947] another state is refused and spends nothing', async () => {
      const { upstreams, issuer } = await openUpstreams(store, { newcomers: 'viewer' })
      const mine = await upstreams.begin('oidc', '/')
      const other = await upstreams.begin('oidc', '/')
      const callback = await issuer.approve(mine.location, ada)
      const forged = new URL(callback)
      forged.searchParams.set('state', 'made-up')

      const refusal = { code: 'VALIDATION_ERROR', message: expect.stringContaining('start again at /login') }
      await expect(upstreams.finish('oidc', forged, mine.state)).rejects.toMatchObject(refusal)
      await expect(upstreams.finish('oidc', callback, other.state)).rejects.toMatchObject(refusal)
      await expect(upstreams.finish('oidc', callback, undefined)).rejects.toMatchObject(refusal)
      await expect(
        upstreams.finish('oidc', callback, `${mine.state.slice(0, 40)}AAAA${mine.state.slice(44)}`),
      ).rejects.toMatchObject(refusal)
      expect(await upstreams.finish('oidc', callback, mine.state)).toMatchObject({ how: 'newcomer' })
    })

    test('[A946] a callback counts once, also when it comes ten times at once', async () => {
      const { upstreams, issuer } = await openUpstreams(store, { newcomers: 'viewer' })
      const { location, state } = await upstreams.begin('oidc', '/')
      const callback = await issuer.approve(location, ada)

      const ends = await Promise.allSettled(
        Array.from({ length: 10 }, () => upstreams.finish('oidc', callback, state)),
      )

      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      await expect(upstreams.finish('oidc', callback, state)).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        message: 'This sign-in was used already; start again at /login',
      })
    })

    test('[A946] a sign-in ends after ten minutes', async () => {
      const { upstreams, issuer, clock } = await openUpstreams(store, { newcomers: 'viewer' })
      const { location, state } = await upstreams.begin('oidc', '/')
      const callback = await issuer.approve(location, ada)
      clock.advance('10m')

      await expect(upstreams.finish('oidc', callback, state)).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        message: 'This sign-in took more than ten minutes; start again at /login',
      })
    })

    test('[A51] a person who declines at the issuer gets a message', async () => {
      const { upstreams, issuer } = await openUpstreams(store)
      const { location, state } = await upstreams.begin('oidc', '/')

      await expect(upstreams.finish('oidc', await issuer.deny(location), state)).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: 'Signing in with Acme was cancelled; try again, or sign in another way',
      })
    })

    test('[A51] an issuer that is not configured is not found', async () => {
      const { upstreams } = await openUpstreams(store)

      await expect(upstreams.begin('google', '/')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    })
  })

  describe('what the issuer says', () => {
    test.each([
      ['for another audience', { claims: { aud: 'another-client' } }],
      ['of another issuer', { claims: { iss: 'https://evil.example' } }],
      ['with another nonce', { claims: { nonce: 'another' } }],
      ['that has expired', { claims: { exp: 1_600_000_000 } }],
      ['signed by another key', { isSignedByOther: true }],
    ])(
      '[A52] [A949] an ID token %s is refused, and nothing of it is shown or logged',
      async (_which, forge) => {
        const { signIn, issuer, accounts, logged } = await openUpstreams(store, { newcomers: 'viewer' })
        issuer.forge = forge

        await expect(signIn(ada)).rejects.toMatchObject({
          code: 'VALIDATION_ERROR',
          message: 'Acme did not confirm this sign-in; start again at /login',
        })
        expect(await accounts.list()).toEqual([])
        expect(logged).toHaveLength(1)
        expect(logged.join()).not.toMatch(/ada|eyJ|a secret/)
      },
    )

    test('[A52] the forger of these tests is believed when it changes nothing', async () => {
      const { signIn, issuer } = await openUpstreams(store, { newcomers: 'viewer' })
      issuer.forge = {}

      expect(await signIn(ada)).toMatchObject({ how: 'newcomer' })
    })

    test('[A52] an answer that names another issuer is refused', async () => {
      const { upstreams, issuer } = await openUpstreams(store, { newcomers: 'viewer' })
      const { location, state } = await upstreams.begin('oidc', '/')
      const callback = await issuer.approve(location, ada)
      callback.searchParams.set('iss', 'https://evil.example')

      await expect(upstreams.finish('oidc', callback, state)).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
      })
    })

    test('[A948] address and name are fetched where the ID token lacks them', async () => {
      const { signIn, accounts } = await openUpstreams(store, { newcomers: 'viewer', isTerse: true })

      const { userId } = await signIn(ada)

      expect(await accounts.byId(userId)).toMatchObject({ email: 'ada@example.com', name: 'Ada Lovelace' })
    })
  })

  describe('an issuer that is away', () => {
    test('[A950] is reported with a message, and tried again the next time', async () => {
      const { upstreams, issuer, logged } = await openUpstreams(store)
      await issuer.close()

      await expect(upstreams.begin('oidc', '/')).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: 'Acme cannot be reached for signing in right now; try again later, or sign in another way',
      })
      expect(logged).toEqual([expect.stringContaining('an issuer for signing in cannot be reached')])
      await issuer.reopen()
      expect((await upstreams.begin('oidc', '/')).location).toContain(`${issuer.issuer}/auth?`)
    })

    test('[A950] between leaving and coming back fails that sign-in only', async () => {
      const { upstreams, issuer } = await openUpstreams(store, { newcomers: 'viewer' })
      const { location, state } = await upstreams.begin('oidc', '/')
      const callback = await issuer.approve(location, ada)
      await issuer.close()

      await expect(upstreams.finish('oidc', callback, state)).rejects.toMatchObject({
        code: 'UNAVAILABLE',
        message: 'Acme did not answer; start again at /login in a while',
      })
    })

    test('[A951] once known, its metadata are used on while it is away', async () => {
      const { upstreams, issuer, clock } = await openUpstreams(store)
      await upstreams.begin('oidc', '/')
      await issuer.close()
      clock.advance('2h')

      expect((await upstreams.begin('oidc', '/')).location).toContain(issuer.issuer)
    })

    test.each(['http://issuer.example', 'ftp://127.0.0.1', 'http://127.0.0.1.evil.example', 'nonsense'])(
      '[A53] %s is refused at the start',
      async (issuer) => {
        await expect(openUpstreams(store, { issuer })).rejects.toThrow(
          /The issuer of "oidc" must be an https URL/,
        )
      },
    )
  })
})
