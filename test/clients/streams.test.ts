import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixtures } from '../conformance/fixtures/index.ts'
import { watchedUri } from '../conformance/fixtures/reporting-tools.ts'
import type { TestHost } from '../environment/test-host.ts'
import { openTestHost, quickEngine } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { meta } from '../environment/test-user.ts'

interface Event {
  readonly id: string | undefined
  readonly message: {
    readonly method?: string
    readonly id?: unknown
    readonly error?: { readonly code: number }
  }
}

let host: TestHost
let user: TestUser

beforeAll(async () => {
  host = await openTestHost(quickEngine(), [fixtures()])
  user = await host.user()
})
afterAll(() => host[Symbol.asyncDispose]())

test('[P25] an error after a stream has begun is sent on the stream', async () => {
  const response = await user.post('tools/call', {
    _meta: { ...meta, progressToken: 'p' },
    name: 'test_streaming_elicitation',
    arguments: {},
  })

  const events = await read(response, Infinity)

  expect(response.headers.get('content-type')).toBe('text/event-stream')
  expect(events.map(({ message }) => message.method ?? message.error?.code)).toEqual([
    'notifications/progress',
    -32021,
  ])
})

test('[P26] a legacy client that lost its stream gets the rest of it, answer included', async () => {
  const session = await openSession()
  const params = { _meta: { progressToken: 'p' }, name: 'test_tool_with_progress', arguments: {} }
  const [primer, first] = await read(
    await legacy(session, 'POST', { id: 7, method: 'tools/call', params }),
    2,
  )

  const rest = await read(
    await legacy(session, 'GET', undefined, { 'last-event-id': first?.id ?? '' }),
    Infinity,
  )

  expect(primer?.id).toBeDefined()
  expect(first?.message.method).toBe('notifications/progress')
  expect(rest.map(({ message }) => message.method ?? message.id)).toEqual([
    'notifications/progress',
    'notifications/progress',
    7,
  ])
})

test('[P906] a new stream sends nothing that an earlier one has sent', async () => {
  const session = await openSession()
  const call = (method: string, params: object) => legacy(session, 'POST', { id: 1, method, params })
  await call('resources/subscribe', { uri: watchedUri })
  await call('tools/call', { name: 'test_trigger_resource_change' })
  const events = await read(await legacy(session, 'GET'), 2)
  await call('tools/call', { name: 'test_trigger_prompt_change' })

  const [, next] = await read(await legacy(session, 'GET'), 2)

  expect(events[1]?.message.method).toBe('notifications/resources/updated')
  expect(next?.message.method).toBe('notifications/prompts/list_changed')
})

test('[N6] a session that was ended is unknown', async () => {
  const session = await openSession()

  expect((await legacy(session, 'DELETE')).status).toBe(200)

  expect((await legacy(session, 'POST', { id: 1, method: 'ping' })).status).toBe(404)
})

test('[P27] one user has at most a hundred subscriptions open', async () => {
  const listener = await host.user()
  const listen = () => listener.post('subscriptions/listen', { notifications: { toolsListChanged: true } })
  const open = await Promise.all(Array.from({ length: 100 }, listen))
  const oneMore = (await (await listen()).json()) as { error?: { message: string } }
  await open[0]?.body?.cancel()

  expect(oneMore.error?.message).toContain('At most 100 subscriptions may be open')
  await expect.poll(async () => (await listen()).headers.get('content-type')).toBe('text/event-stream')
  for (const stream of open.slice(1)) await stream.body?.cancel()
})

test('[P28] a legacy client that accepts no stream is not asked, and the call gets an error at once', async () => {
  const session = await openSession({ elicitation: {} })
  const params = { name: 'test_elicitation', arguments: { message: 'Who?' } }
  const asked = { id: 3, method: 'tools/call', params }
  const answer = await legacy(session, 'POST', asked, { accept: 'application/json' })
  const { result } = (await answer.json()) as { result: { isError: boolean } }

  expect(result.isError).toBe(true)
})

async function openSession(capabilities: object = {}): Promise<string> {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities,
    clientInfo: { name: 'test', version: '1' },
  }
  const response = await legacy(undefined, 'POST', { id: 0, method: 'initialize', params })
  await response.text()
  return response.headers.get('mcp-session-id') ?? ''
}

function legacy(
  session: string | undefined,
  method: string,
  message?: object,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${host.url}/mcp`, {
    method,
    headers: {
      authorization: `Bearer ${user.token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...(session === undefined ? {} : { 'mcp-session-id': session }),
      ...headers,
    },
    ...(message === undefined ? {} : { body: JSON.stringify({ jsonrpc: '2.0', ...message }) }),
  })
}

/** This many events, or as many as there are; then disconnects. */
async function read(response: Response, most: number): Promise<Event[]> {
  const events: Event[] = []
  const decoder = new TextDecoder()
  let rest = ''
  for await (const chunk of response.body ?? []) {
    const frames = (rest + decoder.decode(chunk as Uint8Array, { stream: true })).split('\n\n')
    rest = frames.pop() ?? ''
    events.push(...frames.map(eventOf))
    if (events.length >= most) break
  }
  return events
}

function eventOf(frame: string): Event {
  const data = /^data: (.*)$/m.exec(frame)?.[1]
  return {
    id: /^id: (.*)$/m.exec(frame)?.[1],
    message: data === undefined || data === '' ? {} : (JSON.parse(data) as Event['message']),
  }
}
