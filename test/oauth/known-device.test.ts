import { tasks } from '@quipu/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, openTestHost, type TestHost, password } from '../environment/test-host.ts'
import { OAuthClient } from './oauth-client.ts'
import { fieldOf, mainOf, WebBrowser } from './web-browser.ts'

const cookie = 'quipu_device'

describe.each(engines)('browsers where somebody has signed in before, on %s', (engine) => {
  let app: TestHost
  let hosts = 0
  beforeAll(async () => {
    app = await openTestHost(engine, [tasks], {
      authorizationsPerMinute: 10_000,
      trustedProxies: ['127.0.0.1'],
    })
  })
  afterAll(() => app[Symbol.asyncDispose]())

  /** A browser at an address of its own. */
  const newBrowser = () => new WebBrowser(app.url, { 'x-forwarded-for': `198.51.100.${(hosts += 1)}` })
  const signIn = async (browser: WebBrowser, email: string, typed = password) => {
    const csrf = fieldOf((await browser.visit('/login')).html, 'csrf')
    return browser.go('/login', { form: { csrf, email, password: typed, next: '/' } })
  }
  const signOut = async (browser: WebBrowser) => {
    const csrf = fieldOf((await browser.visit('/account')).html, 'csrf')
    await browser.visit('/logout', { form: { csrf } })
  }
  const known = async (email: string) => {
    const browser = newBrowser()
    expect((await signIn(browser, email)).status).toBe(303)
    await signOut(browser)
    return browser
  }
  const lockElsewhere = async (email: string) => {
    const attacker = newBrowser()
    for (let count = 0; count < 10; count++) await signIn(attacker, email, 'wrong password')
    return attacker
  }

  test('[O234] ten wrong passwords from elsewhere close the account there, not in a known browser', async () => {
    const ada = await app.user({ password })
    const home = await known(ada.email)
    const attacker = await lockElsewhere(ada.email)
    expect((await signIn(attacker, ada.email)).status).toBe(429)
    expect((await signIn(newBrowser(), ada.email)).status).toBe(429)
    expect((await signIn(home, ada.email)).status).toBe(303)

    await signOut(home)
    const { id } = await OAuthClient.register(app)
    const client = new OAuthClient(app, id, undefined, home)
    const login = await client.browser.visit(client.authorizeUrl())
    expect((await client.signIn(login, ada.email)).html).toContain('name="decision"')
  })

  test('[O235] the refusal says when it opens again', async () => {
    const ada = await app.user({ password })
    const attacker = await lockElsewhere(ada.email)
    const refused = await signIn(attacker, ada.email)
    const seconds = Number(refused.headers.get('retry-after'))
    expect([refused.status, seconds > 0 && seconds <= 900]).toEqual([429, true])
    const said = mainOf(await refused.text())
    expect(said).toMatch(/Too many attempts\. Try again in (a minute|\d+ minutes)\./)
    expect(said).toContain('A browser where you have signed in before is not affected.')
  })

  test('[O234] a known browser has ten attempts of its own, and leaves others alone', async () => {
    const ada = await app.user({ password })
    const home = await known(ada.email)
    for (let count = 0; count < 10; count++)
      expect((await signIn(home, ada.email, 'wrong password')).status).toBe(401)
    expect((await signIn(home, ada.email)).status).toBe(429)
    expect((await signIn(newBrowser(), ada.email)).status).toBe(303)
  })

  test('[O234] the cookie counts for its own accounts only', async () => {
    const ada = await app.user({ password })
    const bob = await app.user({ password })
    const ofBob = await known(bob.email)
    await lockElsewhere(ada.email)
    expect((await signIn(ofBob, ada.email)).status).toBe(429)

    const shared = await known(bob.email)
    const carol = await app.user({ password })
    expect((await signIn(shared, carol.email)).status).toBe(303)
    await signOut(shared)
    await lockElsewhere(bob.email)
    await lockElsewhere(carol.email)
    for (const { email } of [bob, carol]) expect((await signIn(shared, email)).status).toBe(303)
  })

  test('[O234] a made-up or changed cookie is ignored, and a real one reveals nothing', async () => {
    const ada = await app.user({ password })
    const home = await known(ada.email)
    const sealed = home.cookie(cookie) ?? ''
    expect(sealed).toMatch(/^v1\.[\w-]{40,}$/)
    expect(Buffer.from(sealed.slice(3), 'base64url').toString('latin1')).not.toContain(ada.id)
    await lockElsewhere(ada.email)
    for (const value of [
      JSON.stringify({ id: 'x', userIds: [ada.id] }),
      `${sealed.slice(0, -2)}AA`,
      'v1.x',
      '',
    ]) {
      const browser = newBrowser()
      browser.plant(cookie, value)
      expect((await signIn(browser, ada.email)).status).toBe(429)
    }
    const moved = newBrowser()
    moved.plant(cookie, sealed)
    expect((await signIn(moved, ada.email)).status).toBe(303)
  })
})
