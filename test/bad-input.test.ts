import assert from 'node:assert/strict'
import { tasks } from '@quipu/tasks'
import { afterAll, beforeAll, beforeEach, afterEach, describe, expect, test } from 'vitest'
import { Census } from './bad-input/census.ts'
import type { RawAnswer, RawRequest } from './bad-input/raw-http.ts'
import { send, sendBytes } from './bad-input/raw-http.ts'
import { fixtures } from './conformance/fixtures/index.ts'
import type { TestHost } from './environment/test-host.ts'
import { openTestHost } from './environment/test-host.ts'
import type { TestUser } from './environment/test-user.ts'
import { meta } from './environment/test-user.ts'

const version = '2026-07-28'
const limit = 4 * 1024 * 1024
const census = new Census()
let host: TestHost
let ada: TestUser
let api: TestUser
let rows: Record<string, number>

beforeAll(async () => {
  host = await openTestHost('pglite', [tasks, fixtures(), census.module])
  ada = await host.user()
  api = await host.user({ path: '' })
  await ada.call('add_task', { title: 'Kept' })
})
afterAll(() => host[Symbol.asyncDispose]())

beforeEach(async () => {
  rows = await census.rows()
})

/** Whatever a test sent, the server lives and nothing was written. */
afterEach(async () => {
  const { body } = await ada.call('list_tasks')
  const { total, tasks: kept } = body.data as { total: number; tasks: { title: string }[] }
  assert.deepEqual({ total, titles: kept.map(({ title }) => title) }, { total: 1, titles: ['Kept'] })
  assert.deepEqual(await census.rows(), rows)
})

describe('[P13] what is no JSON-RPC message', () => {
  test.each<[string, string, number, number]>([
    ['malformed JSON', '{"jsonrpc":"2.0",', 400, -32700],
    ['nothing', '', 400, -32700],
    ['a byte order mark', '\uFEFF{}', 400, -32700],
    ['lists a million deep', '['.repeat(1_000_000) + ']'.repeat(1_000_000), 400, -32700],
    ['a number', '42', 400, -32600],
    ['null', 'null', 400, -32600],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"method":"ping"}]', 400, -32600],
    ['an empty batch', '[]', 400, -32600],
    ['another version of JSON-RPC', '{"jsonrpc":"1.0","id":1,"method":"tools/list"}', 400, -32600],
    ['no method', '{"jsonrpc":"2.0","id":1}', 400, -32600],
    ['a method that is a number', '{"jsonrpc":"2.0","id":1,"method":1}', 400, -32600],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"tools/list"}', 400, -32600],
    ['an id that is null', '{"jsonrpc":"2.0","id":null,"method":"tools/list"}', 400, -32600],
    ['an id that is infinite', '{"jsonrpc":"2.0","id":1e999,"method":"tools/list"}', 400, -32600],
    ['params that are a list', '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}', 400, -32602],
  ])('%s is refused', async (_what, body, status, code) => {
    const answer = await post({ body })

    expect(answer.status).toBe(status)
    expect(errorOf(answer).code).toBe(code)
  })

  test('bytes that are not UTF-8 are refused', async () => {
    const body = Buffer.concat([
      Buffer.from('{"jsonrpc":"2.0","id":1,"method":"'),
      Buffer.from([0xed, 0xa0, 0x80]),
      Buffer.from('"}'),
    ])

    const answer = await post({ body })

    expect(answer.status).toBe(400)
    expect(errorOf(answer)).toMatchObject({ code: -32700, message: expect.stringContaining('UTF-8') })
  })

  test('what is no HTTP is answered with 400', async () => {
    expect(await sendBytes(host.url, ['nonsense\r\n\r\n'])).toMatch(/^HTTP\/1.1 400 /)
  })
})

