import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { HostOptions } from '@quipu/host'
import { openLog } from '@quipu/host'
import { defineModule } from '@quipu/kit'
import { tasks } from '@quipu/tasks'
import { expect, onTestFinished, test } from 'vitest'
import type { Engine, TestHost } from '../environment/test-host.ts'
import { engines, openTestHost, quickEngine, password } from '../environment/test-host.ts'
import { meta } from '../environment/test-user.ts'
import { DocumentServer } from '../oauth/document-server.ts'
import { Collector } from './collector.ts'

const remote = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'

test.each(engines)(
  '[M7] [H762] [H763] a request is a span, its call one inside of it, and the work of the store inside of that, on %s',
  async (engine) => {
    const { at, collector } = await open(engine)
    const user = await at.user()
    await user.call('add_task', { title: 'Water the plants' })
    await user.call('add_task', { title: '' })
    await user.rpc('tools/list')
    await at.host.close()

    const [added, refused] = collector.named('tools/call add_task')
    const request = collector.spans.find(({ spanId }) => spanId === added?.parentSpanId)
    const [transaction] = collector.inside(added)
    expect(request).toMatchObject({
      name: 'POST /mcp',
      kind: 2,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/mcp',
        'http.response.status_code': 200,
        'quipu.request_id': expect.stringMatching(/^[\da-f]{32}$/),
      },
    })
    expect(added?.attributes).toMatchObject({
      'mcp.method.name': 'tools/call',
      'gen_ai.tool.name': 'add_task',
      'quipu.era': 'modern',
      'quipu.outcome': 'ok',
      'quipu.request_id': request?.attributes['quipu.request_id'],
    })
    expect(transaction).toMatchObject({ name: 'TRANSACTION', traceId: request?.traceId })
    expect(collector.inside(transaction).map(({ attributes }) => attributes['db.operation.name'])).toContain(
      'INSERT',
    )
    expect(refused?.attributes['quipu.outcome']).toBe('VALIDATION_ERROR')
    expect(refused?.status.code ?? 0).toBe(0)
    expect(collector.named('tools/list')).toHaveLength(1)
  },
)

test('[H764] a legacy client, a page and an unknown path have spans with known names only', async () => {
  const { at, collector } = await open(quickEngine())
  const { token } = await at.user()
  await fetch(`${at.url}/mcp`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'made/up' }),
  })
  await fetch(`${at.url}/reset/a-secret-that-opens-an-account`)
  await fetch(`${at.url}/api/oauth/authorize/a-secret-uid`)
  await fetch(`${at.url}/nowhere/at-all`)
  await at.host.close()

  expect(collector.named('unknown method')[0]?.attributes).toMatchObject({
    'quipu.era': 'legacy',
    'quipu.outcome': 'RpcError',
    'rpc.response.status_code': '-32601',
  })
  expect(collector.named('GET /reset/:token')).toHaveLength(1)
  expect(collector.named('GET /api/oauth/authorize/:id')).toHaveLength(1)
  expect(collector.named('GET')[0]?.attributes).toMatchObject({ 'http.response.status_code': 404 })
})

test('[M8] traceparent counts from this machine and from trusted proxies, and from nobody else', async () => {
  const local = await open(quickEngine())
  await fetch(`${local.at.url}/health`, { headers: { traceparent: remote } })
  await fetch(`${local.at.url}/health`, { headers: { traceparent: remote, 'x-forwarded-for': '192.0.2.7' } })
  await fetch(`${local.at.url}/health`, { headers: { traceparent: remote.replace('0af7', 'what') } })
  await fetch(`${local.at.url}/health`, { headers: { traceparent: remote.replace(/01$/, '00') } })
  await local.at.host.close()
  const proxied = await open(quickEngine(), { trustedProxies: ['127.0.0.1'] })
  await fetch(`${proxied.at.url}/health`, {
    headers: { traceparent: remote, 'x-forwarded-for': '192.0.2.7' },
  })
  await proxied.at.host.close()

  const [ours, strangers, broken, ...more] = local.collector.named('GET /health')
  expect([ours?.traceId, ours?.parentSpanId]).toEqual(remote.split('-').slice(1, 3))
  expect(strangers?.parentSpanId).toBeUndefined()
  expect(broken?.parentSpanId).toBeUndefined()
  // The caller decided that this trace is not kept.
  expect(more).toEqual([])
  expect(proxied.collector.named('GET /health')[0]?.traceId).toBe(remote.split('-')[1])
})

