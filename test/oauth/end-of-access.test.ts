import { tasks } from '@quipu/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, openTestHost, type TestHost, password } from '../environment/test-host.ts'
import { callTool, OAuthClient, type Tokens } from './oauth-client.ts'
import { fieldOf, WebBrowser } from './web-browser.ts'

const newPassword = 'another horse, another battery'

describe.each(engines)('what ends with a password or an account, on %s', (engine) => {
  let app: TestHost
  beforeAll(async () => {
    app = await openTestHost(engine, [tasks], { authorizationsPerMinute: 10_000 })
  })
  afterAll(() => app[Symbol.asyncDispose]())

  /** A person with an app, an access token without an app, a personal token, and a browser. */
  const someone = async () => {
    const person = await app.user({ password })
    const client = await OAuthClient.register(app)
    const tokens = await client.tokens(person.email)
    const made = await app.host.personalTokens.create({
      userId: person.id,
      name: 'backup',
      scope: ['tasks:read'],
      ttlSeconds: 86_400,
    })
    // Access tokens contain the second in which they were issued.
    app.clock.advance('2s')
    const works = async (token: string) => (await callTool(app, token, 'list_tasks')).status === 200
    const left = async () => ({
      app: await works(tokens.access_token),
      refresh: (await client.refresh(tokens.refresh_token)).status === 200,
      token: await works(person.token),
      personal: await works(made.token),
    })
    return { person, client, tokens, left }
  }
  const everything = { app: true, refresh: true, token: true, personal: true }
  const nothingButPersonal = { app: false, refresh: false, token: false, personal: true }

  const changePassword = async (browser: WebBrowser, choice: Record<string, string>) => {
    const page = await browser.visit('/account/password')
    const passwords = { current: password, password: newPassword, repeat: newPassword }
    return browser.visit('/account/password', {
      form: { csrf: fieldOf(page.html, 'csrf'), ...passwords, ...choice },
    })
  }
  const signedIn = async (email: string) => {
    const browser = new WebBrowser(app.url)
    const login = await browser.visit('/login')
    const form = { csrf: fieldOf(login.html, 'csrf'), email, password, next: '/' }
    await browser.visit('/login', { form })
    return browser
  }

  test('[A222] [A959] a reset by link ends refresh and access tokens', async () => {
    const { person, left, client } = await someone()
    expect(await left()).toEqual(everything)
    const { url } = await app.host.links.resetPassword(person.email)
    const page = await client.browser.visit(url)
    const form = { csrf: fieldOf(page.html, 'csrf'), password: newPassword, repeat: newPassword }
    await client.browser.visit(url, { form })
    expect(await left()).toEqual(nothingButPersonal)
    expect(await app.host.apps.list(person.id)).toEqual([])
  })

  test('[A222] [A959] a password that an admin sets ends them too, and a new sign-in works', async () => {
    const { person, left, client } = await someone()
    await app.host.accounts.setPassword(person.email, newPassword)
    expect(await left()).toEqual(nothingButPersonal)

    const again = new OAuthClient(app, client.id)
    const consent = await again.signIn(
      await again.browser.visit(again.authorizeUrl()),
      person.email,
      newPassword,
    )
    const arrival = await again.decide(consent, 'allow')
    const redeemed = await again.redeem(new URL(arrival.url).searchParams.get('code') ?? '')
    const { access_token } = (await redeemed.json()) as Tokens
    expect((await callTool(app, access_token, 'list_tasks')).status).toBe(200)
  })

  test('[A222] disabling ends them for good: enabling brings nothing back', async () => {
    const { person, left } = await someone()
    await app.host.accounts.disable(person.email)
    expect(await left()).toEqual({ ...nothingButPersonal, personal: false })
    await app.host.accounts.enable(person.email)
    expect(await left()).toEqual(nothingButPersonal)
  })

  test('[O230] [H758] changing the password asks whether to sign out everywhere, and does so by default', async () => {
    const { person, left, client } = await someone()
    const other = await signedIn(person.email)
    const page = await client.browser.visit('/account/password')
    expect(page.html).toMatch(/name="everywhere"[^>]*checked/)
    const done = await changePassword(client.browser, { everywhere: 'yes' })
    expect(done.html).toContain('Every other browser and every connected app is signed out.')
    expect(await left()).toEqual(nothingButPersonal)
    expect((await other.visit('/account')).html).toContain('name="password"')
    expect((await client.browser.visit('/account')).html).toContain(person.email)
  })

  test('[H758] without the tick, browsers and apps stay signed in', async () => {
    const { person, left, client } = await someone()
    const other = await signedIn(person.email)
    const done = await changePassword(client.browser, {})
    expect(done.html).toContain('Other browsers and connected apps stay signed in.')
    expect(await left()).toEqual(everything)
    expect((await other.visit('/account')).html).toContain(person.email)
  })

  test.each([
    [undefined, false],
    [false, true],
  ])('[H759] over REST, sign_out_everywhere %s leaves apps: %s', async (isAsked, isLeft) => {
    const { person, tokens, client } = await someone()
    const own = await app.host.personalTokens.create({
      userId: person.id,
      name: 'settings',
      scope: ['account:write'],
      ttlSeconds: 900,
    })
    const answer = await fetch(`${app.url}/api/account/password`, {
      method: 'POST',
      headers: { authorization: `Bearer ${own.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        current_password: password,
        new_password: newPassword,
        ...(isAsked === undefined ? {} : { sign_out_everywhere: isAsked }),
      }),
    })
    expect(answer.status).toBe(200)
    expect((await client.refresh(tokens.refresh_token)).status === 200).toBe(isLeft)
  })

  test('[A223] [A922] a personal token that an app made ends with the app, and so does what it made', async () => {
    const person = await app.user({ password })
    const client = await OAuthClient.register(app)
    const scope = 'tasks:read account:read account:write'
    const { access_token } = await client.tokens(person.email, { resource: app.url, scope })
    const make = async (token: string, name: string) => {
      const answer = await fetch(`${app.url}/api/personal-tokens`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ name, expires_in_days: 200 }),
      })
      expect(answer.status).toBe(201)
      return ((await answer.json()) as { token: string }).token
    }
    const first = await make(access_token, 'made by the app')
    const second = await make(first, 'made by what the app made')
    const own = await app.host.personalTokens.create({
      userId: person.id,
      name: 'made by the person',
      scope: ['tasks:read', 'account:read', 'account:write'],
      ttlSeconds: 86_400 * 300,
    })
    const third = await make(own.token, 'made with what the person made')
    const status = async (token: string) => (await callTool(app, token, 'list_tasks')).status

    // Longer than its refresh token lives: its person still sees it.
    app.clock.advance('30d')
    const [connected] = await app.host.apps.list(person.id)
    expect([connected?.clientId, await status(first), await status(second)]).toEqual([client.id, 200, 200])
    await app.host.apps.revoke(connected?.id ?? '')
    expect([await status(first), await status(second)]).toEqual([401, 401])
    expect([await status(own.token), await status(third)]).toEqual([200, 200])
    const names = (await app.host.personalTokens.list(person.id)).map(({ name }) => name)
    expect(names.toSorted()).toEqual(['made by the person', 'made with what the person made'])
  })
})
