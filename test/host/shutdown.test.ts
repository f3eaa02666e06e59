import { Agent, get } from 'node:http'
import { connect } from 'node:net'
import { setImmediate as turn } from 'node:timers/promises'
import type { Jobs } from '@quipu/kit'
import { defineModule, defineRoute, defineTool } from '@quipu/kit'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { auditor } from '../environment/auditor.ts'
import { servers } from '../environment/index.ts'
import type { TestHost } from '../environment/test-host.ts'
import { engines, openTestHost, quickEngine } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'

/** On a machine that does much else at the same time. */

const input = z.object({
  ends: z.enum(['at once', 'when let', 'never']),
  heeds: z.boolean().default(true),
  speaks: z.boolean().default(false),
})

/** Work that goes on until the test lets it end. */
class Work {
  readonly #let = Promise.withResolvers<void>()
  readonly began: string[] = []
  readonly ended: string[] = []

  let(): void {
    this.#let.resolve()
  }

  /** Ends early when its signal says so, if it heeds that. */
  async run(
    what: string,
    { ends, heeds }: z.output<typeof input>,
    signal: AbortSignal,
  ): Promise<Record<string, never>> {
    this.began.push(what)
    const stopped = Promise.withResolvers<void>()
    if (heeds) signal.addEventListener('abort', () => stopped.reject(new Error('stopped by its signal')))
    const end = { 'at once': undefined, 'when let': this.#let.promise, never: new Promise<void>(() => {}) }
    await Promise.race([end[ends], stopped.promise])
    this.ended.push(what)
    return {}
  }
}

function slowModule(work = new Work(), opened: (jobs: Jobs) => void = () => {}) {
  return defineModule({
    name: 'slow',
    title: 'Slow',
    permissions: { 'slow:write': { says: 'Wait', roles: ['contributor', 'admin'] } },
    tools: [
      defineTool({
        name: 'wait',
        title: 'Wait',
        description: 'Answers after a while.',
        needs: 'slow:write',
        effect: 'read',
        input,
        output: z.object({}),
        run: (_: Work, wanted, call) => {
          if (wanted.speaks) call.progress(1)
          return work.run('tool', wanted, call.signal)
        },
      }),
    ],
    routes: [
      defineRoute({
        method: 'POST',
        path: '/api/slow',
        summary: 'Answers after a while.',
        needs: 'slow:write',
        effect: 'read',
        body: input,
        output: z.object({}),
        run: (_: Work, wanted, call) => work.run('route', wanted.body, call.signal),
      }),
    ],
    open: ({ jobs }) => {
      opened(jobs)
      return work
    },
  })
}

test('[H31] readiness says it at once, all is served with its last connection, then nobody gets in', async () => {
  await using site = await openTestHost(quickEngine(), [slowModule()], { lingerSeconds: 5 })
  const user = await site.user()
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  expect(await look(`${site.url}/api/health/ready`, agent)).toMatchObject({
    status: 200,
    connection: 'keep-alive',
  })

  const closing = site.host.close()
  expect(await look(`${site.url}/api/health/ready`, agent)).toEqual({
    status: 503,
    connection: 'close',
    body: { status: 'stopping' },
  })
  expect(await look(`${site.url}/api/health/live`)).toMatchObject({ status: 200, connection: 'close' })
  const answer = await user.post('tools/call', { name: 'wait', arguments: { ends: 'at once' } })
  expect([answer.status, answer.headers.get('connection')]).toEqual([200, 'close'])
  await closing

  await expect(look(`${site.url}/api/health/ready`)).rejects.toThrow('ECONNREFUSED')
  agent.destroy()
})

test('[H31] connections on which nothing is asked hold nothing up', async () => {
  // Far longer than the test may take: the server does not wait for these that long.
  await using site = await openTestHost(quickEngine(), [slowModule()], { shutdownSeconds: 300 })
  const silent = connect(Number(new URL(site.url).port), '127.0.0.1')
  silent.on('error', () => {})
  const agent = new Agent({ keepAlive: true })
  await look(`${site.url}/health`, agent)

  await site.host.close()
  await expect(look(`${site.url}/health`)).rejects.toThrow('ECONNREFUSED')
  agent.destroy()
  silent.destroy()
})

test('[H32] open streams are ended: a subscription gets its result, the stream of a session ends', async () => {
  await using site = await openTestHost(quickEngine(), [slowModule()])
  const user = await site.user()
  const session = await hello(site, user)
  const listening = await user.post('subscriptions/listen', { notifications: { toolsListChanged: true } })
  const standalone = await fetch(`${site.url}/mcp`, {
    headers: {
      authorization: `Bearer ${user.token}`,
      'mcp-session-id': session,
      accept: 'text/event-stream',
    },
  })
  const texts = [listening.text(), standalone.text()]

  await site.host.close()
  const [modern, legacy] = await Promise.all(texts)
  expect(modern).toContain('"resultType":"complete"')
  expect(legacy).toMatch(/^id: /)
})

test.each(engines)(
  '[H33] [H925] calls under way in both eras and on REST are answered, on %s',
  async (engine) => {
    if (engine === 'postgres' && servers().databaseUrl === null) return
    const work = new Work()
    await using site = await openTestHost(engine, [slowModule(work)])
    const user = await site.user()
    const slowly = await startAll(site, user, { ends: 'when let' })
    await expect.poll(() => work.began.length).toBe(4)

    const closing = site.host.close()
    await expect.poll(() => look(`${site.url}/api/health/ready`).catch(() => 'gone')).toBe('gone')
    work.let()
    await closing
    const [modern, streamed, legacy, rest] = await Promise.all(slowly)
    expect(modern).toMatchObject({ status: 200, text: expect.stringContaining('"structuredContent":{}') })
    expect(streamed).toMatchObject({ status: 200, text: expect.stringContaining('"structuredContent":{}') })
    expect(legacy).toMatchObject({ status: 200, text: expect.stringContaining('"structuredContent":{}') })
    expect(rest).toMatchObject({ status: 200, text: '{}' })

    const again = auditor()
    await using _reopened = await reopen(site, again.module)
    const events = await again.eventsOf(user.id)
    const calls = events.filter(({ action }) => action === 'mcp.tool.call' || action === 'api.call')
    expect(calls.map(({ outcome }) => outcome)).toEqual(['ok', 'ok', 'ok', 'ok'])
  },
)

test('[H34] work that takes too long is aborted by its signal and still answered', async () => {
  const work = new Work()
  await using site = await openTestHost(quickEngine(), [slowModule(work)], { shutdownSeconds: 0.5 })
  const user = await site.user()
  const slowly = await startAll(site, user, { ends: 'never' })
  await expect.poll(() => work.began.length).toBe(4)

  await site.host.close()
  const stopping = expect.stringContaining('The server is stopping; try again')
  const [modern, streamed, legacy, rest] = await Promise.all(slowly)
  for (const answer of [modern, streamed, legacy])
    expect(answer).toMatchObject({ status: 200, text: stopping })
  expect(rest).toMatchObject({ status: 503, text: stopping })
})

test('[H34] work that pays no heed gets a refusal for an answer and does not hold up the end', async () => {
  const work = new Work()
  await using site = await openTestHost(quickEngine(), [slowModule(work)], { shutdownSeconds: 0.2 })
  const user = await site.user()
  const slowly = await startAll(site, user, { ends: 'when let', heeds: false })
  await expect.poll(() => work.began.length).toBe(4)

  await site.host.close()
  const [modern, streamed, legacy, rest] = await Promise.all(slowly)
  for (const answer of [modern, legacy, rest])
    expect(answer).toMatchObject({ status: 503, text: expect.stringContaining('send this again') })
  expect(streamed?.text).not.toContain('structuredContent')
  // It comes to its end after the doors are gone; what would fail then has failed a few turns later.
  work.let()
  await expect.poll(() => work.ended.length).toBe(4)
  for (let turns = 0; turns < 20; turns += 1) await turn()
})

test('[H926] local clients are waited for as well, and no longer', async () => {
  const work = new Work()
  await using site = await openTestHost(quickEngine(), [slowModule(work)], { shutdownSeconds: 2 })
  const { id: userId } = await site.user()
  const lines: string[] = []
  const pipe = site.host.connect(userId, (line) => lines.push(line))
  const call = (id: number, ends: string) => {
    const params = { name: 'wait', arguments: { ends } }
    pipe.receive(JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params }))
  }
  call(1, 'when let')
  call(2, 'never')
  await expect.poll(() => work.began.length).toBe(2)
  const closing = site.host.close()
  work.let()
  await closing
  expect(lines).toEqual([
    expect.stringContaining('"structuredContent":{}'),
    expect.stringContaining('The server is stopping'),
  ])
})

