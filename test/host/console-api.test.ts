import { expect, test } from 'vitest'
import type { TestUser } from '../environment/test-user.ts'
import { json, onEachEngine, signIn, type AccountSite } from './account-site.ts'

interface ListedTool {
  readonly name: string
  readonly module: string
  readonly is_allowed: boolean
  readonly roles: readonly string[]
  readonly tokens: number
}

onEachEngine((site) => {
  test('[H501] the tools of an address are listed with who may call them and what they cost', async () => {
    const viewer = await site.someone({ role: 'viewer' })
    const all = (await (await viewer.api('GET', '/api/tools?modules=tasks')).json()) as {
      tools: ListedTool[]
      tokens: number
    }
    const add = all.tools.find(({ name }) => name === 'add_task')
    expect(add).toMatchObject({ module: 'tasks', is_allowed: false, roles: ['contributor', 'admin'] })
    expect(all.tools.find(({ name }) => name === 'list_tasks')?.is_allowed).toBe(true)
    expect(all.tokens).toBeGreaterThan(100)
    const reading = (await (await viewer.api('GET', '/api/tools?readonly=1')).json()) as {
      tools: ListedTool[]
    }
    expect(reading.tools.map(({ name }) => name)).not.toContain('add_task')
    expect((await viewer.api('GET', '/api/tools?modules=nothing')).status).toBe(400)
  })

  test('[H721] the fingerprint of the tools is the same for everyone, and another one for another address', async () => {
    const [viewer, admin] = [await site.someone({ role: 'viewer' }), await site.someone({ role: 'admin' })]
    const fingerprint = async (user: TestUser, search = '') => {
      const listed = (await (await user.api('GET', `/api/tools${search}`)).json()) as { fingerprint: string }
      return listed.fingerprint
    }

    expect(await fingerprint(viewer)).toBe(await fingerprint(admin))
    expect(await fingerprint(viewer, '?readonly=1')).not.toBe(await fingerprint(viewer))
  })

  test('[H502] a tool is called as a client calls it: permissions, rules and audit', async () => {
    const [ada, viewer] = [await site.someone(), await site.someone({ role: 'viewer' })]
    const call = (user: TestUser, name: string, input: object) =>
      user.api('POST', `/api/tools/${name}/calls`, { arguments: input })
    const made = await json(await call(ada, 'add_task', { title: 'Water the plants' }))
    expect(made).toMatchObject({
      is_error: false,
      structured_content: { data: { title: 'Water the plants' } },
    })
    const wrong = await json(await call(ada, 'add_task', { title: '' }))
    expect(wrong).toMatchObject({ is_error: true })
    const refused = await call(viewer, 'add_task', { title: 'x' })
    expect(refused.status === 403 || (await json(refused))['is_error']).toBe(true)
    expect((await call(ada, 'no_tool', {})).status).toBe(404)
    const rows = async () =>
      (await json(await ada.api('GET', '/api/account/audit?action=mcp.tool.call')))['events']
    await expect
      .poll(rows)
      .toEqual(expect.arrayContaining([expect.objectContaining({ resource_id: 'add_task', outcome: 'ok' })]))
  })

  test('[H503] the audit is streamed as it is written, and people get only their own rows', async () => {
    const [ada, bob, boss] = [await site.someone(), await site.someone(), await site.admin()]
    await using own = await listen(site, ada, '/api/account/audit/events?action=api.call')
    await using whole = await listen(site, boss, `/api/admin/audit/events?user_id=${bob.id}&action=api.call`)
    await bob.api('GET', '/api/tasks')
    await ada.api('GET', '/api/tasks?status=pending')
    await expect.poll(() => own.text()).toContain('GET /api/tasks')
    await expect.poll(() => whole.text()).toContain('GET /api/tasks')
    expect(own.text()).not.toContain(bob.id)
    expect(whole.text()).not.toContain(ada.id)
    expect((await bob.api('GET', '/api/admin/audit/events')).status).toBe(403)
  })

  test('[H964] a stream of the audit that shows several rows is one row itself', async () => {
    const ada = await site.someone()
    await using own = await listen(site, ada, '/api/account/audit/events?action=api.call')
    for (const status of ['pending', 'completed']) {
      await ada.api('GET', `/api/tasks?status=${status}`)
      await expect
        .poll(() => own.text().split('"GET /api/tasks"').length > (status === 'pending' ? 1 : 2))
        .toBe(true)
    }
    const { events } = (await (await ada.api('GET', '/api/account/audit?action=api.call')).json()) as {
      events: { resource_id: string }[]
    }
    expect(events.map(({ resource_id }) => resource_id).filter((id) => id.endsWith('/events'))).toEqual([
      'GET /api/account/audit/events',
    ])
  })

  test('[H504] a caller who may read the audit can verify its chain', async () => {
    const [ada, boss] = [await site.someone(), await site.admin()]
    const verdict = await json(await boss.api('POST', '/api/admin/audit/verification'))
    expect(verdict).toMatchObject({ ok: true, problem: null })
    expect((await ada.api('POST', '/api/admin/audit/verification')).status).toBe(403)
  })

  test('[H505] a caller who may read the audit sees the state of the installation', async () => {
    const [ada, boss] = [await site.someone(), await site.admin()]
    const health = await json(await boss.api('GET', '/api/admin/health'))
    expect(health).toMatchObject({
      version: '0.0.0-test',
      node: process.version,
      jobs: { waiting: 0, running: 0, dead: 0 },
      checks: expect.arrayContaining([expect.objectContaining({ name: 'store', ok: true })]),
      limits: expect.arrayContaining([expect.objectContaining({ name: 'requests of one person' })]),
    })
    expect((await ada.api('GET', '/api/admin/health')).status).toBe(403)
  })

  test('[H506] the jobs of others are not listed', async () => {
    const ada = await site.someone()
    expect(await json(await ada.api('GET', '/api/account/jobs'))).toEqual({ jobs: [] })
  })

  test('[H512] [H981] an attempt is shown at the place it came from, and to admins; once signed in on, to its person alone', async () => {
    const [ada, bob, boss] = [await site.someone(), await site.someone(), await site.admin()]
    const { url } = site.at
    const agent = { 'user-agent': `broken-${ada.id}` }
    await fetch(`${url}/mcp`, { method: 'POST', headers: agent })
    await fetch(`${url}/.well-known/oauth-protected-resource/mcp`, { headers: agent })
    const cookie = await signIn(site.at, bob)
    const inBrowser = await fetch(`${url}/api/account/connection-attempts`, { headers: { cookie } })
    const attemptsOf = async (answer: Response) =>
      ((await answer.json()) as { attempts: { client: string; hops: { kind: string }[] }[] }).attempts
        .filter(({ client }) => client === agent['user-agent'])
        .map(({ hops }) => hops.map(({ kind }) => kind))
    expect(await attemptsOf(inBrowser)).toEqual([['challenge', 'resource_metadata']])
    expect(await attemptsOf(await boss.api('GET', '/api/admin/connection-attempts'))).toHaveLength(1)
    expect(await attemptsOf(await bob.api('GET', '/api/account/connection-attempts'))).toEqual([])

    const own = await site.someone({ path: '/mcp' })
    await fetch(`${url}/mcp`, {
      method: 'POST',
      headers: { ...agent, authorization: `Bearer ${own.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    })
    const after = await fetch(`${url}/api/account/connection-attempts`, { headers: { cookie } })
    expect(await attemptsOf(after)).toEqual([])
    expect((await bob.api('GET', '/api/admin/connection-attempts')).status).toBe(403)
  })
})

/** What a stream has sent so far. */
async function listen(site: AccountSite, user: TestUser, path: string) {
  const stop = new AbortController()
  const answer = await fetch(site.at.url + path, {
    headers: { authorization: `Bearer ${user.token}`, accept: 'text/event-stream' },
    signal: stop.signal,
  })
  expect(answer.status).toBe(200)
  let heard = ''
  const reading = (async () => {
    for await (const chunk of answer.body ?? []) heard += Buffer.from(chunk).toString()
  })().catch(() => {})
  await expect.poll(() => heard).toContain('event: open')
  return {
    text: () => heard,
    [Symbol.asyncDispose]: async () => {
      stop.abort()
      await reading
    },
  }
}
