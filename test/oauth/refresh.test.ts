import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { tasks } from '@quipu/tasks'
import { auditor } from '../environment/auditor.ts'
import { engines, openTestHost, type TestHost, password } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { callTool, claimsOf, OAuthClient, type Tokens } from './oauth-client.ts'

const invalid = { error: 'invalid_grant', error_description: 'Invalid or expired refresh token' }

describe.each(engines)('refresh tokens on %s', (engine) => {
  let app: TestHost
  let ada: TestUser
  const audit = auditor()
  beforeAll(async () => {
    app = await openTestHost(engine, [tasks, audit.module], { authorizationsPerMinute: 10_000 })
    ada = await app.user({ password })
  })
  afterAll(() => app[Symbol.asyncDispose]())

  test('[O9] [O900] each use gives a new refresh token, and the scope asked for can only shrink', async () => {
    const client = await OAuthClient.register(app)
    const first = await client.tokens(ada.email)
    const second = (await (await client.refresh(first.refresh_token)).json()) as Tokens

    expect(second.refresh_token).not.toBe(first.refresh_token)
    expect(claimsOf(second.access_token)['aud']).toBe(`${app.url}/mcp`)

    const narrow = (await (
      await client.refresh(second.refresh_token, { scope: 'tasks:read' })
    ).json()) as Tokens
    expect(claimsOf(narrow.access_token)['permissions']).toEqual(['tasks:read'])
    const wide = await client.refresh(narrow.refresh_token, { scope: 'tasks:read users:manage' })
    expect([wide.status, ((await wide.json()) as { error: string }).error]).toEqual([400, 'invalid_scope'])
  })

  test('[O10] ten uses at once within half a minute all succeed and have one successor', async () => {
    const client = await OAuthClient.register(app)
    const { refresh_token } = await client.tokens(ada.email)

    const answers = await Promise.all(Array.from({ length: 10 }, () => client.refresh(refresh_token)))
    const successors = await Promise.all(
      answers.map(async (answer) => ((await answer.json()) as Tokens).refresh_token),
    )
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 200))
    expect(new Set(successors).size).toBe(1)

    app.clock.advance('29s')
    expect((await client.refresh(refresh_token)).status).toBe(200)
    expect((await client.refresh(successors[0] ?? '')).status).toBe(200)
  })

  test('[O11] [O901] a later reuse ends its own family, at once, and is recorded in the audit', async () => {
    const client = await OAuthClient.register(app)
    const stolen = await client.tokens(ada.email)
    const other = await client.tokens(ada.email)
    const current = (await (await client.refresh(stolen.refresh_token)).json()) as Tokens

    app.clock.advance('31s')
    const reuse = await client.refresh(stolen.refresh_token)
    expect([reuse.status, await reuse.json()]).toEqual([400, invalid])
    expect((await client.refresh(current.refresh_token)).status).toBe(400)
    expect((await callTool(app, current.access_token, 'list_tasks')).status).toBe(401)

    expect((await client.refresh(other.refresh_token)).status).toBe(200)
    expect((await callTool(app, other.access_token, 'list_tasks')).status).toBe(200)
    const recorded = { action: 'oauth.refresh_reused', outcome: 'revoked' }
    await vi.waitFor(async () => expect(await audit.eventsOf(ada.id)).toContainEqual(recorded), {
      timeout: 30_000,
    })
  })

  test('[O12] [O902] a refresh token lives 14 days from its last use, for its own client only', async () => {
    const client = await OAuthClient.register(app)
    const stranger = await OAuthClient.register(app)
    let { refresh_token } = await client.tokens(ada.email)
    const { refresh_token: idle } = await client.tokens(ada.email)

    for (let turn = 0; turn < 3; turn++) {
      app.clock.advance('13d')
      const answer = await client.refresh(refresh_token)
      expect(answer.status).toBe(200)
      refresh_token = ((await answer.json()) as Tokens).refresh_token
    }
    const late = await client.refresh(idle)
    expect([late.status, await late.json()]).toEqual([400, invalid])
    const foreign = await stranger.refresh(refresh_token)
    expect([foreign.status, await foreign.json()]).toEqual([400, invalid])
    expect((await client.refresh(refresh_token)).status).toBe(200)
  })

  test('[O13] [O903] permissions are those of the role at the moment of the refresh; the scope stays', async () => {
    const bob = await app.user({ role: 'contributor', password })
    const client = await OAuthClient.register(app)
    const before = await client.tokens(bob.email)
    expect(claimsOf(before.access_token)['permissions']).toEqual(['tasks:read', 'tasks:write'])

    await app.host.accounts.setRole(bob.email, 'viewer')
    const after = (await (await client.refresh(before.refresh_token)).json()) as Tokens
    expect(claimsOf(after.access_token)).toMatchObject({
      permissions: ['tasks:read'],
      scope: 'tasks:read tasks:write',
    })
    await app.host.accounts.disable(bob.email)
    expect((await client.refresh(after.refresh_token)).status).toBe(400)
  })

  test('[O14] [O906] a revoked token, app, client or account ends everything at once', async () => {
    const carl = await app.user({ password })
    const client = await OAuthClient.register(app)
    const revoke = (token: string) =>
      fetch(`${app.url}/api/oauth/revoke`, {
        method: 'POST',
        body: new URLSearchParams({ token, client_id: client.id }),
      })
    const isOver = async ({ access_token, refresh_token }: Tokens) => {
      const call = await callTool(app, access_token, 'list_tasks')
      return call.status === 401 && (await client.refresh(refresh_token)).status === 400
    }

    const byClient = await client.tokens(carl.email)
    expect((await revoke(byClient.refresh_token)).status).toBe(200)
    expect(await isOver(byClient)).toBe(true)
    expect((await revoke('unknown')).status).toBe(200)

    const byPerson = await client.tokens(carl.email)
    const [connected] = await app.host.apps.list(carl.id)
    await app.host.apps.revoke(connected?.id ?? '', carl.id)
    expect(await isOver(byPerson)).toBe(true)

    const byAdmin = await client.tokens(carl.email)
    await app.host.clients.remove(client.id)
    expect((await callTool(app, byAdmin.access_token, 'list_tasks')).status).toBe(401)
    const gone = await client.refresh(byAdmin.refresh_token)
    expect([gone.status, ((await gone.json()) as { error: string }).error]).toEqual([401, 'invalid_client'])
  })
})
