import { tasks } from '@quipu/tasks'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { registrations } from '../environment/client-samples.ts'
import { engines, openTestHost, type TestHost, password } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { callTool, callback, claude, claimsOf, OAuthClient, register } from './oauth-client.ts'
import { Rows } from './rows.ts'

describe.each(engines)('clients on %s', (engine) => {
  let app: TestHost
  let ada: TestUser
  const rows = new Rows()
  beforeAll(async () => {
    app = await openTestHost(engine, [tasks, rows.module], { authorizationsPerMinute: 10_000 })
    ada = await app.user({ password })
  })
  afterAll(() => app[Symbol.asyncDispose]())

  test.each(Object.keys(registrations))(
    '[O19] %s registers as it does, gets no secret, and connects by each of its redirect URIs',
    async (name) => {
      const sent = registrations[name] as { readonly redirect_uris: readonly string[] }
      const response = await register(app, sent)
      const answer = (await response.json()) as Record<string, unknown>

      expect([response.status, answer['redirect_uris']]).toEqual([201, sent.redirect_uris])
      expect(answer['token_endpoint_auth_method']).toBe('none')
      expect(Object.keys(answer).filter((key) => /secret|registration_/.test(key))).toEqual([])
      expect(response.headers.get('cache-control')).toContain('no-store')
      for (const uri of sent.redirect_uris) {
        const client = new OAuthClient(app, String(answer['client_id']), uri)
        const { access_token } = await client.tokens(ada.email)
        expect(claimsOf(access_token)).toMatchObject({ client_id: client.id, sub: ada.id })
      }
    },
  )

  const refused: [string, object, string][] = [
    ['a script', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    ['a page in the address', { redirect_uris: ['data:text/html,x'] }, 'invalid_redirect_uri'],
    ['plain http elsewhere', { redirect_uris: ['http://example.com/cb'] }, 'invalid_redirect_uri'],
    [
      'a name that begins like localhost',
      { redirect_uris: ['http://localhost.evil.example/'] },
      'invalid_redirect_uri',
    ],
    ['a scheme anyone may claim', { redirect_uris: ['myapp://cb'] }, 'invalid_redirect_uri'],
    ['a fragment', { redirect_uris: ['https://a.example/#x'] }, 'invalid_redirect_uri'],
    ['a wildcard', { redirect_uris: ['https://*.example/'] }, 'invalid_redirect_uri'],
    ['a user name', { redirect_uris: ['https://claude.ai@evil.example/'] }, 'invalid_redirect_uri'],
    ['one bad among good', { redirect_uris: [callback, 'file:///etc/passwd'] }, 'invalid_redirect_uri'],
    ['a number', { redirect_uris: [7] }, 'invalid_redirect_uri'],
    ['no list', { redirect_uris: callback }, 'invalid_redirect_uri'],
    ['none', { redirect_uris: [] }, 'invalid_redirect_uri'],
    ['nothing', { redirect_uris: undefined }, 'invalid_redirect_uri'],
    [
      'too many',
      { redirect_uris: Array.from({ length: 21 }, (_, at) => `https://a.example/${at}`) },
      'invalid_redirect_uri',
    ],
    ['a name that is a list', { client_name: ['Claude'] }, 'invalid_client_metadata'],
    ['grants that are no list', { grant_types: 'authorization_code' }, 'invalid_client_metadata'],
  ]
  test.each(refused)(
    '[O20] a registration with %s is refused with the reason, and nothing is kept',
    async (_what, change, error) => {
      const before = await rows.count('oauth_clients')

      const response = await register(app, { ...claude, ...change })
      const answer = (await response.json()) as { readonly error: string; readonly error_description: string }

      expect([response.status, answer.error]).toEqual([400, error])
      expect(answer.error_description).not.toMatch(/[^\x20-\x7e]|alert|passwd/)
      expect(await rows.count('oauth_clients')).toEqual(before)
    },
  )

  test('[H780] a client that asks for a secret or for other grants is registered without them', async () => {
    const response = await register(app, {
      ...claude,
      token_endpoint_auth_method: 'client_secret_basic',
      client_secret: 'chosen by the client',
      grant_types: ['authorization_code', 'client_credentials', 'password', 'implicit'],
      response_types: ['code', 'token', 'id_token'],
      jwks_uri: 'https://evil.example/keys',
      sector_identifier_uri: 'https://evil.example/sector',
    })
    const answer = (await response.json()) as Record<string, unknown>

    expect(response.status).toBe(201)
    expect(answer).toMatchObject({
      token_endpoint_auth_method: 'none',
      grant_types: ['authorization_code'],
      response_types: ['code'],
    })
    expect(JSON.stringify(answer)).not.toMatch(/secret|evil/)
    const client = new OAuthClient(app, String(answer['client_id']))
    for (const grant_type of ['client_credentials', 'password', 'implicit']) {
      const refused = await client.token({
        grant_type,
        username: ada.email,
        password,
      })
      expect([grant_type, refused.status, ((await refused.json()) as { error: string }).error]).toEqual([
        grant_type,
        400,
        'unsupported_grant_type',
      ])
    }
  })

  test('[O21] the port of a loopback address does not count; its host, path and scheme do', async () => {
    const { id } = await OAuthClient.register(app, {
      ...claude,
      redirect_uris: ['http://localhost/callback'],
    })
    const at = (uri: string) => new OAuthClient(app, id, uri)

    for (const port of [1024, 54_212, 65_535]) {
      const client = at(`http://localhost:${port}/callback`)
      const arrival = await client.authorize(ada.email)
      expect(arrival.url.startsWith(`http://localhost:${port}/callback?code=`)).toBe(true)
      const code = new URL(arrival.url).searchParams.get('code') ?? ''
      const otherPort = await client.redeem(code, { redirect_uri: 'http://localhost:1/callback' })
      expect(otherPort.status).toBe(400)
    }
    for (const uri of [
      'http://127.0.0.1/callback',
      'http://localhost:54212/other',
      'http://localhost:54212/callback?x=1',
      'https://localhost:54212/callback',
      'http://localhost@evil.example/callback',
      'http://localhost:54212@evil.example/callback',
    ]) {
      const page = await at(uri).browser.visit(at(uri).authorizeUrl())
      expect([uri, page.status, new URL(page.url).origin]).toEqual([uri, 400, app.url])
    }
    const web = await OAuthClient.register(app)
    const page = await web.browser.visit(
      web.authorizeUrl({ redirect_uri: 'https://claude.ai:8443/api/mcp/auth_callback' }),
    )
    expect(page.status).toBe(400)
  })

  test('[O22] [O906] [O907] a client known in advance connects; once it is removed it is 401 invalid_client', async () => {
    await app.host.clients.add({ id: 'my-mcp-client', redirectUris: ['http://localhost:3000/callback'] })
    const client = new OAuthClient(app, 'my-mcp-client', 'http://localhost:3000/callback')
    const page = await client.browser.visit(client.authorizeUrl())
    expect(page.html).toContain('my-mcp-client')
    const { access_token, refresh_token } = await client.tokens(ada.email)
    expect((await callTool(app, access_token, 'list_tasks')).status).toBe(200)

    const waiting = await client.code(ada.email)
    await app.host.clients.remove('my-mcp-client')
    for (const response of [await client.refresh(refresh_token), await client.redeem(waiting)]) {
      expect([response.status, ((await response.json()) as { error: string }).error]).toEqual([
        401,
        'invalid_client',
      ])
    }
    expect((await callTool(app, access_token, 'list_tasks')).status).toBe(401)
    expect((await client.browser.visit(client.authorizeUrl())).status).toBe(400)

    // What an earlier client of this name was given is not given back to its successor.
    await app.host.clients.add({ id: 'my-mcp-client', redirectUris: ['http://localhost:3000/callback'] })
    expect((await client.refresh(refresh_token)).status).toBe(400)
    expect((await client.redeem(waiting)).status).toBe(400)
    await vi.waitFor(async () => {
      const audited = await rows.audited()
      expect(audited).toEqual(
        expect.arrayContaining(['client.added ok', 'client.registered ok', 'client.removed ok']),
      )
    }, 30_000)
  })

  test('[O906] a client that is removed while its page is open gets no answer', async () => {
    await app.host.clients.add({ id: 'short-lived', redirectUris: [callback] })
    const client = new OAuthClient(app, 'short-lived')
    const consent = await client.signIn(await client.browser.visit(client.authorizeUrl()), ada.email)
    await app.host.clients.remove('short-lived')

    const page = await client.decide(consent, 'allow')
    expect([page.status, new URL(page.url).origin]).toEqual([400, app.url])
    expect(page.html).toContain('no longer open')
  })
})
