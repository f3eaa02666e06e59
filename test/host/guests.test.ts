import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { hasProgram, servers } from '../environment/index.ts'
import { engines, openTestHost, type TestHost } from '../environment/test-host.ts'
import { TestUser } from '../environment/test-user.ts'
import { LegacyClient } from '../sessions/legacy-client.ts'
import { TwoInstances } from '../sessions/two-instances.ts'
import { Harbour, ships } from './guests.ts'

const path = '/api/ships/mcp'

function newToken(harbour: Harbour): string {
  const token = `hb_${randomUUID()}`
  harbour.tokens.add(token)
  return token
}

describe.each(engines)('callers whom a module knows, on %s', (engine) => {
  const harbour = new Harbour()
  const limit = { points: 30, seconds: 60, per: 'token' } as const
  let app: TestHost
  beforeAll(async () => {
    app = await openTestHost(engine, [ships(harbour, { limit })])
  })
  afterAll(() => app[Symbol.asyncDispose]())

  const guest = (token = newToken(harbour)) => new TestUser({ id: '', email: '', token, url: app.url, path })
  const seen = async (user: TestUser) =>
    (await user.call('see_self')).raw['structuredContent'] as { userId: string }

  test('[H290] the module decides who is admitted, and how a refusal is presented', async () => {
    const mate = guest()
    const account = await app.user({ path: '' })
    const wrong = await guest('hb_wrong').post('tools/list')
    const none = await fetch(app.url + path, { method: 'POST' })

    expect(await seen(mate)).toMatchObject({
      username: 'mate',
      bearer: mate.token,
      permissions: ['ships:read'],
    })
    for (const answer of [wrong, none, await guest(account.token).post('tools/list')]) {
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="harbour"'])
      expect(await answer.json()).toMatchObject({
        error: 'unauthorized',
        message: 'Give a token of the harbour',
      })
    }
    const { result } = await mate.rpc('tools/list')
    const tools = (result?.['tools'] ?? []) as { name: string }[]
    expect(tools.map(({ name }) => name)).toEqual(['see_self', 'load_ship', 'sail_ship'])
    expect((await mate.call('sink_ship')).body).toMatchObject({ error: { code: 'FORBIDDEN' } })
  })

  test('[H291] a module that cannot find out is 503, not 401', async () => {
    const mate = guest()
    harbour.isAway = true
    const answer = await mate.post('tools/list')
    harbour.isAway = false
    expect(answer.status).toBe(503)
    expect(await answer.json()).toMatchObject({
      error: { message: 'The harbour cannot be reached; try again' },
    })
  })

  test('[H292] such a caller reaches nothing else, and nobody else reaches the module', async () => {
    const token = newToken(harbour)
    const elsewhere = new TestUser({ id: '', email: '', token, url: app.url, path: '/mcp' })
    const account = await app.user()
    const { result } = await account.rpc('tools/list')
    const metadata = await fetch(`${app.url}/.well-known/oauth-protected-resource${path}`)
    const server = await fetch(`${app.url}/.well-known/oauth-authorization-server`)

    expect((await elsewhere.post('tools/list')).status).toBe(401)
    expect((await elsewhere.api('GET', '/api/account')).status).toBe(401)
    expect(result?.['tools']).toEqual([])
    expect(metadata.status).toBe(404)
    expect(JSON.stringify(await server.json())).not.toContain('ships:')
    expect(app.host.resources).not.toContain(app.url + path)
  })

  test('[H293] [H956] audit, idempotency, quotas and jobs take such a caller', async () => {
    const mate = guest()
    const { userId } = await seen(mate)
    const load = () => mate.call('load_ship', { what: `rope-${engine}`, idempotency_key: 'one' })
    const answers = [await load(), await load()].map(({ raw }) => raw['structuredContent'])

    expect(userId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/)
    expect(answers).toEqual([{ left: 4 }, { left: 4 }])
    await expect.poll(() => harbour.done.filter((what) => what === `"rope-${engine}"`)).toHaveLength(1)
    const auditedCalls = async () =>
      (await app.host.audit.list({ userId })).rows.map(({ resourceId }) => resourceId)
    await expect.poll(auditedCalls).toEqual(expect.arrayContaining(['load_ship', 'see_self']))
  })

  test('[H294] a limit per token counts for each token by itself, whatever the method', async () => {
    const [mate, other] = [guest(), guest()]
    const client = new LegacyClient(app.url + path, mate.token)
    for (let count = 0; count < limit.points; count += 1) await client.status()

    expect((await client.send('GET')).status).toBe(429)
    expect((await client.send('DELETE')).status).toBe(429)
    expect((await other.post('tools/list')).status).toBe(200)
  })

  test('[H295] a token that has ended is a 401 in the same request, by either era, and its sessions are gone', async () => {
    const mate = guest()
    const client = await new LegacyClient(app.url + path, mate.token).hello()
    expect((await client.rpc('tools/call', { name: 'sail_ship', arguments: {} })).result).toMatchObject({})
    harbour.tokens.delete(mate.token)

    const answer = await client.send('POST', {
      id: 1,
      method: 'tools/call',
      params: { name: 'sail_ship', arguments: {} },
    })
    expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="harbour"'])
    expect((await mate.post('tools/list')).status).toBe(401)
    harbour.tokens.add(mate.token)
    await expect.poll(() => client.status()).toBe(404)
    harbour.tokens.delete(mate.token)
    const modern = await mate.post('tools/call', { name: 'sail_ship', arguments: {} })
    expect([modern.status, modern.headers.get('www-authenticate')]).toEqual([401, 'Bearer realm="harbour"'])
  })

  test('[H296] a failure as UNAUTHORIZED with a token that is still valid is an error of the tool', async () => {
    const mate = guest()
    const client = await new LegacyClient(app.url + path, mate.token).hello()
    const answer = await client.rpc('tools/call', { name: 'sail_ship', arguments: { isForbidden: true } })
    expect(answer.result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'UNAUTHORIZED' } },
    })
    expect(await client.status()).toBe(200)
  })
})