describe('[P13] what the protocol does not allow', () => {
  test.each<[string, object, number, number]>([
    ['an unknown method', { method: 'tools/forget' }, 404, -32601],
    ['an unknown tool', { method: 'tools/call', params: { name: 'drop_tables' } }, 200, -32602],
    ['a tool without a name', { method: 'tools/call', params: {} }, 400, -32020],
    ['an unknown resource', { method: 'resources/read', params: { uri: 'tasks://nothing' } }, 200, -32602],
    ['an unknown prompt', { method: 'prompts/get', params: { name: 'nothing' } }, 200, -32602],
    [
      'an unknown argument of a prompt',
      { method: 'prompts/get', params: { name: 'plan_my_day', arguments: { x: 'y' } } },
      200,
      -32602,
    ],
    [
      'a number for an argument of a prompt',
      { method: 'prompts/get', params: { name: 'plan_my_day', arguments: { date: 1 } } },
      200,
      -32602,
    ],
    ['an unknown cursor', { method: 'tools/list', params: { cursor: 'x' } }, 200, -32602],
    [
      'a wish that is no object',
      { method: 'subscriptions/listen', params: { notifications: 7 } },
      200,
      -32602,
    ],
    [
      'a forged state',
      { method: 'tools/call', params: { name: 'add_task', requestState: 'e30.e30' } },
      200,
      -32602,
    ],
    [
      'a state that is no text',
      { method: 'tools/call', params: { name: 'add_task', requestState: {} } },
      200,
      -32602,
    ],
    [
      'answers that are no objects',
      { method: 'tools/call', params: { name: 'add_task', inputResponses: { a: 1 } } },
      200,
      -32602,
    ],
    [
      'a completion of nothing',
      { method: 'completion/complete', params: { ref: 1, argument: [] } },
      200,
      -32602,
    ],
  ])('%s is refused', async (_what, message, status, code) => {
    const answer = await rpc(message)

    expect(answer.status).toBe(status)
    expect(errorOf(answer).code).toBe(code)
  })

  test.each<[string, object]>([
    ['an unknown field', { title: 'x', colour: 'green' }],
    ['a number for a text', { title: 7 }],
    ['a text for a number', { task_id: 'one' }],
    ['a fraction', { task_id: 1.5 }],
    ['more than a number can hold', { task_id: 2 ** 53 }],
    ['a list', []],
    ['too long a text', { title: 'x'.repeat(201) }],
    ['no day', { title: 'x', due_date: '2026-02-30' }],
    ['too long a key', { title: 'x', idempotency_key: 'k'.repeat(201) }],
  ])('a tool given %s says what is wrong', async (_what, input) => {
    const tool = 'task_id' in input ? 'toggle_task_completion' : 'add_task'

    const { result } = await ada.rpc('tools/call', { name: tool, arguments: input })

    expect(result).toMatchObject({
      isError: true,
      _meta: { error_code: 'VALIDATION_ERROR', trace_id: expect.any(String) },
    })
  })

  test.each<[string, Record<string, string>, number]>([
    ['without Mcp-Method', { 'mcp-method': '' }, -32020],
    ['with another Mcp-Method', { 'mcp-method': 'prompts/list' }, -32020],
    ['with another version than the body', { 'mcp-protocol-version': '2025-11-25' }, -32020],
    ['with a header twice', { 'mcp-method': 'tools/list, tools/list' }, -32020],
  ])('a request %s is refused', async (_what, headers, code) => {
    const answer = await rpc({ method: 'tools/list' }, headers)

    expect(answer.status).toBe(400)
    expect(errorOf(answer).code).toBe(code)
  })

  test('an unknown version is refused with those that are known', async () => {
    const params = { _meta: { ...meta, 'io.modelcontextprotocol/protocolVersion': '2031-01-01' } }

    const answer = await rpc({ method: 'tools/list', params }, { 'mcp-protocol-version': '2031-01-01' })

    expect(answer.status).toBe(400)
    expect(errorOf(answer)).toMatchObject({
      code: -32022,
      data: { supported: [version], requested: '2031-01-01' },
    })
  })

  test('an unknown method does not look like a lost session to a legacy client', async () => {
    const answer = await post({ body: '{"jsonrpc":"2.0","id":1,"method":"tools/forget"}' })

    expect(answer.status).toBe(200)
    expect(errorOf(answer).code).toBe(-32601)
  })

  test('a module that is not here is refused', async () => {
    const { status } = await ada.post('tools/list', {}, { search: '?modules=tasks,nothing' })

    expect(status).toBe(400)
  })
})

