import { defineModule, defineResource, defineTool } from '@quipu/kit'
import { openHost } from '@quipu/host'
import { tasks } from '@quipu/tasks'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { servers } from '../environment/index.ts'
import type { PrivateServer } from '../environment/private-server.ts'
import { startRedis } from '../environment/redis.ts'
import type { TestHost } from '../environment/test-host.ts'
import { openTestHost, quickEngine } from '../environment/test-host.ts'

const tool = (name: string, limit?: Parameters<typeof defineTool>[0]['limit']) =>
  defineTool({
    name,
    title: name,
    description: 'Answers.',
    effect: 'read',
    ...(limit && { limit }),
    input: z.object({}),
    output: z.object({ ok: z.boolean() }),
    run: () => ({ ok: true }),
  })
const resource = (name: string, pool?: string) =>
  defineResource({
    name,
    title: name,
    description: 'Text.',
    uri: `limited://${name}`,
    mimeType: 'text/plain',
    limit: { points: 3, seconds: 60, pool },
    read: async () => 'text',
  })
const limited = defineModule({
  name: 'limited',
  title: 'Limited',
  permissions: {},
  tools: [
    tool('twice', { points: 2, seconds: 60, blockSeconds: 90 }),
    tool('twice_a_token', { points: 2, seconds: 60, per: 'token' }),
    tool('as_often_as_configured', { points: 1, seconds: 60 }),
    tool('newly_limited'),
  ],
  resources: [resource('alone'), resource('one', 'both'), resource('other', 'both')],
  open: () => ({}),
})
const limitOverrides = {
  as_often_as_configured: { points: 5, seconds: 60 },
  newly_limited: { points: 1, seconds: 60 },
}
const origin = 'https://app.example'

