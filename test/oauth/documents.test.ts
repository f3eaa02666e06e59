import type { LookupAddress } from 'node:dns'
import { tasks } from '@quipu/tasks'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { documents } from '../environment/client-samples.ts'
import { engines, openTestHost, type TestHost, password } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { DocumentServer } from './document-server.ts'
import { callback, callTool, claimsOf, OAuthClient, type Tokens } from './oauth-client.ts'
import { Rows } from './rows.ts'
import { mainOf } from './web-browser.ts'

const id = (path: string) => `https://client.example/${path}`
const document = (path: string, change: object = {}) => ({
  client_id: id(path),
  client_name: 'Example',
  redirect_uris: [callback],
  token_endpoint_auth_method: 'none',
  ...change,
})

describe.each(engines)('clients that a document describes, on %s', (engine) => {
  const web = new DocumentServer('client.example', 'claude.ai', 'chatgpt.com')
  const rows = new Rows()
  let app: TestHost
  let ada: TestUser
  beforeAll(async () => {
    const documentFetch = (await web.listen()).fetchOptions({ isPublic: () => true })
    app = await openTestHost(engine, [tasks, rows.module], { authorizationsPerMinute: 10_000, documentFetch })
    ada = await app.user({ password })
    for (const [url, known] of Object.entries(documents)) web.serve(url, known)
  })
  afterAll(async () => {
    await app[Symbol.asyncDispose]()
    await web[Symbol.asyncDispose]()
  })
  beforeEach(() => void (web.requests.length = 0))

  test.each([
    ['https://claude.ai/oauth/claude-code-client-metadata', 'http://localhost:49152/callback', 'claude.ai'],
    [
      'https://claude.ai/oauth/mcp-oauth-client-metadata',
      'https://claude.com/api/mcp/auth_callback',
      'claude.ai',
    ],
    [
      'https://chatgpt.com/oauth/client-metadata.json',
      'https://chatgpt.com/connector_platform_oauth_redirect',
      'chatgpt.com',
    ],
  ])('[O23] [O908] %s connects, is named with its publisher, and refreshes', async (clientId, uri, host) => {
    const client = new OAuthClient(app, clientId, uri)
    const consent = await client.signIn(await client.browser.visit(client.authorizeUrl()), ada.email)
    expect(consent.html).toContain('The app is published by')
    expect(consent.html).toContain(host)
    expect(consent.html).not.toContain('Nobody has checked that name')

    const tokens = await client.tokens(ada.email)
    expect(claimsOf(tokens.access_token)).toMatchObject({ client_id: clientId, aud: `${app.url}/mcp` })
    expect((await callTool(app, tokens.access_token, 'list_tasks')).status).toBe(200)
    const refreshed = await client.refresh(tokens.refresh_token)
    expect([
      refreshed.status,
      claimsOf(((await refreshed.json()) as Tokens).access_token)['client_id'],
    ]).toEqual([200, clientId])
    // Its logo and its keys are left alone, and it is fetched once.
    expect(web.requests).toEqual([`${host} ${new URL(clientId).pathname}`])
    expect(await rows.of('oauth_clients')).toEqual([])
  })

  test('[A944] unknown scopes, grants and fields in a document are ignored', async () => {
    const clientId = id('generous.json')
    web.serve(
      clientId,
      document('generous.json', {
        scope: 'tasks:read everything:write',
        grant_types: ['authorization_code', 'refresh_token', 'urn:example:new'],
        response_types: ['code', 'vp_token'],
        dpop_bound_access_tokens: true,
        made_up: { deep: [1] },
      }),
    )
    const client = new OAuthClient(app, clientId)
    const { scope } = await client.tokens(ada.email, { scope: 'tasks:read tasks:write nothing:known' })
    expect(scope).toBe('tasks:read tasks:write')
  })

  test('[O909] two sign-ins of one document are two families', async () => {
    const uri = 'http://localhost:49152/callback'
    const one = new OAuthClient(app, 'https://claude.ai/oauth/claude-code-client-metadata', uri)
    const other = new OAuthClient(app, one.id, uri)
    const first = await one.tokens(ada.email)
    const second = await other.tokens(ada.email)
    expect((await one.refresh(first.refresh_token)).status).toBe(200)
    app.clock.advance('31s')
    expect((await one.refresh(first.refresh_token)).status).toBe(400)
    expect((await other.refresh(second.refresh_token)).status).toBe(200)
  })

  test.each<[string, object | string]>([
    ['another client_id', { client_id: 'https://other.example/' }],
    ['no client_id', { client_id: undefined }],
    ['no name', { client_name: undefined }],
    ['no redirect URIs', { redirect_uris: [] }],
    ['a script as redirect URI', { redirect_uris: [callback, 'javascript:alert(1)'] }],
    ['keys as its only authentication', { token_endpoint_auth_method: 'private_key_jwt' }],
    ['a secret', { token_endpoint_auth_method: 'client_secret_post', client_secret: 'x' }],
    ['more than 5 KiB', { padding: 'x'.repeat(6_000) }],
    ['a list', '[]'],
    ['no JSON', '<secret-of-the-intranet>'],
  ])(
    '[O24] [O911] a document with %s makes no client, and its contents are not revealed',
    async (what, change) => {
      const path = `${what.replace(/\W/g, '-')}.json`
      web.serve(id(path), (_request, response) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(typeof change === 'string' ? change : JSON.stringify(document(path, change))),
      )
      const isFetched = typeof change !== 'string' ? what !== 'more than 5 KiB' : change === '[]'
      await expectNoClient(app, id(path), isFetched ? 400 : 503)
      expect(web.requests).toEqual([`client.example /${path}`])
    },
  )

  test.each<[string, number, Record<string, string>]>([
    ['leads to itself', 302, { location: id('loop.json') }],
    ['leads to this server', 307, { location: 'https://127.0.0.1/secret' }],
    ['is a page', 200, { 'content-type': 'text/html' }],
    ['fails', 500, { 'content-type': 'application/json' }],
    ['is compressed', 200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }],
  ])('[O24] [O910] an address that %s makes no client and is asked once', async (what, status, headers) => {
    const path = what === 'leads to itself' ? 'loop.json' : `${what.replace(/\W/g, '-')}.json`
    web.serve(id(path), (_request, response) =>
      response.writeHead(status, headers).end(JSON.stringify(document(path))),
    )
    await expectNoClient(app, id(path), 503)
    expect(web.requests).toEqual([`client.example /${path}`])
  })

  test('[O24] an endless document is cut off', async () => {
    web.serve(id('endless.json'), (_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = () =>
        void (response.destroyed || response.write(' '.repeat(4_096), () => setImmediate(more)))
      more()
    })
    await expectNoClient(app, id('endless.json'), 503)
    expect(web.requests).toEqual(['client.example /endless.json'])
  })

  test.each([
    'http://client.example/plain.json',
    'https://client.example:8443/port.json',
    'https://user:pass@client.example/user.json',
    'https://127.0.0.1/address.json',
    'https://[::1]/address.json',
    'https://0x7f.1/address.json',
    'https://client.example/#fragment',
    'https://client.example/a/../b.json',
    'https://client.example',
    'file:///etc/passwd',
  ])('[O24] [O910] %s is not asked for', async (clientId) => {
    await expectNoClient(app, clientId, 400)
    expect(web.requests).toEqual([])
  })

  test('[O910] other endpoints fetch nothing that these rules forbid either', async () => {
    for (const path of ['token', 'revoke', 'device']) {
      const response = await fetch(`${app.url}/api/oauth/${path}`, {
        method: 'POST',
        body: new URLSearchParams({
          client_id: 'https://127.0.0.1/x.json',
          token: 'x',
          grant_type: 'refresh_token',
          refresh_token: 'x',
        }),
      })
      expect([path, response.status, await response.json()]).toEqual([
        path,
        400,
        { error: 'invalid_client', error_description: 'client_id metadata document fetch not allowed' },
      ])
    }
    expect(web.requests).toEqual([])
  })
})