describe('[P14] too much', () => {
  test('a body over the limit is refused by its length', async () => {
    const answer = await post({ body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(limit) }) })

    expect(answer.status).toBe(413)
    expect(errorOf(answer).message).toContain(String(limit))
  })

  test('a body over the limit that hides its length is refused when it is', async () => {
    const head = `POST /mcp HTTP/1.1\r\nhost: ${new URL(host.url).host}\r\nauthorization: Bearer ${ada.token}\r\n`
    const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`

    const answer = await sendBytes(host.url, [
      `${head}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
      ...Array.from({ length: 6 }, () => chunk),
    ])

    expect(answer).toMatch(/^HTTP\/1.1 413 /)
    expect(answer).toContain('connection: close')
  })

  test('the limit holds for the other doors too', async () => {
    const { status } = await api.api('POST', '/api/tasks', { title: 'x'.repeat(limit) })

    expect(status).toBe(413)
  })

  test.each(['arguments', 'params'])('%s nested half a million deep are refused', async (where) => {
    const deep = '{"a":'.repeat(500_000) + '1' + '}'.repeat(500_000)
    const params = where === 'params' ? deep : `{"name":"add_task","arguments":${deep}}`

    const answer = await post({ body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}` })

    expect(answer.status).toBe(400)
    expect(errorOf(answer).code).toBe(-32700)
  })

  test('arguments nested a hundred deep are told to be', async () => {
    const deep = JSON.parse('['.repeat(100) + ']'.repeat(100)) as object

    const { isError, body } = await ada.call('add_task', { title: deep })

    expect(isError).toBe(true)
    expect(body.message).toContain('nested too deeply')
  })
})

describe('[P15] tokens that do not count', () => {
  test.each<[string, () => Promise<Record<string, string>>]>([
    ['no token', async () => ({})],
    ['no bearer', async () => ({ authorization: `Basic ${ada.token}` })],
    ['an empty token', async () => ({ authorization: 'Bearer ' })],
    ['nonsense', async () => bearer('nonsense')],
    ['an endless token', async () => bearer('x'.repeat(10_000))],
    ['a token for another resource', async () => bearer((await host.user({ path: '/api/tasks/mcp' })).token)],
    ['an unsigned token', async () => bearer(resigned(ada.token, { alg: 'none', typ: 'at+jwt' }, ''))],
    [
      'a token of another algorithm',
      async () => bearer(resigned(ada.token, { alg: 'HS256', typ: 'at+jwt' })),
    ],
    ['a token with other claims', async () => bearer(changed(ada.token, { sub: api.id }))],
    [
      'a token with more permissions',
      async () => bearer(changed(ada.token, { permissions: ['everything'] })),
    ],
    ['a token with another signature', async () => bearer(`${ada.token.slice(0, -6)}AAAAAA`)],
  ])('%s is answered with 401 and a challenge', async (_what, headers) => {
    const answer = await send(host.url, { headers: { ...json, ...(await headers()) }, body: good })

    expect(answer.status).toBe(401)
    expect(answer.headers['www-authenticate']).toContain('resource_metadata=')
    expect(JSON.parse(answer.text)).toMatchObject({ error: 'unauthorized', trace_id: expect.any(String) })
    rows = await census.rows()
  })

  test('an expired token is answered with 401', async () => {
    const brief = await host.user({ ttlSeconds: 60 })
    rows = await census.rows()
    expect((await brief.post('tools/list')).status).toBe(200)
    host.clock.advance('61s')

    const answer = await brief.post('tools/list')

    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining('expired') })
  })

  test.each(['access_token', 'token', 'authorization'])(
    'a token in the query as %s is not looked at',
    async (name) => {
      const answer = await send(host.url, { path: `/mcp?${name}=${ada.token}`, headers: json, body: good })

      expect(answer.status).toBe(401)
      expect(answer.text + JSON.stringify(answer.headers)).not.toContain(ada.token)
    },
  )

  test('a token for MCP does not open the REST API, nor the other way round', async () => {
    expect((await ada.api('GET', '/api/tasks')).status).toBe(401)
    expect((await api.post('tools/list')).status).toBe(401)
  })
})

describe('[P16] requests that come the wrong way', () => {
  test.each<[string, Record<string, string>]>([
    ['another host', { host: 'evil.example.com' }],
    ['another port', { host: '127.0.0.1:1' }],
    ['a page of another origin', { origin: 'https://evil.example.com' }],
    ['a page without an origin', { origin: 'null' }],
    ['a page of another port', { origin: 'http://127.0.0.1:1' }],
  ])('a request for or from %s is refused', async (_what, headers) => {
    const answer = await post({ headers, body: good })

    expect(answer.status).toBe(403)
    expect(JSON.parse(answer.text)).toMatchObject({ error: 'forbidden' })
  })

  test.each(['host', 'authorization'])(
    'a second %s is refused: nobody could tell which one counts',
    async (name) => {
      const value = name === 'host' ? new URL(host.url).host : `Bearer ${ada.token}`
      const lines = [
        `host: ${new URL(host.url).host}`,
        `authorization: Bearer ${ada.token}`,
        `${name}: ${value}`,
      ]

      const answer = await sendBytes(host.url, [
        `POST /mcp HTTP/1.1\r\n${lines.join('\r\n')}\r\ncontent-type: application/json\r\ncontent-length: ${good.length}\r\n\r\n${good}`,
      ])

      expect(answer).toMatch(/^HTTP\/1.1 400 /)
    },
  )

  test.each(['', 'text/plain', 'application/x-www-form-urlencoded', 'application/json-seq'])(
    'the content type "%s" is refused',
    async (type) => {
      const answer = await post({ headers: { 'content-type': type }, body: good })

      expect(answer.status).toBe(415)
    },
  )

  test.each(['PUT', 'PATCH', 'HEAD'])('%s is not a method of this address', async (method) => {
    const answer = await post({ method })

    expect(answer.status).toBe(405)
    expect(answer.headers['allow']).toBe('POST, GET, DELETE')
  })

  test.each(['GET', 'DELETE'])('%s without a session is refused', async (method) => {
    expect((await post({ method })).status).toBe(400)
    expect((await post({ method, headers: { 'mcp-session-id': 'made-up' } })).status).toBe(404)
  })

  test.each(['GET', 'DELETE', 'POST'])('%s with a session of someone else finds none', async (method) => {
    const other = await host.user()
    rows = await census.rows()
    const session = await openSession(other)

    const answer = await post({
      method,
      headers: { 'mcp-session-id': session },
      ...(method === 'POST' ? { body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' } : {}),
    })

    expect(answer.status).toBe(404)
    const own = await send(host.url, {
      headers: { ...json, ...bearer(other.token), 'mcp-session-id': session },
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    })
    expect(own.status).toBe(200)
  })
})

describe('[P17] text that no store keeps', () => {
  const bad = { 'a lone surrogate': 'a\ud800b', 'the other half': '\udc00', NUL: 'a\0b' }

  test.each(Object.entries(bad))('%s is refused in arguments, keys and names', async (_what, text) => {
    for (const input of [{ title: text }, { title: 'x', idempotency_key: text }, { title: 'x', [text]: 1 }]) {
      const { isError, meta: about } = await ada.call('add_task', input)
      expect(isError).toBe(true)
      expect(about['error_code']).toBe('VALIDATION_ERROR')
    }
  })

  test.each(Object.entries(bad))(
    '%s is refused in addresses, prompts and completions',
    async (_what, text) => {
      const ref = { type: 'ref/resource', uri: 'tasks://task/{task_id}' }
      const answers = [
        await legacy('resources/read', { uri: `test://template/${text}/data` }),
        await legacy('prompts/get', { name: 'plan_my_day', arguments: { date: text } }),
        await legacy('completion/complete', { ref, argument: { name: 'task_id', value: text } }),
      ]

      for (const answer of answers) expect(errorOf(answer).code).toBe(-32602)
    },
  )

  test('NUL is refused in the paths and queries of the REST API', async () => {
    expect((await api.api('GET', '/api/tasks?keyword=%00')).status).toBe(400)
    expect((await api.api('GET', '/api/tasks/%00')).status).toBe(400)
    expect((await api.api('POST', '/api/tasks', { title: '\ud800' })).status).toBe(400)
  })

  test('what a client says of itself harms nothing', async () => {
    const clientInfo = { name: '\ud800\0'.repeat(1000), version: { toString: 1 } }
    const params = { _meta: { ...meta, 'io.modelcontextprotocol/clientInfo': clientInfo } }

    const answer = await rpc({ method: 'tools/call', params: { ...params, name: 'list_tasks' } })

    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.text)).toHaveProperty('result')
  })
})