test('[M9] [H764] no token, argument, address of a person, path, query or statement leaves', async () => {
  const { at, collector } = await open(quickEngine())
  const user = await at.user({ password })
  const arguments_ = { title: 'A title nobody else may see', idempotency_key: 'key-of-mine' }
  await user.call('add_task', arguments_)
  await user.call('search_tasks', { query: 'nobody else' })
  await user.rpc('tools/call', { name: 'made_up_by_a_client', arguments: {} })
  await user.rpc('resources/read', { uri: 'tasks://secret-in-a-uri' })
  await user.post('tools/list', {}, { search: '?modules=secret-in-a-query' })
  await fetch(`${at.url}/invite/secret-in-a-path`)
  await fetch(`${at.url}/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', origin: at.url },
    body: new URLSearchParams({ email: user.email, password }),
  })
  await at.host.close()

  expect(collector.spans.length).toBeGreaterThan(10)
  const secrets = [
    user.token,
    user.token.slice(-20),
    user.email,
    user.id,
    'nobody else',
    'key-of-mine',
    'made_up_by_a_client',
    'secret-in-a',
    'correct horse',
    'insert into',
    ' from ',
    ' where ',
    '$1',
    '127.0.0.1',
  ]
  const received = collector.received.toLowerCase()
  expect(secrets.filter((secret) => received.includes(secret.toLowerCase()))).toEqual([])
})

test('[M10] [M902] a job is a separate trace; work outside of calls and jobs has none', async () => {
  const { at, collector } = await open(quickEngine())
  await at.user()
  await at.host.close()

  const [purge] = collector.named('job tasks.purge')
  expect(purge).toMatchObject({ attributes: { 'quipu.job': 'tasks.purge' } })
  expect(purge?.parentSpanId).toBeUndefined()
  expect(collector.inside(purge).map(({ name }) => name)).toContain('DELETE')
  const roots = collector.spans.filter(({ parentSpanId }) => parentSpanId === undefined)
  expect(roots.every(({ name }) => name.startsWith('job '))).toBe(true)
})

test('[M10] work that was enqueued is a trace too, each attempt one', async () => {
  const { promise: done, resolve } = Promise.withResolvers<void>()
  const module = defineModule({
    name: 'errands',
    title: 'Errands',
    permissions: {},
    tools: [],
    open: async ({ jobs }) => {
      jobs.define('errands.run', {
        backoffSeconds: 1,
        run: async (_payload, { attempt }) => {
          if (attempt === 1) throw new TypeError('nobody is told this')
          resolve()
        },
      })
      await jobs.enqueue({ everyone: true }, 'errands.run', { secret: 'of-the-payload' })
    },
  })
  const { at, collector } = await open(quickEngine(), { modules: [module], now: () => new Date() })
  await done
  await at.host.close()

  const runs = collector.named('job errands.run')
  expect(runs.map(({ attributes }) => attributes['quipu.attempt'])).toEqual([1, 2])
  expect(runs[0]?.status).toEqual({ code: 2, message: 'TypeError' })
  expect(collector.received).not.toMatch(/of-the-payload|nobody is told/)
})

test('[H798] [H907] requests to issuers and for documents of clients are spans; only the issuer learns of the trace', async () => {
  const asked: { at: string | undefined; traceparent: unknown }[] = []
  const issuer = createServer(({ url, headers }, response) => {
    asked.push({ at: url, traceparent: headers['traceparent'] })
    response.writeHead(503).end()
  })
  await new Promise<void>((listening) => issuer.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void issuer.close())
  await using web = new DocumentServer('app.example.com')
  const seen: unknown[] = []
  const { port } = issuer.address() as AddressInfo
  const documentFetch = (await web.listen()).fetchOptions({ isPublic: () => true })
  web.serve('https://app.example.com/client.json', (request, response) => {
    seen.push(request.headers['traceparent'])
    response.writeHead(404).end()
  })
  const upstream = { id: 'oidc', name: 'Acme', clientId: 'quipu', clientSecret: 'of-quipu' } as const
  const { at, collector } = await open(quickEngine(), {
    documentFetch,
    upstreams: [{ ...upstream, issuer: `http://127.0.0.1:${port}` }],
  })
  await fetch(`${at.url}/api/auth/oidc`, { redirect: 'manual' })
  const query = new URLSearchParams({
    client_id: 'https://app.example.com/client.json',
    response_type: 'code',
    redirect_uri: 'https://app.example.com/cb',
    code_challenge: 'a'.repeat(43),
    code_challenge_method: 'S256',
    state: 'of-the-app',
    resource: `${at.url}/mcp`,
  })
  await fetch(`${at.url}/api/oauth/authorize?${query.toString()}`, { headers: { accept: 'text/html' } })
  await at.host.close()

  const [toIssuer] = collector.named('ask issuer')
  const [toClient] = collector.named('fetch client document')
  expect(toIssuer).toMatchObject({
    kind: 3,
    attributes: { 'server.address': '127.0.0.1', 'http.response.status_code': 503 },
    status: { code: 2 },
  })
  expect(asked[0]?.traceparent).toBe(`00-${toIssuer?.traceId}-${toIssuer?.spanId}-01`)
  expect(toClient).toMatchObject({ attributes: { 'server.address': 'app.example.com' }, status: { code: 2 } })
  expect(seen).toEqual([undefined])
  expect(collector.inside(collector.named('GET /api/oauth/authorize')[0])).toContainEqual(toClient)
})

