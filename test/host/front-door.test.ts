import { openHost } from '@quipu/host'
import { tasks } from '@quipu/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { auditor } from '../environment/auditor.ts'
import { servers } from '../environment/index.ts'
import type { TestHost } from '../environment/test-host.ts'
import { engines, openTestHost, quickEngine } from '../environment/test-host.ts'

describe.each(engines)('on %s', (engine) => {
  const isHere = engine === 'pglite' || servers().databaseUrl !== null
  const audit = auditor()
  let at: TestHost
  beforeAll(async () => {
    if (isHere) at = await openTestHost(engine, [tasks, audit.module], { metricsToken: 'for the scraper' })
  })
  afterAll(() => at?.[Symbol.asyncDispose]())
  const get = (path: string, headers: Record<string, string> = {}) => fetch(at.url + path, { headers })

  test.skipIf(!isHere)('[H1] health is served to anyone', async () => {
    const [live, short, ready] = await Promise.all(
      ['/api/health/live', '/health', '/api/health/ready'].map((path) => get(path)),
    )

    expect(await live?.json()).toMatchObject({ status: 'ok' })
    expect(short?.status).toBe(200)
    expect(await ready?.json()).toMatchObject({ status: 'ready', store: 'ok' })
  })

  test.skipIf(!isHere)('[H2] nothing else is served without a caller', async () => {
    for (const path of ['/mcp', '/api/tasks/mcp', '/api/tasks', '/api/tasks/1', '/api/openapi.json']) {
      const answer = await get(path)
      expect([path, answer.status]).toEqual([path, 401])
      expect(answer.headers.get('www-authenticate')).toContain('resource_metadata="')
      expect(await answer.json()).toMatchObject({
        error: 'unauthorized',
        message: 'No authorization token provided',
      })
    }
    expect((await get('/nowhere')).status).toBe(404)
  })

  test.skipIf(!isHere)(
    '[H3] the challenge leads to the metadata of the resource, query and all',
    async () => {
      const refused = await fetch(`${at.url}/mcp?modules=tasks&readonly=1`, { method: 'POST', body: '{}' })
      const where =
        /resource_metadata="([^"]+)"/.exec(refused.headers.get('www-authenticate') ?? '')?.[1] ?? ''
      const metadata = await (await fetch(where)).json()

      expect(metadata).toMatchObject({
        resource: `${at.url}/mcp?modules=tasks&readonly=1`,
        authorization_servers: [at.url],
        scopes_supported: ['tasks:read'],
        bearer_methods_supported: ['header'],
      })
      const ofTasks = await (await get('/.well-known/oauth-protected-resource/api/tasks/mcp')).json()
      expect(ofTasks).toMatchObject({ resource: `${at.url}/api/tasks/mcp` })
    },
  )

  test.skipIf(!isHere)(
    '[H4] [H18] every answer names its request and forbids guessing its type',
    async () => {
      const user = await at.user()
      for (const answer of [await get('/'), await get('/nowhere'), await user.post('tools/list')]) {
        expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{32}$/)
        expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
        expect(answer.headers.get('cache-control')).toBe('no-store')
        expect(answer.headers.get('strict-transport-security')).toBeNull()
      }
      expect((await get('/')).headers.get('content-security-policy')).toContain("default-src 'none'")
    },
  )

  test.skipIf(!isHere)(
    '[H5] metrics are read on this machine or with their token, not through a proxy',
    async () => {
      const user = await at.user()
      await user.call('list_tasks')
      const direct = await get('/metrics')
      const proxied = await get('/metrics', { 'x-forwarded-for': '203.0.113.7' })
      const withToken = await get('/metrics', {
        'x-forwarded-for': '203.0.113.7',
        authorization: 'Bearer for the scraper',
      })

      expect(await direct.text()).toContain('quipu_tool_calls_total{tool="list_tasks",outcome="ok"}')
      expect(proxied.status).toBe(403)
      expect(withToken.status).toBe(200)
    },
  )

  test.skipIf(!isHere)('[H6] [H908] a profile narrows the list and what may be called', async () => {
    const user = await at.user()
    const names = async (search: string) => {
      const { result } = await user.rpc('tools/list', {}, { search })
      const { tools } = result as { tools: { name: string }[] }
      return tools.map(({ name }) => name)
    }
    const hidden = await user.rpc(
      'tools/call',
      { name: 'add_task', arguments: { title: 'x' } },
      { search: '?readonly=1' },
    )

    expect(await names('?readonly=1')).toEqual(['list_tasks', 'search_tasks', 'get_my_user_info'])
    expect(await names('?modules=tasks')).toEqual(await names(''))
    expect(hidden.error?.message).toBe('Unknown tool: add_task')
    expect((await user.post('tools/list', {}, { search: '?modules=nothing' })).status).toBe(400)
  })

  test.skipIf(!isHere)('[A20] a token for one endpoint opens no other', async () => {
    const user = await at.user({ path: '/api/tasks/mcp' })
    const elsewhere = await fetch(`${at.url}/mcp`, {
      method: 'POST',
      headers: { authorization: `Bearer ${user.token}` },
    })

    expect((await user.call('list_tasks')).isError).toBe(false)
    expect(elsewhere.status).toBe(401)
    expect(elsewhere.headers.get('www-authenticate')).toContain('error="invalid_token"')
  })

  test.skipIf(!isHere)(
    '[A15] a scope that consent could grant is challenged, one that the role forbids is not',
    async () => {
      const narrow = await at.user({ scope: ['tasks:read'] })
      const viewer = await at.user({ role: 'viewer' })
      const challenged = await narrow.post('tools/call', { name: 'add_task', arguments: { title: 'x' } })
      const forbidden = await viewer.call('add_task', { title: 'x' })

      expect(challenged.status).toBe(403)
      expect(challenged.headers.get('www-authenticate')).toMatch(
        /error="insufficient_scope", scope="tasks:write"/,
      )
      expect(forbidden.isError).toBe(true)
      expect(forbidden.meta['error_code']).toBe('FORBIDDEN')
    },
  )

  test.skipIf(!isHere)('[H9] a change of role takes effect at once', async () => {
    const user = await at.user()
    await user.call('add_task', { title: 'Still allowed' })
    await at.host.accounts.setRole(user.email, 'viewer')

    expect((await user.call('add_task', { title: 'Not any more' })).meta['error_code']).toBe('FORBIDDEN')
  })

  test.skipIf(!isHere)('[H14] a change of an account is recorded in the audit', async () => {
    const user = await at.user()
    await at.host.accounts.setPassword(user.email, 'another long password')

    expect(await at.host.accounts.verify(user.email, 'another long password')).toMatchObject({ id: user.id })
    await expect
      .poll(async () => (await audit.eventsOf(user.id)).map(({ action }) => action).toSorted())
      .toEqual(['token.issued', 'user.created', 'user.password_changed'])
  })

  test.skipIf(!isHere)('[H15] a write and its audit row commit together', async () => {
    const user = await at.user()
    await user.call('add_task', { title: 'Told' })

    expect(await audit.eventsOf(user.id)).toContainEqual({ action: 'mcp.tool.call', outcome: 'ok' })
  })

  test.skipIf(!isHere)(
    '[H10] [H909] [H910] the routes do what their tools do, and say so in OpenAPI',
    async () => {
      const user = await at.user({ path: '' })
      const added = await user.api('POST', '/api/tasks', { title: 'By REST' }, { 'idempotency-key': 'r1' })
      const again = await user.api('POST', '/api/tasks', { title: 'By REST' }, { 'idempotency-key': 'r1' })
      const task = (await added.json()) as { id: number }
      const listed = (await (await user.api('GET', '/api/tasks')).json()) as { total: number }
      const missing = await user.api('GET', '/api/tasks/999999999')
      const document = (await (await user.api('GET', '/api/openapi.json')).json()) as { paths: object }

      expect(added.status).toBe(201)
      expect(await again.json()).toEqual(task)
      expect(listed.total).toBe(1)
      expect(missing.status).toBe(404)
      expect(await missing.json()).toMatchObject({
        error: 'not_found',
        message: 'Task not found with id 999999999',
      })
      expect(Object.keys(document.paths)).toContain('/api/tasks/{task_id}')
    },
  )

  test.skipIf(!isHere)('[H11] a page of another site may not speak to this server', async () => {
    const user = await at.user()
    const foreign = await user.post('tools/list', {}, { headers: { origin: 'https://evil.example' } })
    const own = await user.post('tools/list', {}, { headers: { origin: at.url } })

    expect(foreign.status).toBe(403)
    expect(await foreign.json()).toMatchObject({
      error: 'forbidden',
      trace_id: expect.stringMatching(/^[0-9a-f]{32}$/),
    })
    expect(own.status).toBe(200)
  })
})

test('[H19] a root secret that does not fit the store refuses to open and says what to do', async () => {
  await using at = await openTestHost(quickEngine(), [tasks])
  await at.host.close()

  await expect(
    openHost({ ...at.options, rootSecret: 'another root secret than the first one' }),
  ).rejects.toThrow('JWT_SECRET')
})

describe('at its limits', () => {
  test('[H12] a user over the limit gets 429 with the time to wait', async () => {
    await using at = await openTestHost(quickEngine(), [tasks], { requestsPerMinute: 3 })
    const user = await at.user()
    const answers = []
    for (let count = 0; count < 4; count += 1) answers.push(await user.post('tools/list'))

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
    expect(Number(answers[3]?.headers.get('retry-after'))).toBeGreaterThan(0)
  })

  test('[H13] guessing tokens is slowed down', async () => {
    await using at = await openTestHost(quickEngine(), [tasks])
    const statuses = []
    for (let count = 0; count < 31; count += 1) {
      const headers = { authorization: `Bearer guess-${count}` }
      statuses.push((await fetch(`${at.url}/mcp`, { method: 'POST', headers })).status)
    }

    expect(statuses.slice(0, 30).every((status) => status === 401)).toBe(true)
    expect(statuses[30]).toBe(429)
  })
})
