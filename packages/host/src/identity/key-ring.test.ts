import { setTimeout as pause } from 'node:timers/promises'
import { inspect } from 'node:util'
import { decodeProtectedHeader, importJWK, jwtVerify } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AuditEvent } from '../audit/audit-event.ts'
import type { KeyRing } from './key-ring.ts'
import type { Store } from '../storage/store.ts'
import { openKeyRing } from './key-ring.ts'
import { beginWithNobody, openAuth, resource, type OpenAuth } from '../testing/open-auth.ts'
import { RootSecret } from './root-secret.ts'
import { SigningKeys } from './signing-keys.ts'
import { intercepted, onEveryStore } from '../testing/test-stores.ts'

const former = 'the former root secret, long enough'
const current = 'the current root secret, long enough'

onEveryStore('the key ring', (openStore) => {
  let store: Store
  beforeAll(async () => {
    store = await openStore()
  })
  afterAll(() => store.close())
  beginWithNobody(() => store)
  beforeEach(() => sql('delete from oauth_artifacts'))

  const sql = <Row>(text: string, ...parameters: readonly unknown[]) =>
    store.query<Row>('everyone', { sql: text, parameters })

  const addArtifacts = async (sealer: RootSecret, from: number, to: number) => {
    const numbers = Array.from({ length: to - from }, (_, index) => from + index)
    await sql(
      `insert into oauth_artifacts (kind, id_hash, sealed_payload, created_at)
       select 'RefreshToken', * , now() from unnest($1::text[], $2::text[])`,
      numbers.map((number) => `hash-${number}`),
      numbers.map((number) => sealer.seal('oauth', `payload ${number}`)),
    )
  }

  test('[A56] [A954] after a rotation the new key signs, and every live token still counts on every instance', async () => {
    const one = openAuth(store)
    const other = openAuth(store)
    const before = await one.bearer({ ttlSeconds: 3600 })
    await admitted(other, before.token)

    const made = await ringOf(store, one).rotate()

    const after = await one.bearer()
    expect(decodeProtectedHeader(after.token).kid).toBe(made.kid)
    expect(decodeProtectedHeader(before.token).kid).not.toBe(made.kid)
    for (const instance of [one, other, openAuth(store)]) {
      instance.clock.advance('6s')
      await admitted(instance, before.token)
      await admitted(instance, after.token)
    }
  })

  test('[A56] another instance signs with the new key within a minute, without a restart', async () => {
    const one = openAuth(store)
    const other = openAuth(store)
    await other.keys.signing()
    const made = await ringOf(store, one).rotate()

    other.clock.advance('59s')
    expect((await other.keys.signing()).kid).not.toBe(made.kid)
    other.clock.advance('1s')

    expect((await other.keys.signing()).kid).toBe(made.kid)
  })

  test('[A56] the key to sign with is read once a minute, and opened only when it is another', async () => {
    let reads = 0
    const { keys, clock } = openAuth(intercepted(store, () => void (reads += 1)))
    const first = await keys.signing()
    reads = 0

    for (let round = 0; round < 20; round++) await keys.signing()
    expect(reads).toBe(0)
    clock.advance('60s')
    expect(await keys.signing()).toBe(first)
    expect(reads).toBe(1)
  })

  test('[A954] a former key verifies for as long as a token of it can live, then no longer', async () => {
    const auth = openAuth(store)
    const { kid } = await auth.keys.signing()
    const made = await ringOf(store, auth).rotate()

    auth.clock.advance('365d')
    expect(await auth.keys.verifying(kid)).toBeDefined()
    expect((await auth.keys.jwks()).keys.map((key) => key.kid)).toEqual(
      expect.arrayContaining([kid, made.kid]),
    )
    auth.clock.advance('1d')

    expect(await auth.keys.verifying(kid)).toBeUndefined()
    expect((await auth.keys.jwks()).keys.map((key) => key.kid)).toEqual([made.kid])
  })

  test('[A57] former keys can be ended at once, here and within a minute elsewhere', async () => {
    const auth = openAuth(store)
    const other = openAuth(store)
    const { kid } = await auth.keys.signing()
    expect(await other.keys.verifying(kid)).toBeDefined()
    const ring = ringOf(store, auth)
    const second = await ring.rotate()

    const third = await ring.rotate({ endFormer: true })

    for (const ended of [kid, second.kid]) {
      expect(await auth.keys.verifying(ended)).toBeUndefined()
      expect(auth.keys.isLive(ended)).toBe(false)
    }
    expect(auth.keys.isLive(third.kid)).toBe(true)
    other.clock.advance('60s')
    expect(await other.keys.verifying(kid)).toBeUndefined()
    expect(other.keys.isLive(kid)).toBe(false)
  })

  test('[A955] rotations at once leave one key that signs, and none that is forgotten', async () => {
    const slow = intercepted(store, ({ sql: text }) => (text.startsWith('insert') ? pause(50) : undefined))
    const instances = Array.from({ length: 3 }, () => openAuth(slow))
    const { kid } = await openAuth(store).keys.signing()

    const made = await Promise.all(instances.map((instance) => ringOf(slow, instance).rotate()))

    const states = await ringOf(store, openAuth(store)).list()
    expect(states.map((state) => state.kid).toSorted()).toEqual(
      [kid, ...made.map((key) => key.kid)].toSorted(),
    )
    const signing = states.filter(({ retiresAt }) => retiresAt === undefined)
    expect(signing).toHaveLength(1)
    expect(states[0]).toEqual(signing[0])
    expect((await openAuth(store).keys.signing()).kid).toBe(signing[0]?.kid)
  })

  test('[A956] a rotation is recorded in the audit', async () => {
    const events: AuditEvent[] = []
    const { kid } = await ringOf(store, openAuth(store), { record: (event) => events.push(event) }).rotate()
    expect(events).toMatchObject([
      { action: 'keys.rotated', resourceType: 'signing_key', resourceId: kid, outcome: 'ok' },
    ])
  })

  test('[A58] the private part is there for who signs, and shows in no log and no JSON', async () => {
    const { keys } = openAuth(store)
    const signing = await keys.signing()

    const { privateJwk } = signing
    expect(privateJwk).toMatchObject({ kid: signing.kid, alg: 'ES256', use: 'sig', kty: 'EC', crv: 'P-256' })
    expect(await importJWK(privateJwk)).toBeDefined()
    const d = String(privateJwk.d)
    expect(d).toHaveLength(43)
    expect(inspect(signing, { depth: 9, showHidden: true })).not.toContain(d)
    expect(JSON.stringify({ signing })).not.toContain(d)
  })

  test('[A59] everything is sealed again, in batches, and then opens without the previous secret', async () => {
    const before = openAuth(store, { rootSecret: former })
    const { token } = await before.bearer()
    await ringOf(store, before, { secrets: new RootSecret(former) }).rotate()
    await addArtifacts(new RootSecret(former), 0, 1201)
    await addArtifacts(new RootSecret(current), 1201, 1210)

    const both = new RootSecret(current, former)
    const ring = ringOf(store, before, { secrets: both })
    expect(await ring.reseal()).toBe(2 + 1201)
    expect(await ring.reseal()).toBe(0)

    const alone = new RootSecret(current)
    const rows = await sql<{ id_hash: string; sealed_payload: string }>('select * from oauth_artifacts')
    expect(rows).toHaveLength(1210)
    for (const { id_hash, sealed_payload } of rows)
      expect(alone.open('oauth', sealed_payload)).toBe(`payload ${id_hash.slice(5)}`)
    const after = openAuth(store, { rootSecret: current })
    const { kid } = await after.keys.signing()
    expect(kid).not.toBe(decodeProtectedHeader(token).kid)
    await admitted(after, token)
  })

  test('[A957] a value that changes meanwhile is neither overwritten nor forgotten', async () => {
    await addArtifacts(new RootSecret(former), 0, 3)
    const changed = new RootSecret(former).seal('oauth', 'changed meanwhile')
    let isFirst = true
    const busy = intercepted(store, async ({ sql: text }) => {
      if (!isFirst || !text.includes('update oauth_artifacts')) return
      isFirst = false
      await sql(`update oauth_artifacts set sealed_payload = $1 where id_hash = 'hash-1'`, changed)
    })

    const renewed = await ringOf(busy, openAuth(store), { secrets: new RootSecret(current, former) }).reseal()

    expect(renewed).toBe(3)
    const [row] = await sql<{ sealed_payload: string }>(
      `select sealed_payload from oauth_artifacts where id_hash = 'hash-1'`,
    )
    expect(new RootSecret(current).open('oauth', row?.sealed_payload ?? '')).toBe('changed meanwhile')
  })

  test('[A958] data that neither secret opens are reported, and the rest is sealed again', async () => {
    await addArtifacts(new RootSecret('a third secret that nobody has any more'), 0, 2)
    await addArtifacts(new RootSecret(former), 2, 5)
    const ring = ringOf(store, openAuth(store), { secrets: new RootSecret(current, former) })

    await expect(ring.reseal()).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringMatching(
        /^3 values were sealed again, but neither .* opens 2 in oauth_artifacts.sealed_payload; set JWT_SECRET_PREVIOUS/,
      ),
    })
    const [row] = await sql<{ sealed_payload: string }>(
      `select sealed_payload from oauth_artifacts where id_hash = 'hash-4'`,
    )
    expect(new RootSecret(current).open('oauth', row?.sealed_payload ?? '')).toBe('payload 4')
  })

  test('[A60] with the former secret as the previous one, its signing keys sign and verify on', async () => {
    const before = openAuth(store, { rootSecret: former })
    const { token } = await before.bearer()

    const keys = new SigningKeys(store, new RootSecret(current, former), before.clock.now)

    expect((await keys.signing()).kid).toBe(decodeProtectedHeader(token).kid)
    await jwtVerify(token, (await keys.verifying((await keys.signing()).kid))!, {
      currentDate: before.clock.now(),
    })
    expect(await ringOf(store, before).list()).toHaveLength(1)
  })
})

function ringOf(
  store: Store,
  { keys, clock }: OpenAuth,
  {
    secrets = new RootSecret('s'.repeat(32)),
    record = () => {},
  }: { secrets?: RootSecret; record?: (event: AuditEvent) => void } = {},
): KeyRing {
  return openKeyRing({ store, secrets, keys, now: clock.now, record })
}

async function admitted({ auth }: OpenAuth, token: string): Promise<void> {
  expect(await auth.authenticate(`Bearer ${token}`, resource)).toMatchObject({ clientId: 'cli' })
}
