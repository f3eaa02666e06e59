import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { Clock } from '../../../../test/environment/clock.ts'
import type { AuditEvent } from '../audit/audit-event.ts'
import type { Store } from '../storage/store.ts'
import { openAccounts } from '../identity/accounts.ts'
import { openClients, TooManyClients } from './clients.ts'
import { openProvider } from '../testing/open-provider.ts'
import { onEveryStore } from '../testing/test-stores.ts'
import { watchedClients } from './watched-clients.ts'

onEveryStore('clients', (openStore) => {
  let store: Store
  beforeAll(async () => {
    store = await openStore()
  })
  afterAll(() => store.close())
  beforeEach(async () => {
    for (const table of ['oauth_clients', 'users'])
      await store.query('everyone', { sql: `delete from ${table}`, parameters: [] })
  })

  const open = () => {
    const clock = new Clock()
    const revoked: string[] = []
    const events: AuditEvent[] = []
    const apps = { revokeClient: async (clientId: string) => void revoked.push(clientId) }
    const clients = watchedClients(openClients({ store, now: clock.now, apps }), {
      record: (event) => void events.push(event),
    })
    return { clock, clients, revoked, events, actions: () => events.map(({ action }) => action) }
  }

  const registration = (name = 'App') => ({ client_name: name, redirect_uris: ['https://app.example/cb'] })
  const added = { id: 'my-mcp-client', redirectUris: ['http://localhost:3000/callback'] }

  /** What stands in the store once somebody has approved a sign-in. */
  const connect = async (
    clientId: string,
    { expiresAt, revokedAt = null }: { expiresAt: Date; revokedAt?: Date | null },
  ) => {
    const at = new Date('2026-11-01T08:00:00Z')
    const { id } = await openAccounts(store, () => at).create({
      email: `${randomUUID()}@example.com`,
      role: 'viewer',
    })
    await store.query('everyone', {
      sql: `insert into connected_apps (id, user_id, client_id, client_name, redirect_host, resource, scopes,
              created_at, last_used_at, expires_at, revoked_at)
            values ($1, $2, $3, 'App', 'app.example', 'r', '{}', $4, $4, $5, $6)`,
      parameters: [randomUUID(), id, clientId, at, expiresAt, revokedAt],
    })
  }

  test('[A49] [H789] an added client is public, may use code, refresh and device, and is recorded in the audit', async () => {
    const { clients, clock, events } = open()

    const client = await clients.add(added)

    expect(client).toEqual({
      id: 'my-mcp-client',
      name: 'my-mcp-client',
      origin: 'added',
      redirectUris: ['http://localhost:3000/callback'],
      createdAt: clock.now(),
      lastUsedAt: undefined,
    })
    expect(await clients.list()).toEqual([client])
    expect(await clients.findMetadata('my-mcp-client')).toEqual({
      client_id: 'my-mcp-client',
      client_name: 'my-mcp-client',
      redirect_uris: ['http://localhost:3000/callback'],
      application_type: 'native',
      grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    })
    expect(events).toEqual([
      expect.objectContaining({
        action: 'client.added',
        resourceType: 'oauth_client',
        resourceId: 'my-mcp-client',
        outcome: 'ok',
        metadata: { clientId: 'my-mcp-client', clientName: 'my-mcp-client' },
      }),
    ])
  })

  test('[A49] a client with a web address is a web client, and has the name it was given', async () => {
    const { clients } = open()
    await clients.add({ id: 'portal', name: ' Team portal ', redirectUris: ['https://portal.example/cb'] })
    expect(await clients.findMetadata('portal')).toMatchObject({
      client_name: 'Team portal',
      application_type: 'web',
    })
  })

  test('[A49] the authorization server takes an added client as it is kept, on any port of this machine', async () => {
    const { clients } = open()
    const { provider, know } = await openProvider()
    await clients.add(added)

    await know(added.id, { ...(await clients.findMetadata(added.id)) })
    const client = await provider.Client.find(added.id)

    expect(client?.redirectUriAllowed('http://localhost:4999/callback')).toBe(true)
    expect(client?.redirectUriAllowed('http://localhost:4999/other')).toBe(false)
    expect(client?.grantTypeAllowed('urn:ietf:params:oauth:grant-type:device_code')).toBe(true)
  })

  test.each([
    ['an empty id', { id: '' }, /1 to 200 characters/],
    ['an id that is too long', { id: 'a'.repeat(201) }, /1 to 200 characters/],
    ['the URL of a document as id', { id: 'https://app.example/client.json' }, /1 to 200 characters/],
    ['an id with a space', { id: 'my client' }, /1 to 200 characters/],
    ['no redirect URI', { redirectUris: [] }, /at least one/],
    [
      'a script as redirect URI',
      { redirectUris: ['javascript:alert(1)'] },
      /The redirect URIs must use https/,
    ],
    ['a foreign host over http', { redirectUris: ['http://app.example/cb'] }, /must use https/],
    ['an invisible name', { name: 'a\u202Eb' }, /invisible/],
    ['a name that is too long', { name: 'a'.repeat(201) }, /at most 200/],
  ])('[A49] %s is refused, and nothing is stored or audited', async (_what, fields, message) => {
    const { clients, actions } = open()
    const refused = clients.add({ ...added, ...fields })
    await expect(refused).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringMatching(message),
    })
    expect({ kept: await clients.list(), actions: actions() }).toEqual({ kept: [], actions: [] })
  })

  test('[A49] an id belongs to one client, also when several are added at once', async () => {
    const { clients, actions } = open()

    const results = await Promise.allSettled(Array.from({ length: 5 }, () => clients.add(added)))

    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    await expect(clients.add(added)).rejects.toMatchObject({ code: 'CONFLICT' })
    await expect(clients.register(added.id, registration())).rejects.toMatchObject({ code: 'CONFLICT' })
    expect(await clients.list()).toMatchObject([{ id: 'my-mcp-client', origin: 'added' }])
    expect(actions()).toEqual(['client.added'])
  })

  test('[H789] a registered client is found with all its metadata, and recorded in the audit', async () => {
    const { clients, actions } = open()
    await clients.register('r1', { ...registration('Claude'), software_id: 'x' })
    expect(await clients.findMetadata('r1')).toEqual({ ...registration('Claude'), software_id: 'x' })
    expect(await clients.list()).toMatchObject([{ id: 'r1', name: 'Claude', origin: 'registered' }])
    expect(actions()).toEqual(['client.registered'])
  })

  test.each(['nobody', '', 'https://app.example/client.json', 'a\0b', 'a'.repeat(10_000), '\uD800'])(
    '[A49] an id that no client has is found by nobody and ends nothing',
    async (id) => {
      const { clients, revoked } = open()
      await clients.add(added)
      expect(await clients.findMetadata(id)).toBeUndefined()
      await clients.destroy(id)
      await expect(clients.remove(id)).rejects.toMatchObject({ code: 'NOT_FOUND' })
      expect({ kept: await clients.list(), revoked }).toMatchObject({ kept: [{ id: added.id }], revoked: [] })
    },
  )

  test('[H788] its last use is noted, at most once a minute', async () => {
    const { clients, clock } = open()
    await clients.add(added)
    const lastUsed = async () => (await clients.list())[0]?.lastUsedAt
    const first = clock.now()

    await clients.findMetadata(added.id)
    expect(await lastUsed()).toBeUndefined()
    await clients.used(added.id)
    expect(await lastUsed()).toEqual(first)
    clock.advance('59s')
    await clients.used(added.id)
    expect(await lastUsed()).toEqual(first)
    clock.advance('1s')
    await clients.used(added.id)
    expect(await lastUsed()).toEqual(clock.now())
  })

  test('[H787] [H789] removing a client ends its grants, and is recorded in the audit', async () => {
    const { clients, revoked, actions } = open()
    await clients.add(added)

    expect(await clients.remove(added.id)).toMatchObject({ id: added.id })

    expect(await clients.findMetadata(added.id)).toBeUndefined()
    expect(new Set(revoked)).toEqual(new Set([added.id]))
    expect(actions()).toEqual(['client.added', 'client.removed'])
  })

  test('[H787] a client whose grants could not be ended is not removed', async () => {
    const apps = { revokeClient: () => Promise.reject(new Error('away')) }
    const clients = openClients({ store, now: new Clock().now, apps })
    await clients.add(added)
    await expect(clients.remove(added.id)).rejects.toThrow('away')
    expect(await clients.list()).toHaveLength(1)
  })

  /** As if so many had registered, one each second. */
  const fill = async (count: number, { isConnected = false } = {}) => {
    await store.query('everyone', {
      sql: `insert into oauth_clients (id, origin, metadata, created_at)
            select 'r' || n, 'registered', '{}', timestamptz '2026-10-31' + n * interval '1 second'
            from generate_series(1, $1::int) n`,
      parameters: [count],
    })
    if (!isConnected) return
    await connect('r1', { expiresAt: new Date('2030-01-01') })
    await store.query('everyone', {
      sql: `insert into connected_apps (id, user_id, client_id, client_name, redirect_host, resource, scopes,
              created_at, last_used_at, expires_at)
            select 'app' || n, users.id, 'r' || n, 'App', 'app.example', 'r', '{}', now(), now(), now()
            from generate_series(2, $1::int) n, users`,
      parameters: [count],
    })
  }

  test('[A221] at most 10,000 clients register themselves: the oldest that nobody connected makes room', async () => {
    const { clients, actions } = open()
    await fill(9_999)
    await connect('r1', { expiresAt: new Date('2026-01-01'), revokedAt: new Date('2026-01-01') })

    expect(await clients.makeRoom()).toEqual([])
    await clients.register('last', registration())
    expect(await clients.makeRoom()).toMatchObject([{ id: 'r2' }])
    await clients.register('one-more', registration())
    expect(await clients.makeRoom()).toMatchObject([{ id: 'r3' }])
    expect(actions()).toEqual(['client.registered', 'client.removed', 'client.registered', 'client.removed'])
    expect(await clients.findMetadata('r1')).toBeDefined()
  })

  test('[A221] if every client is connected, registration is refused, and an admin can still add one', async () => {
    const { clients } = open()
    await fill(10_000, { isConnected: true })
    await expect(clients.makeRoom()).rejects.toThrow(TooManyClients)
    await clients.add(added)
    expect(await clients.list()).toHaveLength(10_001)
  })

  test('[A49] [H788] a registered client that nobody approved is forgotten a day later, also if it was asked for', async () => {
    const { clients, clock, actions } = open()
    await clients.register('never', registration())
    await clients.add(added)
    clock.advance('23h')
    await clients.findMetadata('never')
    expect(await clients.forgetUnused()).toEqual([])

    clock.advance('2h')
    expect(await clients.forgetUnused()).toMatchObject([{ id: 'never' }])
    clock.advance('1000d')
    expect(await clients.forgetUnused()).toEqual([])
    expect(await clients.list()).toMatchObject([{ id: added.id }])
    expect(actions().slice(-1)).toEqual(['client.removed'])
  })

  test('[H788] an approved client is kept while a grant is valid, and for 90 days after its last use', async () => {
    const { clients, clock } = open()
    for (const id of ['live', 'expired', 'revoked']) await clients.register(id, registration())
    await connect('live', { expiresAt: new Date('2030-01-01') })
    await connect('expired', { expiresAt: new Date('2026-11-15') })
    await connect('revoked', { expiresAt: new Date('2030-01-01'), revokedAt: new Date('2026-11-02') })

    clock.advance('89d')
    expect(await clients.forgetUnused()).toEqual([])
    await clients.used('revoked')
    clock.advance('2d')
    expect(await clients.forgetUnused()).toMatchObject([{ id: 'expired' }])
    clock.advance('90d')
    expect(await clients.forgetUnused()).toMatchObject([{ id: 'revoked' }])
    expect(await clients.list()).toMatchObject([{ id: 'live' }])
  })
})
