import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { tasks } from '@quipu/tasks'
import { engines, openTestHost, type TestHost, password } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { callTool, claimsOf, OAuthClient, type Tokens } from './oauth-client.ts'

describe.each(engines)('authorization codes on %s', (engine) => {
  let app: TestHost
  let ada: TestUser
  beforeAll(async () => {
    app = await openTestHost(engine, [tasks], { authorizationsPerMinute: 10_000 })
    ada = await app.user({ password })
  })
  afterAll(() => app[Symbol.asyncDispose]())

  test('[O1] a code becomes an access token of 15 minutes for the resource asked for, and a refresh token', async () => {
    const client = await OAuthClient.register(app)
    const tokens = await client.tokens(ada.email, { scope: 'tasks:read tasks:write' })

    expect(tokens).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
      refresh_token: expect.any(String),
      scope: 'tasks:read tasks:write',
    })
    const claims = claimsOf(tokens.access_token)
    expect(claims).toMatchObject({
      iss: app.url,
      aud: `${app.url}/mcp`,
      sub: ada.id,
      client_id: client.id,
      permissions: ['tasks:read', 'tasks:write'],
    })
    expect(Number(claims['exp']) - Number(claims['iat'])).toBe(900)
    expect((await callTool(app, tokens.access_token, 'list_tasks')).status).toBe(200)
  })

  test('[O2] the answer to the client carries code, state and issuer, also when the person declines', async () => {
    const client = await OAuthClient.register(app)

    const allowed = new URL((await client.authorize(ada.email, { state: 'a b&c' })).url)
    expect(allowed.origin + allowed.pathname).toBe(client.redirectUri)
    expect(Object.fromEntries(allowed.searchParams)).toEqual({
      code: expect.any(String),
      state: 'a b&c',
      iss: app.url,
    })

    const other = await OAuthClient.register(app)
    const denied = new URL((await other.authorize(ada.email, {}, 'deny')).url)
    expect(Object.fromEntries(denied.searchParams)).toEqual({
      error: 'access_denied',
      error_description: expect.any(String),
      state: 'state-1',
      iss: app.url,
    })
  })

  test('[O3] [O922] of ten redemptions at once one succeeds, and a replayed code ends what it gave', async () => {
    const client = await OAuthClient.register(app)
    const code = await client.code(ada.email)

    const answers = await Promise.all(Array.from({ length: 10 }, () => client.redeem(code)))
    const bodies = await Promise.all(answers.map((answer) => answer.json()))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(bodies.filter((body) => 'error' in (body as object))).toEqual(
      Array.from({ length: 9 }, () => ({
        error: 'invalid_grant',
        error_description: 'Invalid or expired authorization code',
      })),
    )

    const again = await OAuthClient.register(app)
    const used = await again.code(ada.email)
    const tokens = (await (await again.redeem(used)).json()) as Tokens
    expect((await again.redeem(used)).status).toBe(400)
    expect((await again.refresh(tokens.refresh_token)).status).toBe(400)
    expect((await callTool(app, tokens.access_token, 'list_tasks')).status).toBe(401)
  })

  test('[O4] a code is good for ten minutes, for its client, its redirect and its verifier', async () => {
    const client = await OAuthClient.register(app)
    const stranger = await OAuthClient.register(app)
    const invalid = { error: 'invalid_grant', error_description: 'Invalid or expired authorization code' }

    const wrong = await client.redeem(await client.code(ada.email), { code_verifier: 'w'.repeat(43) })
    expect([wrong.status, await wrong.json()]).toEqual([400, invalid])
    const elsewhere = await client.redeem(await client.code(ada.email), {
      redirect_uri: 'https://claude.ai/other',
    })
    expect([elsewhere.status, await elsewhere.json()]).toEqual([400, invalid])
    const stolen = await client.redeem(await client.code(ada.email), { client_id: stranger.id })
    expect([stolen.status, await stolen.json()]).toEqual([400, invalid])

    const late = await client.code(ada.email)
    app.clock.advance('599s')
    const inTime = await client.code(ada.email)
    app.clock.advance('2s')
    expect([(await client.redeem(late)).status, (await client.redeem(inTime)).status]).toEqual([400, 200])
  })

  test.each([
    'response_type',
    'client_id',
    'redirect_uri',
    'state',
    'code_challenge',
    'code_challenge_method',
  ])('[O5] a request without %s is refused by name', async (name) => {
    const client = await OAuthClient.register(app)
    const response = await fetch(client.authorizeUrl({ [name]: undefined }), { redirect: 'manual' })

    expect([response.status, await response.json()]).toEqual([
      400,
      { error: 'invalid_request', error_description: `Missing required parameter: ${name}` },
    ])
  })

  test('[O5] plain challenges, other response types and parameters given twice are refused', async () => {
    const client = await OAuthClient.register(app)
    const answer = async (url: string) => {
      const response = await fetch(url, { redirect: 'manual' })
      return [response.status, ((await response.json()) as { error: string }).error]
    }

    expect(await answer(client.authorizeUrl({ code_challenge_method: 'plain' }))).toEqual([
      400,
      'invalid_request',
    ])
    expect(await answer(client.authorizeUrl({ response_type: 'token' }))).toEqual([400, 'invalid_request'])
    expect(await answer(`${client.authorizeUrl()}&state=again`)).toEqual([400, 'invalid_request'])
    expect(await answer(`${client.authorizeUrl()}&client_id=other`)).toEqual([400, 'invalid_request'])
  })

  test('[O6] an unknown client or redirect is reported on our own page, never by a redirect', async () => {
    const client = await OAuthClient.register(app)
    for (const change of [
      { client_id: 'nobody' },
      { redirect_uri: 'https://evil.example/callback' },
      { redirect_uri: `${client.redirectUri}/more` },
      { redirect_uri: `${client.redirectUri}?x=1` },
      { redirect_uri: 'javascript:alert(1)' },
      { redirect_uri: '//evil.example' },
    ]) {
      const page = await client.browser.visit(client.authorizeUrl(change))
      expect([change, page.status, new URL(page.url).origin]).toEqual([change, 400, app.url])
      expect(page.html).toContain('This request cannot be completed')
      expect(page.html).not.toContain('<script')
    }
  })

  test('[O7] without a session, a program gets the sign-in address and a browser gets the page', async () => {
    const client = await OAuthClient.register(app)

    const program = await fetch(client.authorizeUrl(), { redirect: 'manual' })
    expect([program.status, await program.json()]).toEqual([
      401,
      {
        error: 'login_required',
        login_url: `${app.url}/login`,
        message: 'User must login before authorizing application',
      },
    ])
    const page = await client.browser.visit(client.authorizeUrl())
    expect(page.status).toBe(200)
    expect(page.html).toContain('Claude')
    expect(page.html).toContain('autocomplete="current-password"')
  })

  test('[O8] a signed-in person is asked once for a web client, and each time for one on their machine', async () => {
    const web = await OAuthClient.register(app)
    await web.tokens(ada.email)
    const silent = await web.browser.visit(web.authorizeUrl())
    expect(new URL(silent.url).searchParams.get('code')).toBeTruthy()
    const wider = await web.browser.visit(web.authorizeUrl({ resource: `${app.url}/api/tasks/mcp` }))
    expect(wider.html).toContain('name="decision"')

    const local = await OAuthClient.register(app, {
      client_name: 'Inspector',
      redirect_uris: ['http://localhost:6274/oauth/callback'],
    })
    await local.tokens(ada.email)
    const asked = await local.browser.visit(local.authorizeUrl())
    expect(asked.html).toContain('name="decision"')
    expect(asked.html).toContain('This app runs on this computer')
    expect(asked.html).toContain('localhost:6274')
  })
})