describe.each(engines)('documents at addresses that are not public, on %s', (engine) => {
  const leads: Readonly<Record<string, readonly string[]>> = {
    'loopback.example': ['127.0.0.1'],
    'mapped.example': ['::ffff:127.0.0.1'],
    'six.example': ['::1'],
    'private.example': ['10.1.2.3'],
    'cloud.example': ['169.254.169.254'],
    'both.example': ['93.184.215.14', '127.0.0.1'],
    'translated.example': ['64:ff9b::7f00:1'],
    'nowhere.example': [],
  }
  const web = new DocumentServer(...Object.keys(leads))
  let app: TestHost
  beforeAll(async () => {
    const lookup = async (name: string): Promise<readonly LookupAddress[]> =>
      (leads[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
    const documentFetch = (await web.listen()).fetchOptions({ lookup })
    app = await openTestHost(engine, [tasks], { authorizationsPerMinute: 10_000, documentFetch })
  })
  afterAll(async () => {
    await app[Symbol.asyncDispose]()
    await web[Symbol.asyncDispose]()
  })

  test.each(Object.keys(leads))(
    '[O910] [O911] nothing is sent to %s, and the answer does not say why',
    async (name) => {
      web.serve(`https://${name}/client.json`, {
        ...document('client.json'),
        client_id: `https://${name}/client.json`,
      })
      const text = await expectNoClient(app, `https://${name}/client.json`, 503)
      expect(text).not.toMatch(/public|private|address|ECONN|TLS|certificate/i)
      expect(web.requests).toEqual([])
    },
  )
})

/** The same page for any problem with a document, on our own origin. Returns its text. */
async function expectNoClient(app: TestHost, clientId: string, status: 400 | 503): Promise<string> {
  const client = new OAuthClient(app, clientId)
  const page = await client.browser.visit(client.authorizeUrl())
  expect([page.status, new URL(page.url).origin]).toEqual([status, app.url])
  const said = mainOf(page.html)
  expect(said).toContain('This request cannot be completed')
  expect(said).not.toMatch(/secret-of|alert|padding|intranet|other\.example|10\.1\.2\.3|169\.254|ENOTFOUND/)
  const program = await fetch(client.authorizeUrl(), { redirect: 'manual' })
  expect(program.status).toBe(status)
  return said + (await program.text())
}
