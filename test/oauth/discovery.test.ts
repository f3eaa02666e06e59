import { defineModule } from '@quipu/kit'
import { tasks } from '@quipu/tasks'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { send } from '../bad-input/raw-http.ts'
import { anyEngine, openTestHost, type TestHost, password } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { callTool, claude, OAuthClient } from './oauth-client.ts'

const ofAgent = ['data_agent:read', 'data_agent:write', 'ontologies:read']
const everyone = ['viewer', 'contributor', 'admin'] as const

/** A module with the scopes of the data agent. */
const dataAgent = defineModule({
  name: 'data-agent',
  title: 'Data agent',
  permissions: Object.fromEntries(
    ofAgent.map((name) => [name, { says: `Use ${name}`, roles: [...everyone] }]),
  ),
  endpoint: { isDefaultResource: true },
  tools: [],
  open: () => null,
})

describe.each(anyEngine())('discovery on %s', (engine) => {
  let app: TestHost
  let ada: TestUser
  beforeAll(async () => {
    app = await openTestHost(engine, [tasks, dataAgent], { authorizationsPerMinute: 10_000 })
    ada = await app.user({ password })
    await app.host.clients.add({ id: 'tv', redirectUris: ['http://localhost/callback'] })
  })
  afterAll(() => app[Symbol.asyncDispose]())
  const read = async (path: string) => {
    const response = await fetch(app.url + path)
    return [response.status, await response.json()]
  }
  const ownScopes = [
    'account:read',
    'account:write',
    'audit:read',
    'clients:manage',
    'sessions:read',
    'users:manage',
  ]

  test.each([
    '/.well-known/oauth-authorization-server',
    '/.well-known/authorization-server',
    '/api/oauth/.well-known/oauth-authorization-server',
    '/api/oauth/.well-known/authorization-server',
  ])('[O40] the authorization server is described at %s', async (path) => {
    const [status, metadata] = (await read(path)) as [number, { scopes_supported: string[] }]
    const at = (place: string) => `${app.url}/api/oauth/${place}`
    expect(status).toBe(200)
    expect(metadata).toEqual({
      issuer: app.url,
      authorization_endpoint: at('authorize'),
      token_endpoint: at('token'),
      response_types_supported: ['code'],
      grant_types_supported: [
        'authorization_code',
        'refresh_token',
        'urn:ietf:params:oauth:grant-type:device_code',
      ],
      code_challenge_methods_supported: ['S256'],
      scopes_supported: expect.any(Array),
      token_endpoint_auth_methods_supported: ['none'],
      client_id_metadata_document_supported: true,
      registration_endpoint: at('register'),
      revocation_endpoint: at('revoke'),
      revocation_endpoint_auth_methods_supported: ['none'],
      device_authorization_endpoint: at('device'),
      jwks_uri: at('jwks'),
      response_modes_supported: ['query'],
      authorization_response_iss_parameter_supported: true,
    })
    expect(metadata.scopes_supported.toSorted()).toEqual(
      [...ofAgent, ...ownScopes, 'tasks:read', 'tasks:write'].toSorted(),
    )
  })

  test.each<[string, string, readonly string[]]>([
    ['/.well-known/oauth-protected-resource/api/data-agent/mcp', '/api/data-agent/mcp', ofAgent],
    ['/api/oauth/.well-known/oauth-protected-resource/api/data-agent/mcp', '/api/data-agent/mcp', ofAgent],
    ['/.well-known/protected-resource', '/api/data-agent/mcp', ofAgent],
    ['/api/oauth/.well-known/protected-resource', '/api/data-agent/mcp', ofAgent],
    ['/.well-known/oauth-protected-resource/api/tasks/mcp', '/api/tasks/mcp', ['tasks:read', 'tasks:write']],
    ['/.well-known/oauth-protected-resource/mcp', '/mcp', ['tasks:read', 'tasks:write', ...ofAgent]],
    ['/.well-known/oauth-protected-resource', '/mcp', ['tasks:read', 'tasks:write', ...ofAgent]],
  ])('[O40] %s describes %s', async (path, resource, scopes) => {
    expect(await read(path)).toEqual([
      200,
      {
        resource: app.url + resource,
        authorization_servers: [app.url],
        scopes_supported: scopes,
        bearer_methods_supported: ['header'],
        resource_name: 'Quipu',
      },
    ])
  })

  test('[O40] nothing is described that is not there', async () => {
    for (const path of [
      '/.well-known/openid-configuration',
      '/.well-known/oauth-protected-resource/api/nothing/mcp',
      '/api/oauth/userinfo',
      '/api/oauth/request',
      '/api/oauth/introspect',
      '/session/end',
      '/me',
    ])
      expect([path, (await fetch(app.url + path)).status]).toEqual([path, 404])
  })

  const forgeries: [string, Record<string, string>, number][] = [
    ['Host', { host: 'evil.example' }, 403],
    ['X-Forwarded-Host', { 'x-forwarded-host': 'evil.example' }, 200],
    ['X-Forwarded-Proto', { 'x-forwarded-proto': 'https' }, 200],
    ['Forwarded', { forwarded: 'host=evil.example;proto=https' }, 200],
    ['X-Original-Host', { 'x-original-host': 'evil.example', 'x-forwarded-server': 'evil.example' }, 200],
    ['X-Forwarded-Prefix', { 'x-forwarded-prefix': '/evil', 'x-forwarded-port': '1' }, 200],
  ]
  test.each(forgeries)(
    '[O41] [H21] a forged %s changes no document, redirect, challenge or page',
    async (_what, headers, status) => {
      const client = await OAuthClient.register(app)
      const metadata = await send(app.url, {
        method: 'GET',
        path: '/.well-known/oauth-authorization-server',
        headers,
      })
      expect(metadata.status).toBe(status)
      expect(JSON.parse(metadata.text)).toMatchObject(
        status === 200 ? { issuer: app.url } : { error: 'forbidden' },
      )
      const html = { ...headers, accept: 'text/html' }
      const path = client.authorizeUrl().slice(app.url.length)
      const asked = await send(app.url, { method: 'GET', path, headers: html })
      const program = await send(app.url, { method: 'GET', path, headers })
      const challenge = await send(app.url, { path: '/mcp', headers, body: '{}' })
      const device = await send(app.url, {
        path: '/api/oauth/device',
        headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
        body: 'client_id=tv',
      })
      expect(JSON.parse(device.text)).toMatchObject(
        status === 200 ? { verification_uri: `${app.url}/device` } : { error: 'forbidden' },
      )
      for (const { text, headers: answered } of [metadata, asked, program, challenge, device])
        expect(
          text.replace('does not answer for the host \\"evil.example\\"', '') + JSON.stringify(answered),
        ).not.toMatch(/evil|https:\/\/127/)
      expect(JSON.stringify(asked.headers['set-cookie'] ?? '')).not.toContain('secure')
    },
  )

  test('[O42] the published keys verify an access token, in the hands of any library', async () => {
    const client = await OAuthClient.register(app)
    const { access_token } = await client.tokens(ada.email)
    const keys = createRemoteJWKSet(new URL(`${app.url}/api/oauth/jwks`))
    const { payload, protectedHeader } = await jwtVerify(access_token, keys, {
      issuer: app.url,
      audience: `${app.url}/mcp`,
      typ: 'at+jwt',
      algorithms: ['ES256'],
      currentDate: app.clock.now(),
    })
    expect([payload.sub, protectedHeader.alg]).toEqual([ada.id, 'ES256'])
  })

  test('[O914] [A56] a rotated key signs what follows and breaks nothing that is live', async () => {
    const client = await OAuthClient.register(app)
    const before = await client.tokens(ada.email)
    const waiting = await client.code(ada.email)
    const consent = await client.browser.visit(client.authorizeUrl({ prompt: 'consent' }))
    const { kid } = await app.host.keys.rotate()

    const { keys } = (await (await fetch(`${app.url}/api/oauth/jwks`)).json()) as {
      keys: Record<string, unknown>[]
    }
    expect(keys.length).toBeGreaterThanOrEqual(2)
    expect(keys.map((key) => key['kid'])).toContain(kid)
    expect(keys.flatMap((key) => Object.keys(key))).not.toContain('d')
    expect((await callTool(app, before.access_token, 'list_tasks')).status).toBe(200)
    expect((await client.redeem(waiting)).status).toBe(200)
    expect(new URL((await client.decide(consent, 'allow')).url).searchParams.get('code')).toBeTruthy()

    const after = (await (await client.refresh(before.refresh_token)).json()) as { access_token: string }
    const published = createRemoteJWKSet(new URL(`${app.url}/api/oauth/jwks`))
    const kids: unknown[] = []
    for (const token of [before.access_token, after.access_token]) {
      const { protectedHeader } = await jwtVerify(token, published, { currentDate: app.clock.now() })
      kids.push(protectedHeader.kid)
    }
    expect(kids[1]).toBe(kid)
    expect(kids[0]).not.toBe(kid)
  })
})

