import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { json, onEachEngine, signIn } from './account-site.ts'
import { password } from '../environment/test-host.ts'

onEachEngine((site) => {
  describe('the session of a browser', () => {
    test('[H22] [H915] reads without more ado, and changes only from a page of ours', async () => {
      const user = await site.someone()
      const cookie = await signIn(site.at, user)
      const rename = (headers: Record<string, string>) =>
        fetch(`${site.at.url}/api/account`, {
          method: 'PATCH',
          headers: { cookie, ...headers },
          body: '{"name":"Ada"}',
        })

      const read = await fetch(`${site.at.url}/api/account`, { headers: { cookie } })
      expect(await json(read)).toMatchObject({ id: user.id, name: '' })
      const unnamed = await rename({})
      expect(unnamed.status).toBe(403)
      expect(await json(unnamed)).toMatchObject({
        error: 'forbidden',
        message: expect.stringContaining('Origin'),
      })
      expect((await rename({ origin: 'https://evil.example' })).status).toBe(403)
      expect((await rename({ origin: 'https://friend.example' })).status).toBe(403)
      expect(await json(await user.api('GET', '/api/account'))).toMatchObject({ name: '' })
      const own = await rename({ origin: site.at.url })
      expect(await json(own)).toMatchObject({ name: 'Ada' })
    })

    test('[H912] [H913] gives way to a token, and opens no MCP endpoint', async () => {
      const cookie = await signIn(site.at, await site.someone())
      const other = await site.someone()
      const both = await other.api('GET', '/api/account', undefined, { cookie })
      const wrong = await fetch(`${site.at.url}/api/account`, {
        headers: { cookie, authorization: 'Bearer wrong' },
      })
      const mcp = await fetch(`${site.at.url}/mcp`, {
        method: 'POST',
        headers: { cookie, origin: site.at.url, 'content-type': 'application/json' },
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      })

      expect(await json(both)).toMatchObject({ id: other.id })
      expect(wrong.status).toBe(401)
      expect(mcp.status).toBe(401)
    })

    test('[H22] is invalid once the account is disabled', async () => {
      const user = await site.someone()
      const cookie = await signIn(site.at, user)
      await site.at.host.accounts.disable(user.email)

      expect((await fetch(`${site.at.url}/api/account`, { headers: { cookie } })).status).toBe(401)
    })
  })

  describe('one’s own account', () => {
    test('[H23] can be read and renamed', async () => {
      const user = await site.someone({ role: 'viewer' })
      const before = await json(await user.api('GET', '/api/account'))
      const renamed = await user.api('PATCH', '/api/account', { name: '  Ada Lovelace ' })

      expect(before).toEqual({
        id: user.id,
        email: user.email,
        name: '',
        role: 'viewer',
        has_password: true,
        is_disabled: false,
        created_at: '2026-11-01T08:00:00.000Z',
        permissions: ['account:read', 'account:write', 'tasks:read'],
      })
      expect(await json(renamed)).toEqual({ ...before, name: 'Ada Lovelace' })
      const refused = await user.api('PATCH', '/api/account', { name: 'a\u0007b' })
      expect(refused.status).toBe(400)
      expect(await json(refused)).toMatchObject({ message: 'name must not contain control characters' })
      expect((await user.api('PATCH', '/api/account', { role: 'admin' })).status).toBe(400)
      await expect
        .poll(async () => (await site.audit.eventsOf(user.id)).map(({ action }) => action))
        .toContain('user.renamed')
    })

    test('[H23] needs the permission that was granted', async () => {
      const narrow = await site.someone({ scope: ['tasks:read', 'account:read'] })
      const refused = await narrow.api('PATCH', '/api/account', { name: 'x' })

      expect((await narrow.api('GET', '/api/account')).status).toBe(200)
      expect(refused.status).toBe(403)
      expect(refused.headers.get('www-authenticate')).toContain('scope="account:write"')
    })

    test('[H23] [A929] changes its password with the current one and signs out other browsers', async () => {
      const user = await site.someone()
      const [here, elsewhere] = [await signIn(site.at, user), await signIn(site.at, user)]
      const change = (current: string, wanted: string) =>
        fetch(`${site.at.url}/api/account/password`, {
          method: 'POST',
          headers: { cookie: here, origin: site.at.url },
          body: JSON.stringify({ current_password: current, new_password: wanted }),
        })
      const statusWith = async (cookie: string) =>
        (await fetch(`${site.at.url}/api/account`, { headers: { cookie } })).status

      expect((await change('wrong', 'another long password')).status).toBe(403)
      expect((await change(password, 'short')).status).toBe(400)
      expect([await statusWith(here), await statusWith(elsewhere)]).toEqual([200, 200])
      expect((await change(password, 'another long password')).status).toBe(200)
      expect([await statusWith(here), await statusWith(elsewhere)]).toEqual([200, 401])
      expect(await site.at.host.accounts.verify(user.email, 'another long password')).toBeDefined()
    })

    test('[H23] does not let the current password be guessed', async () => {
      const user = await site.someone()
      const guess = (current: string) =>
        user.api('POST', '/api/account/password', {
          current_password: current,
          new_password: 'another long password',
        })
      for (let count = 0; count < 10; count += 1) expect((await guess(`guess ${count}`)).status).toBe(403)
      const late = await guess(password)

      expect(late.status).toBe(429)
      expect(Number(late.headers.get('retry-after'))).toBeGreaterThan(0)
    })

    test('[H914] keeps a password under an idempotency key only as a slow hash', async () => {
      const user = await site.someone()
      const change = (wanted: string) =>
        user.api(
          'POST',
          '/api/account/password',
          { current_password: password, new_password: wanted },
          { 'idempotency-key': 'once' },
        )
      const first = await change('another long password')
      const again = await change('another long password')
      const other = await change('yet another password')

      expect([first.status, again.status, other.status]).toEqual([200, 200, 400])
      expect(await json(other)).toMatchObject({ message: expect.stringContaining('other arguments') })
      const fast = createHash('sha256').update(
        `{"body":{"current_password":"${password}","new_password":"another long password"},"params":{},"query":{}}`,
      )
      const [written = ''] = await site.kept.of(user.id)
      expect(written).toContain('arguments_hash')
      expect(written).not.toContain(fast.digest('base64url'))
    })
  })

  describe('user settings', () => {
    test('[H24] are one flat object, changed part by part', async () => {
      const user = await site.someone({ scope: ['tasks:read'] })
      const patch = async (body: object) => {
        const answer = await user.api('PATCH', '/api/user-settings', body)
        expect(answer.status).toBe(200)
        return answer.json()
      }
      const dataAgent = { defaultTimePeriod: 'current_quarter', highValueThreshold: 10000 }

      expect(await (await user.api('GET', '/api/user-settings')).json()).toEqual({ time_zone: 'UTC' })
      expect(await patch({ dataAgent })).toEqual({ time_zone: 'UTC', dataAgent })
      const changed = { ...dataAgent, highValueThreshold: 5 }
      expect(await patch({ time_zone: 'Europe/Berlin', dataAgent: { highValueThreshold: 5 } })).toEqual({
        time_zone: 'Europe/Berlin',
        dataAgent: changed,
      })
      expect(await patch({ theme: 'dark', dataAgent: { defaultTimePeriod: null } })).toEqual({
        time_zone: 'Europe/Berlin',
        theme: 'dark',
        dataAgent: { highValueThreshold: 5 },
      })
      const last = await patch({ dataAgent: null })
      expect(last).toEqual({ time_zone: 'Europe/Berlin', theme: 'dark' })
      expect(await (await user.api('GET', '/api/user-settings')).json()).toEqual(last)
    })

    test('[H774] keep every part of changes at the same time', async () => {
      const user = await site.someone()
      const parts = Array.from({ length: 8 }, (_, number) => `part${number}`)
      await Promise.all(
        parts.map((part) => user.api('PATCH', '/api/user-settings', { agent: { [part]: true } })),
      )
      const { agent } = await json(await user.api('GET', '/api/user-settings'))

      expect(Object.keys(agent ?? {}).toSorted()).toEqual(parts)
    })

    test.each([
      [{ time_zone: '+02:00' }, 'time_zone must be an IANA name, such as Europe/Berlin'],
      [{ time_zone: null }, 'time_zone must be a string'],
      [{ 'no name': 1 }, 'must name preferences'],
      [{ big: 'x'.repeat(70_000) }, 'at most 65536 characters'],
      [[], 'must be an object'],
    ])('[H776] refuse what they cannot keep: %#', async (body, message) => {
      const user = await site.someone()
      const refused = await user.api('PATCH', '/api/user-settings', body)

      expect(refused.status).toBe(400)
      expect(await json(refused)).toMatchObject({ message: expect.stringContaining(message) })
      expect(await (await user.api('GET', '/api/user-settings')).json()).toEqual({ time_zone: 'UTC' })
    })

    test.each([
      [{ dataAgent: { highValueThreshold: 'ten' } }, 'dataAgent.highValueThreshold must be a number'],
      [{ dataAgent: { colour: 'red' } }, 'dataAgent.colour is not a known parameter'],
      [{ dataAgent: 'all of it' }, 'dataAgent must be an object'],
    ])('[H140] refuse what a module does not know: %j', async (body, message) => {
      const user = await site.someone()
      const kept = { dataAgent: { highValueThreshold: 5 } }
      expect((await user.api('PATCH', '/api/user-settings', kept)).status).toBe(200)
      const refused = await user.api('PATCH', '/api/user-settings', body)

      expect([refused.status, await json(refused)]).toMatchObject([
        400,
        { error: 'validation_error', message },
      ])
      expect(await (await user.api('GET', '/api/user-settings')).json()).toEqual({
        time_zone: 'UTC',
        ...kept,
      })
    })

    test('[H775] take tokens of a module with preferences, which open nothing else, and no other endpoint’s', async () => {
      const agent = await site.at.user({ path: '/api/data-agent/mcp' })
      const other = await site.at.user({ path: '/api/tasks/mcp' })

      expect(
        (await agent.api('PATCH', '/api/user-settings', { dataAgent: { highValueThreshold: 1 } })).status,
      ).toBe(200)
      expect((await agent.api('GET', '/api/account')).status).toBe(401)
      expect((await other.api('GET', '/api/user-settings')).status).toBe(401)
    })
  })
})
