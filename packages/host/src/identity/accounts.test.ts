import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Role } from '@quipu/kit'
import type { Store } from '../storage/store.ts'
import { openAccounts } from './accounts.ts'
import { Clock } from '../../../../test/environment/clock.ts'
import { onEveryStore } from '../testing/test-stores.ts'

onEveryStore('accounts', (openStore) => {
  let store: Store
  beforeAll(async () => {
    store = await openStore()
  })
  afterAll(() => store.close())
  beforeEach(() => store.query('everyone', { sql: 'delete from users', parameters: [] }))

  const clock = new Clock()
  const open = () => openAccounts(store, clock.now)
  const disable = (email: string) =>
    store.query('everyone', {
      sql: 'update users set disabled_at = $2 where email = $1',
      parameters: [email, clock.now()],
    })

  test('[A900] the store holds an argon2id string of at least 19 MiB and two passes, not the password', async () => {
    await open().create({ email: 'ada@example.com', role: 'admin', password: 'correct horse' })

    const [row] = await store.query<{ password_hash: string }>('everyone', {
      sql: 'select password_hash from users',
      parameters: [],
    })

    expect(row?.password_hash).toMatch(
      /^\$argon2id\$v=19\$m=19456,t=2,p=1\$[A-Za-z0-9+/]{22}\$[A-Za-z0-9+/]{43}$/,
    )
  })

  test('[A900] the same password gives another hash each time and both verify', async () => {
    const accounts = open()
    await accounts.create({ email: 'a@example.com', role: 'viewer', password: 'correct horse' })
    await accounts.create({ email: 'b@example.com', role: 'viewer', password: 'correct horse' })

    expect(await accounts.verify('a@example.com', 'correct horse')).toMatchObject({ email: 'a@example.com' })
    expect(await accounts.verify('b@example.com', 'correct horse')).toMatchObject({ email: 'b@example.com' })
    const rows = await store.query<{ password_hash: string }>('everyone', {
      sql: 'select distinct password_hash from users',
      parameters: [],
    })
    expect(rows).toHaveLength(2)
  })

  test.each([
    ['1234567', 'The password must have at least 8 characters'],
    ['🔑🔑🔑🔑', 'The password must have at least 8 characters'],
    ['x'.repeat(1025), 'The password must have at most 1024 characters'],
  ])('[A1] refuses a password that is too short or too long (%#)', async (password, message) => {
    const refusal = { code: 'VALIDATION_ERROR', message }

    await expect(open().create({ email: 'ada@example.com', role: 'admin', password })).rejects.toMatchObject(
      refusal,
    )
    expect(await open().list()).toEqual([])
  })

  test('[A2] accepts the right password only, and none if none is set', async () => {
    const accounts = open()
    await accounts.create({ email: 'ada@example.com', role: 'admin', password: 'correct horse' })
    await accounts.create({ email: 'bob@example.com', role: 'viewer' })

    expect(await accounts.verify('ada@example.com', 'correct horse')).toMatchObject({ role: 'admin' })
    expect(await accounts.verify('ada@example.com', 'correct horsf')).toBeUndefined()
    expect(await accounts.verify('ada@example.com', '')).toBeUndefined()
    expect(await accounts.verify('bob@example.com', '')).toBeUndefined()
    expect(await accounts.verify('nobody\0@example.com', 'correct horse')).toBeUndefined()
  })

  test('[A2] a disabled account does not sign in', async () => {
    const accounts = open()
    await accounts.create({ email: 'ada@example.com', role: 'admin', password: 'correct horse' })
    await disable('ada@example.com')

    expect(await accounts.verify('ada@example.com', 'correct horse')).toBeUndefined()
  })

  test('[H710] an unknown address takes as long as a wrong password', async () => {
    const accounts = open()
    await accounts.create({ email: 'ada@example.com', role: 'admin', password: 'correct horse' })
    const known: number[] = []
    const unknown: number[] = []
    for (let round = 0; round < 5; round++) {
      known.push(await computingOf(() => accounts.verify('ada@example.com', 'wrong horse')))
      unknown.push(await computingOf(() => accounts.verify('eve@example.com', 'wrong horse')))
    }

    // Without the hash it would be a fiftieth.
    expect(median(unknown)).toBeGreaterThan(median(known) * 0.4)
  })

  test('[A901] a password typed with composed or decomposed accents is the same', async () => {
    const accounts = open()
    await accounts.create({ email: 'ada@example.com', role: 'admin', password: 'caf\u00e9 cr\u00e8me' })

    expect(await accounts.verify('ada@example.com', 'cafe\u0301 cre\u0300me')).toBeDefined()
  })

  test('[A3] [A902] an address is one account, however it is written', async () => {
    const accounts = open()
    const made = await accounts.create({ email: '  Ada@Example.COM ', role: 'admin', name: ' Ada ' })

    expect(made).toMatchObject({ email: 'ada@example.com', name: 'Ada', createdAt: clock.now() })
    expect(await accounts.byEmail('ADA@example.com')).toEqual({
      ...made,
      hasPassword: false,
      isDisabled: false,
    })
    expect(await accounts.byId(made.id)).toMatchObject({ email: 'ada@example.com' })
    await expect(accounts.create({ email: 'ada@EXAMPLE.com', role: 'viewer' })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'There is already an account for ada@example.com; choose another address',
    })
  })

  test('[A3] of several concurrent creations of one address one succeeds', async () => {
    const attempts = Array.from({ length: 5 }, () =>
      open().create({ email: 'ada@example.com', role: 'viewer' }),
    )

    const outcomes = await Promise.allSettled(attempts)

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await open().list()).toHaveLength(1)
  })

  test.each([
    '',
    'ada',
    '@example.com',
    'ada@',
    'a b@example.com',
    'a@b@c.com',
    'a\0@example.com',
    'ada@-x.com',
    'a@x..y',
  ])('[A4] refuses %j as an address', async (email) => {
    await expect(open().create({ email, role: 'viewer' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining('Not an e-mail address'),
    })
  })

  test.each(['owner@localhost', 'o.neil+mcp@müller.example', 'x@10.0.0.1'])(
    '[A4] takes %s',
    async (email) => {
      expect(await open().create({ email, role: 'viewer' })).toMatchObject({ email })
    },
  )

  test('[A4] refuses a role that does not exist, a name with control characters, an account that does not exist', async () => {
    const accounts = open()
    await accounts.create({ email: 'ada@example.com', role: 'admin' })
    const root = 'root' as Role // What a command line may hand over.

    const wrongRole = {
      code: 'VALIDATION_ERROR',
      message: 'Unknown role "root"; use one of: viewer, contributor, admin',
    }
    await expect(accounts.create({ email: 'b@example.com', role: root })).rejects.toMatchObject(wrongRole)
    await expect(accounts.setRole('ada@example.com', root)).rejects.toMatchObject(wrongRole)
    await expect(
      accounts.create({ email: 'b@example.com', role: 'viewer', name: 'a\u0007' }),
    ).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
    await expect(accounts.setRole('eve@example.com', 'viewer')).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(accounts.setPassword('eve@example.com', 'correct horse')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
    expect(await accounts.byEmail('not an address')).toBeUndefined()
    expect(await accounts.byId('not-an-id')).toBeUndefined()
  })

  test('[A903] the only admin stays one until there is another', async () => {
    const accounts = open()
    await accounts.create({ email: 'ada@example.com', role: 'admin' })
    await accounts.create({ email: 'bob@example.com', role: 'viewer' })
    await accounts.create({ email: 'off@example.com', role: 'admin' })
    await disable('off@example.com')

    await expect(accounts.setRole('Ada@example.com', 'viewer')).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'ada@example.com is the only admin; make someone else an admin first',
    })
    expect(await accounts.setRole('bob@example.com', 'admin')).toMatchObject({ role: 'admin' })
    expect(await accounts.setRole('ada@example.com', 'viewer')).toMatchObject({ role: 'viewer' })
    expect(await accounts.owner()).toMatchObject({ email: 'bob@example.com' })
  })

  test('[A903] two admins who demote each other at once do not both succeed', async () => {
    const accounts = open()
    await accounts.create({ email: 'ada@example.com', role: 'admin' })
    await accounts.create({ email: 'bob@example.com', role: 'admin' })

    const outcomes = await Promise.allSettled([
      accounts.setRole('ada@example.com', 'viewer'),
      accounts.setRole('bob@example.com', 'viewer'),
    ])

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await accounts.owner()).toBeDefined()
  })

  test('[A5] the owner is the first admin, or nobody on a fresh store', async () => {
    const accounts = open()
    expect(await accounts.owner()).toBeUndefined()

    await accounts.create({ email: 'viewer@example.com', role: 'viewer' })
    clock.advance('1s')
    await accounts.create({ email: 'first@example.com', role: 'admin' })
    clock.advance('1s')
    await accounts.create({ email: 'second@example.com', role: 'admin' })

    expect(await accounts.owner()).toMatchObject({ email: 'first@example.com' })
    expect((await accounts.list()).map(({ email }) => email)).toEqual([
      'viewer@example.com',
      'first@example.com',
      'second@example.com',
    ])
  })

  test('[A2] a new password replaces the old one', async () => {
    const accounts = open()
    await accounts.create({ email: 'ada@example.com', role: 'admin', password: 'correct horse' })
    await accounts.setPassword('ada@example.com', 'battery staple')

    expect(await accounts.verify('ada@example.com', 'correct horse')).toBeUndefined()
    expect(await accounts.verify('ada@example.com', 'battery staple')).toBeDefined()
  })

  test('[A61] of several first passwords given at once one counts, and it replaces none', async () => {
    const accounts = open()
    await accounts.create({ email: 'ada@example.com', role: 'admin' })
    const passwords = ['correct horse', 'battery staple', 'paper clip!']
    const given = await Promise.all(
      passwords.map((password) => accounts.setFirstPassword('ADA@example.com', password)),
    )

    const good = await Promise.all(passwords.map((password) => accounts.verify('ada@example.com', password)))
    expect(given.filter((account) => account !== undefined)).toHaveLength(1)
    expect(good.map((account) => account?.email)).toEqual(given.map((account) => account?.email))
    expect(await accounts.setFirstPassword('ada@example.com', 'too late now')).toBeUndefined()
    expect(await accounts.setFirstPassword('eve@example.com', 'nobody home')).toBeUndefined()
  })
})

/** In microseconds of this process alone, so that a busy machine does not count. */
async function computingOf(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  return user + system
}

function median(values: readonly number[]): number {
  return values.toSorted((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0
}
