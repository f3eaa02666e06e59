import { tasks } from '@quipu/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { engines, openTestHost, type TestHost, password } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { callTool, claimsOf, OAuthClient, type Tokens } from './oauth-client.ts'
import { actionOf, fieldOf, mainOf, tickedIn } from './web-browser.ts'

describe.each(engines)('consent to single scopes on %s', (engine) => {
  let app: TestHost
  let ada: TestUser
  beforeAll(async () => {
    app = await openTestHost(engine, [tasks], { authorizationsPerMinute: 10_000 })
    ada = await app.user({ password })
  })
  afterAll(() => app[Symbol.asyncDispose]())

  const allow = async (client: OAuthClient, email: string, scopes: readonly string[]) => {
    let page = await client.browser.visit(client.authorizeUrl())
    if (page.html.includes('name="password"')) page = await client.signIn(page, email)
    const ticks = Object.fromEntries(scopes.map((name) => [`scope.${name}`, 'yes']))
    const form = { csrf: fieldOf(page.html, 'csrf'), decision: 'allow', ...ticks }
    return client.browser.visit(actionOf(page.html), { form })
  }

  test('[O232] every scope is ticked at first, and only ticked ones are granted', async () => {
    const client = await OAuthClient.register(app)
    const page = await client.signIn(await client.browser.visit(client.authorizeUrl()), ada.email)
    expect(tickedIn(page.html)).toEqual({ 'scope.tasks:read': 'yes', 'scope.tasks:write': 'yes' })

    const { url } = await allow(client, ada.email, ['tasks:read'])
    const redeemed = await client.redeem(new URL(url).searchParams.get('code') ?? '')
    const tokens = (await redeemed.json()) as Tokens
    const refreshed = (await (await client.refresh(tokens.refresh_token)).json()) as Tokens
    for (const { scope, access_token } of [tokens, refreshed]) {
      expect([scope, claimsOf(access_token)['permissions']]).toEqual(['tasks:read', ['tasks:read']])
    }
    expect((await callTool(app, tokens.access_token, 'list_tasks')).status).toBe(200)
    const written = await callTool(app, tokens.access_token, 'add_task', { title: 'Not granted' })
    expect([written.status, written.headers.get('www-authenticate')]).toEqual([
      403,
      expect.stringContaining('tasks:write'),
    ])
    const [connected] = await app.host.apps.list(ada.id)
    expect(connected?.scope).toEqual(['tasks:read'])
  })

  test('[O920] a scope that was not granted is asked for again, one that was granted is not', async () => {
    const client = await OAuthClient.register(app)
    await allow(client, ada.email, ['tasks:read'])
    const less = await client.browser.visit(client.authorizeUrl({ scope: 'tasks:read' }))
    expect(new URL(less.url).searchParams.has('code')).toBe(true)
    const more = await client.browser.visit(client.authorizeUrl())
    expect(more.html).toContain('name="decision"')
  })

  test('[A923] a scope that was granted before and is unticked now is not granted again without a question', async () => {
    const client = await OAuthClient.register(app)
    await allow(client, ada.email, ['tasks:read', 'tasks:write'])
    const asking = client.authorizeUrl({ prompt: 'consent' })
    const page = await client.browser.visit(asking)
    const form = { csrf: fieldOf(page.html, 'csrf'), decision: 'allow', 'scope.tasks:read': 'yes' }
    await client.browser.visit(actionOf(page.html), { form })

    expect((await client.browser.visit(client.authorizeUrl())).html).toContain('name="decision"')
    const less = await client.browser.visit(client.authorizeUrl({ scope: 'tasks:read' }))
    expect(new URL(less.url).searchParams.has('code')).toBe(true)
  })

  test('[O232] with nothing ticked, nothing is granted and the page says what to do', async () => {
    const client = await OAuthClient.register(app)
    const before = await app.host.apps.list(ada.id)
    for (const scopes of [[], ['users:manage'], ['__proto__']]) {
      const page = await allow(client, ada.email, scopes)
      expect([page.status, new URL(page.url).origin]).toEqual([400, app.url])
      expect(mainOf(page.html)).toContain('Tick at least one thing that the app may do, or deny.')
      expect(tickedIn(page.html)).toEqual({})
    }
    expect(await app.host.apps.list(ada.id)).toEqual(before)
  })

  test('[O921] a scope that the role lacks cannot be ticked, and is asked for once the role has it', async () => {
    const viewer = await app.user({ role: 'viewer', password })
    const client = await OAuthClient.register(app)
    const { scope } = await client.tokens(viewer.email)
    expect(scope).toBe('tasks:read')
    const again = await client.browser.visit(client.authorizeUrl())
    expect(new URL(again.url).searchParams.has('code')).toBe(true)

    await app.host.accounts.setRole(viewer.email, 'contributor')
    const asked = await client.browser.visit(client.authorizeUrl())
    expect(tickedIn(asked.html)).toEqual({ 'scope.tasks:read': 'yes', 'scope.tasks:write': 'yes' })
  })

  test('[O921] if the role has none of the scopes, the page has no Allow button', async () => {
    const viewer = await app.user({ role: 'viewer', password })
    const client = await OAuthClient.register(app)
    const login = await client.browser.visit(client.authorizeUrl({ scope: 'tasks:write' }))
    const page = await client.signIn(login, viewer.email)
    expect(mainOf(page.html)).toContain('Your role allows nothing of what it asks for')
    expect(mainOf(page.html)).not.toContain('value="allow"')
    expect(new URL((await client.decide(page, 'deny')).url).searchParams.get('error')).toBe('access_denied')
  })
})
