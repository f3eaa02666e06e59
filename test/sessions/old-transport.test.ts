import { Client, SSEClientTransport } from '@modelcontextprotocol/client'
import { defineModule, defineTool, type Module } from '@quipu/kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { textOf } from '../clients/connect.ts'
import { fixtures } from '../conformance/fixtures/index.ts'
import { reportsHeard, watchedUri } from '../conformance/fixtures/reporting-tools.ts'
import { hasProgram, servers } from '../environment/index.ts'
import { engines, openTestHost, type TestHost } from '../environment/test-host.ts'
import { notes } from './notes.ts'
import { TwoInstances } from './two-instances.ts'

const path = '/api/fixtures/sse'

/** What there is to try, on the old transport too. */
function oldFashioned(onCancelled?: () => void): Module {
  const { tools, ...rest } = fixtures(onCancelled)
  const tell = defineTool({
    name: 'tell_much',
    title: 'Tell',
    description: 'Tells a long text.',
    effect: 'read',
    input: z.object({ size: z.number() }),
    output: z.object({ text: z.string() }),
    run: (_service, { size }) => ({ text: 'ü'.repeat(size) }),
  })
  return defineModule({ ...rest, tools: [...tools, tell], endpoint: { sse: true } })
}

async function connect(url: string, token: string): Promise<Client & AsyncDisposable> {
  const headers = { authorization: `Bearer ${token}` }
  const transport = new SSEClientTransport(new URL(url), { requestInit: { headers } })
  const client = new Client(
    { name: 'old', version: '1' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: 'legacy' } },
  )
  client.setRequestHandler('elicitation/create', () => ({
    action: 'accept',
    content: { username: 'ada', email: 'ada@example.com' },
  }))
  await client.connect(transport)
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() })
}

/** Lists, calls, questions, progress, subscriptions and long answers, several times over. */
async function tryAll(client: Client): Promise<void> {
  const changed: string[] = []
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => {
    changed.push(params.uri)
  })
  await client.subscribeResource({ uri: watchedUri })
  for (let round = 0; round < 4; round += 1) {
    expect((await client.listTools()).tools.length).toBeGreaterThan(5)
    const asked = await client.callTool({ name: 'test_elicitation', arguments: { message: 'Who?' } })
    expect(textOf(asked)).toContain('ada@example.com')
    const progress: number[] = []
    await client.callTool(
      { name: 'test_tool_with_progress', arguments: {} },
      { onprogress: (step) => progress.push(step.progress) },
    )
    expect(reportsHeard).toContainEqual(progress)
    const long = await client.callTool({ name: 'tell_much', arguments: { size: 300_000 } })
    expect(long.structuredContent).toEqual({ text: 'ü'.repeat(300_000) })
    await expect(client.callTool({ name: 'no_such_tool', arguments: {} })).rejects.toThrow('Unknown tool')
  }
  await client.callTool({ name: 'test_trigger_resource_change', arguments: {} })
  await expect.poll(() => changed).toContain(watchedUri)
}