test('[M240] [M904] a request of a module is a span, its server gets the trace context, and the span holds nothing of the request', async () => {
  const asked: unknown[] = []
  const server = createServer(({ headers }, response) => {
    asked.push(headers['traceparent'])
    response.writeHead(500).end()
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const module = defineModule({
    name: 'errands',
    title: 'Errands',
    permissions: {},
    tools: [],
    open: async ({ http }) => {
      const api = http(`http://127.0.0.1:${port}`, { headers: { authorization: 'of-the-module' } })
      await api.send('of-the-path', { query: { token: 'of-the-query' } })
    },
  })
  const { at, collector } = await open(quickEngine(), { modules: [module] })
  await at.host.close()

  const [sent] = collector.named('send request')
  expect(sent).toMatchObject({
    kind: 3,
    attributes: { 'server.address': '127.0.0.1', 'http.response.status_code': 500 },
    status: { code: 2 },
  })
  expect(asked).toEqual([`00-${sent?.traceId}-${sent?.spanId}-01`])
  expect(collector.received).not.toMatch(/of-the-(module|path|query)/)
})

test('[M11] a collector that refuses or is away costs one line in the log and no call', async () => {
  const lines: string[] = []
  const destination = { write: (line: string) => void lines.push(line) }
  const { at, collector } = await open(quickEngine(), { log: openLog({ level: 'info', destination }) })
  collector.status = 400
  const user = await at.user()
  // More than one batch.
  for (let count = 0; count < 200; count += 1) await user.rpc('tools/list')
  for (let count = 0; count < 100; count += 1)
    expect((await user.call('add_task', { title: 'Go on' })).isError).toBe(false)
  await collector[Symbol.asyncDispose]()
  await at.host.close()

  expect(lines.filter((line) => line.includes('do not reach the collector'))).toHaveLength(1)
  expect(collector.spans).toEqual([])
})

test('[M903] shutting down does not wait for ever for a collector that does not answer', async () => {
  const { at, collector } = await open(quickEngine())
  collector.isAnswering = false
  await (await at.user()).call('list_tasks')
  await at.host.close()

  expect(collector.headers.length).toBeGreaterThan(0)
})

test('[M12] headers, name and attributes reach the collector', async () => {
  const { at, collector } = await open(quickEngine(), {
    tracing: {
      endpoint: '',
      headers: { 'api-key': 'of the collector' },
      attributes: { 'service.name': 'quipu-eu', 'deployment.environment.name': 'staging' },
    },
  })
  await (await at.user()).rpc('tools/list', { _meta: meta })
  await at.host.close()

  expect(collector.headers[0]?.['api-key']).toBe('of the collector')
  expect(collector.headers[0]?.['content-type']).toBe('application/json')
  expect(collector.resources[0]).toMatchObject({
    'service.name': 'quipu-eu',
    'service.version': '0.0.0-test',
    'deployment.environment.name': 'staging',
  })
})

async function open(
  engine: Engine,
  more: Partial<HostOptions> = {},
): Promise<{ at: TestHost; collector: Collector }> {
  const collector = await new Collector().listen()
  const tracing = { ...more.tracing, endpoint: collector.url }
  const at = await openTestHost(engine, [tasks], { ...more, tracing })
  onTestFinished(async () => {
    await at[Symbol.asyncDispose]()
    await collector[Symbol.asyncDispose]()
  })
  return { at, collector }
}
