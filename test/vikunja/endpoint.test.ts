import { hash, randomUUID } from 'node:crypto'
import { Writable } from 'node:stream'
import { Client, SSEClientTransport } from '@modelcontextprotocol/client'
import { openLog } from '@quipu/host'
import { vikunja } from '@quipu/vikunja'
import { Redis } from 'ioredis'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { connectHttp, eras } from '../clients/connect.ts'
import { servers } from '../environment/index.ts'
import { anyEngine, openTestHost, quickEngine } from '../environment/test-host.ts'
import { LegacyClient } from '../sessions/legacy-client.ts'
import { answered, endpoint, failure, openBridge, type TestBridge } from './open-bridge.ts'

const find = { name: 'find_tasks', arguments: {} }

describe.each(anyEngine())('the endpoint of Vikunja on %s', (engine) => {
  let bridge: TestBridge
  beforeAll(async () => {
    bridge = await openBridge({ engine })
    bridge.fake.world.addTask(bridge.home, bridge.ana, { title: 'Water the plants' })
  })
  afterAll(() => bridge[Symbol.asyncDispose]())

  test('[VK120] the bearer is a token of Vikunja; without one, or with a wrong one, it is 401 and says where to get one', async () => {
    const { guest, app } = bridge
    expect((await answered<{ tasks: unknown[] }>(guest(), 'find_tasks')).tasks).toMatchObject([
      { title: 'Water the plants', ref: expect.stringMatching(/^HOME-/) as string },
    ])
    const wrong = await guest(`tk_${'0'.repeat(40)}`).post('tools/list')
    const none = await fetch(app.url + endpoint, { method: 'POST' })
    const account = await app.user({ path: '' })
    for (const answer of [
      wrong,
      none,
      await guest('short').post('tools/list'),
      await guest(account.token).post('tools/list'),
    ]) {
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
        401,
        expect.stringMatching(/^Bearer realm="vikunja"/),
      ])
      expect(JSON.stringify(await answer.json())).toContain('Settings, API tokens')
    }
  })

  test.each(eras)('[VK121] the official client works in the %s era', async (era) => {
    await using client = await connectHttp(bridge.app.url + endpoint, bridge.newToken(), era)
    const { structuredContent } = await client.callTool(find)

    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('update_tasks')
    expect(structuredContent).toMatchObject({ tasks: [{ title: 'Water the plants' }] })
  })

  test('[VK122] the official client of 2024-11-05 works at /api/vikunja/sse', async () => {
    const requestInit = { headers: { authorization: `Bearer ${bridge.newToken()}` } }
    const transport = new SSEClientTransport(new URL(`${bridge.app.url}/api/vikunja/sse`), { requestInit })
    const client = new Client({ name: 'old', version: '1' }, { versionNegotiation: { mode: 'legacy' } })
    await client.connect(transport)
    const { structuredContent } = await client.callTool(find)
    const { contents } = await client.readResource({ uri: `vikunja://projects/${bridge.home}` })

    expect(structuredContent).toMatchObject({ tasks: [{ title: 'Water the plants' }] })
    expect(JSON.stringify(contents)).toContain('Home')
    await client.close()
  })

  test('[VK123] a token that has ended is 401 in the same request, and its sessions are gone', async () => {
    const token = bridge.newToken()
    const client = await new LegacyClient(bridge.app.url + endpoint, token).hello()
    expect((await client.rpc('tools/call', find)).result).toMatchObject({
      structuredContent: { tasks: [{}] },
    })
    const row = bridge.fake.world.tokens.get(token)
    bridge.fake.world.tokens.delete(token)

    const answer = await client.send('POST', { id: 1, method: 'tools/call', params: find })
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([
      401,
      'Bearer realm="vikunja", error="invalid_token"',
    ])
    bridge.fake.world.tokens.set(token, row ?? { user: bridge.ana, scopes: undefined, isExpired: false })
    await expect.poll(() => client.status()).toBe(404)
  })

  test('[VK710] on the old transport the refusal comes on the stream, which then ends', async () => {
    const token = bridge.newToken()
    const requestInit = { headers: { authorization: `Bearer ${token}` } }
    const transport = new SSEClientTransport(new URL(`${bridge.app.url}/api/vikunja/sse`), { requestInit })
    const client = new Client({ name: 'old', version: '1' }, { versionNegotiation: { mode: 'legacy' } })
    await client.connect(transport)
    await client.callTool(find)
    bridge.fake.world.tokens.delete(token)

    await expect(client.callTool(find)).rejects.toThrow('Vikunja refuses this token')
    await expect(client.callTool(find)).rejects.toThrow('401')
    await client.close()
  })

  test('[VK124] a token without the scope for something is still good, and the error names the scope', async () => {
    const user = bridge.guest(bridge.newToken({ tasks: ['read_all', 'read_one'], projects: ['read_all'] }))

    expect((await answered<{ tasks: unknown[] }>(user, 'find_tasks')).tasks).toHaveLength(1)
    const refused = await failure(user, 'save_label', { title: 'garden' })
    expect([refused.code, refused.missing_scope]).toEqual(['FORBIDDEN', 'labels.create'])
    expect(refused.message).toContain('labels.create')
    expect((await failure(user, 'find_tasks', { assignee: 'me' })).missing_scope).toBe('other.user')
    expect((await user.post('tools/list')).status).toBe(200)
  })

  test('[VK125] a token has 100 requests in 15 minutes; from the next one on it is 429, and others are not affected', async () => {
    const [user, other] = [bridge.guest(bridge.newToken()), bridge.guest(bridge.newToken())]
    const statuses: number[] = []
    for (let count = 0; count < 101; count += 1) statuses.push((await user.post('ping')).status)
    const refused = await user.post('ping')

    expect(statuses.slice(0, 100).every((status) => status !== 429)).toBe(true)
    expect(statuses[100]).toBe(429)
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
    expect((await other.post('tools/list')).status).toBe(200)
    expect(refused.headers.get('ratelimit-limit')).toBe('100')
  })

  test('[VK126] [VK919] a session ends 60 seconds after its connection, and sessions are swept every 5 minutes', () => {
    expect(vikunja.endpoint?.sessions).toEqual({ ttlMinutes: 30, orphanSeconds: 60, sweepMinutes: 5 })
  })

  test('[VK126] a session lives for 30 minutes without a word', async () => {
    const client = await new LegacyClient(bridge.app.url + endpoint, bridge.newToken()).hello()
    bridge.app.clock.advance('29m')
    expect(await client.status()).toBe(200)
    bridge.app.clock.advance('31m')
    expect(await client.status()).toBe(404)
  })
})

