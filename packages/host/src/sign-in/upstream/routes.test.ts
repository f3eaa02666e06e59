import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RestEnv } from '../../input/rest-env.ts'
import type { Store } from '../../storage/store.ts'
import { onEveryStore } from '../../testing/test-stores.ts'
import type { OpenUpstreams } from '../../testing/open-upstreams.ts'
import { ada, appUrl, beginWithoutPeople, openUpstreams } from '../../testing/open-upstreams.ts'

onEveryStore('upstream routes', (openStore) => {
  let store: Store
  beforeAll(async () => {
    store = await openStore()
  })
  afterAll(() => store.close())
  beginWithoutPeople(() => store)

  test('[A51] [A946] a browser leaves with a short cookie and comes back signed in, once', async () => {
    const open = await openUpstreams(store, { newcomers: 'viewer' })
    const site = siteOf(open)

    const there = await site.get('/api/auth/oidc?next=/tasks')
    const cookie = there.headers.getSetCookie()[0] ?? ''
    const callback = await open.issuer.approve(there.headers.get('location') ?? '', ada)
    const back = await site.get(callback.pathname + callback.search, { cookie: cookie.split(';')[0] ?? '' })
    const again = await site.get(callback.pathname + callback.search, { cookie: cookie.split(';')[0] ?? '' })

    const account = await open.accounts.byEmail('ada@example.com')
    expect(there.status).toBe(302)
    expect(cookie).toMatch(
      /^quipu_upstream=v1\.[\w-]+; Max-Age=600; Path=\/api\/auth; HttpOnly; SameSite=Lax; Secure$/,
    )
    expect(back.status).toBe(302)
    expect(back.headers.get('location')).toBe('/tasks')
    expect(back.headers.getSetCookie()).toEqual([
      'quipu_upstream=; Max-Age=0; Path=/api/auth; HttpOnly; SameSite=Lax; Secure',
      `session=${account?.id}`,
    ])
    expect(again.status).toBe(400)
    expect(await again.text()).toBe('This sign-in was used already; start again at /login')
    expect(again.headers.getSetCookie()).toEqual([])
  })

  test.each([
    ['/api/auth/google', 404, /not offered here/],
    ['/api/auth/google/callback?code=1&state=2', 404, /not offered here/],
    ['/api/auth/oidc/callback?code=1&state=2', 400, /not begun in this browser/],
    ['/api/auth/oidc/callback', 400, /not begun in this browser/],
    ['/api/auth/oidc?link=made-up', 403, /This link is not yours or has expired/],
  ])('[A51] %s is answered with a page', async (path, status, message) => {
    const site = siteOf(await openUpstreams(store))

    const answer = await site.get(path)

    expect(answer.status).toBe(status)
    expect(await answer.text()).toMatch(message)
  })

  test('[A950] an issuer that is away is a page with 503', async () => {
    const open = await openUpstreams(store)
    await open.issuer.close()

    const answer = await siteOf(open).get('/api/auth/oidc')

    expect(answer.status).toBe(503)
    expect(await answer.text()).toContain('Acme cannot be reached for signing in right now')
  })

  test('[A55] a signed-in person links by the link of the account page, and keeps the session', async () => {
    const open = await openUpstreams(store)
    const me = await open.accounts.create({
      email: 'me@example.com',
      role: 'viewer',
      password: 'correct horse',
    })
    const site = siteOf(open, me.id)

    const there = await site.get(open.upstreams.linkHref('oidc', me.id))
    const cookie = there.headers.getSetCookie()[0]?.split(';')[0] ?? ''
    const callback = await open.issuer.approve(there.headers.get('location') ?? '', ada)
    const back = await site.get(callback.pathname + callback.search, { cookie })

    expect(back.headers.get('location')).toBe('/account')
    expect(back.headers.getSetCookie()).toHaveLength(1)
    expect(site.linked).toEqual([me.id])
    expect(await open.signIn(ada)).toMatchObject({ userId: me.id, how: 'known' })
  })

  test('[A55] the link is good for its person, its issuer and one hour', async () => {
    const open = await openUpstreams(store)
    const [me, other] = [crypto.randomUUID(), crypto.randomUUID()]
    const href = open.upstreams.linkHref('oidc', me)
    const forGoogle = open.upstreams.linkHref('google', me).replace('/google?', '/oidc?')

    expect((await siteOf(open, me).get(href)).status).toBe(302)
    expect((await siteOf(open, other).get(href)).status).toBe(403)
    expect((await siteOf(open).get(href)).status).toBe(403)
    expect((await siteOf(open, me).get(forGoogle)).status).toBe(403)
    open.clock.advance('1h')
    expect((await siteOf(open, me).get(href)).status).toBe(403)
  })

  test('[A51] errors that are not the person’s fault are left to the site', async () => {
    const open = await openUpstreams(store)
    const site = siteOf(open, new Error('the session store is away'))

    const answer = await site.get('/api/auth/oidc/callback')

    expect(await answer.text()).toBe('failed: the session store is away')
  })
})

interface Site {
  readonly linked: string[]
  get(path: string, headers?: Record<string, string>): Promise<Response>
}

/** The routes in a site whose only session is the given person's. */
function siteOf({ upstreams }: OpenUpstreams, session?: string | Error): Site {
  const app = new Hono<RestEnv>()
  const linked: string[] = []
  app.onError((error) => new Response(`failed: ${error.message}`, { status: 500 }))
  upstreams.routes(app, {
    signedIn: async (userId) => [`session=${userId}`],
    linked: (userId) => void linked.push(userId),
    sessionUser: async () => {
      if (session instanceof Error) throw session
      return session
    },
    errorPage: (message, status) => new Response(message, { status }),
  })
  return { linked, get: async (path, headers = {}) => app.request(appUrl + path, { headers }) }
}