test('[H35] jobs have the same time, then they are left to others', async () => {
  const work = new Work()
  let jobs: Jobs | undefined
  const module = slowModule(work, (opened) => {
    jobs = opened
    opened.define('slow.work', {
      run: async (payload, { signal }) => {
        const wanted = input.parse({ ends: payload })
        await work.run(wanted.ends, wanted, signal)
      },
    })
  })
  await using site = await openTestHost(quickEngine(), [module], { shutdownSeconds: 2 })
  const ids: (string | undefined)[] = []
  for (const ends of ['when let', 'never'])
    ids.push(await jobs?.enqueue({ everyone: true }, 'slow.work', ends))
  await expect.poll(async () => (await site.host.jobs.list({ state: 'running' })).length).toBe(2)
  const closing = site.host.close()
  work.let()
  await closing
  expect(work.ended).toEqual(['when let'])

  await using reopened = await reopen(site, slowModule())
  const listed = await reopened.jobs.list()
  const stateOf = (id: string | undefined) => listed.find((job) => job.id === id)
  expect(ids.map(stateOf)).toMatchObject([
    { state: 'done', attempts: 1 },
    { state: 'waiting', attempts: 0 },
  ])
})

async function reopen(site: TestHost, module: TestHost['options']['modules'][number]) {
  const { openHost } = await import('@quipu/host')
  return openHost({ ...site.options, modules: [module] })
}