describe('[P18] names that JavaScript gives a meaning', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']

  test.each(names)('%s is no method, tool, prompt, resource or argument', async (name) => {
    expect(errorOf(await rpc({ method: name })).code).toBe(-32601)
    expect(errorOf(await rpc({ method: 'tools/call', params: { name } })).code).toBe(-32602)
    expect(errorOf(await rpc({ method: 'prompts/get', params: { name } })).code).toBe(-32602)
    expect(errorOf(await rpc({ method: 'resources/read', params: { uri: name } })).code).toBe(-32602)
    const argument = { name, value: '' }
    const ref = { type: 'ref/resource', uri: 'tasks://task/{task_id}' }
    expect(JSON.parse((await legacy('completion/complete', { ref, argument })).text)).toMatchObject({
      result: { completion: { values: [] } },
    })
  })

  test.each(names)('%s is an unknown field of a tool and of a route', async (name) => {
    const input = `{"title":"x","${name}":{"polluted":true}}`
    const params = `{"_meta":${JSON.stringify(meta)},"name":"add_task","arguments":${input}}`

    const answer = await post({
      headers: { 'mcp-protocol-version': version, 'mcp-method': 'tools/call', 'mcp-name': 'add_task' },
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`,
    })

    expect(JSON.parse(answer.text)).toMatchObject({ result: { isError: true } })
    const route = await send(host.url, {
      path: '/api/tasks',
      headers: { ...json, ...bearer(api.token) },
      body: input,
    })
    expect(route.status).toBe(400)
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  })

  test('an object that cannot be turned into text is no name', async () => {
    const odd = { toString: 1, valueOf: 1 }

    for (const [method, params] of [
      ['tools/call', { name: odd }],
      ['prompts/get', { name: odd }],
      ['resources/read', { uri: odd }],
      ['resources/subscribe', { uri: odd }],
      [
        'completion/complete',
        { ref: { type: 'ref/prompt', name: odd }, argument: { name: 'a', value: 'b' } },
      ],
    ] as const) {
      expect(errorOf(await legacy(method, params)).code).toBe(-32602)
    }
    expect((await legacy('resources/unsubscribe', { uri: odd })).status).toBe(200)
  })
})

const json = { 'content-type': 'application/json' }
const good = '{"jsonrpc":"2.0","id":1,"method":"ping"}'

function bearer(token: string) {
  return { authorization: `Bearer ${token}` }
}

/** With Ada's token, and otherwise as it is given. */
function post({ headers = {}, ...rest }: RawRequest): Promise<RawAnswer> {
  return send(host.url, { ...rest, headers: { ...json, ...bearer(ada.token), ...headers } })
}

/** A modern request with the headers that belong to it. */
function rpc(
  message: { method?: string; params?: Readonly<Record<string, unknown>> },
  headers: Record<string, string> = {},
) {
  const { method = '', params = {} } = message
  const name = params['name'] ?? params['uri']
  return post({
    headers: {
      'mcp-protocol-version': version,
      'mcp-method': method,
      ...(typeof name === 'string' ? { 'mcp-name': name } : {}),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { _meta: meta, ...params } }),
  })
}

function legacy(method: string, params: object): Promise<RawAnswer> {
  return post({ body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }) })
}

async function openSession(user: TestUser): Promise<string> {
  const hello = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  }
  const answer = await send(host.url, {
    headers: { ...json, ...bearer(user.token) },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello }),
  })
  return String(answer.headers['mcp-session-id'])
}

function errorOf({ text }: RawAnswer): { code: number; message: string; data: unknown } {
  return (JSON.parse(text) as { error: { code: number; message: string; data: unknown } }).error
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The same claims under another header, with the signature that was there unless told otherwise. */
function resigned(token: string, header: object, signature = token.split('.')[2] ?? ''): string {
  return `${encode(header)}.${token.split('.')[1] ?? ''}.${signature}`
}

function changed(token: string, claims: object): string {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const before = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
  return `${header}.${encode({ ...before, ...claims })}.${signature}`
}
