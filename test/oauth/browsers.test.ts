import { tasks } from '@quipu/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { send } from '../bad-input/raw-http.ts'
import { engines, openTestHost, type TestHost, password } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { claude, OAuthClient } from './oauth-client.ts'
import { Rows } from './rows.ts'
import { actionOf, fieldOf, WebBrowser } from './web-browser.ts'

const foreign = 'https://app.example'

describe.each(engines)('browsers on %s', (engine) => {
  let app: TestHost
  let ada: TestUser
  const rows = new Rows()
  beforeAll(async () => {
    app = await openTestHost(engine, [tasks, rows.module], { authorizationsPerMinute: 10_000 })
    ada = await app.user({ password })
  })
  afterAll(() => app[Symbol.asyncDispose]())

  const signedIn = async (email = ada.email): Promise<WebBrowser> => {
    const browser = new WebBrowser(app.url)
    const page = await browser.visit('/login')
    const form = { csrf: fieldOf(page.html, 'csrf'), email, password }
    expect((await browser.visit('/login', { form })).html).toContain(email)
    return browser
  }

  test.each(['token', 'register', 'revoke', 'device'])(
    '[O44] a page of any site may send to /api/oauth/%s and read what comes back, also a refusal',
    async (name) => {
      const url = `${app.url}/api/oauth/${name}`
      const preflight = await fetch(url, {
        method: 'OPTIONS',
        headers: {
          origin: foreign,
          'access-control-request-method': 'POST',
          'access-control-request-headers': 'content-type, mcp-protocol-version',
        },
      })
      expect(preflight.status).toBe(204)
      expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
      expect(preflight.headers.get('access-control-allow-methods')).toContain('POST')
      expect(preflight.headers.get('access-control-allow-headers')).toContain('content-type')

      for (const body of [new URLSearchParams({ client_id: 'nobody' }), 'nonsense', new URLSearchParams()]) {
        const refused = await fetch(url, { method: 'POST', headers: { origin: foreign }, body })
        expect([refused.status >= 400, refused.headers.get('access-control-allow-origin')]).toEqual([
          true,
          '*',
        ])
        expect(refused.headers.get('access-control-allow-credentials')).toBeNull()
        expect(await refused.json()).toMatchObject({ error: expect.any(String) })
      }
    },
  )

  test.each([
    '/.well-known/oauth-authorization-server',
    '/.well-known/oauth-protected-resource/mcp',
    '/api/oauth/jwks',
  ])('[O44] a page of any site may read %s', async (path) => {
    const response = await fetch(app.url + path, { headers: { origin: foreign } })
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, '*'])
  })

  test('[O44] a page of any site can register, redeem and refresh', async () => {
    const client = await OAuthClient.register(app)
    const ask = (form: Record<string, string>) =>
      fetch(`${app.url}/api/oauth/token`, {
        method: 'POST',
        headers: { origin: foreign },
        body: new URLSearchParams({ client_id: client.id, ...form }),
      })
    const registered = await fetch(`${app.url}/api/oauth/register`, {
      method: 'POST',
      headers: { origin: foreign, 'content-type': 'application/json' },
      body: JSON.stringify(claude),
    })
    const redeemed = await ask({
      grant_type: 'authorization_code',
      code: await client.code(ada.email),
      redirect_uri: client.redirectUri,
      code_verifier: client.verifier,
    })
    const { refresh_token = '' } = (await redeemed.json()) as { refresh_token?: string }
    const refreshed = await ask({ grant_type: 'refresh_token', refresh_token })
    const seen = [registered, redeemed, refreshed].map(({ status, headers }) => [
      status,
      headers.get('access-control-allow-origin'),
    ])
    expect(seen).toEqual([
      [201, '*'],
      [200, '*'],
      [200, '*'],
    ])
  })

  test.each([
    '/api/oauth/authorize',
    '/login',
    '/logout',
    '/device',
    '/authorize/x',
    '/account/password',
    '/mcp',
  ])('[O44] pages of other sites neither read nor send to %s', async (path) => {
    for (const method of ['GET', 'POST', 'OPTIONS']) {
      const response = await fetch(app.url + path, {
        method,
        headers: { origin: foreign },
        redirect: 'manual',
      })
      expect([method, response.status, response.headers.get('access-control-allow-origin')]).toEqual([
        method,
        403,
        null,
      ])
    }
  })

  test('[O45] cookies are unseen by scripts and by other sites, and last no longer than they must', async () => {
    const client = await OAuthClient.register(app)
    const begun = await client.browser.go(client.authorizeUrl())
    const page = await client.browser.go(begun.headers.get('location') ?? '')
    const form = { csrf: fieldOf(await page.clone().text(), 'csrf'), email: ada.email, password }
    const signIn = await client.browser.go(begun.headers.get('location') ?? '', { form })
    const cookies = [begun, page, signIn].flatMap(({ headers }) => headers.getSetCookie())

    const names = new Set(cookies.map((line) => line.split('=')[0]))
    expect([...names]).toEqual(expect.arrayContaining(['quipu_form', 'quipu_session', 'quipu_interaction']))
    for (const line of cookies) {
      expect(line).toMatch(/; HttpOnly/i)
      expect(line).toMatch(/; SameSite=Lax/i)
      expect(line).toMatch(/; path=\//i)
      expect(line).not.toMatch(/; Domain=/i)
      expect(line).not.toContain(ada.id)
    }
    for (const line of cookies.filter((text) => /^quipu_(interaction|resume)/.test(text)))
      expect(line).toMatch(/path=\/(authorize|api\/oauth\/authorize)\/[\w-]+/i)
  })

  test('[O915] no page can be framed, none runs a script, and none is kept in a cache', async () => {
    const client = await OAuthClient.register(app)
    const browser = await signedIn()
    const own = new OAuthClient(app, client.id, client.redirectUri, browser)
    const consent = await browser.visit(own.authorizeUrl())
    const reset = await app.host.links.resetPassword((await app.user({ password })).email)
    const pages = [
      await new WebBrowser(app.url).go('/login'),
      await browser.go('/account'),
      await browser.go(consent.url),
      await browser.go('/account/password'),
      await browser.go('/device'),
      await browser.go('/signed-out'),
      await browser.go(reset.url),
      await browser.go('/reset/nothing'),
      await browser.go('/authorize/nothing'),
      await browser.go('/api/auth/nothing'),
      await browser.go(own.authorizeUrl({ client_id: 'nobody' })),
      await browser.go(own.authorizeUrl({ state: undefined })),
      await browser.go('/login', { form: { csrf: 'wrong' } }),
    ]
    for (const page of pages) {
      const where = `${page.status} ${page.url}`
      const policy = page.headers.get('content-security-policy') ?? ''
      expect([where, page.headers.get('content-type')]).toEqual([where, expect.stringContaining('text/html')])
      expect([where, policy]).toEqual([where, expect.stringContaining("default-src 'none'")])
      expect([where, policy]).toEqual([where, expect.stringContaining("frame-ancestors 'none'")])
      expect([where, page.headers.get('x-frame-options')]).toEqual([where, 'DENY'])
      expect([where, page.headers.get('cache-control')]).toEqual([where, expect.stringContaining('no-store')])
      expect([where, page.headers.get('x-content-type-options')]).toEqual([where, 'nosniff'])
      expect([where, /<script|\son\w+="|javascript:/i.test(await page.text())]).toEqual([where, false])
    }
  })

  test('[H717] a form without its token, or with another browser’s, is 403 and changes nothing', async () => {
    const client = await OAuthClient.register(app)
    const browser = await signedIn()
    const own = new OAuthClient(app, client.id, client.redirectUri, browser)
    const consent = await browser.visit(own.authorizeUrl())
    const bob = await app.user({ password })
    const reset = new URL((await app.host.links.resetPassword(bob.email)).url).pathname
    const stranger = await new WebBrowser(app.url).visit('/login')
    const tables = ['oauth_artifacts', 'connected_apps', 'consents', 'web_sessions', 'users'] as const
    const before = await rows.count(...tables)

    const chosen = { password: 'another long password', repeat: 'another long password' }
    for (const [path, fields] of [
      ['/login', { email: bob.email, password }],
      ['/logout', {}],
      [new URL(consent.url).pathname, { email: bob.email, password }],
      [actionOf(consent.html), { decision: 'allow' }],
      [`${new URL(consent.url).pathname}/switch`, {}],
      ['/account/password', { current: password, ...chosen }],
      [reset, chosen],
    ] as const) {
      for (const csrf of [undefined, '', 'wrong', fieldOf(stranger.html, 'csrf'), 'A'.repeat(43)]) {
        const form = { ...fields, ...(csrf === undefined ? {} : { csrf }) }
        const response = await browser.go(path, { form })
        expect([path, csrf, response.status, await response.text()]).toEqual([
          path,
          csrf,
          403,
          expect.stringContaining('This form is out of date'),
        ])
      }
    }
    expect(await rows.count(...tables)).toEqual(before)
    expect((await browser.visit('/login')).html).toContain(ada.email)
    expect(await app.host.accounts.verify(bob.email, password)).toBeDefined()
    expect(new URL((await own.decide(consent, 'allow')).url).searchParams.get('code')).toBeTruthy()
  })

  test('[H717] a form with its token is refused from the page of another site, or in another form', async () => {
    const browser = await signedIn()
    const page = await browser.visit('/login')
    const csrf = fieldOf(page.html, 'csrf')
    for (const origin of [foreign, 'null', app.url.replace('http:', 'https:'), `${app.url}.evil.example`]) {
      expect((await browser.go('/logout', { form: { csrf }, origin })).status).toBe(403)
    }
    const cookie = `quipu_session=${browser.cookie('quipu_session')}; quipu_form=${browser.cookie('quipu_form')}`
    for (const type of ['text/plain', 'application/json', 'multipart/form-data; boundary=x', '']) {
      const headers = { cookie, ...(type === '' ? {} : { 'content-type': type }) }
      const answer = await send(app.url, { path: '/logout', headers, body: `csrf=${csrf}` })
      expect([type, answer.status]).toEqual([type, 403])
    }
    expect((await browser.go(`/logout?csrf=${csrf}`)).status).toBe(404)
    expect((await browser.visit('/login')).html).toContain(ada.email)
  })

  test('[H717] nobody is signed in by a form that was made for someone else’s browser', async () => {
    const attacker = new WebBrowser(app.url)
    const form = { csrf: fieldOf((await attacker.visit('/login')).html, 'csrf'), email: ada.email, password }
    const victim = new WebBrowser(app.url)
    await victim.visit('/login')
    for (const browser of [victim, new WebBrowser(app.url)]) {
      expect((await browser.go('/login', { form })).status).toBe(403)
      expect(browser.cookie('quipu_session')).toBeUndefined()
    }
  })

  test('[H718] a page asked for under another local name is sent to the public address', async () => {
    const { port } = new URL(app.url)
    for (const path of [
      '/login?next=%2Fdevice',
      '/device?user_code=BBBB',
      '/authorize/x',
      '/api/oauth/authorize?a=1',
    ]) {
      const answer = await send(app.url, { method: 'GET', path, headers: { host: `localhost:${port}` } })
      expect([answer.status, answer.headers['location']]).toEqual([307, app.url + path])
    }
  })
})
