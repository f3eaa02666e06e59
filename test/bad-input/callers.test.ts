import { describe, expect, test } from 'vitest'
import type { TestUser } from '../environment/test-user.ts'
import { bearer, errorOf, goodMessage, json, useDoor } from './door.ts'
import { send, sendBytes } from './raw-http.ts'

const door = useDoor()

describe('[P15] tokens that do not count', () => {
  test.each<[string, () => Promise<Record<string, string>>]>([
    ['no token', async () => ({})],
    ['no bearer', async () => ({ authorization: `Basic ${door().ada.token}` })],
    ['an empty token', async () => ({ authorization: 'Bearer ' })],
    ['nonsense', async () => bearer('nonsense')],
    ['an endless token', async () => bearer('x'.repeat(10_000))],
    [
      'a token for another resource',
      async () => bearer((await door().user({ path: '/api/tasks/mcp' })).token),
    ],
    ['an unsigned token', async () => bearer(resigned(door().ada.token, { alg: 'none', typ: 'at+jwt' }, ''))],
    [
      'a token of another algorithm',
      async () => bearer(resigned(door().ada.token, { alg: 'HS256', typ: 'at+jwt' })),
    ],
    ['a token with other claims', async () => bearer(changed(door().ada.token, { sub: door().api.id }))],
    [
      'a token with more permissions',
      async () => bearer(changed(door().ada.token, { permissions: ['everything'] })),
    ],
    ['a token with another signature', async () => bearer(`${door().ada.token.slice(0, -6)}AAAAAA`)],
  ])('%s is answered with 401 and a challenge', async (_what, headers) => {
    const answer = await send(door().host.url, {
      headers: { ...json, ...(await headers()) },
      body: goodMessage,
    })

    expect(answer.status).toBe(401)
    expect(answer.headers['www-authenticate']).toContain('resource_metadata=')
    expect(JSON.parse(answer.text)).toMatchObject({ error: 'unauthorized', trace_id: expect.any(String) })
  })

  test('an expired token is answered with 401', async () => {
    const brief = await door().user({ ttlSeconds: 60 })
    expect((await brief.post('tools/list')).status).toBe(200)
    door().host.clock.advance('61s')

    const answer = await brief.post('tools/list')

    expect(answer.status).toBe(401)
    expect(await answer.json()).toMatchObject({ message: expect.stringContaining('expired') })
  })

  test.each(['access_token', 'token', 'authorization'])(
    '[P903] a token in the query as %s is not looked at',
    async (name) => {
      const answer = await send(door().host.url, {
        path: `/mcp?${name}=${door().ada.token}`,
        headers: json,
        body: goodMessage,
      })

      expect(answer.status).toBe(401)
      expect(answer.text + JSON.stringify(answer.headers)).not.toContain(door().ada.token)
    },
  )

  test('a token for MCP does not open the REST API; one for the whole installation opens both', async () => {
    expect((await door().ada.api('GET', '/api/tasks')).status).toBe(401)
    expect((await door().api.api('GET', '/api/tasks')).status).toBe(200)
    expect((await door().api.post('tools/list')).status).toBe(200)
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
    const answer = await door().post({ headers, body: goodMessage })

    expect(answer.status).toBe(403)
    expect(JSON.parse(answer.text)).toMatchObject({ error: 'forbidden' })
  })

  test.each(['host', 'authorization'])(
    'a second %s is refused: nobody could tell which one counts',
    async (name) => {
      const value = name === 'host' ? new URL(door().host.url).host : `Bearer ${door().ada.token}`
      const lines = [
        `host: ${new URL(door().host.url).host}`,
        `authorization: Bearer ${door().ada.token}`,
        `${name}: ${value}`,
      ]

      const answer = await sendBytes(door().host.url, [
        `POST /mcp HTTP/1.1\r\n${lines.join('\r\n')}\r\ncontent-type: application/json\r\ncontent-length: ${goodMessage.length}\r\n\r\n${goodMessage}`,
      ])

      expect(answer).toMatch(/^HTTP\/1.1 400 /)
    },
  )

  test.each(['', 'text/plain', 'application/x-www-form-urlencoded', 'application/json-seq'])(
    'the content type "%s" is refused',
    async (type) => {
      const answer = await door().post({ headers: { 'content-type': type }, body: goodMessage })

      expect(answer.status).toBe(415)
    },
  )

  test.each(['PUT', 'PATCH', 'HEAD'])('%s is not a method of this address', async (method) => {
    const answer = await door().post({ method })

    expect(answer.status).toBe(405)
    expect(answer.headers['allow']).toBe('POST, GET, DELETE')
  })

  test.each(['GET', 'DELETE'])('[P180] %s without a session is refused', async (method) => {
    const answer = await door().post({ method })
    expect(answer.status).toBe(400)
    expect(JSON.parse(answer.text)).toEqual({ error: 'Invalid or missing session' })
    expect(answer.headers['x-request-id']).toMatch(/./)
    expect((await door().post({ method, headers: { 'mcp-session-id': 'made-up' } })).status).toBe(404)
  })

  test.each(['GET', 'DELETE', 'POST'])('%s with a session of someone else finds none', async (method) => {
    const other = await door().user()
    const session = await openSession(other)

    const answer = await door().post({
      method,
      headers: { 'mcp-session-id': session },
      ...(method === 'POST' ? { body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' } : {}),
    })

    expect(answer.status).toBe(404)
    const own = await send(door().host.url, {
      headers: { ...json, ...bearer(other.token), 'mcp-session-id': session },
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    })
    expect(own.status).toBe(200)
  })
})

test('[P902] a session that subscribes without end is stopped', async () => {
  const session = await openSession(door().ada)
  const subscribe = (id: number) =>
    door().post({
      headers: { 'mcp-session-id': session },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id,
        method: 'resources/subscribe',
        params: { uri: `test://template/${id}/data` },
      }),
    })

  for (let id = 1; id <= 1000; id += 1) expect(errorOf(await subscribe(id))).toBeUndefined()
  expect(errorOf(await subscribe(1001)).message).toContain('at most 1000 subscriptions')
  expect(errorOf(await subscribe(1000))).toBeUndefined()
})

async function openSession(user: TestUser): Promise<string> {
  const hello = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  }
  const answer = await send(door().host.url, {
    headers: { ...json, ...bearer(user.token) },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params: hello }),
  })
  return String(answer.headers['mcp-session-id'])
}

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')

/** The same claims under another header. Default: with the original signature. */
function resigned(token: string, header: object, signature = token.split('.')[2] ?? ''): string {
  return `${encode(header)}.${token.split('.')[1] ?? ''}.${signature}`
}

function changed(token: string, claims: object): string {
  const [header = '', payload = '', signature = ''] = token.split('.')
  const before = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object
  return `${header}.${encode({ ...before, ...claims })}.${signature}`
}