test(
  '[VK127] of 1,000 session ids of someone else, guessed or known, each is 404',
  { timeout: 120_000 },
  async () => {
    await using bridge = await openBridge()
    const url = bridge.app.url + endpoint
    const eve = bridge.fake.world.addUser('eve').id
    const sessions = await Promise.all(
      Array.from(
        { length: 10 },
        async () => (await new LegacyClient(url, bridge.newToken()).hello()).session ?? '',
      ),
    )
    const wrong = (number: number) => {
      const known = sessions[number % sessions.length] ?? ''
      return [
        known,
        known.toUpperCase(),
        `${known.slice(0, -1)}0`,
        randomUUID(),
        `${known} `,
        'x'.repeat(number % 199),
      ][number % 6]
    }
    const statuses = new Map<number, number>()
    for (let token = 0; token < 20; token += 1) {
      const own = bridge.fake.world.addToken(eve)
      for (let number = 0; number < 50; number += 1) {
        const status = await new LegacyClient(url, own, wrong(token * 50 + number) || 'x').status(
          'tools/list',
        )
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      }
    }

    expect([...statuses]).toEqual([[404, 1000]])
  },
)

test('[VK127] a message to the old stream of someone else is 404, and nothing reaches that stream', async () => {
  await using bridge = await openBridge()
  const url = `${bridge.app.url}/api/vikunja`
  const eve = bridge.fake.world.addToken(bridge.fake.world.addUser('eve').id)
  const stop = new AbortController()
  const stream = await fetch(`${url}/sse`, {
    headers: { authorization: `Bearer ${bridge.token}` },
    signal: stop.signal,
  })
  const reader = stream.body?.getReader()
  const first = Buffer.from((await reader?.read())?.value ?? []).toString()
  const id = /sessionId=(\S+)/.exec(first)?.[1] ?? ''
  const other = (await new LegacyClient(bridge.app.url + endpoint, bridge.newToken()).hello()).session ?? ''
  const send = async (token: string, session: string) => {
    const answer = await fetch(`${url}/messages?sessionId=${encodeURIComponent(session)}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' }),
    })
    return answer.status
  }
  const wrong = [id, id.toUpperCase(), `${id.slice(0, -1)}0`, other, randomUUID(), '', ' ', 'x'.repeat(300)]
  const statuses: number[] = []
  for (const each of wrong) statuses.push(await send(eve, each))
  // The owner's own message is the first that arrives.
  expect([statuses, await send(bridge.token, id)]).toEqual([wrong.map(() => 404), 202])
  const next = Buffer.from((await reader?.read())?.value ?? []).toString()
  expect(next.match(/"result"/g)).toHaveLength(1)
  stop.abort()
})

test('[VK128] without VIKUNJA_URL the module is off, and says so', async () => {
  await using app = await openTestHost(quickEngine(), [vikunja])
  const { token } = await app.user({ path: '' })
  const answer = await new LegacyClient(app.url + endpoint, token).send('POST', { id: 1, method: 'ping' })

  expect([answer.status, await answer.json()]).toMatchObject([
    404,
    { message: 'Vikunja is off in this installation: VIKUNJA_URL is not set' },
  ])
})

test('[VK129] while Vikunja cannot be asked, a token that nobody knows yet is 503', async () => {
  await using bridge = await openBridge()
  bridge.fake.intercept = (_request, response) => {
    response.destroy()
    return true
  }
  expect((await bridge.guest().post('tools/list')).status).toBe(503)
})

test('[VK129] [H291] a Vikunja that allows no more calls now says when, also for a token that nobody knows yet', async () => {
  await using bridge = await openBridge()
  bridge.fake.intercept = (_request, response) => {
    response.writeHead(429, { 'retry-after': '7', 'content-type': 'application/json' }).end('{}')
    return true
  }
  const { status, headers } = await bridge.guest().post('tools/list')
  expect([status, headers.get('retry-after')]).toEqual([503, '7'])
})

describe.skipIf(servers().redisUrl === null)('what is kept', () => {
  test(
    '[VK130] [VK131] what Vikunja said about a token is kept for 5 minutes under its hash; the token is nowhere',
    { timeout: 120_000 },
    async () => {
      const written: string[] = []
      const destination = new Writable({
        write: (chunk, _encoding, done) => {
          written.push(String(chunk))
          done()
        },
      })
      const redisUrl = servers().redisUrl ?? ''
      await using bridge = await openBridge({
        ofHost: { redisUrl, log: openLog({ level: 'debug', destination }) },
      })
      await using redis = Object.assign(new Redis(redisUrl), {
        [Symbol.asyncDispose]: async () => redis.disconnect(),
      })
      const { token, app, fake } = bridge
      const account = await app.user({ path: '' })
      const stored = fake.world.addToken(bridge.ana)
      expect((await account.api('PUT', '/api/vikunja/token', { token: stored })).status).toBe(200)
      const client = await new LegacyClient(app.url + endpoint, token).hello()
      await client.rpc('tools/call', { name: 'create_tasks', arguments: { tasks: [{ title: 'Hide me' }] } })
      const asked = () => fake.requests.filter(({ line }) => line.includes('/token/test')).length
      const before = asked()
      await client.rpc('tools/call', find)

      const key = `vikunja:mcp:token:${hash('sha256', token)}`
      expect(JSON.parse((await redis.get(key)) ?? 'null')).toMatchObject({
        userId: bridge.ana,
        username: 'ana',
        permissions: ['vikunja:use'],
        validatedAt: expect.any(String) as string,
      })
      expect(await redis.ttl(key)).toBeGreaterThan(200)
      expect(asked()).toBe(before)
      const dump: string[] = []
      for (const each of await redis.keys('*')) {
        const bytes = await redis.dumpBuffer(each)
        dump.push(each, String(bytes))
      }
      const rows = JSON.stringify(await app.host.audit.list({}))
      for (const secret of [token, stored, token.slice(3, 40), stored.slice(3, 40)])
        for (const place of [dump.join(), written.join(), rows]) expect(place).not.toContain(secret)
    },
  )
})
