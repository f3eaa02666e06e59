import { describe, expect, test } from 'vitest'
import type { TestUser } from '../environment/test-user.ts'
import { OAuthClient } from '../oauth/oauth-client.ts'
import { json, onEachEngine } from './account-site.ts'

onEachEngine((site) => {
  describe('connected apps', () => {
    const connect = async (user: TestUser) => {
      const client = await OAuthClient.register(site.at)
      const { access_token } = await client.tokens(user.email, { scope: 'tasks:read', resource: site.at.url })
      return (path: string) =>
        fetch(site.at.url + path, { headers: { authorization: `Bearer ${access_token}` } })
    }
    const appsOf = async (user: TestUser, path = '/api/connected-apps') => {
      const { connected_apps: apps } = await json(await user.api('GET', path))
      return apps as unknown as { id: string; client_name: string }[]
    }

    test('[H25] [H799] are listed and ended by the person, at once', async () => {
      const [user, other] = [await site.someone(), await site.someone()]
      const call = await connect(user)
      const [app, ...more] = await appsOf(user)

      expect(more).toEqual([])
      expect(app).toMatchObject({
        client_name: 'Claude',
        redirect_host: 'claude.ai',
        resource: site.at.url,
        scope: ['tasks:read'],
      })
      expect(await appsOf(other)).toEqual([])
      expect((await call('/api/tasks')).status).toBe(200)
      expect((await other.api('DELETE', `/api/connected-apps/${app?.id}`)).status).toBe(404)
      const ended = await user.api('DELETE', `/api/connected-apps/${app?.id}`)
      expect(await json(ended)).toMatchObject({ id: app?.id })
      expect((await call('/api/tasks')).status).toBe(401)
      expect(await appsOf(user)).toEqual([])
      expect((await user.api('DELETE', `/api/connected-apps/${app?.id}`)).status).toBe(404)
    })

    test('[H25] [H799] are listed and ended by an admin, for the person named', async () => {
      const [user, other, boss] = [await site.someone(), await site.someone(), await site.admin()]
      const call = await connect(user)
      const path = `/api/users/${user.id}/connected-apps`
      const [app] = await appsOf(boss, path)

      expect((await user.api('GET', path)).status).toBe(403)
      expect((await boss.api('DELETE', `/api/users/${other.id}/connected-apps/${app?.id}`)).status).toBe(404)
      expect((await call('/api/tasks')).status).toBe(200)
      expect((await boss.api('DELETE', `${path}/${app?.id}`)).status).toBe(200)
      expect((await call('/api/tasks')).status).toBe(401)
      expect((await boss.api('GET', '/api/users/nobody/connected-apps')).status).toBe(404)
    })
  })

  describe('personal tokens', () => {
    const make = (user: TestUser, body: object, headers: Record<string, string> = {}) =>
      user.api('POST', '/api/personal-tokens', { name: 'For the nightly job', ...body }, headers)

    test('[H26] have the caller’s permissions by default, work, and end at once', async () => {
      const user = await site.someone({ scope: ['tasks:read', 'account:write', 'account:read'] })
      const made = await make(user, {})
      const { token, ...rest } = await json(made)
      const { personal_tokens: listed } = await json(await user.api('GET', '/api/personal-tokens'))
      const call = () => fetch(`${site.at.url}/api/tasks`, { headers: { authorization: `Bearer ${token}` } })

      expect(made.status).toBe(201)
      expect(token).toMatch(/^qpt_[\w-]{43}$/)
      expect(rest).toEqual({
        id: expect.any(String),
        name: 'For the nightly job',
        resource: site.at.url,
        scope: expect.arrayContaining(['tasks:read', 'account:write', 'account:read']),
        created_at: '2026-11-01T08:00:00.000Z',
        expires_at: '2027-01-30T08:00:00.000Z',
        last_used_at: null,
      })
      expect(rest['scope']).toHaveLength(3)
      expect(listed).toEqual([rest])
      expect((await call()).status).toBe(200)
      const other = await site.someone()
      expect((await other.api('DELETE', `/api/personal-tokens/${rest['id']}`)).status).toBe(404)
      expect((await user.api('DELETE', `/api/personal-tokens/${rest['id']}`)).status).toBe(200)
      expect((await call()).status).toBe(401)
    })

    test('[H26] never have more than the credential they are made with', async () => {
      const user = await site.someone({ scope: ['tasks:read', 'account:write'] })
      const refused = await make(user, { scope: ['tasks:read', 'tasks:write'] })
      const empty = await make(user, { scope: [] })
      const narrow = await make(user, { scope: ['tasks:read'], resource: `${site.at.url}/api/tasks/mcp` })

      expect(refused.status).toBe(403)
      expect(await json(refused)).toMatchObject({ error: 'forbidden', missing: ['tasks:write'] })
      expect(empty.status).toBe(400)
      expect(await json(narrow)).toMatchObject({
        scope: ['tasks:read'],
        resource: `${site.at.url}/api/tasks/mcp`,
      })
    })

    test.each([
      { expires_in_days: 0 },
      { expires_in_days: 367 },
      { name: ' ' },
      { resource: 'https://x.example' },
    ])('[H26] are refused with %o', async (body) => {
      expect((await make(await site.someone(), body)).status).toBe(400)
    })

    test('[H916] [A916] are made once for a key and shown once, and the token is never stored', async () => {
      const user = await site.someone()
      const key = { 'idempotency-key': 'once' }
      const { token, ...first } = await json(await make(user, {}, key))
      const again = await json(await make(user, {}, key))
      const { personal_tokens: listed } = await json(await user.api('GET', '/api/personal-tokens'))

      expect(token).toMatch(/^qpt_/)
      expect(again).toEqual(first)
      expect(listed).toEqual([first])
      const answers = await site.kept.of(user.id)
      expect(answers).toHaveLength(1)
      expect(answers.join()).not.toContain('qpt_')
    })
  })
})
