import { setImmediate as turn } from 'node:timers/promises'
import { content, defineModule, defineTool } from '@quipu/kit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { fixtures } from '../conformance/fixtures/index.ts'
import type { TestHost } from '../environment/test-host.ts'
import { openTestHost, quickEngine } from '../environment/test-host.ts'
import { meta } from '../environment/test-user.ts'
import { notes } from './notes.ts'

let site: TestHost
beforeAll(async () => {
  site = await openTestHost(quickEngine(), [notes(), fixtures()])
})
afterAll(() => site[Symbol.asyncDispose]())

const oldest = '2025-03-26'
const ping = (id: number | string) => ({ jsonrpc: '2.0', id, method: 'ping' })
const call = (id: number, name: string) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name, arguments: {} },
})
const notice = { jsonrpc: '2.0', method: 'notifications/roots/list_changed' }

interface Sender {
  readonly token: string
  readonly url?: string
}

function send({ token, url = site.url }: Sender, body: unknown, more: Record<string, string> = {}) {
  return fetch(`${url}/mcp`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...more,
    },
    body: JSON.stringify(body),
  })
}

/** Begins a session of this version. */
async function hello(sender: Sender, protocolVersion: string): Promise<Record<string, string>> {
  const params = { protocolVersion, capabilities: {}, clientInfo: { name: 'test', version: '1' } }
  const answer = await send(sender, { jsonrpc: '2.0', id: 0, method: 'initialize', params })
  await answer.text()
  return { 'mcp-session-id': answer.headers.get('mcp-session-id') ?? '' }
}

describe.each(['with a session', 'without one'])('%s', (kind) => {
  const begin = async () => {
    const user = await site.user({ role: 'viewer' })
    return { user, more: kind === 'without one' ? {} : await hello(user, oldest) }
  }

  test('[P181] a batch is answered with one array, a failure in it by itself', async () => {
    const { user, more } = await begin()

    const answer = await send(
      user,
      [ping(1), notice, call(2, 'read_note'), call(3, 'write_note'), { jsonrpc: '2.0', id: 4, method: 'no' }],
      more,
    )

    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-type')).toBe('application/json')
    expect(await answer.json()).toMatchObject([
      { id: 1, result: {} },
      { id: 2, result: { content: [{ text: 'read' }] } },
      { id: 3, result: { isError: true } },
      { id: 4, error: { code: -32601 } },
    ])
  })

  test('[H750] notifications and responses alone are accepted without an answer', async () => {
    const { user, more } = await begin()

    const answer = await send(user, [notice, { jsonrpc: '2.0', id: 'unasked', result: {} }], more)

    expect([answer.status, await answer.text()]).toEqual([202, ''])
  })

  test('[P182] a bad message is answered by itself', async () => {
    const { user, more } = await begin()

    const answer = await send(user, [ping(1), 7, { jsonrpc: '1.0', id: 2, method: 'ping' }], more)

    expect(await answer.json()).toMatchObject([
      { id: 1, result: {} },
      { error: { code: -32600 } },
      { error: { code: -32600 } },
    ])
  })
})

test('[H749] a message before the answer makes a stream, and the answers are its last event', async () => {
  const user = await site.user()
  const more = await hello(user, oldest)
  const progressing = call(2, 'test_tool_with_progress')
  const params = { ...progressing.params, _meta: { progressToken: 'p' } }

  const answer = await send(user, [ping(1), { ...progressing, params }], more)
  const events = (await answer.text()).split('\n').flatMap((line) => {
    const data = line.startsWith('data: ') ? line.slice(6) : ''
    return data === '' ? [] : [JSON.parse(data) as unknown]
  })

  expect(answer.headers.get('content-type')).toBe('text/event-stream')
  expect(events[0]).toMatchObject({ method: 'notifications/progress' })
  expect(events.at(-1)).toMatchObject([{ id: 1 }, { id: 2, result: {} }])
})

describe('[P905] refused whole', () => {
  const modern = { ...ping(1), params: { _meta: meta } }
  test.each<[string, unknown[], string | undefined]>([
    ['an empty batch', [], undefined],
    ['initialize', [ping(1), { jsonrpc: '2.0', id: 2, method: 'initialize', params: {} }], undefined],
    ['a modern message', [ping(2), modern], undefined],
    ['101 messages', Array.from({ length: 101 }, (_, id) => ping(id)), undefined],
    ['a batch of 2025-06-18', [ping(1)], '2025-06-18'],
    ['a batch of 2025-11-25', [ping(1)], '2025-11-25'],
    ['a modern batch', [modern], '2026-07-28'],
  ])('%s', async (_what, batch, version) => {
    const user = await site.user()

    const answer = await send(user, batch, version === undefined ? {} : { 'mcp-protocol-version': version })

    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: { code: -32600 } })
  })

  test('a batch in a session of a later version', async () => {
    const user = await site.user()

    expect((await send(user, [ping(1)], await hello(user, '2025-06-18'))).status).toBe(400)
  })
})

test('[P181] 100 messages are not too many', async () => {
  const hundred = Array.from({ length: 100 }, (_, id) => ping(id))

  const answer = await send(await site.user(), hundred)

  expect([answer.status, await answer.json()]).toMatchObject([200, hundred.map(({ id }) => ({ id }))])
})

test('[H748] a message of a batch begins after the one before it was answered', async () => {
  const seen: string[] = []
  const slow = defineTool({
    name: 'take_time',
    title: 'Take time',
    description: 'Ends some turns after it began.',
    needs: 'slow:use',
    effect: 'read',
    input: z.object({ turns: z.number() }),
    run: async (_opened, { turns }) => {
      seen.push(`${turns} begins`)
      for (let count = 0; count < turns; count += 1) await turn()
      seen.push(`${turns} ends`)
      return content({ type: 'text', text: 'done' })
    },
  })
  const permissions = { 'slow:use': { says: 'Take time', roles: ['contributor' as const] } }
  const module = defineModule({ name: 'slow', title: 'Slow', permissions, tools: [slow], open: () => {} })
  await using at = await openTestHost(quickEngine(), [module])
  const sender = { token: (await at.user({ role: 'contributor' })).token, url: at.url }
  const taking = (turns: number) => ({
    ...ping(turns),
    method: 'tools/call',
    params: { name: 'take_time', arguments: { turns } },
  })

  expect((await send(sender, [taking(9), taking(3), taking(1)])).status).toBe(200)
  expect(seen).toEqual(['9 begins', '9 ends', '3 begins', '3 ends', '1 begins', '1 ends'])
})

test('[P183] each message of a batch counts as a request', async () => {
  await using at = await openTestHost(quickEngine(), [notes()], { requestsPerMinute: 5 })
  const sender = { token: (await at.user()).token, url: at.url }

  expect((await send(sender, [ping(1), ping(2), ping(3), ping(4)])).status).toBe(200)
  expect((await send(sender, [ping(1), ping(2)])).status).toBe(429)
})
