import assert from 'node:assert/strict'
import { tasks } from '@quipu/tasks'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fixtures } from '../conformance/fixtures/index.ts'
import type { TestHost } from '../environment/test-host.ts'
import { openTestHost } from '../environment/test-host.ts'
import type { TestUser } from '../environment/test-user.ts'
import { meta } from '../environment/test-user.ts'
import { Census } from './census.ts'
import type { RawAnswer } from './raw-http.ts'
import { send } from './raw-http.ts'

const census = new Census()
let host: TestHost
let user: TestUser
let api: TestUser

beforeAll(async () => {
  host = await openTestHost('pglite', [tasks, fixtures(), census.module])
  user = await host.user()
  api = await host.user({ path: '' })
})
afterAll(() => host[Symbol.asyncDispose]())

const methods = [
  'tools/call',
  'tools/list',
  'resources/read',
  'resources/list',
  'prompts/get',
  'prompts/list',
  'completion/complete',
  'server/discover',
  'ping',
  'logging/setLevel',
  'resources/subscribe',
  'initialize',
  'notifications/cancelled',
  'notifications/initialized',
  '__proto__',
  'constructor',
  '',
]
const names = [
  'list_tasks',
  'search_tasks',
  'test_simple_text',
  'test_x_mcp_header',
  'plan_my_day',
  '__proto__',
]
const uris = ['tasks://list', 'tasks://task/1', 'test://template/x/data', 'tasks://task/%00', '', 'tasks://']

const oneOrAny = (known: readonly unknown[]) =>
  fc.oneof({ weight: 15, arbitrary: fc.constantFrom(...known) }, { weight: 1, arbitrary: fc.jsonValue() })

const envelope = fc.record(
  {
    jsonrpc: oneOrAny(['2.0']),
    id: oneOrAny([1, 'one', 2 ** 53, -0, undefined]),
    method: oneOrAny(methods),
    params: fc.record(
      {
        _meta: oneOrAny([meta, { ...meta, progressToken: 7 }, { ...meta, progressToken: {} }]),
        name: oneOrAny(names),
        uri: oneOrAny(uris),
        arguments: fc.oneof(fc.dictionary(fc.string({ unit: 'binary' }), fc.jsonValue()), fc.jsonValue()),
        ref: fc.oneof(
          fc.record({ type: oneOrAny(['ref/prompt', 'ref/resource']), name: oneOrAny(names) }),
          fc.jsonValue(),
        ),
        argument: fc.oneof(
          fc.record({ name: oneOrAny(['date', 'task_id', 'constructor']), value: fc.jsonValue() }),
          fc.jsonValue(),
        ),
        requestState: oneOrAny(['e30.e30', '.', 'x']),
        inputResponses: fc.jsonValue(),
        cursor: fc.jsonValue(),
        level: oneOrAny(['debug']),
        protocolVersion: oneOrAny(['2025-11-25', '2026-07-28']),
      },
      { requiredKeys: ['_meta', 'name', 'uri', 'ref', 'argument'] },
    ),
    result: fc.jsonValue(),
    error: fc.jsonValue(),
  },
  { requiredKeys: ['jsonrpc', 'id', 'method', 'params'] },
)

const visible = fc.string({
  unit: fc
    .oneof(fc.integer({ min: 0x20, max: 0x7e }), fc.integer({ min: 0x80, max: 0xff }))
    .map((code) => String.fromCharCode(code)),
})
const headers = fc.record(
  {
    'mcp-protocol-version': fc.oneof(fc.constantFrom('2026-07-28', '2025-11-25', '2024-11-05'), visible),
    'mcp-method': fc.oneof(fc.constantFrom(...methods), visible),
    'mcp-name': fc.oneof(
      fc.constantFrom(...names, ...uris, '=?base64?bGlzdF90YXNrcw==?=', '=?base64?*?='),
      visible,
    ),
    'mcp-param-region': visible,
    'mcp-session-id': fc.oneof(fc.uuid(), visible),
    'last-event-id': visible,
    accept: fc.oneof(fc.constantFrom('application/json', 'text/event-stream', '*/*'), visible),
    'content-type': fc.oneof(
      { weight: 6, arbitrary: fc.constantFrom('application/json', 'application/json; charset=utf-8') },
      { weight: 1, arbitrary: visible },
    ),
  },
  { requiredKeys: ['content-type'] },
)

test('[P19] no message and no headers make it fail, hang or write', { timeout: 120_000 }, async () => {
  const before = await census.rows()

  await fc.assert(
    fc.asyncProperty(envelope, headers, fc.boolean(), async (message, odd, isOdd) => {
      const body = JSON.stringify(message)
      const given = isOdd ? odd : fitting(message)
      expectOrder(
        await send(host.url, { headers: { authorization: `Bearer ${user.token}`, ...given }, body }),
        body,
      )
    }),
    { numRuns: 2000 },
  )

  expect(await census.rows()).toEqual(before)
  expect((await user.call('list_tasks')).body.status).toBe('success')
})

test('[P19] no bytes and no path make it fail, hang or write', { timeout: 120_000 }, async () => {
  const before = await census.rows()
  const path = fc.oneof(
    fc.constantFrom(
      '/mcp',
      '/api/tasks/mcp',
      '/mcp?modules=tasks',
      '/api/tasks',
      '/api/openapi.json',
      '/metrics',
      '/',
    ),
    fc.string({ unit: 'binary-ascii' }).map((id) => `/api/tasks/${encodeURIComponent(id)}`),
    fc.webQueryParameters().map((query) => `/api/tasks?${query}`),
    fc.webPath().map((path) => path || '/'),
    fc.webQueryParameters().map((query) => `/mcp?${query}`),
  )
  const body = fc.oneof(
    fc.uint8Array({ maxLength: 300 }),
    fc.json().map((text) => Buffer.from(text)),
  )
  const method = fc.constantFrom('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS')

  await fc.assert(
    fc.asyncProperty(method, path, body, async (verb, where, bytes) => {
      const answer = await send(host.url, {
        method: verb,
        path: where,
        headers: { authorization: `Bearer ${tokenFor(where)}`, 'content-type': 'application/json' },
        body: bytes,
      })
      expectOrder(answer, `${verb} ${where} ${Buffer.from(bytes).toString()}`)
    }),
    { numRuns: 500 },
  )

  expect(await census.rows()).toEqual(before)
})

function tokenFor(path: string): string {
  return path.startsWith('/mcp') ? user.token : api.token
}

/** Headers as the protocol wants them for this message, so that it gets past them. */
function fitting({ method, params }: { method: unknown; params?: { name?: unknown; uri?: unknown } }) {
  const name = (method === 'resources/read' ? params?.uri : params?.name) ?? ''
  const encoded = (text: unknown) =>
    `=?base64?${Buffer.from(String(JSON.stringify(text))).toString('base64')}?=`
  const plain = (value: unknown) =>
    typeof value === 'string' && /^[\x21-\x7e]*$/.test(value) ? value : encoded(value)
  return {
    'content-type': 'application/json',
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': plain(method),
    'mcp-name': plain(name),
  }
}

/** Anything but a failure of ours: one of these would be INTERNAL with its trace id, and still a bug. */
function expectOrder({ status, text, headers: given }: RawAnswer, sent: string): void {
  const isOurs = status >= 500 || /INTERNAL_ERROR|-32603|at file:|node_modules\S+:\d+:\d+/.test(text)
  assert.ok(!isOurs, `${sent} was answered with ${status}: ${text}`)
  if (String(given['content-type'] ?? '').startsWith('application/json')) JSON.parse(text)
}
