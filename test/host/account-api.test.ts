import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Db, JsonObject } from '@quipu/kit'
import { defineModule, queryBuilder } from '@quipu/kit'
import { tasks } from '@quipu/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { breakingChanges } from '../catalog/breaking-changes.ts'
import { auditor } from '../environment/auditor.ts'
import { servers } from '../environment/index.ts'
import type { TestHost } from '../environment/test-host.ts'
import { engines, openTestHost } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { OAuthClient } from '../oauth/oauth-client.ts'

const password = 'correct horse battery'
/** Audit rows of reads and of accounts are written in batches. */
const soon = { timeout: 10_000 }
const json = async (answer: Response) => (await answer.json()) as Record<string, never>

describe.each(engines)('on %s', (engine) => {
  const isHere = engine === 'pglite' || servers().databaseUrl !== null
  const audit = auditor()
  const kept = keptAnswers()
  let at: TestHost
  beforeAll(async () => {
    const modules = [tasks, dataAgent, audit.module, kept.module]
    if (isHere) at = await openTestHost(engine, modules, { allowedOrigins: ['https://friend.example'] })
  })
  afterAll(() => at?.[Symbol.asyncDispose]())
  const someone = (wish: Parameters<TestHost['user']>[0] = {}) => at.user({ path: '', ...wish })
  const admin = () => someone({ role: 'admin' })

  describe.skipIf(!isHere)('the session of a browser', () => {
    test('[H22] reads without more ado, and changes only from a page of ours', async () => {
      const user = await someone()
      const cookie = await signIn(at, user)
      const rename = (headers: Record<string, string>) =>
        fetch(`${at.url}/api/account`, {
          method: 'PATCH',
          headers: { cookie, ...headers },
          body: '{"name":"Ada"}',
        })

      const read = await fetch(`${at.url}/api/account`, { headers: { cookie } })
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
      const own = await rename({ origin: at.url })
      expect(await json(own)).toMatchObject({ name: 'Ada' })
    })

    test('[H22] gives way to a token, and opens no MCP endpoint', async () => {
      const cookie = await signIn(at, await someone())
      const other = await someone()
      const both = await other.api('GET', '/api/account', undefined, { cookie })
      const wrong = await fetch(`${at.url}/api/account`, {
        headers: { cookie, authorization: 'Bearer wrong' },
      })
      const mcp = await fetch(`${at.url}/mcp`, {
        method: 'POST',
        headers: { cookie, origin: at.url, 'content-type': 'application/json' },
        body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
      })

      expect(await json(both)).toMatchObject({ id: other.id })
      expect(wrong.status).toBe(401)
      expect(mcp.status).toBe(401)
    })

    test('[H22] counts no more once the account is disabled', async () => {
      const user = await someone()
      const cookie = await signIn(at, user)
      await at.host.accounts.disable(user.email)

      expect((await fetch(`${at.url}/api/account`, { headers: { cookie } })).status).toBe(401)
    })
  })

  describe.skipIf(!isHere)('one’s own account', () => {
    test('[H23] is seen and renamed', async () => {
      const user = await someone({ role: 'viewer' })
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
        .poll(async () => (await audit.eventsOf(user.id)).map(({ action }) => action), soon)
        .toContain('user.renamed')
    })

    test('[H23] needs the permission that was granted', async () => {
      const narrow = await someone({ scope: ['tasks:read', 'account:read'] })
      const refused = await narrow.api('PATCH', '/api/account', { name: 'x' })

      expect((await narrow.api('GET', '/api/account')).status).toBe(200)
      expect(refused.status).toBe(403)
      expect(refused.headers.get('www-authenticate')).toContain('scope="account:write"')
    })

    test('[H23] changes its password with the current one and signs out other browsers', async () => {
      const user = await someone()
      const [here, elsewhere] = [await signIn(at, user), await signIn(at, user)]
      const change = (current: string, wanted: string) =>
        fetch(`${at.url}/api/account/password`, {
          method: 'POST',
          headers: { cookie: here, origin: at.url },
          body: JSON.stringify({ current_password: current, new_password: wanted }),
        })
      const statusWith = async (cookie: string) =>
        (await fetch(`${at.url}/api/account`, { headers: { cookie } })).status

      expect((await change('wrong', 'another long password')).status).toBe(403)
      expect((await change(password, 'short')).status).toBe(400)
      expect([await statusWith(here), await statusWith(elsewhere)]).toEqual([200, 200])
      expect((await change(password, 'another long password')).status).toBe(200)
      expect([await statusWith(here), await statusWith(elsewhere)]).toEqual([200, 401])
      expect(await at.host.accounts.verify(user.email, 'another long password')).toBeDefined()
    })

    test('[H23] does not let the current password be guessed', async () => {
      const user = await someone()
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

    test('[H23] keeps a password under an idempotency key only as a slow hash', async () => {
      const user = await someone()
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
      const [written = ''] = await kept.of(user.id)
      expect(written).toContain('arguments_hash')
      expect(written).not.toContain(fast.digest('base64url'))
    })
  })

  describe.skipIf(!isHere)('user settings', () => {
    test('[H24] are one flat object, changed part by part', async () => {
      const user = await someone({ scope: ['tasks:read'] })
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

    test('[H24] keep every part of changes at the same time', async () => {
      const user = await someone()
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
    ])('[H24] refuse what they cannot keep: %#', async (body, message) => {
      const user = await someone()
      const refused = await user.api('PATCH', '/api/user-settings', body)

      expect(refused.status).toBe(400)
      expect(await json(refused)).toMatchObject({ message: expect.stringContaining(message) })
      expect(await (await user.api('GET', '/api/user-settings')).json()).toEqual({ time_zone: 'UTC' })
    })

    test('[H24] take the data agent’s tokens, which open nothing else, and no other endpoint’s', async () => {
      const agent = await at.user({ path: '/api/data-agent/mcp' })
      const other = await at.user({ path: '/api/tasks/mcp' })

      expect((await agent.api('PATCH', '/api/user-settings', { dataAgent: { a: 1 } })).status).toBe(200)
      expect((await agent.api('GET', '/api/account')).status).toBe(401)
      expect((await other.api('GET', '/api/user-settings')).status).toBe(401)
    })
  })

  describe.skipIf(!isHere)('connected apps', () => {
    const connect = async (user: TestUser) => {
      const client = await OAuthClient.register(at)
      const { access_token } = await client.tokens(user.email, { scope: 'tasks:read', resource: at.url })
      return (path: string) => fetch(at.url + path, { headers: { authorization: `Bearer ${access_token}` } })
    }
    const appsOf = async (user: TestUser, path = '/api/connected-apps') => {
      const { connected_apps: apps } = await json(await user.api('GET', path))
      return apps as unknown as { id: string; client_name: string }[]
    }

    test('[H25] are listed and ended by the person, at once', async () => {
      const [user, other] = [await someone(), await someone()]
      const call = await connect(user)
      const [app, ...more] = await appsOf(user)

      expect(more).toEqual([])
      expect(app).toMatchObject({
        client_name: 'Claude',
        redirect_host: 'claude.ai',
        resource: at.url,
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

    test('[H25] are listed and ended by an admin, for the person named', async () => {
      const [user, other, boss] = [await someone(), await someone(), await admin()]
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

  describe.skipIf(!isHere)('personal tokens', () => {
    const make = (user: TestUser, body: object, headers: Record<string, string> = {}) =>
      user.api('POST', '/api/personal-tokens', { name: 'For the nightly job', ...body }, headers)

    test('[H26] have what the caller has unless said, work, and end at once', async () => {
      const user = await someone({ scope: ['tasks:read', 'account:write', 'account:read'] })
      const made = await make(user, {})
      const { token, ...rest } = await json(made)
      const { personal_tokens: listed } = await json(await user.api('GET', '/api/personal-tokens'))
      const call = () => fetch(`${at.url}/api/tasks`, { headers: { authorization: `Bearer ${token}` } })

      expect(made.status).toBe(201)
      expect(token).toMatch(/^qpt_[\w-]{43}$/)
      expect(rest).toEqual({
        id: expect.any(String),
        name: 'For the nightly job',
        resource: at.url,
        scope: expect.arrayContaining(['tasks:read', 'account:write', 'account:read']),
        created_at: '2026-11-01T08:00:00.000Z',
        expires_at: '2027-01-30T08:00:00.000Z',
        last_used_at: null,
      })
      expect(rest['scope']).toHaveLength(3)
      expect(listed).toEqual([rest])
      expect((await call()).status).toBe(200)
      const other = await someone()
      expect((await other.api('DELETE', `/api/personal-tokens/${rest['id']}`)).status).toBe(404)
      expect((await user.api('DELETE', `/api/personal-tokens/${rest['id']}`)).status).toBe(200)
      expect((await call()).status).toBe(401)
    })

    test('[H26] never have more than the credential they are made with', async () => {
      const user = await someone({ scope: ['tasks:read', 'account:write'] })
      const refused = await make(user, { scope: ['tasks:read', 'tasks:write'] })
      const empty = await make(user, { scope: [] })
      const narrow = await make(user, { scope: ['tasks:read'], resource: `${at.url}/api/tasks/mcp` })

      expect(refused.status).toBe(403)
      expect(await json(refused)).toMatchObject({ error: 'forbidden', missing: ['tasks:write'] })
      expect(empty.status).toBe(400)
      expect(await json(narrow)).toMatchObject({
        scope: ['tasks:read'],
        resource: `${at.url}/api/tasks/mcp`,
      })
    })

    test.each([
      { expires_in_days: 0 },
      { expires_in_days: 367 },
      { name: ' ' },
      { resource: 'https://x.example' },
    ])('[H26] are refused with %o', async (body) => {
      expect((await make(await someone(), body)).status).toBe(400)
    })

    test('[H26] are made once for a key and told once, and the token is kept nowhere', async () => {
      const user = await someone()
      const key = { 'idempotency-key': 'once' }
      const { token, ...first } = await json(await make(user, {}, key))
      const again = await json(await make(user, {}, key))
      const { personal_tokens: listed } = await json(await user.api('GET', '/api/personal-tokens'))

      expect(token).toMatch(/^qpt_/)
      expect(again).toEqual(first)
      expect(listed).toEqual([first])
      const answers = await kept.of(user.id)
      expect(answers).toHaveLength(1)
      expect(answers.join()).not.toContain('qpt_')
    })
  })

  describe.skipIf(!isHere)('people', () => {
    test('[H27] are listed, added, invited and changed by admins', async () => {
      const boss = await admin()
      const email = `${crypto.randomUUID()}@example.com`
      const added = await boss.api('POST', '/api/users', { email, role: 'viewer', name: 'Bob', password })
      const bob = await json(added)
      const { users } = await json(await boss.api('GET', '/api/users'))
      const changed = await boss.api('PATCH', `/api/users/${bob['id']}`, {
        role: 'contributor',
        is_disabled: true,
        name: 'Robert',
      })

      expect(added.status).toBe(201)
      expect(bob).toMatchObject({
        email,
        role: 'viewer',
        name: 'Bob',
        has_password: true,
        is_disabled: false,
      })
      expect(users).toContainEqual(bob)
      expect(await json(changed)).toEqual({ ...bob, role: 'contributor', is_disabled: true, name: 'Robert' })
      expect(await at.host.accounts.verify(email, password)).toBeUndefined()
      const again = await boss.api('POST', '/api/users', { email, role: 'viewer' })
      expect(again.status).toBe(409)
      expect((await boss.api('PATCH', '/api/users/nobody', { name: 'x' })).status).toBe(404)
      expect((await boss.api('PATCH', `/api/users/${bob['id']}`, { role: 'king' })).status).toBe(400)
    })

    test('[H27] get links from admins, told once', async () => {
      const boss = await admin()
      const email = `${crypto.randomUUID()}@example.com`
      const invited = await boss.api('POST', '/api/invitations', { email, role: 'viewer' })
      const invitation = await json(invited)
      const { id } = (await at.host.accounts.byEmail(email)) ?? {}
      const key = { 'idempotency-key': 'reset' }
      const reset = await json(await boss.api('POST', `/api/users/${id}/reset-link`, undefined, key))
      const again = await json(await boss.api('POST', `/api/users/${id}/reset-link`, undefined, key))

      expect(invited.status).toBe(201)
      expect(invitation).toEqual({
        email,
        url: expect.stringMatching(/\/invite\/[\w-]{43}$/),
        expires_at: '2026-11-08T08:00:00.000Z',
      })
      expect(reset).toMatchObject({ url: expect.stringMatching(/\/reset\/[\w-]{43}$/) })
      expect(again).toEqual({ email, expires_at: reset['expires_at'] })
      expect((await fetch(String(reset['url']))).status).toBe(200)
      expect((await kept.of(boss.id)).join()).not.toContain('/reset/')
    })

    test('[H27] are no business of others', async () => {
      const user = await someone()
      const paths = ['GET /api/users', 'POST /api/users', 'POST /api/invitations', 'GET /api/clients']
      for (const path of [...paths, `PATCH /api/users/${user.id}`, `DELETE /api/users/${user.id}`]) {
        const [method = '', where = ''] = path.split(' ')
        const refused = await user.api(method, where, method === 'GET' ? undefined : {})
        expect([path, refused.status]).toEqual([path, 403])
        expect(refused.headers.get('www-authenticate')).toBeNull()
      }
    })

    test('[H27] keep an admin, and a refused change changes nothing', async () => {
      await using alone = await openTestHost(engine, [tasks])
      const boss = await alone.user({ role: 'admin', path: '' })
      const before = await json(await boss.api('GET', '/api/account'))
      const path = `/api/users/${boss.id}`
      const refused = [
        await boss.api('PATCH', path, { name: 'New', role: 'viewer', is_disabled: true }),
        await boss.api('PATCH', path, { name: 'New', is_disabled: true }),
        await boss.api('DELETE', `${path}?data=erase`),
        await boss.api('DELETE', '/api/account?data=erase'),
      ]

      expect(refused.map(({ status }) => status)).toEqual([409, 409, 409, 409])
      expect(await json(await boss.api('GET', '/api/account'))).toEqual(before)
    })
  })

  describe.skipIf(!isHere)('erasing an account', () => {
    test('[H28] asks first, saying what would go and what else can be done', async () => {
      const [boss, user] = [await admin(), await someone()]
      await user.api('POST', '/api/tasks', { title: 'Water the plants' })
      const asked = await boss.api('DELETE', `/api/users/${user.id}`)
      const body = await json(asked)

      expect(asked.status).toBe(400)
      expect(body['message']).toMatch(/tasks \(1\).*\?data=erase.*is_disabled/)
      expect(body['summary']).toContainEqual({ kind: 'tasks', rows: 1 })
      expect((await user.api('GET', '/api/account')).status).toBe(200)
      expect((await boss.api('DELETE', `/api/users/${user.id}?data=keep`)).status).toBe(400)
      const erased = await boss.api('DELETE', `/api/users/${user.id}?data=erase`)
      expect(await json(erased)).toEqual({ id: user.id, erased: true })
      expect((await user.api('GET', '/api/account')).status).toBe(401)
      expect((await boss.api('DELETE', `/api/users/${user.id}?data=erase`)).status).toBe(404)
    })

    test('[H28] can be done by its person, with a key too, and is told in the audit', async () => {
      const user = await someone()
      const asked = await user.api('DELETE', '/api/account')
      const key = { 'idempotency-key': 'farewell' }
      const erased = await user.api('DELETE', '/api/account?data=erase', undefined, key)

      expect(asked.status).toBe(400)
      expect((await json(asked))['message']).toContain('/api/account/export')
      expect(await json(erased)).toEqual({ id: user.id, erased: true })
      expect(await at.host.accounts.byId(user.id)).toBeUndefined()
      await expect
        .poll(() => audit.eventsOf(user.id), soon)
        .toEqual(
          expect.arrayContaining([
            { action: 'user.erased', outcome: 'ok' },
            { action: 'api.call', outcome: 'VALIDATION_ERROR' },
            { action: 'api.call', outcome: 'ok' },
          ]),
        )
    })
  })

  test.skipIf(!isHere)('[H29] clients are listed, added and removed by admins', async () => {
    const boss = await admin()
    const id = `client-${crypto.randomUUID()}`
    const client = { id, name: 'My client', redirect_uris: ['http://127.0.0.1/callback'] }
    const added = await boss.api('POST', '/api/clients', client)
    const known = await json(added)
    const listed = async () => (await json(await boss.api('GET', '/api/clients')))['clients']

    expect(added.status).toBe(201)
    expect(known).toEqual({
      ...client,
      origin: 'added',
      created_at: '2026-11-01T08:00:00.000Z',
      last_used_at: null,
    })
    expect(await listed()).toContainEqual(known)
    expect((await boss.api('POST', '/api/clients', client)).status).toBe(409)
    const bad = await boss.api('POST', '/api/clients', { ...client, redirect_uris: ['javascript:alert(1)'] })
    expect(bad.status).toBe(400)
    expect((await boss.api('DELETE', `/api/clients/${id}`)).status).toBe(200)
    expect(await listed()).not.toContainEqual(known)
    expect((await boss.api('DELETE', `/api/clients/${id}`)).status).toBe(404)
  })

  test.skipIf(!isHere)(
    '[H30] the export is a ZIP of what is the caller’s, for who may read it all',
    async () => {
      const [user, other] = [await someone(), await someone({ scope: ['account:read'] })]
      await user.api('POST', '/api/tasks', { title: 'Water the plants' })
      const answer = await user.api('GET', '/api/account/export')
      const bytes = Buffer.from(await answer.arrayBuffer())
      const refused = await other.api('GET', '/api/account/export')

      expect(answer.headers.get('content-type')).toBe('application/zip')
      expect(answer.headers.get('content-disposition')).toContain('quipu-export-2026-11-01.zip')
      expect(bytes.subarray(0, 2).toString()).toBe('PK')
      for (const file of ['account.json', 'tasks.json']) expect(bytes.includes(file)).toBe(true)
      expect(refused.status).toBe(403)
      expect(refused.headers.get('www-authenticate')).toContain('tasks:read')
      expect((await fetch(`${at.url}/api/account/export`)).status).toBe(401)
      await expect
        .poll(
          async () => (await audit.eventsOf(user.id)).filter(({ action }) => action === 'api.call').length,
          soon,
        )
        .toBe(2)
    },
  )
})

test('[P3] the published surface of the host’s own routes only grows', async () => {
  await using at = await openTestHost('pglite', [tasks])
  const boss = await at.user({ role: 'admin', path: '' })
  const surface = accountSurface((await (await boss.api('GET', '/api/openapi.json')).json()) as OpenApi)
  const path = join(import.meta.dirname, '../catalog/host/account.json')
  const written = existsSync(path) ? readFileSync(path, 'utf8') : undefined
  const now = `${JSON.stringify(surface, null, 2)}\n`
  const mayUpdate = process.env['UPDATE_CATALOG'] === '1'

  const broken = written === undefined ? [] : breakingChanges(JSON.parse(written) as JsonObject, surface)
  expect(broken).toEqual([])
  if (mayUpdate) writeFileSync(path, now)
  expect(
    mayUpdate ? now : written,
    'If this is meant, accept it: UPDATE_CATALOG=1 npx vitest run test/host/account-api.test.ts',
  ).toBe(now)
})

interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
}

interface Operation {
  readonly summary: string
  readonly tags: readonly string[]
  readonly security: readonly { readonly bearer: readonly string[] }[]
  readonly parameters?: readonly (JsonObject & { readonly name: string })[]
  readonly requestBody?: Content
  readonly responses: Readonly<Record<string, Content>>
}

interface Content {
  readonly content: { readonly 'application/json': { readonly schema: JsonObject } }
}

/** In the form that the catalogue has for routes. */
function accountSurface({ paths }: OpenApi): JsonObject {
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .filter(([, { tags }]) => tags.includes('account'))
      .map(([method, operation]) => [`${method.toUpperCase()} ${path}`, routeSurface(operation)] as const),
  )
  return { module: 'account', routes: Object.fromEntries(routes) }
}

function routeSurface({ summary, security, parameters = [], requestBody, responses }: Operation): JsonObject {
  const [status = '', answer] = Object.entries(responses)[0] ?? []
  return {
    summary,
    needs: security.flatMap(({ bearer }) => bearer),
    status,
    inputSchema: {
      parameters: Object.fromEntries(parameters.map(({ name, ...rest }) => [name, rest])),
      ...(requestBody === undefined ? {} : { body: schemaOf(requestBody) }),
    },
    outputSchema: answer === undefined ? {} : schemaOf(answer),
  }
}

function schemaOf({ content }: Content): JsonObject {
  return content['application/json'].schema
}

/** Only its address matters here: tokens for it are good for settings too. */
const dataAgent = defineModule({
  name: 'data-agent',
  title: 'Data agent',
  permissions: {},
  tools: [],
  open: () => null,
})

/** Reads, as a job would, what is kept of writes that had a key. */
function keptAnswers() {
  const queries = queryBuilder<{
    idempotency_keys: { user_id: string; arguments_hash: string; answer: unknown }
  }>()
  let db: Db | undefined
  return {
    module: defineModule({
      name: 'kept-answers',
      title: 'Kept answers',
      permissions: {},
      tools: [],
      open: (ports) => {
        db = ports.db
        return null
      },
    }),
    of: async (userId: string): Promise<string[]> => {
      const select = queries
        .selectFrom('idempotency_keys')
        .select(['arguments_hash', 'answer'])
        .where('user_id', '=', userId)
      const rows = await db?.query({ everyone: true }, select)
      return (rows ?? []).map((row) => JSON.stringify(row))
    },
  }
}

/** The cookie of a browser in which this person has signed in. */
async function signIn({ url }: TestHost, { email }: TestUser): Promise<string> {
  const page = await fetch(`${url}/login`)
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
  const answer = await fetch(`${url}/login`, {
    method: 'POST',
    redirect: 'manual',
    headers: { cookie: cookiesOf(page), origin: url },
    body: new URLSearchParams({ csrf, email, password }),
  })
  expect(answer.status).toBe(303)
  return cookiesOf(answer)
}

function cookiesOf(answer: Response): string {
  return answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}
