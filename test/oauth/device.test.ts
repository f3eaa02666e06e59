import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tasks } from '@quipu/tasks'
import { engines, openTestHost, type TestHost, password } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { callTool, claimsOf, OAuthClient, type Tokens } from './oauth-client.ts'
import { fieldOf, type Arrival } from './web-browser.ts'

interface DeviceAnswer {
  readonly device_code: string
  readonly user_code: string
  readonly verification_uri: string
  readonly verification_uri_complete: string
  readonly expires_in: number
  readonly interval: number
}

describe.each(engines)('devices without a browser on %s', (engine) => {
  let app: TestHost
  let ada: TestUser
  let client: OAuthClient
  beforeAll(async () => {
    app = await openTestHost(engine, [tasks], { authorizationsPerMinute: 10_000 })
    ada = await app.user({ password })
    await app.host.clients.add({ id: 'tv', name: 'Television', redirectUris: ['http://localhost/callback'] })
  })
  afterAll(() => app[Symbol.asyncDispose]())

  const begin = async (change: Record<string, string> = {}): Promise<DeviceAnswer> => {
    client = new OAuthClient(app, 'tv', 'http://localhost/callback')
    const response = await fetch(`${app.url}/api/oauth/device`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: 'tv', resource: `${app.url}/mcp`, ...change }),
    })
    expect(response.status).toBe(200)
    return (await response.json()) as DeviceAnswer
  }
  const poll = async ({ device_code }: DeviceAnswer) => {
    const grant_type = 'urn:ietf:params:oauth:grant-type:device_code'
    const response = await client.token({ grant_type, device_code })
    return (await response.json()) as Tokens & { readonly error?: string }
  }
  const send = (page: Arrival, form: Record<string, string>) =>
    client.browser.visit('/device', { form: { xsrf: fieldOf(page.html, 'xsrf'), ...form } })

  const approve = async (device: DeviceAnswer): Promise<Arrival> => {
    const typed = await client.browser.visit('/device')
    const confirm = await send(typed, { user_code: device.user_code.toLowerCase() })
    expect(confirm.html).toContain('Television')
    expect(confirm.html).toContain(device.user_code)
    let page = await send(confirm, { user_code: device.user_code, confirm: 'yes' })
    if (page.html.includes('name="password"')) page = await client.signIn(page, ada.email)
    return client.decide(page, 'allow')
  }

  test('[O15] a person approves what a device shows, and the device gets tokens for its resource', async () => {
    const device = await begin()
    expect(device).toMatchObject({
      verification_uri: `${app.url}/device`,
      verification_uri_complete: `${app.url}/device?user_code=${device.user_code}`,
      expires_in: 900,
      interval: 5,
    })
    expect(device.user_code).toMatch(/^[B-Z]{4}-[B-Z]{4}$/)
    expect((await poll(device)).error).toBe('authorization_pending')

    const done = await approve(device)
    expect([done.status, done.html]).toEqual([200, expect.stringContaining('Television')])
    app.clock.advance('6s')
    const tokens = await poll(device)
    expect(claimsOf(tokens.access_token)).toMatchObject({ aud: `${app.url}/mcp`, sub: ada.id })
    expect((await callTool(app, tokens.access_token, 'list_tasks')).status).toBe(200)
    expect((await poll(device)).error).toBe('invalid_grant')
  })

  test('[O16] a device that polls too soon gets slow_down, and has to wait longer each time', async () => {
    const device = await begin()
    expect((await poll(device)).error).toBe('authorization_pending')
    expect((await poll(device)).error).toBe('slow_down')
    app.clock.advance('6s')
    expect((await poll(device)).error).toBe('slow_down')
    app.clock.advance('16s')
    expect((await poll(device)).error).toBe('authorization_pending')
  })

  test('[O17] a declined, unknown, used or expired code says so on the page and to the device', async () => {
    const declined = await begin()
    const confirm = await send(await client.browser.visit('/device'), { user_code: declined.user_code })
    expect((await send(confirm, { user_code: declined.user_code, abort: 'yes' })).html).toContain(
      'You declined',
    )
    expect((await poll(declined)).error).toBe('access_denied')

    const unknown = await send(await client.browser.visit('/device'), { user_code: 'BBBB-BBBB' })
    expect(unknown.html).toContain('There is no such code')

    const late = await begin()
    app.clock.advance('16m')
    const expired = await send(await client.browser.visit('/device'), { user_code: late.user_code })
    expect(expired.html).toContain('This code has expired')
    expect((await poll(late)).error).toBe('expired_token')

    const used = await begin()
    await approve(used)
    const again = await send(await client.browser.visit('/device'), { user_code: used.user_code })
    expect(again.html).toContain('was used already')
  })

  test('[O18] the link with the code fills in the form and sends nothing by itself', async () => {
    const device = await begin()
    const page = await client.browser.visit(device.verification_uri_complete)

    expect(fieldOf(page.html, 'user_code')).toBe(device.user_code)
    expect(page.html).not.toContain('<script')
    const forged = await client.browser.visit('/device', {
      form: { xsrf: 'wrong', user_code: device.user_code },
    })
    expect(forged.html).not.toContain('Television')
  })
})