describe.each([
  { keeper: 'memory', startKeeper: undefined, isHere: true },
  // One of its own: others, too, come from this address.
  { keeper: 'redis', startKeeper: startRedis, isHere: servers().redisUrl !== null },
])('limits at the front door, counted in $keeper', ({ startKeeper, isHere }) => {
  let at: TestHost
  let keeper: PrivateServer | undefined
  beforeAll(async () => {
    if (!isHere) return
    keeper = await startKeeper?.()
    at = await openTestHost(quickEngine(), [tasks, limited], {
      redisUrl: keeper?.url,
      requestsPerMinute: 60,
      allowedOrigins: [origin],
      limitOverrides,
    })
  })
  afterAll(async () => {
    await at?.[Symbol.asyncDispose]()
    await keeper?.stop()
  })

  const limitHeaders = ({ headers }: Response) => ({
    limit: headers.get('ratelimit-limit'),
    remaining: headers.get('ratelimit-remaining'),
    reset: headers.get('ratelimit-reset'),
    policy: headers.get('ratelimit-policy'),
    now: headers.get('ratelimit'),
  })
  const requests = (remaining: number) => ({
    limit: '60',
    remaining: String(remaining),
    reset: expect.stringMatching(/^(60|5\d)$/),
    policy: '"requests";q=60;w=60',
    now: expect.stringMatching(new RegExp(`^"requests";r=${remaining};t=(60|5\\d)$`)),
  })
  const codesOf = async (times: number, call: () => Promise<{ body: unknown; isError: boolean }>) => {
    const codes = []
    for (let time = 0; time < times; time++) codes.push((await call()).isError ? 'refused' : 'ok')
    return codes
  }

  test.skipIf(!isHere)('[L9] every MCP answer of either era says how many requests are left', async () => {
    const user = await at.user()
    const legacy = (method: string, body?: object, headers: Record<string, string> = {}) =>
      fetch(`${at.url}/mcp`, {
        method,
        headers: {
          authorization: `Bearer ${user.token}`,
          'content-type': 'application/json',
          accept: 'application/json, text/event-stream',
          ...headers,
        },
        ...(body && { body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }) }),
      })

    expect(limitHeaders(await user.post('tools/list'))).toEqual(requests(59))
    expect(limitHeaders(await user.post('no/such/method'))).toEqual(requests(58))
    const hello = await legacy('POST', {
      method: 'initialize',
      params: {
        protocolVersion: '2025-11-25',
        capabilities: {},
        clientInfo: { name: 'test', version: '1' },
      },
    })
    expect(limitHeaders(hello)).toEqual(requests(57))
    const session = { 'mcp-session-id': hello.headers.get('mcp-session-id') ?? '' }
    expect(limitHeaders(await legacy('POST', { method: 'tools/list' }, session))).toEqual(requests(56))
    const stream = await legacy('GET', undefined, session)
    expect([stream.status, limitHeaders(stream)]).toEqual([200, requests(55)])
    await stream.body?.cancel()
    expect(
      limitHeaders(await legacy('POST', { method: 'tools/list' }, { 'mcp-session-id': 'unknown' })),
    ).toEqual(requests(54))
    expect(limitHeaders(await legacy('PUT'))).toEqual(requests(53))
  })

  test.skipIf(!isHere)(
    '[L9] [H766] [H767] a request over the limit is 429, and names the limit and the time to wait',
    async () => {
      const user = await at.user()
      for (let time = 0; time < 60; time++) await user.post('tools/list')

      const refused = await user.post('tools/list', {}, { headers: { origin } })

      expect(refused.status).toBe(429)
      expect(limitHeaders(refused)).toEqual(requests(0))
      expect(refused.headers.get('retry-after')).toBe(refused.headers.get('ratelimit-reset'))
      const exposed = refused.headers.get('access-control-expose-headers') ?? ''
      for (const field of [
        'retry-after',
        'ratelimit-limit',
        'ratelimit-remaining',
        'ratelimit-reset',
        'ratelimit-policy',
        'ratelimit',
      ])
        expect(exposed.split(', ')).toContain(field)
    },
  )

  test.skipIf(!isHere)('[L9] [H766] REST reports the same limit, also with a failure', async () => {
    const user = await at.user({ path: '' })

    expect(limitHeaders(await user.api('GET', '/api/tasks'))).toEqual(requests(59))
    expect(limitHeaders(await user.api('GET', '/api/tasks/not-a-number'))).toEqual(requests(58))
    expect(limitHeaders(await user.api('GET', '/api/openapi.json'))).toEqual(requests(57))
    for (let time = 0; time < 57; time++) await user.api('GET', '/api/openapi.json')
    const refused = await user.api('GET', '/api/tasks')
    expect([refused.status, limitHeaders(refused)]).toEqual([429, requests(0)])
    expect(refused.headers.get('retry-after')).toBe(refused.headers.get('ratelimit-reset'))
  })

  test.skipIf(!isHere)('[H765] [H766] a route with its own limit reports that one', async () => {
    const user = await at.user({ path: '' })
    const statuses = []
    for (let time = 0; time < 10; time++) statuses.push((await user.api('GET', '/api/account/export')).status)

    const refused = await user.api('GET', '/api/account/export')

    expect([statuses, refused.status]).toEqual([Array<number>(10).fill(200), 429])
    expect(limitHeaders(refused)).toMatchObject({
      limit: '10',
      remaining: '0',
      policy: '"GET /api/account/export";q=10;w=3600',
    })
    expect(refused.headers.get('retry-after')).toBe(refused.headers.get('ratelimit-reset'))
  })

  test.skipIf(!isHere)(
    '[L9] the answer to a refused credential says how many attempts are left',
    async () => {
      const refused = await fetch(`${at.url}/mcp`, {
        method: 'POST',
        headers: { authorization: 'Bearer guess' },
      })

      expect([refused.status, limitHeaders(refused)]).toEqual([
        401,
        expect.objectContaining({ limit: '30', policy: '"failed-auth";q=30;w=60' }),
      ])
      const without = await fetch(`${at.url}/mcp`, { method: 'POST' })
      expect([without.status, limitHeaders(without).limit]).toEqual([401, null])
    },
  )

  test.skipIf(!isHere)('[L9] OAuth reports the limit of each of its addresses', async () => {
    const ask = async (path: string, method: string) =>
      limitHeaders(await fetch(at.url + path, { method, redirect: 'manual' }))

    expect(await ask('/api/oauth/authorize?client_id=nobody', 'GET')).toMatchObject({
      limit: '10',
      policy: '"authorizations";q=10;w=60',
      now: expect.stringMatching(/^"authorizations";r=\d;t=(60|5\d)$/),
    })
    expect(await ask('/api/oauth/token', 'POST')).toMatchObject({ limit: '300' })
    expect(await ask('/api/oauth/register', 'POST')).toMatchObject({ policy: '"registrations";q=100;w=3600' })
    expect(await ask('/api/oauth/jwks', 'GET')).toMatchObject({ limit: null, now: null })
  })

  test.skipIf(!isHere)('[L7] a limit counts for each user, or for each token', async () => {
    const ada = await at.user()
    const bob = await at.user()
    const token = await at.host.tokens.issue({
      userId: ada.id,
      clientId: 'test',
      scope: [],
      resource: `${at.url}/mcp`,
      ttlSeconds: 600,
    })
    const withOther = async (name: string) => {
      const answer = await ada.post(
        'tools/call',
        { name, arguments: {} },
        { headers: { authorization: `Bearer ${token}` } },
      )
      return (await answer.json()) as { result: { isError?: boolean; structuredContent: object } }
    }

    expect(await codesOf(3, () => ada.call('twice'))).toEqual(['ok', 'ok', 'refused'])
    expect((await withOther('twice')).result).toMatchObject({ isError: true })
    expect(await codesOf(3, () => ada.call('twice_a_token'))).toEqual(['ok', 'ok', 'refused'])
    expect((await withOther('twice_a_token')).result).not.toMatchObject({ isError: true })
    expect(await codesOf(2, () => bob.call('twice'))).toEqual(['ok', 'ok'])
  })

  test.skipIf(!isHere)('[L6] a tool that blocks says how long', async () => {
    const user = await at.user()
    await codesOf(2, () => user.call('twice'))

    expect(JSON.stringify((await user.call('twice')).raw)).toContain(
      'Too many calls of twice; try again in 90 seconds',
    )
  })

  test.skipIf(!isHere)(
    '[L17] the limit of a tool is what the installation says instead of its module',
    async () => {
      const user = await at.user()

      expect(await codesOf(6, () => user.call('as_often_as_configured'))).toEqual([
        ...Array<string>(5).fill('ok'),
        'refused',
      ])
      expect(await codesOf(2, () => user.call('newly_limited'))).toEqual(['ok', 'refused'])
    },
  )

  test.skipIf(!isHere)('[L18] [L904] a resource has a limit too, alone or together with others', async () => {
    const user = await at.user()
    const other = await at.user()
    const read = async (name: string, who = user) => {
      const { error } = await who.rpc('resources/read', { uri: `limited://${name}` })
      return error === undefined ? 'ok' : error.data
    }
    const tooMany = expect.objectContaining({ code: 'RATE_LIMITED', retry_after_seconds: expect.any(Number) })

    expect([await read('alone'), await read('alone'), await read('alone')]).toEqual(['ok', 'ok', 'ok'])
    expect(await read('alone')).toEqual(tooMany)
    expect([await read('one'), await read('other'), await read('one')]).toEqual(['ok', 'ok', 'ok'])
    expect([await read('one'), await read('other')]).toEqual([tooMany, tooMany])
    expect(await read('alone', other)).toBe('ok')
  })
})

test('[L907] an installation whose limits name no tool, or cannot be counted by, does not open', async () => {
  await using at = await openTestHost(quickEngine(), [])
  const open = (more: object) => openHost({ ...at.options, modules: [limited], ...more })
  const policy = { points: 1, seconds: 60 }

  await expect(open({ limitOverrides: { ask: policy, twice: policy } })).rejects.toThrow('no tool called ask')
  await expect(open({ limitOverrides: { twice: { points: 0, seconds: 60 } } })).rejects.toThrow('tool:twice')
  const differing = {
    ...limited,
    resources: [resource('one', 'both'), { ...resource('two', 'both'), limit: { ...policy, pool: 'both' } }],
  }
  await expect(open({ modules: [differing] })).rejects.toThrow('pool:both differ')
})