describe.each(engines)('the transport of 2024-11-05 on %s', (engine) => {
  let app: TestHost
  let token: string
  beforeAll(async () => {
    app = await openTestHost(engine, [oldFashioned(), notes()])
    token = (await app.user({ path: '/api/fixtures/mcp' })).token
  })
  afterAll(() => app[Symbol.asyncDispose]())

  const open = async (by = token, search = '') => {
    const controller = new AbortController()
    const stream = await fetch(app.url + path + search, {
      headers: { authorization: `Bearer ${by}` },
      signal: controller.signal,
    })
    const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader()
    const first = (await reader?.read())?.value ?? ''
    return {
      stream,
      first,
      at: /data: (\S+)/.exec(first)?.[1] ?? '',
      close: () => controller.abort(),
      next: () => reader?.read(),
    }
  }
  const post = (at: string, message: object, by = token) =>
    fetch(app.url + at, {
      method: 'POST',
      headers: { authorization: `Bearer ${by}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', ...message }),
    })
  const ping = { id: 1, method: 'ping' }

  test('[N261] the official client works over it', async () => {
    await using client = await connect(app.url + path, token)
    await tryAll(client)
    expect(client.getServerVersion()).toMatchObject({ name: 'quipu' })
  })

  test('[N262] [N916] the stream begins with the address for messages, which are answered with 202', async () => {
    const { stream, first, at, close } = await open(token, '?readonly=1')
    const taken = await post(at, ping)

    expect(stream.headers.get('content-type')).toBe('text/event-stream')
    expect(first).toMatch(
      /^event: endpoint\ndata: \/api\/fixtures\/messages\?readonly=1&sessionId=[0-9a-f-]{36}\n\n$/,
    )
    expect([taken.status, await taken.text()]).toEqual([202, ''])
    close()
  })

  test('[N263] closing the stream ends the session', async () => {
    const { at, close } = await open()
    expect((await post(at, ping)).status).toBe(202)
    close()
    await expect.poll(async () => (await post(at, ping)).status).toBe(404)
  })

  test("[N264] an unknown session, another one's, and one of another transport is 404", async () => {
    const { at, close } = await open()
    const stranger = (await app.user({ path: '/api/fixtures/mcp' })).token
    const hello = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } }
    const modern = await post('/api/fixtures/mcp', { id: 1, method: 'initialize', params: hello })
    const id = modern.headers.get('mcp-session-id') ?? ''
    const streamable = await fetch(`${app.url}/api/fixtures/mcp`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${token}`, 'mcp-session-id': at.split('sessionId=')[1] ?? '' },
    })

    expect((await post(at, ping, stranger)).status).toBe(404)
    expect((await post('/api/fixtures/messages?sessionId=nope', ping)).status).toBe(404)
    expect((await post('/api/fixtures/messages', ping)).status).toBe(404)
    expect((await post(`/api/fixtures/messages?sessionId=${id}`, ping)).status).toBe(404)
    expect(streamable.status).toBe(404)
    expect((await post(at, ping)).status).toBe(202)
    close()
  })

  test('[N265] [N917] it is behind the same checks as the endpoint, and only where a module asks for it', async () => {
    const headers = { authorization: `Bearer ${token}` }
    const wrong = await fetch(app.url + path, { headers: { authorization: 'Bearer x' } })
    const own = await app.user({ path })

    expect([wrong.status, wrong.headers.get('www-authenticate')]).toEqual([
      401,
      `Bearer error="invalid_token", resource_metadata="${app.url}/.well-known/oauth-protected-resource${path}"`,
    ])
    expect((await fetch(`${app.url}/.well-known/oauth-protected-resource${path}`)).status).toBe(200)
    expect((await fetch(app.url + path, { method: 'PUT', headers })).status).toBe(405)
    expect((await fetch(`${app.url}/api/notes/sse`, { headers })).status).toBe(404)
    const { close, stream } = await open(own.token)
    expect(stream.status).toBe(200)
    close()
  })

  test('[N266] the stream ends with the token that opened it', async () => {
    const user = await app.user({ path: '/api/fixtures/mcp' })
    const { at, next } = await open(user.token)
    await app.host.accounts.disable(user.email)
    expect(await next()).toMatchObject({ done: true })
    await expect.poll(async () => (await post(at, ping, user.token)).status).toBe(401)
  })
})

describe.skipIf(servers().databaseUrl === null || !hasProgram('redis'))(
  'the old transport at two instances',
  () => {
    let two: TwoInstances
    beforeAll(async () => {
      two = await TwoInstances.open(() => [oldFashioned()])
    })
    afterAll(() => two?.[Symbol.asyncDispose]())

    test('[N267] any instance takes a message, and the one with the stream sends the answer', async () => {
      const { token } = await two.person({ path: '/api/fixtures/mcp' })
      const before = [...two.proxy.served]
      await using client = await connect(two.url + path, token)
      await tryAll(client)
      expect(two.proxy.served.every((count, side) => count - (before[side] ?? 0) > 5)).toBe(true)
    })

    test('[N268] a session ends at all instances when its stream closes, or its instance goes', async () => {
      const { token } = await two.person({ path: '/api/fixtures/mcp' })
      const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
      const post = (at: string) =>
        fetch(two.url + at, { method: 'POST', headers, body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' })
      const open = async (side: number) => {
        const controller = new AbortController()
        const stream = await two.proxy.at(side, () =>
          fetch(two.url + path, { headers, signal: controller.signal }),
        )
        const { value = '' } =
          (await stream.body?.pipeThrough(new TextDecoderStream()).getReader().read()) ?? {}
        return { at: /data: (\S+)/.exec(value)?.[1] ?? '', close: () => controller.abort() }
      }
      const [one, other] = [await open(0), await open(0)]
      const ofOther = (at: string) => two.proxy.at(1, async () => (await post(at)).status)

      expect([await ofOther(one.at), await ofOther(other.at)]).toEqual([202, 202])
      one.close()
      await expect.poll(() => ofOther(one.at)).toBe(404)
      expect(await ofOther(other.at)).toBe(202)
      await two.host(0).close()
      await expect.poll(() => ofOther(other.at)).toBe(404)
      await two.start(0)
    })
  },
)
