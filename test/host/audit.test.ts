import { tasks } from '@quipu/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { servers } from '../environment/index.ts'
import type { TestHost } from '../environment/test-host.ts'
import { engines, openTestHost } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'

/** Audit rows of reads and of accounts are written in batches. */

interface Event {
  readonly id: number
  readonly at: string
  readonly user_id: string | null
  readonly action: string
  readonly resource_type: string
  readonly resource_id: string
  readonly outcome: string
  readonly request_id: string
}
interface Page {
  readonly events: readonly Event[]
  readonly next_cursor: string | null
}

describe.each(engines)('the audit on %s', (engine) => {
  const isHere = engine === 'pglite' || servers().databaseUrl !== null
  let at: TestHost
  let boss: TestUser
  beforeAll(async () => {
    if (!isHere) return
    at = await openTestHost(engine, [tasks])
    boss = await at.user({ role: 'admin', path: '' })
  })
  afterAll(() => at?.[Symbol.asyncDispose]())
  const someone = (options: Parameters<TestHost['user']>[0] = {}) => at.user({ path: '', ...options })
  const page = async (user: TestUser, path: string): Promise<Page> =>
    (await (await user.api('GET', path)).json()) as Page
  const eventsOf = async (query: string) => (await page(boss, `/api/admin/audit?${query}`)).events

  test.skipIf(!isHere)('[U15] an admin reads it by person, action, outcome, thing and time', async () => {
    const ada = await someone()
    await ada.api('POST', '/api/tasks', { title: 'Water the plants' })
    await ada.api('POST', '/api/tasks', { title: '' })
    await ada.api('GET', '/api/account')
    await expect.poll(async () => (await eventsOf(`user_id=${ada.id}&action=api.*`)).length).toBe(3)
    const of = (query: string) => eventsOf(`user_id=${ada.id}&${query}`)

    expect(await of('action=api.call')).toHaveLength(3)
    expect(await of('action=api')).toEqual([])
    expect(await of('action=token.*')).toMatchObject([{ action: 'token.issued', resource_id: ada.id }])
    expect(await of('outcome=VALIDATION_ERROR')).toMatchObject([{ resource_id: 'POST /api/tasks' }])
    expect(await of('resource_type=api_route&resource_id=GET%20/api/account')).toHaveLength(1)
    expect(await of('from=2026-11-01T08:00:00Z&to=2026-11-01T08:00:00.001Z')).toHaveLength(5)
    expect(await of('to=2026-11-01T08:00:00Z')).toEqual([])
    expect(await of('from=2026-11-01T10:00:00.001%2B02:00')).toEqual([])
  })

  test.skipIf(!isHere)('[H445] reads are left out with reads=false', async () => {
    const ada = await someone()
    await ada.api('POST', '/api/tasks', { title: 'Water the plants' })
    await ada.api('GET', '/api/account')
    const of = (query: string) => eventsOf(`user_id=${ada.id}&action=api.*${query}`)
    await expect.poll(async () => (await of('')).length).toBe(2)
    expect(await of('&reads=true')).toHaveLength(2)
    expect(await of('&reads=false')).toMatchObject([{ resource_id: 'POST /api/tasks' }])
  })

  test.skipIf(!isHere)(
    '[U911] pages follow one another, newest first, without a gap or a repetition',
    async () => {
      const ada = await someone()
      for (let call = 0; call < 7; call += 1) await ada.api('GET', '/api/account')
      const query = `/api/admin/audit?user_id=${ada.id}&action=api.call`
      await expect.poll(async () => (await page(boss, query)).events.length).toBe(7)
      const all = (await page(boss, query)).events.map(({ id }) => id)
      const read: number[] = []
      let next: string | null = ''
      do {
        const { events, next_cursor: cursor }: Page = await page(
          boss,
          `${query}&limit=3${next && `&cursor=${next}`}`,
        )
        read.push(...events.map(({ id }) => id))
        next = cursor
        await ada.api('GET', '/api/account')
      } while (next !== null)

      expect(read).toEqual(all)
      expect(all).toEqual(all.toSorted((one, other) => other - one))
    },
  )

  test.skipIf(!isHere).each([
    ['limit=0', 'limit'],
    ['limit=501', 'limit'],
    ['limit=many', 'limit'],
    ['cursor=-1', 'cursor'],
    ["cursor=1'--", 'cursor'],
    ['from=yesterday', 'from'],
    ['to=2026-13-01T00:00:00Z', 'to'],
    ['user_id=ada', 'user_id'],
    ['user_id=1&user_id=2', 'user_id'],
    ['order=asc', 'order'],
  ])('[U912] %s is refused with the name of the parameter', async (query, parameter) => {
    const answer = await boss.api('GET', `/api/admin/audit?${query}`)

    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: 'validation_error', parameter })
  })

  test.skipIf(!isHere)('[U15] nobody but an admin with the permission reads what others did', async () => {
    const viewer = await someone()
    const narrow = await someone({ role: 'admin', scope: ['account:read'] })
    for (const path of ['/api/admin/audit', '/api/admin/audit/export', '/api/admin/sessions']) {
      expect((await viewer.api('GET', path)).status).toBe(403)
      const refused = await narrow.api('GET', path)
      expect(refused.status).toBe(403)
      expect(refused.headers.get('www-authenticate')).toMatch(/scope="(audit|sessions):read"/)
    }
  })

  test.skipIf(!isHere)(
    '[U16] [U913] the export has every matching row, as JSON Lines, and is recorded in the audit',
    async () => {
      const ada = await someone()
      // A few at a time: a busy machine refuses a thousand connections at once.
      for (let left = 1_203; left > 0; left -= 50)
        await Promise.all(Array.from({ length: Math.min(50, left) }, () => ada.api('GET', '/api/account')))
      const query = `user_id=${ada.id}&action=api.*`
      await expect
        .poll(async () => (await exported(`${query}&resource_type=api_route`)).length, { interval: 500 })
        .toBe(1_203)

      const answer = await boss.api('GET', `/api/admin/audit/export?${query}`)
      const text = await answer.text()
      const rows = text.split('\n')

      expect(answer.headers.get('content-type')).toBe('application/x-ndjson')
      expect(answer.headers.get('content-disposition')).toMatch(
        /^attachment; filename="quipu-audit-2026-11-01\.jsonl"$/,
      )
      expect(rows.pop()).toBe('')
      const ids = rows.map((row) => (JSON.parse(row) as Event).id)
      expect(new Set(ids).size).toBe(1_203)
      expect(ids).toEqual(ids.toSorted((one, other) => other - one))
      expect(JSON.parse(rows[0] ?? '')).toEqual((await eventsOf(`${query}&limit=1`))[0])
      const filter = `user_id=${boss.id}&resource_id=${encodeURIComponent('GET /api/admin/audit/export')}&outcome=ok`
      await expect.poll(async () => (await eventsOf(filter)).length).toBeGreaterThan(1)
      expect((await boss.api('GET', '/api/admin/audit/export?order=asc')).status).toBe(400)
    },
  )
  const exported = async (query: string) =>
    (await (await boss.api('GET', `/api/admin/audit/export?${query}`)).text()).trim().split('\n')

  test.skipIf(!isHere)('[U17] people read what they did themselves, and nothing of others', async () => {
    const [ada, bob] = [await someone({ role: 'viewer' }), await someone()]
    await ada.api('GET', '/api/account')
    await bob.api('GET', '/api/account')
    const own = async () => (await page(ada, '/api/account/audit?action=api.*')).events

    await expect.poll(async () => (await own()).length).toBeGreaterThan(0)
    expect(new Set((await page(ada, '/api/account/audit')).events.map((event) => event.user_id))).toEqual(
      new Set([ada.id]),
    )
    expect((await ada.api('GET', `/api/account/audit?user_id=${bob.id}`)).status).toBe(400)
  })

  test.skipIf(!isHere)(
    '[U18] what an admin does to a person is audited with both ids and the id of the request',
    async () => {
      const ada = await someone()
      const changed = await boss.api('PATCH', `/api/users/${ada.id}`, {
        role: 'viewer',
        is_disabled: true,
        name: 'Ada',
      })
      const requestId = changed.headers.get('x-request-id')
      const about = async () =>
        (await eventsOf(`resource_id=${ada.id}&action=user.*`)).filter(
          ({ action }) => action !== 'user.created',
        )

      await expect.poll(async () => (await about()).length).toBe(3)
      expect((await about()).map(({ action }) => action).toSorted()).toEqual([
        'user.disabled',
        'user.renamed',
        'user.role_changed',
      ])
      for (const event of await about())
        expect(event).toMatchObject({ user_id: boss.id, resource_type: 'user', request_id: requestId })
      const call = encodeURIComponent('PATCH /api/users/:id')
      await expect
        .poll(async () => (await eventsOf(`resource_id=${call}`)).map((event) => event.request_id))
        .toContain(requestId)
    },
  )

  test.skipIf(!isHere)('[U18] what a person does to their own account is audited with their id', async () => {
    const ada = await someone()
    const made = await ada.api('POST', '/api/personal-tokens', { name: 'ci' })
    const { id } = (await made.json()) as { id: string }
    await ada.api('DELETE', `/api/personal-tokens/${id}`)

    await expect.poll(async () => (await eventsOf(`resource_id=${id}`)).length).toBe(2)
    const [, created] = await eventsOf(`resource_id=${id}`)
    expect(created).toMatchObject({ user_id: ada.id, request_id: made.headers.get('x-request-id') })
  })

  test.skipIf(!isHere)(
    '[U7] everything a server did is sealed a moment later, and the chain is whole',
    async () => {
      const ada = await someone()
      await ada.api('POST', '/api/tasks', { title: 'Water the plants' })
      await ada.api('GET', '/api/account')

      await expect.poll(async () => (await at.host.audit.verify()).unsealedTail).toBe(0)
      expect(await at.host.audit.verify()).toMatchObject({ ok: true, firstProblem: undefined })
      const { rows } = await at.host.audit.list({ userId: ada.id, action: 'api.call' }, { limit: 1 })
      expect(rows).toMatchObject([{ userId: ada.id, outcome: 'ok' }])
    },
  )

  test.skipIf(!isHere)('[U19] an admin sees who is connected with what, page by page', async () => {
    const ada = await someone({ path: '/mcp' })
    for (const version of ['1', '2', '3']) await hello(at.url, ada, version)
    const path = `/api/admin/sessions?user_id=${ada.id}&limit=2`
    interface Sessions {
      readonly sessions: readonly { readonly id: string; readonly client: object; readonly user_id: string }[]
      readonly next_cursor: string | null
    }
    const first = (await (await boss.api('GET', path)).json()) as Sessions
    const cursor = first.next_cursor ?? ''
    const second = (await (await boss.api('GET', `${path}&cursor=${cursor}`)).json()) as Sessions

    const all = [...first.sessions, ...second.sessions]
    expect(new Set(all.map(({ id }) => id)).size).toBe(3)
    expect(second.next_cursor).toBeNull()
    expect(all[0]).toMatchObject({
      user_id: ada.id,
      protocol_version: '2025-06-18',
      client: { name: 'editor', version: expect.stringMatching(/^[123]$/) },
    })
    expect((await boss.api('GET', `${path}&cursor=made-up`)).status).toBe(400)
  })

  test.skipIf(!isHere)('[H500] a person sees their own open sessions and nobody else’s', async () => {
    const [ada, bob] = [await someone({ path: '/mcp' }), await someone({ path: '/mcp' })]
    await hello(at.url, ada, '1')
    await hello(at.url, bob, '1')
    const everything = await someoneAgain(ada.id)
    const answer = await fetch(`${at.url}/api/account/sessions`, {
      headers: { authorization: `Bearer ${everything}` },
    })
    const { sessions } = (await answer.json()) as { sessions: { user_id: string }[] }
    expect(sessions.map(({ user_id: userId }) => userId)).toEqual([ada.id])
  })

  /** A token of the same person for the whole installation. */
  function someoneAgain(userId: string): Promise<string> {
    return at.host.tokens.issue({ userId, clientId: 'test', scope: [], resource: at.url, ttlSeconds: 600 })
  }
})

async function hello(url: string, { token }: TestUser, version: string): Promise<void> {
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'editor', version },
  }
  const answer = await fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
  })
  expect(answer.status).toBe(200)
  await answer.text()
}
