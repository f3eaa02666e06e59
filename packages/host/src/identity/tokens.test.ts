import { setTimeout as pause } from 'node:timers/promises'
import { decodeJwt, decodeProtectedHeader, importJWK, jwtVerify } from 'jose'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Store } from '../storage/store.ts'
import { StoreUnavailable } from '../storage/store.ts'
import { beginWithNobody, issuer, openAuth, resource, tasksResource } from '../testing/open-auth.ts'
import { intercepted, onEveryStore } from '../testing/test-stores.ts'

onEveryStore('tokens', (openStore) => {
  let store: Store
  beforeAll(async () => {
    store = await openStore()
  })
  afterAll(() => store.close())
  beginWithNobody(() => store)

  const keyRows = () =>
    store.query<{ kid: string; public_jwk: object; sealed_private_jwk: string }>('everyone', {
      sql: 'select * from signing_keys',
      parameters: [],
    })

  test('[A8] instances that start at once agree on one signing key', async () => {
    // Whoever looked before another wrote would now write too.
    const slow = intercepted(store, ({ sql }) => (sql.startsWith('insert') ? pause(100) : undefined))
    const instances = Array.from({ length: 4 }, () => openAuth(slow))

    const kids = await Promise.all(instances.map(async ({ keys }) => (await keys.signing()).kid))

    expect(new Set(kids).size).toBe(1)
    expect(await keyRows()).toHaveLength(1)
  })

  test('[A907] the private part is sealed in the store and absent from the key set', async () => {
    const { keys } = openAuth(store)
    const { kid } = await keys.signing()

    const [row] = await keyRows()
    expect(row?.public_jwk).not.toHaveProperty('d')
    expect(row?.sealed_private_jwk).toMatch(/^v1\.[\w-]+$/)
    expect((await keys.jwks()).keys).toEqual([
      {
        kty: 'EC',
        crv: 'P-256',
        x: expect.any(String),
        y: expect.any(String),
        kid,
        alg: 'ES256',
        use: 'sig',
      },
    ])
  })

  test('[A907] a changed root secret is reported with what to do', async () => {
    await openAuth(store).keys.signing()
    const other = openAuth(store, { rootSecret: 'another secret that is long enough' })

    await expect(other.keys.signing()).rejects.toThrow(
      /was sealed under another JWT_SECRET\. Start with the former/,
    )
  })

  test('[A8] a failure to open the key is not remembered', async () => {
    let isDown = true
    const flaky = intercepted(store, () => {
      if (isDown) throw new StoreUnavailable('down')
    })
    const { keys } = openAuth(flaky)
    await expect(keys.signing()).rejects.toThrow('down')
    isDown = false

    await expect(keys.signing()).resolves.toHaveProperty('kid')
  })

  test('[A9] a token is a signed ES256 JWT that says who may do what where, and until when', async () => {
    const { tokens, accounts, keys, clock } = openAuth(store)
    const { id } = await accounts.create({ email: 'ada@example.com', role: 'contributor' })

    const token = await tokens.issue({
      userId: id,
      clientId: 'quipu-cli',
      scope: ['tasks:read', 'tasks:write'],
      resource,
      ttlSeconds: 900,
    })

    const issuedAt = clock.now().getTime() / 1000
    const [jwk] = (await keys.jwks()).keys
    expect(decodeProtectedHeader(token)).toEqual({ alg: 'ES256', typ: 'at+jwt', kid: jwk?.kid })
    expect(decodeJwt(token)).toEqual({
      iss: issuer,
      aud: resource,
      sub: id,
      client_id: 'quipu-cli',
      scope: 'tasks:read tasks:write',
      permissions: ['tasks:read', 'tasks:write'],
      iat: issuedAt,
      exp: issuedAt + 900,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
    })
    await jwtVerify(token, await importJWK(jwk ?? {}), { currentDate: clock.now() })
  })

  test('[A908] no scope asked for means all that the role has', async () => {
    const { bearer } = openAuth(store)

    const viewer = decodeJwt((await bearer({ role: 'viewer' })).token)
    const admin = decodeJwt((await bearer({ role: 'admin' })).token)

    expect(viewer).toMatchObject({ scope: 'tasks:read', permissions: ['tasks:read'] })
    expect(admin).toMatchObject({ permissions: ['keys:manage', 'tasks:read', 'tasks:write'] })
  })

  test('[A910] a scope that the role lacks gives no permission', async () => {
    const { token } = await openAuth(store).bearer({ role: 'viewer', scope: ['tasks:read', 'tasks:write'] })

    expect(decodeJwt(token)).toMatchObject({ scope: 'tasks:read tasks:write', permissions: ['tasks:read'] })
  })

  test('[A10] scopes, resources and lifetimes that do not exist are refused by name', async () => {
    const { bearer } = openAuth(store)

    await expect(bearer({ scope: ['tasks:read', 'tasks:fly', 'x'] })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'Unknown scope: tasks:fly, x; this installation knows: keys:manage, tasks:read, tasks:write',
    })
    await expect(bearer({ resource: 'https://quipu.example/mcp/' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: `Unknown resource https://quipu.example/mcp/; use one of: ${resource}, ${tasksResource}`,
    })
    for (const ttlSeconds of [0, -1, 1.5, NaN, 366 * 86_400])
      await expect(bearer({ ttlSeconds })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' })
  })

  test('[A10] a resource with a profile gets a token for the whole endpoint', async () => {
    const { token } = await openAuth(store).bearer({ resource: `${resource}?modules=tasks` })

    expect(decodeJwt(token).aud).toBe(resource)
  })

  test('[A909] unknown and disabled accounts get no token', async () => {
    const { bearer } = openAuth(store)
    const { userId } = await bearer()
    await store.query('everyone', { sql: 'update users set disabled_at = now()', parameters: [] })

    await expect(bearer({ userId })).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(bearer({ userId: crypto.randomUUID() })).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })
})