describe.each(engines)('a module that admits accounts too, on %s', (engine) => {
  const harbour = new Harbour()
  let app: TestHost
  beforeAll(async () => {
    app = await openTestHost(engine, [{ ...ships(harbour), admitsAccounts: true }])
  })
  afterAll(() => app[Symbol.asyncDispose]())

  test('[H330] [H960] accounts have its tools at /mcp by their permissions, and its own endpoint takes no token of theirs', async () => {
    const [ada, scoped] = [await app.user(), await app.user({ scope: ['account:read'] })]
    const server = await fetch(`${app.url}/.well-known/oauth-authorization-server`)
    const { result } = await ada.rpc('tools/list')
    const own = new TestUser({ id: ada.id, email: ada.email, token: ada.token, url: app.url, path })

    expect(JSON.stringify(result)).toContain('see_self')
    expect((await scoped.post('tools/call', { name: 'see_self', arguments: {} })).status).toBe(403)
    expect(JSON.stringify(await server.json())).toContain('ships:read')
    expect((await own.post('tools/list')).status).toBe(401)
    expect((await fetch(`${app.url}/.well-known/oauth-protected-resource${path}`)).status).toBe(404)
    expect(app.host.resources).not.toContain(app.url + path)
  })

  test('[H331] [H961] a call of an account has no bearer, and its failures are those of the tool', async () => {
    const ada = await app.user()
    const { raw } = await ada.call('see_self')

    expect(raw['structuredContent']).toMatchObject({ userId: ada.id, bearer: '' })
    expect((await ada.call('sail_ship')).body).toMatchObject({ error: { code: 'UNAUTHORIZED' } })
    expect((await ada.post('tools/list')).status).toBe(200)
  })
})

describe.skipIf(servers().databaseUrl === null || !hasProgram('redis'))(
  'a token that has ended, at two instances',
  () => {
    const harbour = new Harbour()
    let two: TwoInstances
    beforeAll(async () => {
      two = await TwoInstances.open(() => [ships(harbour)])
    })
    afterAll(() => two?.[Symbol.asyncDispose]())

    test('[N260] all its sessions and streams end at all instances', async () => {
      const token = newToken(harbour)
      const url = two.url + path
      const clients = await Promise.all(
        [0, 1].map((side) => two.proxy.at(side, () => new LegacyClient(url, token).hello())),
      )
      const streams = await Promise.all(clients.map((client) => client.send('GET')))
      const other = await new LegacyClient(url, newToken(harbour)).hello()
      harbour.tokens.delete(token)
      const sail = { id: 1, method: 'tools/call', params: { name: 'sail_ship', arguments: {} } }
      const refused = await two.proxy.at(0, () => clients[0]!.send('POST', sail))

      expect(refused.status).toBe(401)
      await Promise.all(streams.map((stream) => stream.text()))
      harbour.tokens.add(token)
      for (const side of [0, 1])
        for (const client of clients)
          await expect.poll(() => two.proxy.at(side, () => client.status())).toBe(404)
      expect(await other.status()).toBe(200)
    })
  },
)
