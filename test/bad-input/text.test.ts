import { describe, expect, test } from 'vitest'
import { meta } from '../environment/test-user.ts'
import { bearer, errorOf, json, useDoor, version } from './door.ts'
import { send } from './raw-http.ts'

const door = useDoor()

describe('[P17] text that no store keeps', () => {
  const bad = { 'a lone surrogate': 'a\ud800b', 'the other half': '\udc00', NUL: 'a\0b' }

  test.each(Object.entries(bad))('%s is refused in arguments, keys and names', async (_what, text) => {
    for (const input of [{ title: text }, { title: 'x', idempotency_key: text }, { title: 'x', [text]: 1 }]) {
      const { isError, meta: about } = await door().ada.call('add_task', input)
      expect(isError).toBe(true)
      expect(about['error_code']).toBe('VALIDATION_ERROR')
    }
  })

  test.each(Object.entries(bad))(
    '%s is refused in addresses, prompts and completions',
    async (_what, text) => {
      const ref = { type: 'ref/resource', uri: 'tasks://task/{task_id}' }
      const answers = [
        await door().legacy('resources/read', { uri: `test://template/${text}/data` }),
        await door().legacy('prompts/get', { name: 'plan_my_day', arguments: { date: text } }),
        await door().legacy('completion/complete', { ref, argument: { name: 'task_id', value: text } }),
      ]

      for (const answer of answers) expect(errorOf(answer).code).toBe(-32602)
    },
  )

  test('NUL is refused in the paths and queries of the REST API', async () => {
    expect((await door().api.api('GET', '/api/tasks?keyword=%00')).status).toBe(400)
    expect((await door().api.api('GET', '/api/tasks/%00')).status).toBe(400)
    expect((await door().api.api('POST', '/api/tasks', { title: '\ud800' })).status).toBe(400)
  })

  test('what a client says of itself harms nothing', async () => {
    const clientInfo = { name: '\ud800\0'.repeat(1000), version: { toString: 1 } }
    const params = { _meta: { ...meta, 'io.modelcontextprotocol/clientInfo': clientInfo } }

    const answer = await door().rpc({ method: 'tools/call', params: { ...params, name: 'list_tasks' } })

    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.text)).toHaveProperty('result')
  })
})

describe('[P18] names that JavaScript gives a meaning', () => {
  const names = ['__proto__', 'constructor', 'prototype', 'toString', 'hasOwnProperty']

  test.each(names)('%s is no method, tool, prompt, resource or argument', async (name) => {
    expect(errorOf(await door().rpc({ method: name })).code).toBe(-32601)
    expect(errorOf(await door().rpc({ method: 'tools/call', params: { name } })).code).toBe(-32602)
    expect(errorOf(await door().rpc({ method: 'prompts/get', params: { name } })).code).toBe(-32602)
    expect(errorOf(await door().rpc({ method: 'resources/read', params: { uri: name } })).code).toBe(-32602)
    const argument = { name, value: '' }
    const ref = { type: 'ref/resource', uri: 'tasks://task/{task_id}' }
    expect(JSON.parse((await door().legacy('completion/complete', { ref, argument })).text)).toMatchObject({
      result: { completion: { values: [] } },
    })
  })

  test.each(names)('%s is an unknown field of a tool and of a route', async (name) => {
    const input = `{"title":"x","${name}":{"polluted":true}}`
    const params = `{"_meta":${JSON.stringify(meta)},"name":"add_task","arguments":${input}}`

    const answer = await door().post({
      headers: { 'mcp-protocol-version': version, 'mcp-method': 'tools/call', 'mcp-name': 'add_task' },
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`,
    })

    expect(JSON.parse(answer.text)).toMatchObject({ result: { isError: true } })
    const route = await send(door().host.url, {
      path: '/api/tasks',
      headers: { ...json, ...bearer(door().api.token) },
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
      expect(errorOf(await door().legacy(method, params)).code).toBe(-32602)
    }
    expect((await door().legacy('resources/unsubscribe', { uri: odd })).status).toBe(200)
  })
})
