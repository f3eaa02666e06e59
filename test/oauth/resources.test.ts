import { tasks } from '@quipu/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { anyEngine, openTestHost, type TestHost, password } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { callTool, claimsOf, OAuthClient, type Tokens } from './oauth-client.ts'
import { mainOf } from './web-browser.ts'

describe.each(anyEngine())('what tokens are for, on %s', (engine) => {
  let app: TestHost
  let ada: TestUser
  let client: OAuthClient
  beforeAll(async () => {
    app = await openTestHost(engine, [tasks], { authorizationsPerMinute: 10_000 })
    ada = await app.user({ role: 'admin', password })
    client = await OAuthClient.register(app)
  })
  afterAll(() => app[Symbol.asyncDispose]())
  const rest = (token: string) =>
    fetch(`${app.url}/api/tasks`, { headers: { authorization: `Bearer ${token}` } })
  /** Where a token is good: the status at each door. */
  const doors = async (token: string) => ({
    '/mcp': (await callTool(app, token, 'list_tasks')).status,
    '/api/tasks/mcp': (await callTool(app, token, 'list_tasks', {}, '/api/tasks/mcp')).status,
    rest: (await rest(token)).status,
  })

  test.each([
    ['of someone else', 'https://other.example/mcp'],
    ['with a slash too many', '/mcp/'],
    ['in capitals', '/MCP'],
    ['that is not there', '/api/nothing/mcp'],
    ['with a query that chooses no profile', '/mcp?token=1'],
    ['with a fragment', '/mcp#tools'],
    ['with a user name', 'http://user@127.0.0.1/mcp'],
    ['that is no URL', 'mcp'],
  ])('[O25] a resource %s is invalid_target, sent to the client', async (_what, resource) => {
    const asked = resource.startsWith('/') ? app.url + resource : resource
    const { url } = await client.authorize(ada.email, { resource: asked })

    const answer = new URL(url)
    expect(answer.origin + answer.pathname).toBe(client.redirectUri)
    expect(Object.fromEntries(answer.searchParams)).toEqual({
      error: 'invalid_target',
      error_description: expect.any(String),
      state: 'state-1',
      iss: app.url,
    })
  })

  test('[O912] the public URL is one and the same with and without its slash', async () => {
    for (const resource of [app.url, `${app.url}/`]) {
      const { access_token } = await client.tokens(ada.email, { resource })
      expect(claimsOf(access_token)['aud']).toBe(app.url)
    }
  })

  test('[O26] [O913] a profile of an endpoint is its resource: the audience has no query, and the token works there', async () => {
    const { access_token, refresh_token } = await client.tokens(ada.email, {
      resource: `${app.url}/mcp?modules=tasks`,
    })
    expect(claimsOf(access_token)['aud']).toBe(`${app.url}/mcp`)
    for (const path of ['/mcp?modules=tasks', '/mcp', '/mcp?readonly=1'])
      expect([path, (await callTool(app, access_token, 'list_tasks', {}, path)).status]).toEqual([path, 200])
    const refreshed = (await (await client.refresh(refresh_token)).json()) as Tokens
    expect(claimsOf(refreshed.access_token)['aud']).toBe(`${app.url}/mcp`)
  })

  test('[O26] a resource can be requested by the name in its metadata', async () => {
    const challenge = await fetch(`${app.url}/mcp?modules=tasks`, { method: 'POST', body: '{}' })
    const where =
      /resource_metadata="([^"]+)"/.exec(challenge.headers.get('www-authenticate') ?? '')?.[1] ?? ''
    const { resource } = (await (await fetch(where)).json()) as { resource: string }
    expect(resource).toBe(`${app.url}/mcp?modules=tasks`)
    expect((await client.tokens(ada.email, { resource })).token_type).toBe('Bearer')
  })

  test('[O27] a resource without a value counts as missing', async () => {
    const { access_token } = await client.tokens(ada.email, { resource: '' })
    expect(claimsOf(access_token)['aud']).toBe(app.url)
  })

  test('[O27] no resource means the whole installation: every endpoint and REST', async () => {
    const { access_token, refresh_token } = await client.tokens(ada.email, { resource: undefined })
    expect(claimsOf(access_token)['aud']).toBe(app.url)
    expect(await doors(access_token)).toEqual({ '/mcp': 200, '/api/tasks/mcp': 200, rest: 200 })

    const narrowed = await client.refresh(refresh_token, { resource: `${app.url}/mcp` })
    expect([narrowed.status, ((await narrowed.json()) as { error: string }).error]).toEqual([
      400,
      'invalid_target',
    ])
  })

  test('[A20] a token for an endpoint opens that endpoint and nothing else', async () => {
    const one = await client.tokens(ada.email)
    expect(await doors(one.access_token)).toEqual({ '/mcp': 200, '/api/tasks/mcp': 401, rest: 401 })
    const other = await client.tokens(ada.email, { resource: `${app.url}/api/tasks/mcp` })
    expect(await doors(other.access_token)).toEqual({ '/mcp': 401, '/api/tasks/mcp': 200, rest: 401 })

    const refused = await rest(one.access_token)
    expect(refused.headers.get('www-authenticate')).toContain('error="invalid_token"')
  })

  test('[O28] a second resource at the token endpoint is refused unless it was consented to', async () => {
    const other = { resource: `${app.url}/api/tasks/mcp` }
    const swapped = await client.redeem(await client.code(ada.email), other)
    expect([swapped.status, ((await swapped.json()) as { error: string }).error]).toEqual([
      400,
      'invalid_target',
    ])
    const { refresh_token } = await client.tokens(ada.email)
    for (const resource of [other.resource, app.url, 'https://other.example/']) {
      const refused = await client.refresh(refresh_token, { resource })
      expect([resource, refused.status, ((await refused.json()) as { error: string }).error]).toEqual([
        resource,
        400,
        'invalid_target',
      ])
    }
    const same = (await (
      await client.refresh(refresh_token, { resource: `${app.url}/mcp` })
    ).json()) as Tokens
    expect(claimsOf(same.access_token)['aud']).toBe(`${app.url}/mcp`)
  })

  test('[O28] two resources are two tokens, each for one of them', async () => {
    const both = [`${app.url}/mcp`, `${app.url}/api/tasks/mcp`]
    const url = `${client.authorizeUrl({ resource: both[0] })}&resource=${encodeURIComponent(both[1] ?? '')}`
    let page = await client.browser.visit(url)
    if (page.html.includes('name="password"')) page = await client.signIn(page, ada.email)
    for (const resource of both) expect(mainOf(page.html)).toContain(resource)
    const code = new URL((await client.decide(page, 'allow')).url).searchParams.get('code') ?? ''
    const first = (await (await client.redeem(code, { resource: both[0] ?? '' })).json()) as Tokens
    const second = (await (
      await client.refresh(first.refresh_token, { resource: both[1] ?? '' })
    ).json()) as Tokens
    expect([claimsOf(first.access_token)['aud'], claimsOf(second.access_token)['aud']]).toEqual(both)
    expect(await doors(second.access_token)).toEqual({ '/mcp': 401, '/api/tasks/mcp': 200, rest: 401 })
  })

  test.each([undefined, '', '/mcp', '/api/tasks/mcp'])(
    '[O29] no scope at resource %s means what its tools need, never the management of accounts',
    async (path) => {
      const resource = path === undefined ? undefined : app.url + path
      const { scope, access_token } = await client.tokens(ada.email, { resource, scope: undefined })
      expect(scope).toBe('tasks:read tasks:write')
      expect(claimsOf(access_token)['permissions']).toEqual(['tasks:read', 'tasks:write'])
    },
  )

  test('[O29] managing people is granted only if it is requested by name, at the public URL', async () => {
    const scope = 'tasks:read users:manage account:read'
    const whole = await client.tokens(ada.email, { resource: app.url, scope })
    expect(claimsOf(whole.access_token)['permissions']).toEqual(
      expect.arrayContaining(['tasks:read', 'users:manage', 'account:read']),
    )
    const endpoint = await client.tokens(ada.email, { scope })
    expect([endpoint.scope, claimsOf(endpoint.access_token)['permissions']]).toEqual([
      'tasks:read',
      ['tasks:read'],
    ])
  })

  test('[H792] unknown scopes are dropped, those of OpenID Connect too, and the rest is granted', async () => {
    const { scope, access_token } = await client.tokens(ada.email, {
      scope: 'openid profile offline_access tasks:read claudeai __proto__ constructor tasks:read',
    })
    expect(scope).toBe('tasks:read')
    expect(claimsOf(access_token)).toMatchObject({ scope: 'tasks:read', permissions: ['tasks:read'] })
  })

  test('[H792] a request with unknown scopes only is invalid_scope, and nothing is granted', async () => {
    const before = await app.host.apps.list(ada.id)
    const { url } = await client.authorize(ada.email, { scope: 'openid profile nothing:known' })
    expect(new URL(url).searchParams.get('error')).toBe('invalid_scope')
    expect(await app.host.apps.list(ada.id)).toHaveLength(before.length)
  })

  test('[H793] a scope that the role lacks is shown as such, and not granted', async () => {
    const viewer = await app.user({ role: 'viewer', password })
    const own = await OAuthClient.register(app)
    const scope = 'tasks:read tasks:write'
    const consent = await own.signIn(await own.browser.visit(own.authorizeUrl({ scope })), viewer.email)
    const said = mainOf(consent.html)
    expect(said).toContain('See your tasks and your account')
    expect(said).toMatch(
      /<s>Add, change and delete your tasks<\/s>\s*<span[^>]*>your role does not allow this/,
    )

    const { access_token } = await own.tokens(viewer.email, { scope })
    expect(claimsOf(access_token)['permissions']).toEqual(['tasks:read'])
    expect((await callTool(app, access_token, 'list_tasks')).status).toBe(200)
    const written = await callTool(app, access_token, 'add_task', { title: 'Not mine to write' })
    expect(await written.text()).toContain('FORBIDDEN')
  })
})
