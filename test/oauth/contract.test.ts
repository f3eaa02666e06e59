import { dataAgent } from '@quipu/data-agent'
import { tasks } from '@quipu/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyEngine, openTestHost, type TestHost, password } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { claimsOf, OAuthClient, type Tokens } from './oauth-client.ts'
import { type Arrival, fieldOf, mainOf } from './web-browser.ts'

const deviceGrant = 'urn:ietf:params:oauth:grant-type:device_code'

describe.each(anyEngine())('the contract of the authorization endpoint on %s', (engine) => {
  let app: TestHost
  let ada: TestUser
  beforeAll(async () => {
    app = await openTestHost(engine, [tasks, dataAgent], { authorizationsPerMinute: 10_000 })
    ada = await app.user({ password })
  })
  afterAll(() => app[Symbol.asyncDispose]())

  test('[O220] without scope and resource, the scopes are the three of the contract', async () => {
    const client = await OAuthClient.register(app)
    const { scope, access_token } = await client.tokens(ada.email, { resource: undefined, scope: undefined })
    expect(scope.split(' ').toSorted()).toEqual(['data_agent:read', 'data_agent:write', 'ontologies:read'])
    expect(claimsOf(access_token)['aud']).toBe(app.url)
  })

  test('[O220] a device that names neither gets the same three', async () => {
    const client = await OAuthClient.register(app, {
      client_name: 'Television',
      redirect_uris: ['http://localhost/callback'],
      grant_types: [deviceGrant, 'authorization_code', 'refresh_token'],
    })
    const asked = await fetch(`${app.url}/api/oauth/device`, {
      method: 'POST',
      body: new URLSearchParams({ client_id: client.id }),
    })
    const device = (await asked.json()) as { device_code: string; user_code: string }
    const send = (page: Arrival, form: Record<string, string>) =>
      client.browser.visit('/device', { form: { xsrf: fieldOf(page.html, 'xsrf'), ...form } })
    const confirm = await send(await client.browser.visit('/device'), { user_code: device.user_code })
    const login = await send(confirm, { user_code: device.user_code, confirm: 'yes' })
    await client.decide(await client.signIn(login, ada.email), 'allow')
    const polled = await client.token({ grant_type: deviceGrant, device_code: device.device_code })
    const { scope } = (await polled.json()) as Tokens
    expect(scope.split(' ').toSorted()).toEqual(['data_agent:read', 'data_agent:write', 'ontologies:read'])
  })

  test('[O221] the answer is sent to the app with 302, the refusal too', async () => {
    for (const decision of ['allow', 'deny'] as const) {
      const client = await OAuthClient.register(app)
      const arrival = await client.authorize(ada.email, {}, decision)
      expect([arrival.status, new URL(arrival.url).origin]).toEqual([302, new URL(client.redirectUri).origin])
    }
    const client = await OAuthClient.register(app)
    const refused = await fetch(client.authorizeUrl({ resource: 'https://other.example/mcp' }), {
      redirect: 'manual',
    })
    expect([
      refused.status,
      new URL(refused.headers.get('location') ?? '').searchParams.get('error'),
    ]).toEqual([302, 'invalid_target'])
  })

  test('[O222] a program that is unknown, or names an unknown redirect, gets JSON', async () => {
    const client = await OAuthClient.register(app)
    const ask = async (change: Record<string, string>) => {
      const headers = { accept: 'application/json' }
      const answer = await fetch(client.authorizeUrl(change), { redirect: 'manual', headers })
      expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
      return [answer.status, await answer.json()]
    }
    expect(await ask({ client_id: 'nobody' })).toEqual([
      400,
      { error: 'invalid_client', error_description: expect.any(String) },
    ])
    expect(await ask({ redirect_uri: 'https://evil.example/callback' })).toEqual([
      400,
      { error: 'invalid_redirect_uri', error_description: expect.any(String) },
    ])
  })

  test.each([
    'response_type',
    'client_id',
    'redirect_uri',
    'state',
    'code_challenge',
    'code_challenge_method',
  ])('[O223] a page says which parameter is missing, and what %s is for', async (name) => {
    const client = await OAuthClient.register(app)
    const page = await client.browser.visit(client.authorizeUrl({ [name]: undefined }))
    expect(page.status).toBe(400)
    const said = mainOf(page.html)
    expect(said).toContain(`Missing required parameter: ${name}.`)
    expect(said).toMatch(name === 'state' ? /belongs to its own request/ : /It (says|makes sure)/)
  })
})
