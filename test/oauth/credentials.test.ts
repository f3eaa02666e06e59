import { request } from 'node:http'
import type { Log } from '@quipu/kit'
import { tasks } from '@quipu/tasks'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { engines, openTestHost, type TestHost, password } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { callTool, claimsOf, OAuthClient, type Tokens } from './oauth-client.ts'
import { Rows } from './rows.ts'

describe.each(engines)('credentials on %s', (engine) => {
  let app: TestHost
  let ada: TestUser
  const rows = new Rows()
  const logged: string[] = []
  beforeAll(async () => {
    const note = (...entry: readonly unknown[]) => void logged.push(JSON.stringify(entry))
    const log: Log = { debug: note, info: note, warn: note, error: note }
    app = await openTestHost(engine, [tasks, rows.module], { authorizationsPerMinute: 10_000, log })
    ada = await app.user({ password })
  })
  afterAll(() => app[Symbol.asyncDispose]())

  const rest = (token: string, method = 'GET', body?: string) =>
    fetch(`${app.url}/api/tasks`, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body }),
    })
  const personal = (more: { scope?: readonly string[]; resource?: string; ttlSeconds?: number } = {}) =>
    app.host.personalTokens.create({ userId: ada.id, name: 'Script', scope: [], ttlSeconds: 3600, ...more })

  test('[H37] an invalid token, and a request under another host name, are recorded in the audit', async () => {
    const tasksOnly = await personal({ resource: `${app.url}/api/tasks/mcp` })
    expect((await callTool(app, tasksOnly.token, 'list_tasks')).status).toBe(401)
    const { port } = new URL(app.url)
    const stray = await send(Number(port), '/login?next=/secret-place', { host: 'evil.example' })
    expect(stray).toBe(403)

    await vi.waitFor(
      async () =>
        expect(await rows.audited()).toEqual(
          expect.arrayContaining(['auth.token_refused unauthorized', 'http.request_refused forbidden']),
        ),
      { timeout: 30_000 },
    )
    expect(JSON.stringify(await rows.of('audit_events'))).not.toContain('secret-place')
  })

  test('[O48] a personal token opens what it is for, with the scopes it was given', async () => {
    const whole = await personal()
    expect(whole.token).toMatch(/^qpt_[\w-]{43}$/)
    expect((await callTool(app, whole.token, 'list_tasks')).status).toBe(200)
    expect((await callTool(app, whole.token, 'list_tasks', {}, '/api/tasks/mcp')).status).toBe(200)
    expect((await rest(whole.token)).status).toBe(200)

    const narrow = await personal({ scope: ['tasks:read'], resource: `${app.url}/mcp` })
    expect((await callTool(app, narrow.token, 'list_tasks')).status).toBe(200)
    expect((await callTool(app, narrow.token, 'list_tasks', {}, '/api/tasks/mcp')).status).toBe(401)
    expect((await rest(narrow.token)).status).toBe(401)
    const write = await callTool(app, narrow.token, 'add_task', { title: 'x' })
    expect([write.status, write.headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringContaining('insufficient_scope'),
    ])
    const readOnly = await personal({ scope: ['tasks:read'] })
    expect((await rest(readOnly.token, 'POST', '{"title":"x"}')).status).toBe(403)
  })

  test('[O48] it ends when it expires, when it is revoked, and with its account, at once', async () => {
    const short = await personal({ ttlSeconds: 60 })
    expect((await rest(short.token)).status).toBe(200)
    app.clock.advance('61s')
    const expired = await rest(short.token)
    expect([expired.status, expired.headers.get('www-authenticate')]).toEqual([
      401,
      expect.stringContaining('error="invalid_token"'),
    ])

    const revoked = await personal()
    const other = await personal()
    expect((await callTool(app, revoked.token, 'list_tasks')).status).toBe(200)
    await app.host.personalTokens.revoke(ada.id, revoked.id)
    expect((await callTool(app, revoked.token, 'list_tasks')).status).toBe(401)
    expect((await rest(revoked.token)).status).toBe(401)
    expect((await rest(other.token)).status).toBe(200)

    const bob = await app.user({ password })
    const his = await app.host.personalTokens.create({ userId: bob.id, name: 'x', scope: [], ttlSeconds: 60 })
    expect((await rest(his.token)).status).toBe(200)
    await app.host.accounts.disable(bob.email)
    expect((await rest(his.token)).status).toBe(401)
  })

  test('[H751] it never has more than the role has now', async () => {
    const carl = await app.user({ password })
    const { token } = await app.host.personalTokens.create({
      userId: carl.id,
      name: 'x',
      scope: ['tasks:read', 'tasks:write'],
      ttlSeconds: 3600,
    })
    await app.host.accounts.setRole(carl.email, 'viewer')
    expect((await rest(token)).status).toBe(200)
    expect((await rest(token, 'POST', '{"title":"x"}')).status).toBe(403)
  })

  test.each([
    'qpt_',
    `qpt_${'A'.repeat(43)}`,
    `qpt_${'A'.repeat(10_000)}`,
    'qpt_%00',
    'eyJhbGciOiJub25lIn0.e30.',
    'null',
    '__proto__',
  ])('[A12] [A920] %s is not a token', async (token) => {
    expect((await rest(token)).status).toBe(401)
  })

  test('[H752] [H906] codes, refresh tokens and cookies open no door, and a token signs no browser in', async () => {
    const client = await OAuthClient.register(app)
    const tokens = await client.tokens(ada.email)
    const code = await client.code(ada.email)
    const session = client.browser.cookie('quipu_session') ?? ''
    for (const wrong of [code, tokens.refresh_token, session, client.id])
      expect((await callTool(app, wrong, 'list_tasks')).status).toBe(401)
    const byCookie = await fetch(`${app.url}/mcp`, {
      method: 'POST',
      headers: { cookie: `quipu_session=${session}`, 'content-type': 'application/json' },
      body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
    })
    expect(byCookie.status).toBe(401)
    for (const token of [tokens.access_token, (await personal()).token]) {
      const page = await fetch(`${app.url}/login`, {
        headers: { authorization: `Bearer ${token}`, accept: 'text/html' },
      })
      expect(await page.text()).toContain('name="password"')
      const asked = await fetch(client.authorizeUrl(), { headers: { authorization: `Bearer ${token}` } })
      expect(asked.status).toBe(401)
      const exchanged = await client.refresh(token)
      expect(exchanged.status).toBe(400)
    }
    const inQuery = await fetch(`${app.url}/api/tasks?access_token=${tokens.access_token}`)
    expect(inQuery.status).toBe(401)
  })

  test('[H754] no credential is in the store, the audit or the log', async () => {
    const dora = await app.user({ password })
    const client = await OAuthClient.register(app)
    const code = await client.code(dora.email)
    const tokens = (await (await client.redeem(code)).json()) as Tokens
    const next = (await (await client.refresh(tokens.refresh_token)).json()) as Tokens
    const waiting = await client.code(dora.email)
    await client.redeem('guessed-code-0123456789')
    const { token } = await app.host.personalTokens.create({
      userId: dora.id,
      name: 'x',
      scope: [],
      ttlSeconds: 60,
    })
    await rest(token)
    const link = await app.host.links.resetPassword((await app.user({ password })).email)
    const page = await client.browser.visit('/login?next=/device')
    await client.browser.visit(link.url)
    await app.host.clients.add({ id: 'tv', redirectUris: ['http://localhost/cb'] })
    const device = (await (
      await fetch(`${app.url}/api/oauth/device`, {
        method: 'POST',
        body: new URLSearchParams({ client_id: 'tv' }),
      })
    ).json()) as { device_code: string; user_code: string }
    const opaque = [
      code,
      waiting,
      tokens.refresh_token,
      next.refresh_token,
      tokens.access_token,
      token,
      link.url.split('/').at(-1) ?? '',
      client.browser.cookie('quipu_session') ?? '',
      client.verifier,
      device.device_code,
      device.user_code,
      device.user_code.replace('-', ''),
      password,
      'guessed-code-0123456789',
    ]
    expect(page.status).toBe(200)
    expect(opaque.every((secret) => secret.length >= 8)).toBe(true)
    await vi.waitFor(
      async () => expect(await rows.audited()).toContain('oauth.token_refused invalid_grant'),
      30_000,
    )

    const tables = await Promise.all(
      (
        [
          'oauth_artifacts',
          'oauth_clients',
          'connected_apps',
          'consents',
          'personal_tokens',
          'web_sessions',
          'one_time_links',
          'users',
          'audit_events',
        ] as const
      ).map((table) => rows.of(table)),
    )
    expect(tables.every((table) => table.length > 0)).toBe(true)
    const kept = JSON.stringify(tables) + logged.join('\n')
    for (const secret of opaque) expect([secret, kept.includes(secret)]).toEqual([secret, false])
    expect(kept).toContain(String(claimsOf(tokens.access_token)['grant']))
    expect(kept).toContain(dora.email)
  })

  test('[H753] a client revokes what is its own and learns nothing of the rest', async () => {
    const client = await OAuthClient.register(app)
    const stranger = await OAuthClient.register(app)
    const revoke = async (by: OAuthClient, token: string, more: Record<string, string> = {}) => {
      const body = new URLSearchParams({ token, client_id: by.id, ...more })
      return (await fetch(`${app.url}/api/oauth/revoke`, { method: 'POST', body })).status
    }
    const { refresh_token, access_token } = await client.tokens(ada.email)
    expect(await revoke(stranger, refresh_token)).toBe(200)
    expect(await revoke(stranger, 'made up')).toBe(200)
    expect(await revoke(client, access_token)).toBe(400)
    expect((await callTool(app, access_token, 'list_tasks')).status).toBe(200)
    const next = (await (await client.refresh(refresh_token)).json()) as Tokens
    expect(await revoke(client, next.refresh_token, { token_type_hint: 'access_token' })).toBe(200)
    expect((await client.refresh(next.refresh_token)).status).toBe(400)
    expect((await callTool(app, next.access_token, 'list_tasks')).status).toBe(401)
    expect((await callTool(app, access_token, 'list_tasks')).status).toBe(401)
    const nobody = await fetch(`${app.url}/api/oauth/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ token: 'x', client_id: 'nobody' }),
    })
    expect(nobody.status).toBe(401)
  })
})

/** A request with headers that `fetch` does not let anyone choose. */
function send(port: number, path: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, headers }, (response) => {
      response.resume()
      resolve(response.statusCode ?? 0)
    })
      .on('error', reject)
      .end()
  })
}
