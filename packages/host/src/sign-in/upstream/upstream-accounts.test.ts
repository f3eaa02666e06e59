import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Store } from '../../storage/store.ts'
import { onEveryStore } from '../../testing/test-stores.ts'
import { ada, beginWithoutPeople, openUpstreams } from '../../testing/open-upstreams.ts'

onEveryStore('accounts of upstream identities', (openStore) => {
  let store: Store
  beforeAll(async () => {
    store = await openStore()
  })
  afterAll(() => store.close())
  beginWithoutPeople(() => store)

  const identities = () =>
    store.query('everyone', {
      sql: 'select issuer, subject, user_id, email from identities order by linked_at, subject',
      parameters: [],
    })
  const disable = (email: string) =>
    store.query('everyone', {
      sql: 'update users set disabled_at = now() where email = $1',
      parameters: [email],
    })

  describe('whose account', () => {
    test('[H706] a newcomer gets an account with the configured role, and the same one the next time', async () => {
      const { signIn, accounts, issuer } = await openUpstreams(store, { newcomers: 'contributor' })

      const first = await signIn(ada, '/tasks?open=1')
      const second = await signIn(ada, '//evil.example')

      expect(first).toEqual({ userId: expect.any(String), how: 'newcomer', next: '/tasks?open=1' })
      expect(second).toEqual({ userId: first.userId, how: 'known', next: '/' })
      expect(await accounts.list()).toEqual([
        expect.objectContaining({
          id: first.userId,
          email: 'ada@example.com',
          name: 'Ada Lovelace',
          role: 'contributor',
          hasPassword: false,
        }),
      ])
      expect(await identities()).toEqual([
        { issuer: issuer.issuer, subject: 'ada-1', user_id: first.userId, email: 'ada@example.com' },
      ])
    })

    test('[H706] a newcomer in several windows at once gets one account', async () => {
      const { signIn, accounts } = await openUpstreams(store, { newcomers: 'viewer' })

      const arrivals = await Promise.all(Array.from({ length: 5 }, () => signIn(ada)))

      expect(new Set(arrivals.map(({ userId }) => userId)).size).toBe(1)
      expect(await accounts.list()).toHaveLength(1)
    })

    test('[A54] another address at the issuer is still the same account, which keeps its own', async () => {
      const { signIn, accounts } = await openUpstreams(store, { newcomers: 'viewer' })
      await accounts.create({ email: 'countess@example.com', role: 'admin', password: 'correct horse' })
      const first = await signIn(ada)

      const second = await signIn({ ...ada, email: 'countess@example.com', email_verified: false })

      expect(second.userId).toBe(first.userId)
      expect(await accounts.byId(first.userId)).toMatchObject({ email: 'ada@example.com' })
      expect(await identities()).toMatchObject([{ email: 'countess@example.com' }])
    })

    test('[H706] without a role for newcomers, nobody gets an account', async () => {
      const { signIn, accounts } = await openUpstreams(store)

      await expect(signIn(ada)).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: 'There is no account for ada@example.com here; ask an admin for an invitation',
      })
      expect(await accounts.list()).toEqual([])
    })

    test('[A952] an address that is not verified opens and makes nothing, in the same words for all', async () => {
      const { signIn, accounts } = await openUpstreams(store, { newcomers: 'viewer' })
      const unverified = { ...ada, email_verified: false }
      const said = () => signIn(unverified).catch((error: unknown) => String(error))

      const beforeInvitation = await said()
      expect(await accounts.list()).toEqual([])
      await accounts.create({ email: 'ada@example.com', role: 'viewer' })
      const afterInvitation = await said()

      expect(beforeInvitation).toMatch(/Acme has not confirmed that ada@example.com is your address/)
      expect(beforeInvitation).toMatch(/sign in with your password first, then link Acme at \/account/)
      expect(afterInvitation).toBe(beforeInvitation)
      await expect(signIn({ sub: 'ada-1' })).rejects.toMatchObject({
        message: 'Acme did not tell your e-mail address; allow it there and try again',
      })
      expect(await identities()).toEqual([])
    })

    test('[A952] an invited person without a password arrives at the account that waits', async () => {
      const { signIn, accounts } = await openUpstreams(store)
      const { id } = await accounts.create({ email: 'ada@example.com', role: 'admin' })

      expect(await signIn({ ...ada, email: 'ADA@Example.com' })).toMatchObject({ userId: id, how: 'invited' })
      expect(await signIn(ada)).toMatchObject({ userId: id, how: 'known' })
    })

    test('[A952] an account with a password is not taken over by its address', async () => {
      const { signIn, accounts } = await openUpstreams(store, { newcomers: 'viewer' })
      await accounts.create({ email: 'ada@example.com', role: 'admin', password: 'correct horse' })

      await expect(signIn(ada)).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message:
          'There is an account for ada@example.com here that is not linked with Acme; ' +
          'sign in with your password first, then link Acme at /account',
      })
      expect(await identities()).toEqual([])
    })

    test('[A952] nor is one of another identity, when an address is given to somebody else', async () => {
      const { signIn } = await openUpstreams(store, { newcomers: 'viewer' })
      await signIn(ada)

      await expect(signIn({ ...ada, sub: 'ada-2' })).rejects.toMatchObject({
        code: 'FORBIDDEN',
        message: expect.stringContaining('sign in the way you did before'),
      })
      expect(await identities()).toHaveLength(1)
    })

    test('[A952] of two identities that claim one invitation at once, one gets it', async () => {
      const { signIn, accounts } = await openUpstreams(store)
      await accounts.create({ email: 'ada@example.com', role: 'viewer' })
      const people = Array.from({ length: 5 }, (_, at) => ({ ...ada, sub: `ada-${at}` }))

      const ends = await Promise.allSettled(people.map((person) => signIn(person)))

      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(await identities()).toHaveLength(1)
    })

    test('[H707] a disabled account stays shut, known or invited', async () => {
      const { signIn, accounts } = await openUpstreams(store, { newcomers: 'viewer' })
      await signIn(ada)
      await accounts.create({ email: 'bob@example.com', role: 'viewer' })
      await disable('ada@example.com')
      await disable('bob@example.com')

      const refusal = { code: 'FORBIDDEN', message: 'This account is disabled; ask an admin to enable it' }
      await expect(signIn(ada)).rejects.toMatchObject(refusal)
      await expect(signIn({ ...ada, sub: 'bob-1', email: 'bob@example.com' })).rejects.toMatchObject(refusal)
      expect(await identities()).toHaveLength(1)
    })

    test.each(['', 'x'.repeat(300), 'a\u0000b'])(
      '[A54] a subject that cannot be kept is refused (%#)',
      async (sub) => {
        const { signIn, issuer } = await openUpstreams(store, { newcomers: 'viewer' })
        issuer.forge = { claims: { sub } }

        await expect(signIn(ada)).rejects.toMatchObject({
          code: 'VALIDATION_ERROR',
          message: 'Acme names you in a way that cannot be kept; ask an admin',
        })
      },
    )

    test('[A54] a name that no account may have is mended', async () => {
      const { signIn, accounts } = await openUpstreams(store, { newcomers: 'viewer' })

      const { userId } = await signIn({ ...ada, name: `Ada\u0000${'🔑'.repeat(150)}` })

      expect((await accounts.byId(userId))?.name).toMatch(/^Ada 🔑+$/u)
    })
  })

  describe('linking', () => {
    test('[A55] a signed-in person links an identity, whatever its address, and signs in with it', async () => {
      const { signIn, link, accounts } = await openUpstreams(store)
      const { id } = await accounts.create({
        email: 'me@example.com',
        role: 'admin',
        password: 'correct horse',
      })

      expect(await link(id, { ...ada, email_verified: false })).toEqual({
        userId: id,
        how: 'linked',
        next: '/account',
      })
      expect(await link(id, ada)).toMatchObject({ userId: id })
      expect(await signIn(ada)).toMatchObject({ userId: id, how: 'known' })
      expect(await identities()).toHaveLength(1)
    })

    test('[A953] an identity belongs to one account, also when two people link it at once', async () => {
      const { link, accounts } = await openUpstreams(store)
      const one = await accounts.create({
        email: 'one@example.com',
        role: 'viewer',
        password: 'correct horse',
      })
      const two = await accounts.create({
        email: 'two@example.com',
        role: 'viewer',
        password: 'correct horse',
      })

      const ends = await Promise.allSettled([link(one.id, ada), link(two.id, ada)])

      expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({
        reason: { code: 'CONFLICT', message: expect.stringContaining('belongs to another account here') },
      })
      expect(await identities()).toHaveLength(1)
    })

    test('[A55] nothing is linked if the person who began is no longer signed in', async () => {
      const { upstreams, issuer, accounts } = await openUpstreams(store, { newcomers: 'viewer' })
      const me = await accounts.create({ email: 'me@example.com', role: 'viewer', password: 'correct horse' })
      for (const now of [undefined, crypto.randomUUID()]) {
        const { location, state } = await upstreams.begin('oidc', '/account', me.id)
        const callback = await issuer.approve(location, ada)

        await expect(upstreams.finish('oidc', callback, state, now)).rejects.toMatchObject({
          code: 'FORBIDDEN',
        })
      }
      expect(await identities()).toEqual([])
    })

    test('[A55] a plain sign-in of a signed-in person links nothing to their account', async () => {
      const { upstreams, issuer, accounts } = await openUpstreams(store, { newcomers: 'viewer' })
      const me = await accounts.create({ email: 'me@example.com', role: 'admin', password: 'correct horse' })
      const { location, state } = await upstreams.begin('oidc', '/')

      const arrival = await upstreams.finish('oidc', await issuer.approve(location, ada), state, me.id)

      expect(arrival.how).toBe('newcomer')
      expect(arrival.userId).not.toBe(me.id)
    })

    test('[A55] a disabled or erased account gets no identity', async () => {
      const { link, accounts } = await openUpstreams(store)
      const me = await accounts.create({ email: 'me@example.com', role: 'viewer' })
      await disable('me@example.com')

      await expect(link(me.id, ada)).rejects.toMatchObject({ code: 'FORBIDDEN', message: /disabled/ })
      await expect(link(crypto.randomUUID(), ada)).rejects.toMatchObject({ code: 'FORBIDDEN' })
    })
  })
})
