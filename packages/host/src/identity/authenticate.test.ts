import fc from 'fast-check'
import type { JWTPayload } from 'jose'
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Store } from '../storage/store.ts'
import { failureOf } from '../testing/failure-of.ts'
import { beginWithNobody, openAuth, resource, tasksResource } from '../testing/open-auth.ts'
import { intercepted, onEveryStore } from '../testing/test-stores.ts'

const metadata = 'https://quipu.example/.well-known/oauth-protected-resource/mcp'
const challenge = `Bearer error="invalid_token", resource_metadata="${metadata}"`

onEveryStore('authentication', (openStore) => {
  let store: Store
  beforeAll(async () => {
    store = await openStore()
  })
  afterAll(() => store.close())
  beginWithNobody(() => store)

  test.each([undefined, '', 'Bearer', 'Bearer ', 'bearer   '])('[A11] %j is not a token', async (header) => {
    const failure = await failureOf(() => openAuth(store).auth.authenticate(header, resource))

    expect(failure).toMatchObject({
      status: 401,
      body: { error: 'unauthorized', message: 'No authorization token provided' },
      challenge: `Bearer resource_metadata="${metadata}"`,
    })
  })

  test('[A11] the error for another scheme names the right one', async () => {
    const failure = await failureOf(() => openAuth(store).auth.authenticate('Basic YWRhOnBhc3M=', resource))

    expect(failure.body).toEqual({
      error: 'unauthorized',
      message: 'The Authorization header must be: Bearer <token>',
    })
    expect(failure.challenge).not.toContain('error=')
  })

  test('[A12] a good token makes a caller', async () => {
    const { auth, bearer } = openAuth(store)
    const { token, userId, email } = await bearer({ clientId: 'inspector' })

    const caller = await auth.authenticate(`Bearer ${token}`, resource)

    expect(caller).toEqual({
      userId,
      username: email,
      role: 'contributor',
      permissions: new Set(['tasks:read', 'tasks:write']),
      clientId: 'inspector',
      tokenHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(await auth.authenticate(`bearer  ${token}`, resource)).toBe(caller)
  })

  test('[A12] an expired token is refused, at its first use and at a later one', async () => {
    const { auth, bearer, clock } = openAuth(store)
    const used = await bearer({ ttlSeconds: 60 })
    const unused = await bearer({ ttlSeconds: 60 })
    clock.advance('59s')
    await auth.authenticate(`Bearer ${used.token}`, resource)
    clock.advance('1s')

    for (const { token } of [used, unused, used]) {
      const failure = await failureOf(() => auth.authenticate(`Bearer ${token}`, resource))
      expect(failure).toMatchObject({ status: 401, challenge })
      expect(failure.body.message).toBe('The token has expired; sign in again or create a new one')
    }
  })

  test('[A12] a token for another resource is refused, however often it was accepted there', async () => {
    const { auth, bearer } = openAuth(store)
    const { token } = await bearer({ resource: tasksResource })
    await auth.authenticate(`Bearer ${token}`, tasksResource)

    const failure = await failureOf(() => auth.authenticate(`Bearer ${token}`, resource))

    expect(failure).toMatchObject({ status: 401, challenge })
    expect(failure.body.message).toBe(
      `The token is for ${tasksResource}, not for ${resource}; get one for this resource`,
    )
  })

  test('[A12] a token with any letter changed is refused', async () => {
    const { auth, bearer } = openAuth(store)
    const { token } = await bearer()
    await auth.authenticate(`Bearer ${token}`, resource)
    const letter = fc.constantFrom(
      ...Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.'),
    )

    await fc.assert(
      fc.asyncProperty(fc.nat(token.length - 1), letter, async (at, other) => {
        fc.pre(token[at] !== other)
        const changed = token.slice(0, at) + other + token.slice(at + 1)
        expect(await failureOf(() => auth.authenticate(`Bearer ${changed}`, resource))).toMatchObject({
          challenge,
        })
      }),
      { numRuns: 300 },
    )
  })

  test('[A12] any text in the header is refused and nothing else happens', async () => {
    const { auth } = openAuth(store)
    const part = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.json().map((json) => Buffer.from(json).toString('base64url')),
    )
    const jwtLike = fc.array(part, { maxLength: 5 }).map((parts) => `Bearer ${parts.join('.')}`)

    await fc.assert(
      fc.asyncProperty(fc.oneof(jwtLike, fc.string({ unit: 'binary' })), async (header) => {
        expect(await failureOf(() => auth.authenticate(header, resource))).toMatchObject({ status: 401 })
      }),
      { numRuns: 300 },
    )
  })

  describe('forged tokens', () => {
    type Forge = (claims: JWTPayload, keys: Awaited<ReturnType<typeof ourKeys>>) => Promise<string>
    const header = { alg: 'ES256', typ: 'at+jwt' }
    const forgeries: [string, Forge][] = [
      ['unsigned', async (claims) => `${encode({ ...header, alg: 'none' })}.${encode(claims)}.`],
      [
        'signed with the public key as a shared secret',
        (claims, { kid, publicText }) =>
          new SignJWT(claims)
            .setProtectedHeader({ ...header, alg: 'HS256', kid })
            .sign(Buffer.from(publicText)),
      ],
      [
        'signed with a key of their own under our key id',
        async (claims, { kid }) =>
          new SignJWT(claims)
            .setProtectedHeader({ ...header, kid })
            .sign((await generateKeyPair('ES256')).privateKey),
      ],
      [
        'bringing its own key',
        async (claims, { kid }) => {
          const pair = await generateKeyPair('ES256', { extractable: true })
          const jwk = await exportJWK(pair.publicKey)
          return new SignJWT(claims).setProtectedHeader({ ...header, kid, jwk }).sign(pair.privateKey)
        },
      ],
      [
        'of an unknown key',
        (claims, { key }) => new SignJWT(claims).setProtectedHeader({ ...header, kid: 'x' }).sign(key),
      ],
      ['without a key id', (claims, { key }) => new SignJWT(claims).setProtectedHeader(header).sign(key)],
      [
        'of another type',
        (claims, { key, kid }) =>
          new SignJWT(claims).setProtectedHeader({ ...header, typ: 'JWT', kid }).sign(key),
      ],
      ['of another issuer', (claims, keys) => ours({ ...claims, iss: 'https://evil.example' }, keys)],
      ['that never expires', (claims, keys) => ours(without(claims, 'exp'), keys)],
      ['not valid yet', (claims, keys) => ours({ ...claims, nbf: (claims.exp ?? 0) + 1 }, keys)],
      [
        'for several audiences',
        (claims, keys) => ours({ ...claims, aud: [resource, 'https://evil.example'] }, keys),
      ],
      ['without a client', (claims, keys) => ours(without(claims, 'client_id'), keys)],
      ['with permissions as text', (claims, keys) => ours({ ...claims, permissions: 'tasks:read' }, keys)],
      ['with a grant that is no text', (claims, keys) => ours({ ...claims, grant: 7 }, keys)],
      ['of a subject that is no account id', (claims, keys) => ours({ ...claims, sub: 'admin' }, keys)],
    ]

    async function ourKeys({ keys }: ReturnType<typeof openAuth>) {
      const { kid, key } = await keys.signing()
      return { kid, key, publicText: JSON.stringify((await keys.jwks()).keys[0]) }
    }

    function ours(claims: JWTPayload, { key, kid }: Awaited<ReturnType<typeof ourKeys>>): Promise<string> {
      return new SignJWT(claims).setProtectedHeader({ ...header, kid }).sign(key)
    }

    test.each(forgeries)('[A12] a token %s is refused', async (_, forge) => {
      const open = openAuth(store)
      const { token } = await open.bearer()
      const claims = decodeJwt(token)
      const keys = await ourKeys(open)
      await open.auth.authenticate(`Bearer ${await ours(claims, keys)}`, resource)

      const forged = await forge(claims, keys)

      const failure = await failureOf(() => open.auth.authenticate(`Bearer ${forged}`, resource))
      expect(failure).toMatchObject({ status: 401, challenge })
      expect(failure.body.message).toMatch(/^The token is (not valid here|for )/)
    })
  })

  test('[A13] a demotion takes effect within five seconds, and an upgrade needs a new token', async () => {
    const { auth, accounts, bearer, clock } = openAuth(store)
    const { token, email } = await bearer({ role: 'contributor' })
    const permissionsNow = async () => [...(await auth.authenticate(`Bearer ${token}`, resource)).permissions]
    expect(await permissionsNow()).toEqual(['tasks:read', 'tasks:write'])

    await accounts.setRole(email, 'viewer')
    clock.advance('5s')
    expect(await permissionsNow()).toEqual(['tasks:read'])

    await accounts.create({ email: 'owner@example.com', role: 'admin' })
    await accounts.setRole(email, 'admin')
    clock.advance('5s')
    expect(await permissionsNow()).toEqual(['tasks:read', 'tasks:write'])
  })

  test('[A13] an account that is disabled or deleted has no valid token', async () => {
    const { auth, bearer, clock } = openAuth(store)
    const disabled = await bearer()
    const deleted = await bearer()
    for (const { token } of [disabled, deleted]) await auth.authenticate(`Bearer ${token}`, resource)
    await store.query('everyone', {
      sql: 'update users set disabled_at = now() where id = $1',
      parameters: [disabled.userId],
    })
    await store.query('everyone', { sql: 'delete from users where id = $1', parameters: [deleted.userId] })
    clock.advance('5s')

    for (const { token } of [disabled, deleted]) {
      const failure = await failureOf(() => auth.authenticate(`Bearer ${token}`, resource))
      expect(failure).toMatchObject({ status: 401, challenge })
      expect(failure.body.message).toBe('The account of this token is disabled or no longer exists')
    }
  })

  test('[A13] a change takes effect at once after a notification', async () => {
    const { auth, accounts, bearer } = openAuth(store)
    const { token, email, userId } = await bearer()
    await auth.authenticate(`Bearer ${token}`, resource)
    await accounts.setRole(email, 'viewer')

    auth.forget(userId)

    expect((await auth.authenticate(`Bearer ${token}`, resource)).role).toBe('viewer')
  })

  test('[A14] after its first use a token answers at once, without the store, for five seconds', async () => {
    const statements: string[] = []
    const watched = intercepted(store, ({ sql }) => statements.push(sql))
    const { auth, bearer, clock } = openAuth(watched)
    const { token } = await bearer()
    const first = await auth.authenticate(`Bearer ${token}`, resource)
    statements.length = 0

    clock.advance('4.9s')
    expect(auth.authenticate(`Bearer ${token}`, resource)).toBe(first)
    expect(statements).toEqual([])

    clock.advance('0.1s')
    const many = Array.from({ length: 20 }, async () => auth.authenticate(`Bearer ${token}`, resource))
    expect(new Set(await Promise.all(many))).toEqual(new Set([first]))
    expect(statements).toHaveLength(1)
  })

  test('[A911] only so many tokens are remembered, and a forgotten one still works', async () => {
    const { auth, bearer } = openAuth(store, { capacity: 2 })
    const made = [await bearer(), await bearer(), await bearer(), await bearer()]
    for (const { token } of made) await auth.authenticate(`Bearer ${token}`, resource)

    const [first] = made
    const again = auth.authenticate(`Bearer ${first?.token}`, resource)

    expect(again).toBeInstanceOf(Promise)
    expect((await again).userId).toBe(first?.userId)
  })

  test('[A17] a key of another instance is accepted, a retired one is not', async () => {
    const one = openAuth(store)
    const { token } = await one.bearer()
    await one.auth.authenticate(`Bearer ${token}`, resource)
    await store.query('everyone', {
      sql: 'update signing_keys set retires_at = $1',
      parameters: [new Date(one.clock.now().getTime() + 120_000)],
    })
    const other = openAuth(store)
    const { token: newer } = await other.bearer()
    one.clock.advance('61s')

    expect(await one.auth.authenticate(`Bearer ${newer}`, resource)).toBeDefined()
    expect(await other.auth.authenticate(`Bearer ${token}`, resource)).toBeDefined()
    const late = openAuth(store)
    late.clock.advance('120s')
    expect(await failureOf(() => late.auth.authenticate(`Bearer ${token}`, resource))).toMatchObject({
      status: 401,
    })
    expect((await late.keys.jwks()).keys).toHaveLength(1)
  })

  test('[A913] made-up key ids do not make us read the keys over and over', async () => {
    let reads = 0
    const counting = intercepted(store, ({ sql }) => {
      if (sql.includes('signing_keys')) reads += 1
    })
    const { keys } = openAuth(counting)

    for (let round = 0; round < 50; round++) expect(await keys.verifying(`kid-${round}`)).toBeUndefined()

    expect(reads).toBe(1)
  })

  test('[A18] a local caller has what the role has, until the account is disabled', async () => {
    const { auth, bearer, clock } = openAuth(store)
    const { userId, email } = await bearer({ role: 'viewer' })

    expect(await auth.local(userId, 'stdio')).toMatchObject({
      userId,
      username: email,
      role: 'viewer',
      permissions: new Set(['tasks:read']),
      clientId: 'stdio',
    })
    await store.query('everyone', { sql: 'update users set disabled_at = now()', parameters: [] })
    clock.advance('5s')
    await expect(auth.local(userId, 'stdio')).rejects.toThrow('is disabled or does not exist')
  })

  test('[A18] a caller with a browser session has the permissions of the role', async () => {
    const { auth, bearer, clock } = openAuth(store)
    const { userId, email } = await bearer({ role: 'viewer' })

    const caller = await auth.ofSession(userId)

    expect(caller).toEqual({
      userId,
      username: email,
      role: 'viewer',
      permissions: new Set(['tasks:read']),
      clientId: 'web',
      tokenHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    })
    expect(caller?.tokenHash).not.toBe((await auth.local(userId, 'web')).tokenHash)
    await store.query('everyone', { sql: 'update users set disabled_at = now()', parameters: [] })
    clock.advance('5s')
    expect(await auth.ofSession(userId)).toBeUndefined()
    expect(await auth.ofSession('nobody')).toBeUndefined()
  })
})

function without(claims: JWTPayload, name: string): JWTPayload {
  return Object.fromEntries(Object.entries(claims).filter(([key]) => key !== name))
}

function encode(value: unknown): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url')
}