/** A modern call, one that streams, a legacy one in a session, and a route, all at the same time. */
async function startAll(site: TestHost, user: TestUser, wanted: object): Promise<Promise<Answer>[]> {
  const session = await hello(site, user)
  const rest = await site.host.tokens.issue({
    userId: user.id,
    clientId: 'test',
    scope: [],
    resource: site.url,
    ttlSeconds: 600,
  })
  const params = { name: 'wait', arguments: wanted }
  const speaking = { name: 'wait', arguments: { ...wanted, speaks: true }, _meta: undefined }
  const { meta } = await import('../environment/test-user.ts')
  return [
    read(user.post('tools/call', params)),
    read(user.post('tools/call', { ...speaking, _meta: { ...meta, progressToken: 1 } })),
    read(post(`${site.url}/mcp`, user.token, legacyCall(params), { 'mcp-session-id': session })),
    read(post(`${site.url}/api/slow`, rest, wanted)),
  ]
}

interface Answer {
  readonly status: number
  readonly text: string
}

async function read(answer: Promise<Response>): Promise<Answer> {
  const { status, ...rest } = await answer.then(async (response) => ({
    status: response.status,
    text: await response.text().catch(() => 'cut off'),
  }))
  return { status, ...rest }
}

function legacyCall(params: object) {
  return { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
}

async function hello(site: TestHost, user: TestUser): Promise<string> {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  }
  const message = { jsonrpc: '2.0', id: 1, method: 'initialize', params }
  const answer = await post(`${site.url}/mcp`, user.token, message)
  await answer.text()
  return answer.headers.get('mcp-session-id') ?? ''
}

function post(
  url: string,
  token: string,
  body: object,
  more: Record<string, string> = {},
): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json', ...more }
  return fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
}

/** By node:http, where the header of the connection can be seen and the connection chosen. */
function look(url: string, agent?: Agent): Promise<object> {
  return new Promise((resolve, reject) => {
    get(url, { agent: agent ?? false }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += String(chunk)))
      response.on('end', () => {
        const { statusCode: status, headers } = response
        resolve({ status, connection: headers.connection, body: JSON.parse(text) as unknown })
      })
    }).on('error', reject)
  })
}
