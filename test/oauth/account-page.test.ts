import { tasks } from '@quipu/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, openTestHost, type TestHost, password } from '../environment/test-host.ts'
import { callTool, OAuthClient } from './oauth-client.ts'
import { Rows } from './rows.ts'
import { fieldOf, mainOf, WebBrowser } from './web-browser.ts'

describe.each(engines)('the account page on %s', (engine) => {
  let app: TestHost
  const rows = new Rows()
  beforeAll(async () => {
    app = await openTestHost(engine, [tasks, rows.module], { authorizationsPerMinute: 10_000 })
  })
  afterAll(() => app[Symbol.asyncDispose]())

  const someone = async () => {
    const person = await app.user({ password })
    const client = await OAuthClient.register(app)
    const { access_token, refresh_token } = await client.tokens(person.email)
    const personal = await app.host.personalTokens.create({
      userId: person.id,
      name: 'nightly report',
      scope: ['tasks:read'],
      ttlSeconds: 86_400,
    })
    const [connected] = await app.host.apps.list(person.id)
    const send = async (path: string, fields: Record<string, string>) => {
      const page = await client.browser.visit('/account')
      return client.browser.visit(path, { form: { csrf: fieldOf(page.html, 'csrf'), ...fields } })
    }
    return { person, client, browser: client.browser, access_token, refresh_token, personal, connected, send }
  }
  const opens = async (token: string) => (await callTool(app, token, 'list_tasks')).status === 200

  test('[O233] it shows who is signed in, their apps and tokens, and leads to the password', async () => {
    const { person, browser } = await someone()
    const said = mainOf((await browser.visit('/account')).html)
    for (const text of [person.email, 'Claude', 'claude.ai', 'nightly report', 'See your tasks'])
      expect(said).toContain(text)
    expect(said).toContain('href="/account/password"')
    expect(said).not.toMatch(/qpt_|<script/)
  })

  test('[O233] an app is revoked with one button, and its tokens end', async () => {
    const { send, connected, access_token, refresh_token, client } = await someone()
    const page = await send('/account/apps/revoke', { id: connected?.id ?? '' })
    expect([page.status, mainOf(page.html)]).toEqual([
      200,
      expect.stringContaining('The app is disconnected'),
    ])
    expect(mainOf(page.html)).not.toContain('claude.ai')
    expect(await opens(access_token)).toBe(false)
    expect((await client.refresh(refresh_token)).status).toBe(400)
    const again = await send('/account/apps/revoke', { id: connected?.id ?? '' })
    expect(mainOf(again.html)).toContain('It had ended already')
  })

  test('[O233] a personal token is revoked with one button', async () => {
    const { send, personal, access_token } = await someone()
    expect(await opens(personal.token)).toBe(true)
    const page = await send('/account/tokens/revoke', { id: personal.id })
    expect(mainOf(page.html)).toContain('The personal token is revoked')
    expect(mainOf(page.html)).not.toContain('nightly report')
    expect([await opens(personal.token), await opens(access_token)]).toEqual([false, true])
  })

  test('[O233] signing out everywhere ends every browser and app, and is recorded in the audit', async () => {
    const { send, person, browser, access_token, personal } = await someone()
    const other = new WebBrowser(app.url)
    const login = await other.visit('/login')
    await other.visit('/login', {
      form: { csrf: fieldOf(login.html, 'csrf'), email: person.email, password, next: '/' },
    })
    const page = await send('/account/sign-out-everywhere', {})
    expect(new URL(page.url).pathname).toBe('/signed-out')
    for (const at of [browser, other]) expect((await at.visit('/account')).html).toContain('name="password"')
    expect([await opens(access_token), await opens(personal.token)]).toEqual([false, true])
    await expect.poll(() => rows.audited()).toContain('user.signed_out_everywhere ok')
  })

  test('[O233] nobody can revoke what belongs to someone else', async () => {
    const ada = await someone()
    const bob = await someone()
    for (const [path, id] of [
      ['/account/apps/revoke', ada.connected?.id ?? ''],
      ['/account/tokens/revoke', ada.personal.id],
    ] as const)
      expect(mainOf((await bob.send(path, { id })).html)).toContain('It had ended already')
    expect([await opens(ada.access_token), await opens(ada.personal.token)]).toEqual([true, true])
  })

  test.each(['/account/apps/revoke', '/account/tokens/revoke', '/account/sign-out-everywhere'])(
    '[A41] %s accepts no form from another site, and none without a sign-in',
    async (path) => {
      const { browser, connected, access_token } = await someone()
      const form = { id: connected?.id ?? '', csrf: 'made-up' }
      expect((await browser.go(path, { form })).status).toBe(403)
      const page = await browser.visit('/account')
      const right = { id: connected?.id ?? '', csrf: fieldOf(page.html, 'csrf') }
      expect((await browser.go(path, { form: right, origin: 'https://evil.example' })).status).toBe(403)
      const stranger = new WebBrowser(app.url)
      const login = await stranger.visit('/login')
      const refused = await stranger.go(path, { form: { csrf: fieldOf(login.html, 'csrf'), id: right.id } })
      expect([refused.status, refused.headers.get('location')]).toEqual([303, '/login?next=%2Faccount'])
      expect(await opens(access_token)).toBe(true)
    },
  )
})
