import { expect, describe, test } from 'vitest'
import { errorOf, useDoor, version } from './bad-input/door.ts'
import { sendBytes } from './bad-input/raw-http.ts'
import { meta } from './environment/test-user.ts'

const limit = 4 * 1024 * 1024
const door = useDoor()

describe('[P13] what is no JSON-RPC message', () => {
  test.each<[string, string, number, number]>([
    ['malformed JSON', '{"jsonrpc":"2.0",', 400, -32700],
    ['nothing', '', 400, -32700],
    ['a byte order mark', '\uFEFF{}', 400, -32700],
    ['lists a million deep', '['.repeat(1_000_000) + ']'.repeat(1_000_000), 400, -32700],
    ['a number', '42', 400, -32600],
    ['null', 'null', 400, -32600],
    ['an empty batch', '[]', 400, -32600],
    ['another version of JSON-RPC', '{"jsonrpc":"1.0","id":1,"method":"tools/list"}', 400, -32600],
    ['no method', '{"jsonrpc":"2.0","id":1}', 400, -32600],
    ['a hello without an id', '{"jsonrpc":"2.0","method":"initialize","params":{}}', 400, -32600],
    ['a method that is a number', '{"jsonrpc":"2.0","id":1,"method":1}', 400, -32600],
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"tools/list"}', 400, -32600],
    ['an id that is null', '{"jsonrpc":"2.0","id":null,"method":"tools/list"}', 400, -32600],
    ['an id that is infinite', '{"jsonrpc":"2.0","id":1e999,"method":"tools/list"}', 400, -32600],
    ['params that are a list', '{"jsonrpc":"2.0","id":1,"method":"tools/list","params":[]}', 400, -32602],
  ])('%s is refused', async (_what, body, status, code) => {
    const answer = await door().post({ body })

    expect(answer.status).toBe(status)
    expect(errorOf(answer).code).toBe(code)
  })

  test('bytes that are not UTF-8 are refused', async () => {
    const body = Buffer.concat([
      Buffer.from('{"jsonrpc":"2.0","id":1,"method":"'),
      Buffer.from([0xed, 0xa0, 0x80]),
      Buffer.from('"}'),
    ])

    const answer = await door().post({ body })

    expect(answer.status).toBe(400)
    expect(errorOf(answer)).toMatchObject({ code: -32700, message: expect.stringContaining('UTF-8') })
  })

  test('what is no HTTP is answered with 400', async () => {
    expect(await sendBytes(door().host.url, ['nonsense\r\n\r\n'])).toMatch(/^HTTP\/1.1 400 /)
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
      'notifications that are no object',
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
    const answer = await door().rpc(message)

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

    const { result } = await door().ada.rpc('tools/call', { name: tool, arguments: input })

    expect(result).toMatchObject({
      isError: true,
      _meta: { error_code: 'VALIDATION_ERROR', trace_id: expect.any(String) },
    })
  })

  test('an unknown version is refused with those that are known', async () => {
    const params = { _meta: { ...meta, 'io.modelcontextprotocol/protocolVersion': '2031-01-01' } }

    const answer = await door().rpc(
      { method: 'tools/list', params },
      { 'mcp-protocol-version': '2031-01-01' },
    )

    expect(answer.status).toBe(400)
    expect(errorOf(answer)).toMatchObject({
      code: -32022,
      data: { supported: [version], requested: '2031-01-01' },
    })
  })

  test('an unknown method does not look like a lost session to a legacy client', async () => {
    const answer = await door().post({ body: '{"jsonrpc":"2.0","id":1,"method":"tools/forget"}' })

    expect(answer.status).toBe(200)
    expect(errorOf(answer).code).toBe(-32601)
  })

  test('a module that is not here is refused', async () => {
    const { status } = await door().ada.post('tools/list', {}, { search: '?modules=tasks,nothing' })

    expect(status).toBe(400)
  })
})

describe('[P200] headers that say something else than the body', () => {
  const list = { method: 'tools/list' }
  const add = { method: 'tools/call', params: { name: 'add_task', arguments: { title: 'Not added' } } }
  test.each<[string, Parameters<ReturnType<typeof door>['rpc']>[0], Record<string, string>]>([
    ['without Mcp-Method', list, { 'mcp-method': '' }],
    ['with another Mcp-Method', list, { 'mcp-method': 'prompts/list' }],
    ['with another version than the body', list, { 'mcp-protocol-version': '2025-11-25' }],
    ['with a header twice', list, { 'mcp-method': 'tools/list, tools/list' }],
    ['without Mcp-Name', add, { 'mcp-name': '' }],
    ['with the name of another tool', add, { 'mcp-name': 'list_tasks' }],
    ['with the name in other letters', add, { 'mcp-name': 'ADD_TASK' }],
    ['with two names', add, { 'mcp-name': 'add_task, list_tasks' }],
    ['with another name in base64', add, { 'mcp-name': '=?base64?bGlzdF90YXNrcw==?=' }],
  ])('a request %s is refused and does nothing', async (_what, message, headers) => {
    const answer = await door().rpc(message, headers)

    expect([answer.status, errorOf(answer).code]).toEqual([400, -32020])
  })
})

describe('[P14] too much', () => {
  test('a body over the limit is refused by its length', async () => {
    const answer = await door().post({
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x'.repeat(limit) }),
    })

    expect(answer.status).toBe(413)
    expect(errorOf(answer).message).toContain(String(limit))
  })

  test('a body over the limit that hides its length is refused when it is', async () => {
    const head = `POST /mcp HTTP/1.1\r\nhost: ${new URL(door().host.url).host}\r\nauthorization: Bearer ${door().ada.token}\r\n`
    const chunk = `100000\r\n${'x'.repeat(0x100000)}\r\n`

    const answer = await sendBytes(door().host.url, [
      `${head}content-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n`,
      ...Array.from({ length: 6 }, () => chunk),
    ])

    expect(answer).toMatch(/^HTTP\/1.1 413 /)
    expect(answer).toContain('connection: close')
  })

  test('the limit holds for the other doors too', async () => {
    const { status } = await door().api.api('POST', '/api/tasks', { title: 'x'.repeat(limit) })

    expect(status).toBe(413)
  })

  test.each(['arguments', 'params'])('[P24] %s nested half a million deep are refused', async (where) => {
    const deep = '{"a":'.repeat(500_000) + '1' + '}'.repeat(500_000)
    const params = where === 'params' ? deep : `{"name":"add_task","arguments":${deep}}`

    const answer = await door().post({
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`,
    })

    expect(answer.status).toBe(400)
    expect(errorOf(answer).code).toBe(-32700)
  })

  test('arguments nested a hundred deep are refused as such', async () => {
    const deep = JSON.parse('['.repeat(100) + ']'.repeat(100)) as object

    const { isError, body } = await door().ada.call('add_task', { title: deep })

    expect(isError).toBe(true)
    expect(body.message).toContain('nested too deeply')
  })
})