describe.each(anyEngine())('a public https address on %s', (engine) => {
  const publicUrl = 'https://quipu.example'
  let app: TestHost
  beforeAll(async () => {
    app = await openTestHost(engine, [tasks], { appUrl: publicUrl, authorizationsPerMinute: 10_000 })
  })
  afterAll(() => app[Symbol.asyncDispose]())
  const proxied = { host: 'quipu.example', 'x-forwarded-proto': 'http', 'x-forwarded-for': '203.0.113.7' }

  test('[O43] is in every document, cookie and redirect', async () => {
    const metadata = await send(app.url, {
      method: 'GET',
      path: '/.well-known/oauth-authorization-server',
      headers: proxied,
    })
    expect(JSON.parse(metadata.text)).toMatchObject({
      issuer: publicUrl,
      token_endpoint: `${publicUrl}/api/oauth/token`,
    })
    expect(metadata.headers['strict-transport-security']).toContain('max-age=')
    const registered = await send(app.url, {
      path: '/api/oauth/register',
      headers: { ...proxied, 'content-type': 'application/json' },
      body: JSON.stringify(claude),
    })
    const { client_id } = JSON.parse(registered.text) as { client_id: string }
    const asked = new URL(new OAuthClient(app, client_id).authorizeUrl({ resource: `${publicUrl}/mcp` }))
    const answer = await send(app.url, {
      method: 'GET',
      path: asked.pathname + asked.search,
      headers: { ...proxied, accept: 'text/html' },
    })
    expect(answer.status).toBe(303)
    const cookies = [answer.headers['set-cookie'] ?? []].flat()
    expect(cookies.length).toBeGreaterThan(0)
    for (const cookie of cookies) expect(cookie).toMatch(/; secure; httponly/i)

    const page = await send(app.url, {
      method: 'GET',
      path: new URL(String(answer.headers['location']), publicUrl).pathname,
      headers: { ...proxied, cookie: cookies.map((line) => line.split(';')[0]).join('; ') },
    })
    expect([page.status, page.text.includes('name="password"')]).toEqual([200, true])
    expect([page.headers['set-cookie'] ?? []].flat()).toEqual([
      expect.stringMatching(
        /^__Host-quipu_form=[\w-]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
      ),
    ])
  })
})
