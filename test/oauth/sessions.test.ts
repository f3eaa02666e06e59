import { tasks } from '@quipu/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, openTestHost, type TestHost, password } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { claimsOf, OAuthClient, type Tokens } from './oauth-client.ts'
import { fieldOf, mainOf, WebBrowser } from './web-browser.ts'

describe.each(engines)('people at a browser on %s', (engine) => {
  let app: TestHost
  let ada: TestUser
  let bob: TestUser
  beforeAll(async () => {
    app = await openTestHost(engine, [tasks], { authorizationsPerMinute: 10_000 })
    ada = await app.user({ password })
    bob = await app.user({ password })
  })
  afterAll(() => app[Symbol.asyncDispose]())
  const signIn = async (browser: WebBrowser, { email }: TestUser, next = '/') => {
    const page = await browser.visit(`/login?next=${encodeURIComponent(next)}`)
    const form = { csrf: fieldOf(page.html, 'csrf'), next: fieldOf(page.html, 'next'), email, password }
    return browser.go('/login', { form })
  }
  const isSignedIn = async (browser: WebBrowser) =>
    !(await browser.visit('/login')).html.includes('name="password"')

  test('[O46] signing in gives the browser a new id; one that was planted is worth nothing', async () => {
    const browser = new WebBrowser(app.url)
    const planted = 'p'.repeat(43)
    browser.plant('quipu_session', planted)
    await browser.visit('/login')
    browser.plant('quipu_form', fieldOf((await browser.visit('/login')).html, 'csrf'))
    await signIn(browser, ada)
    const id = browser.cookie('quipu_session') ?? ''
    expect(id).toMatch(/^[\w-]{43}$/)
    expect(id).not.toBe(planted)
    const thief = new WebBrowser(app.url)
    thief.plant('quipu_session', planted)
    expect([await isSignedIn(browser), await isSignedIn(thief)]).toEqual([true, false])
  })

  test('[O46] [O916] signing in again, or out, ends the session that was, wherever its id is', async () => {
    const browser = new WebBrowser(app.url)
    await signIn(browser, ada)
    const kept = new WebBrowser(app.url)
    kept.plant('quipu_session', browser.cookie('quipu_session') ?? '')
    expect(await isSignedIn(kept)).toBe(true)

    const csrf = fieldOf((await browser.visit('/login')).html, 'csrf')
    await browser.visit('/login', { form: { csrf, email: bob.email, password } })
    expect([await isSignedIn(browser), await isSignedIn(kept)]).toEqual([true, false])

    kept.plant('quipu_session', browser.cookie('quipu_session') ?? '')
    const out = await browser.visit('/logout', {
      form: { csrf: fieldOf((await browser.visit('/login')).html, 'csrf') },
    })
    expect(new URL(out.url).pathname).toBe('/signed-out')
    expect([browser.cookie('quipu_session'), await isSignedIn(browser), await isSignedIn(kept)]).toEqual([
      undefined,
      false,
      false,
    ])
  })

  test('[O916] signing out leaves connected apps alone', async () => {
    const client = await OAuthClient.register(app)
    const { refresh_token } = await client.tokens(ada.email)
    const csrf = fieldOf((await client.browser.visit('/login')).html, 'csrf')
    await client.browser.visit('/logout', { form: { csrf } })
    expect((await client.refresh(refresh_token)).status).toBe(200)
    expect((await client.browser.visit(client.authorizeUrl())).html).toContain('name="password"')
  })

  test('[H714] another person at the same browser gets a grant of their own', async () => {
    const client = await OAuthClient.register(app)
    const first = await client.tokens(ada.email)
    const page = await client.browser.visit(client.authorizeUrl({ prompt: 'consent' }))
    expect(mainOf(page.html)).toContain(ada.email)
    const login = await client.browser.visit(`${page.url}/switch`, {
      form: { csrf: fieldOf(page.html, 'csrf') },
    })
    const consent = await client.signIn(login, bob.email)
    expect(mainOf(consent.html)).toContain(bob.email)
    const arrival = new URL((await client.decide(consent, 'allow')).url)
    const second = (await (await client.redeem(arrival.searchParams.get('code') ?? '')).json()) as Tokens

    expect([claimsOf(first.access_token)['sub'], claimsOf(second.access_token)['sub']]).toEqual([
      ada.id,
      bob.id,
    ])
    const connected = async ({ id }: TestUser) =>
      (await app.host.apps.list(id)).filter(({ clientId }) => clientId === client.id).length
    expect([await connected(ada), await connected(bob)]).toEqual([1, 1])
  })

  test('[H714] a person who signs in meanwhile cannot answer what another person was asked', async () => {
    const client = await OAuthClient.register(app)
    await signIn(client.browser, ada)
    const forAda = await client.browser.visit(client.authorizeUrl())
    await client.browser.visit('/login', {
      form: { csrf: fieldOf(forAda.html, 'csrf'), email: bob.email, password },
    })
    const again = await client.decide(forAda, 'allow')
    expect(mainOf(again.html)).toContain(bob.email)
    expect(await app.host.apps.list(bob.id)).not.toContainEqual(
      expect.objectContaining({ clientId: client.id }),
    )
  })

  test('[H714] the page of an authorization opens in the browser that began it and no other', async () => {
    const client = await OAuthClient.register(app)
    const page = await client.browser.visit(client.authorizeUrl())
    const other = new WebBrowser(app.url)
    await signIn(other, bob)
    const opened = await other.visit(page.url)
    expect([opened.status, mainOf(opened.html)]).toEqual([400, expect.stringContaining('no longer open')])
  })

  test.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '/%09//evil.example/..',
    '/.//evil.example',
    '/..//evil.example',
    'javascript:alert(1)',
    'evil.example',
    '/login\r\nset-cookie: a=b',
    '@evil.example',
    `/${'a'.repeat(3_000)}`,
  ])('[H715] signing in with next=%j ends here', async (next) => {
    const browser = new WebBrowser(app.url)
    for (const response of [
      await signIn(browser, ada, next),
      await browser.go(`/login?next=${encodeURIComponent(next)}`),
    ]) {
      const location = response.headers.get('location') ?? '/'
      expect(new URL(location, app.url).origin).toBe(app.url)
      expect(response.headers.getSetCookie().join()).not.toContain('a=b')
    }
    const form = {
      csrf: fieldOf((await browser.visit('/login')).html, 'csrf'),
      email: ada.email,
      password,
      next,
    }
    const direct = await browser.go('/login', { form })
    expect(new URL(direct.headers.get('location') ?? '/', app.url).origin).toBe(app.url)
  })

  test.each([
    '"><script>alert(1)</script>',
    'a\r\nset-cookie: a=b',
    '&code=forged&iss=x',
    '#x',
    '\u{1F9F6}\0',
    'x'.repeat(4_000),
  ])('[H715] a state of %j comes back to the letter and does nothing', async (state) => {
    const client = await OAuthClient.register(app)
    const answer = new URL((await client.authorize(ada.email, { state })).url)
    expect(answer.origin + answer.pathname).toBe(client.redirectUri)
    expect([...answer.searchParams.keys()].toSorted()).toEqual(['code', 'iss', 'state'])
    expect(answer.searchParams.get('state')).toBe(state)
  })

  test('[H716] prompt=none never shows a page, prompt=consent always asks', async () => {
    const client = await OAuthClient.register(app)
    for (const isIn of [false, true]) {
      if (isIn) await client.tokens(ada.email)
      const none = new URL((await client.browser.visit(client.authorizeUrl({ prompt: 'none' }))).url)
      expect([none.origin, none.searchParams.get('error'), none.searchParams.get('iss')]).toEqual([
        'https://claude.ai',
        'login_required',
        app.url,
      ])
    }
    expect((await client.browser.visit(client.authorizeUrl({ prompt: 'consent' }))).html).toContain(
      'name="decision"',
    )
    for (const prompt of ['none login', 'create', 'select_account']) {
      const refused = new URL((await client.browser.visit(client.authorizeUrl({ prompt }))).url)
      expect([prompt, refused.searchParams.get('error')]).toEqual([prompt, 'invalid_request'])
    }
  })

  test('[H716] prompt=login and max_age ask for the password again, once', async () => {
    const client = await OAuthClient.register(app)
    const scope = 'openid tasks:read tasks:write'
    await client.tokens(ada.email)
    for (const change of [{ prompt: 'login' }, { max_age: '300', scope }, { max_age: '0', scope }]) {
      app.clock.advance('10m')
      const page = await client.browser.visit(client.authorizeUrl(change))
      expect([change, page.html.includes('name="password"')]).toEqual([change, true])
      const arrival = await client.signIn(page, ada.email)
      expect([change, new URL(arrival.url).searchParams.get('code')]).toEqual([change, expect.any(String)])
    }
    app.clock.advance('10m')
    const recent = await client.browser.visit(client.authorizeUrl({ max_age: '3600', scope }))
    expect(new URL(recent.url).searchParams.get('code')).toBeTruthy()
    const nonsense = await client.browser.visit(client.authorizeUrl({ max_age: '-1', scope }))
    expect(new URL(nonsense.url).searchParams.get('error')).toBe('invalid_request')
  })

  test('[H716] parameters of OpenID Connect in a request are ignored', async () => {
    const client = await OAuthClient.register(app)
    const harmless = { display: 'popup', ui_locales: 'de', login_hint: 'x@example.com', audience: 'x' }
    const scope = 'openid email tasks:read'
    for (const change of [harmless, { ...harmless, scope, nonce: 'n', acr_values: 'high' }]) {
      const tokens = await client.tokens(ada.email, change)
      expect(Object.keys(tokens)).not.toContain('id_token')
    }
    for (const change of [
      { response_mode: 'form_post' },
      { response_mode: 'fragment' },
      { response_type: 'none' },
    ]) {
      const refused = await client.browser.visit(client.authorizeUrl(change))
      expect([change, refused.status, new URL(refused.url).origin]).toEqual([change, 400, app.url])
    }
    for (const change of [
      { request: 'eyJhbGciOiJub25lIn0.e30.' },
      { request_uri: 'https://evil.example/request' },
    ]) {
      const refused = new URL((await client.browser.visit(client.authorizeUrl(change))).url)
      expect([change, refused.searchParams.get('error')]).toEqual([
        change,
        expect.stringMatching(/_not_supported$/),
      ])
    }
  })
})
