import { defineModule, defineTool } from '@quipu/kit'
import { tasks } from '@quipu/tasks'
import { universe } from '@quipu/universe'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { anyEngine, openTestHost, type TestHost, password } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { LegacyClient } from '../sessions/legacy-client.ts'
import { callTool, claimsOf, OAuthClient, type Tokens } from './oauth-client.ts'
import { mainOf } from './web-browser.ts'

const Rung = z.object({ times: z.number() })

/** A module in which one permission is needed for reading and for writing. */
function bell() {
  let times = 0
  return defineModule({
    name: 'bell',
    title: 'Bell',
    permissions: { 'bell:use': { says: 'Ring the bell', roles: ['contributor'] } },
    preferences: { bell: z.strictObject({ volume: z.number() }) },
    tools: [
      defineTool({
        name: 'count_rings',
        title: 'Count rings',
        description: 'Tells how often the bell was rung.',
        needs: 'bell:use',
        effect: 'read',
        input: z.object({}),
        output: Rung,
        run: () => ({ times }),
      }),
      defineTool({
        name: 'ring',
        title: 'Ring',
        description: 'Rings the bell.',
        needs: 'bell:use',
        effect: 'write',
        input: z.object({}),
        output: Rung,
        run: () => ({ times: (times += 1) }),
      }),
    ],
    open: () => null,
  })
}

describe.each(anyEngine())('the scopes of a profile on %s', (engine) => {
  let app: TestHost
  let ada: TestUser
  let client: OAuthClient
  beforeAll(async () => {
    app = await openTestHost(engine, [tasks, universe, bell()], { authorizationsPerMinute: 10_000 })
    ada = await app.user({ password })
    client = await OAuthClient.register(app)
  })
  afterAll(() => app[Symbol.asyncDispose]())

  /** As a client does: from the 401 to the metadata that it names. */
  const metadataOf = async (path: string) => {
    const challenge = await fetch(app.url + path, { method: 'POST', body: '{}' })
    const header = challenge.headers.get('www-authenticate') ?? ''
    const where = /resource_metadata="([^"]+)"/.exec(header)?.[1] ?? ''
    const metadata = (await (await fetch(where)).json()) as { resource: string; scopes_supported: string[] }
    return { resource: metadata.resource, scopes: metadata.scopes_supported.toSorted() }
  }

  test.each([
    ['/mcp?readonly=1', ['tasks:read', 'universe:read']],
    ['/mcp?modules=tasks', ['tasks:read', 'tasks:write']],
    ['/mcp?modules=tasks&readonly=1', ['tasks:read']],
    ['/api/tasks/mcp?readonly=true', ['tasks:read']],
  ])('[O231] %s asks for its own scopes, and the token has no others', async (path, scopes) => {
    const metadata = await metadataOf(path)
    expect(metadata.scopes).toEqual(expect.arrayContaining(scopes))
    expect(metadata.scopes.filter((name) => name.endsWith(':write'))).toEqual(
      scopes.filter((name) => name.endsWith(':write')),
    )

    // Whatever is asked for beyond the profile is not granted.
    const scope = 'tasks:read tasks:write universe:write'
    for (const change of [{ scope: undefined }, { scope }]) {
      const { access_token, refresh_token } = await client.tokens(ada.email, {
        resource: metadata.resource,
        ...change,
      })
      const refreshed = (await (await client.refresh(refresh_token)).json()) as Tokens
      for (const token of [access_token, refreshed.access_token]) {
        const claims = claimsOf(token)
        expect(metadata.scopes).toEqual(expect.arrayContaining(claims['permissions'] as string[]))
        expect(claims['aud']).toBe(app.url + path.replace(/\?.*/, ''))
      }
    }
  })

  test('[O231] the consent page of a profile shows its scopes alone', async () => {
    const own = await OAuthClient.register(app)
    const page = await own.browser.visit(
      own.authorizeUrl({ resource: `${app.url}/mcp?modules=tasks&readonly=1` }),
    )
    const said = mainOf((await own.signIn(page, ada.email)).html)
    expect(said).toContain('See your tasks')
    expect(said).not.toMatch(/Add, change and delete your tasks|universe/i)
  })

  test('[O231] a token of a read-only profile reads but does not write at the plain endpoint', async () => {
    const { access_token } = await client.tokens(ada.email, { resource: `${app.url}/mcp?readonly=1` })
    expect((await callTool(app, access_token, 'list_tasks')).status).toBe(200)
    const refused = await callTool(app, access_token, 'add_task', { title: 'Not allowed' })
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringContaining('scope="tasks:write"'),
    ])
  })

  describe.each(['/mcp', '/api/bell/mcp'])('a token for the read-only profile of %s', (path) => {
    const tokens = () => client.tokens(ada.email, { resource: `${app.url}${path}?readonly=1` })

    test('[O237] reads, and does not write with the permission that both need, also when it is renewed', async () => {
      const { access_token, refresh_token } = await tokens()
      const renewed = (await (await client.refresh(refresh_token)).json()) as Tokens
      for (const token of [access_token, renewed.access_token]) {
        const before = await (await callTool(app, token, 'count_rings', {}, path)).text()
        const refused = await callTool(app, token, 'ring', {}, path)
        expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([
          403,
          expect.stringContaining('error="insufficient_scope", scope="bell:use"'),
        ])
        expect(await (await callTool(app, token, 'count_rings', {}, path)).text()).toBe(before)
      }
      const whole = await client.tokens(ada.email, { resource: app.url + path })
      expect((await callTool(app, whole.access_token, 'ring', {}, path)).status).toBe(200)
    })

    test('[O237] does not write in a session either', async () => {
      const { access_token } = await tokens()
      const session = await new LegacyClient(app.url + path, access_token).hello()
      const refused = await session.send('POST', {
        jsonrpc: '2.0',
        id: 7,
        method: 'tools/call',
        params: { name: 'ring', arguments: {} },
      })
      expect(refused.status).toBe(403)
    })

    test('[O237] can also be issued on the command line', async () => {
      const issued = await app.host.tokens.issue({
        userId: ada.id,
        clientId: 'cli',
        scope: [],
        resource: `${app.url}${path}?readonly=1`,
        ttlSeconds: 60,
      })
      expect((await callTool(app, issued, 'count_rings', {}, path)).status).toBe(200)
      expect((await callTool(app, issued, 'ring', {}, path)).status).toBe(403)
    })
  })

  test('[O237] settings are read and not changed by a token for a read-only profile', async () => {
    const { access_token } = await client.tokens(ada.email, {
      resource: `${app.url}/api/bell/mcp?readonly=1`,
    })
    const settings = (method: string) =>
      fetch(`${app.url}/api/user-settings`, {
        method,
        headers: { authorization: `Bearer ${access_token}`, 'content-type': 'application/json' },
        ...(method === 'PATCH' && { body: '{"bell":{"volume":1}}' }),
      })
    expect([(await settings('GET')).status, (await settings('PATCH')).status]).toEqual([200, 403])
  })

  test('[O919] a profile of unknown modules is not a resource', async () => {
    const { url } = await client.authorize(ada.email, { resource: `${app.url}/mcp?modules=nope` })
    expect(new URL(url).searchParams.get('error')).toBe('invalid_target')
    const metadata = await fetch(`${app.url}/.well-known/oauth-protected-resource/mcp?modules=nope`)
    expect(await metadata.json()).toMatchObject({ scopes_supported: [] })
  })
})
