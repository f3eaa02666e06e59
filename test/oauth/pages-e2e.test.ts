import { tasks } from '@quipu/tasks'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasProgram } from '../environment/index.ts'
import { openTestHost, type TestHost, quickEngine, password } from '../environment/test-host.ts'
import { openCallback } from './callback-server.ts'
import { OAuthClient } from './oauth-client.ts'
import { openChromium, Person, submit } from './person.ts'

const newPassword = 'another horse, another battery'

describe.skipIf(!hasProgram('chromium'))('the pages in a browser', () => {
  let app: TestHost
  let browser: Browser
  let callback: Awaited<ReturnType<typeof openCallback>>
  beforeAll(async () => {
    app = await openTestHost(quickEngine(), [tasks], { authorizationsPerMinute: 10_000 })
    browser = await openChromium()
    callback = await openCallback()
  })
  afterAll(async () => {
    await browser.close()
    await app[Symbol.asyncDispose]()
    await callback[Symbol.asyncDispose]()
  })

  const someone = async (width?: number) => Person.at(browser, (await app.user({ password })).email, width)
  const textOf = ({ page }: Person) => page.locator('main, body').first().innerText()
  const localClient = () =>
    OAuthClient.register(app, { client_name: 'Inspector', redirect_uris: [callback.url] })

  test('[O35] the error for a wrong password does not say which half is wrong; the right one signs in, and out again', async () => {
    await using ada = await someone()
    await ada.page.goto(`${app.url}/login`)
    await ada.show('login')
    await ada.signIn('not the password')
    expect(await textOf(ada)).toContain(
      'That e-mail and password do not go together. Check both and try again.',
    )
    expect(await ada.page.getByLabel('E-mail').inputValue()).toBe(ada.email)
    await ada.show('login-wrong')

    await ada.signIn()
    expect([await ada.look(), await textOf(ada)]).toEqual([
      'Your account',
      expect.stringContaining(ada.email),
    ])
    await ada.show('signed-in')
    await ada.press('Sign out')
    expect(await ada.look()).toBe('You are signed out')
    await ada.show('signed-out')
    await ada.page.goto(`${app.url}/account/password`)
    expect(await ada.look()).toBe('Sign in')
    expect(ada.complaints).toEqual([])
  })

  test('[O35] changing the password keeps this browser signed in and no other, and the old password is invalid', async () => {
    await using ada = await someone()
    await using elsewhere = await Person.at(browser, ada.email)
    for (const at of [ada, elsewhere]) {
      await at.page.goto(`${app.url}/login`)
      await at.signIn()
    }
    await ada.page.getByRole('link', { name: 'Change password' }).click()
    await ada.show('change-password')
    await choose(ada, newPassword, { current: 'not the password' })
    expect(await ada.page.getByRole('alert').innerText()).toMatch(/^The current password is not right.*\.$/)
    await ada.show('change-password-wrong')
    await choose(ada, newPassword, { current: password })
    expect(await textOf(ada)).toContain('Your password is changed.')
    await ada.show('change-password-done')
    await ada.page.getByRole('link', { name: 'Back to your account' }).click()
    expect(await ada.look()).toBe('Your account')

    await elsewhere.page.goto(`${app.url}/login`)
    expect(await elsewhere.look()).toBe('Sign in')
    await elsewhere.signIn()
    expect(await elsewhere.look()).toBe('Sign in')
    await elsewhere.signIn(newPassword)
    expect(await elsewhere.look()).toBe('Your account')
    expect([...ada.complaints, ...elsewhere.complaints]).toEqual([])
  })

  test('[O35] an invited person chooses a password by the link, once', async () => {
    await using bob = await Person.at(browser, 'bob@example.com')
    const { url } = await app.host.links.invite({ email: bob.email, name: 'Bob', role: 'viewer' })
    await bob.page.goto(url)
    expect([await bob.look(), await textOf(bob)]).toEqual([
      'Welcome to Quipu',
      expect.stringContaining('invited'),
    ])
    await bob.show('invite')
    await choose(bob, newPassword, { repeat: 'something else entirely' })
    expect(await bob.page.getByRole('alert').innerText()).toContain('The two passwords differ')
    await bob.show('invite-differs')
    await choose(bob, newPassword)
    expect([await bob.look(), await textOf(bob)]).toEqual([
      'Your account',
      expect.stringContaining(bob.email),
    ])

    await bob.page.goto(url)
    expect(await bob.look()).toBe('This link no longer works')
    await bob.show('link-gone')
    await bob.page.getByRole('link', { name: 'Sign in' }).click()
    expect(await bob.look()).toBe('Your account')
    expect(bob.complaints).toEqual([])
  })

  test('[O35] a reset link replaces a forgotten password', async () => {
    await using ada = await someone()
    const { url } = await app.host.links.resetPassword(ada.email)
    await ada.page.goto(url)
    expect(await ada.look()).toBe('Choose a new password')
    await ada.show('reset')
    await choose(ada, newPassword)
    expect(await ada.look()).toBe('Your account')

    await ada.press('Sign out')
    await ada.page.goto(`${app.url}/login`)
    await ada.signIn()
    expect(await ada.look()).toBe('Sign in')
    await ada.signIn(newPassword)
    expect(await ada.look()).toBe('Your account')
    expect(ada.complaints).toEqual([])
  })

  test('[O35] a device is connected from the code that it shows to the token that it gets', async () => {
    await using ada = await someone()
    await app.host.clients.add({ id: 'tv', name: 'Television', redirectUris: ['http://localhost/callback'] })
    const asked = await fetch(`${app.url}/api/oauth/device`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'tv', resource: `${app.url}/mcp` }),
    })
    const device = (await asked.json()) as Record<'device_code' | 'user_code' | 'verification_uri', string>

    await ada.page.goto(device.verification_uri)
    await ada.show('device')
    await ada.page.getByLabel('Code').fill('BBBB-BBBB')
    await ada.press('Continue')
    expect(await textOf(ada)).toContain('There is no such code')
    await ada.show('device-unknown')
    await ada.page.getByLabel('Code').fill(device.user_code.toLowerCase().replace('-', ' '))
    await ada.press('Continue')
    expect([await ada.look(), await textOf(ada)]).toEqual([
      'Is this your device?',
      expect.stringContaining(device.user_code),
    ])
    await ada.show('device-confirm')
    await ada.press('Continue')
    expect(await ada.look()).toBe('Sign in')
    await ada.show('device-login')
    await ada.signIn()
    expect(await ada.look()).toBe('Connect Television?')
    expect(await textOf(ada)).toMatch(/The answer goes to\s+the device that shows the code/)
    await ada.show('device-consent')
    await ada.press('Allow')
    expect(await ada.look()).toBe('Connected')
    await ada.show('device-done')

    const polled = await fetch(`${app.url}/api/oauth/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
        client_id: 'tv',
        device_code: device.device_code,
      }),
    })
    expect([polled.status, await polled.json()]).toMatchObject([200, { token_type: 'Bearer' }])
    expect(ada.complaints).toEqual([])
  })

  test('[O35] an app on this computer is warned of, and another account can be used instead', async () => {
    await using ada = await someone(390)
    const other = await app.user({ role: 'viewer', password })
    const client = await localClient()
    await ada.page.goto(client.authorizeUrl())
    await ada.show('authorize-login')
    await ada.signIn()
    expect(await ada.look()).toBe('Connect Inspector?')
    const note = await ada.page.getByRole('note').innerText()
    expect(note).toContain(
      'This app runs on this computer. Only continue if you started it yourself just now.',
    )
    expect(await textOf(ada)).toContain(new URL(callback.url).host)
    await ada.show('consent-narrow')

    await ada.press('Use another account')
    expect(await ada.look()).toBe('Sign in')
    await ada.page.getByLabel('E-mail').fill(other.email)
    await ada.page.getByLabel('Password').fill(password)
    await ada.press('Sign in')
    expect(await textOf(ada)).toContain(`Signed in as ${other.email}`)
    expect(await ada.page.locator('li.off').innerText()).toContain('your role does not allow this')
    await ada.page.emulateMedia({ colorScheme: 'dark' })
    await ada.page.setViewportSize({ width: 1280, height: 900 })
    await ada.show('consent-dark-viewer')
    await ada.press('Allow')
    expect(ada.page.url()).toMatch(new RegExp(`^${callback.url}\\?code=`))
    expect(ada.complaints).toEqual([])
  })

  test('[O35] two apps that ask at once, each in a tab, both get their answer', async () => {
    await using ada = await someone()
    const tabs = [ada.page, await ada.page.context().newPage()]
    const clients = [await localClient(), await localClient()]
    for (const [at, tab] of tabs.entries()) await tab.goto(clients[at]?.authorizeUrl() ?? '')
    await ada.signIn()
    expect(await ada.look()).toBe('Connect Inspector?')
    await tabs[1]?.reload()
    for (const tab of tabs) {
      await tab.getByRole('button', { name: 'Allow' }).click()
      await tab.waitForURL(`${callback.url}?code=*`)
    }
    for (const [at, tab] of tabs.entries()) {
      const code = new URL(tab.url()).searchParams.get('code') ?? ''
      expect((await clients[at]?.redeem(code))?.status).toBe(200)
    }
  })

  test('[O35] an unknown client and an expired authorization are reported on our own page', async () => {
    await using ada = await someone()
    const client = await localClient()
    await ada.page.goto(client.authorizeUrl({ client_id: 'nobody' }))
    expect([await ada.look(), new URL(ada.page.url()).origin]).toEqual([
      'This request cannot be completed',
      app.url,
    ])
    expect(await textOf(ada)).toContain('We do not know the app that sent you here')
    await ada.show('unknown-client')
    await ada.page.goto(client.authorizeUrl({ redirect_uri: 'https://evil.example/callback' }))
    expect(await textOf(ada)).toContain('an address that it has not registered here')
    await ada.show('unknown-redirect')

    await ada.page.goto(client.authorizeUrl({ code_challenge: undefined }))
    expect(await textOf(ada)).toContain('code_challenge')
    await ada.show('bad-request')
    await ada.page.goto(`${app.url}/authorize/nothing-like-it`)
    expect(await ada.look()).toBe('This page is no longer open')
    await ada.show('no-longer-open')
    expect(ada.complaints).toEqual([])
  })

  test('[O45] [O915] no script reads a cookie, no other site sends one with a form, and no other site frames a page', async () => {
    await using ada = await someone()
    const client = await localClient()
    await ada.answer(new URL(client.authorizeUrl()))
    await ada.page.goto(client.authorizeUrl())
    const cookies = (await ada.page.context().cookies()).filter(({ name }) => name.includes('quipu'))
    expect(cookies.map(({ name }) => name)).toEqual(expect.arrayContaining(['quipu_session', 'quipu_form']))
    expect(cookies.filter(({ httpOnly, sameSite }) => !httpOnly || sameSite !== 'Lax')).toEqual([])
    expect(ada.complaints).toEqual([])

    await ada.page.goto(callback.url)
    for (const path of ['/login', new URL(client.authorizeUrl()).pathname, '/device']) {
      await ada.page.setContent(`<iframe src="${app.url}${path}"></iframe>`)
      await expect.poll(() => ada.complaints.join('\n')).toMatch(/frame/i)
      const framed = await ada.page.frameLocator('iframe').locator('body').innerText()
      expect(framed).not.toMatch(/Sign in|Connect/)
      ada.complaints.length = 0
    }
  })
})

async function choose({ page }: Person, wanted: string, more: { current?: string; repeat?: string } = {}) {
  if (more.current !== undefined) await page.getByLabel('Current password').fill(more.current)
  await page.locator('[name=password]').fill(wanted)
  await page.locator('[name=repeat]').fill(more.repeat ?? wanted)
  await submit(page, page.locator('button.primary'))
}
