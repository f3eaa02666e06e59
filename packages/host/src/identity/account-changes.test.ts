import { afterAll, beforeAll, expect, test } from 'vitest'
import { Clock } from '../../../../test/environment/clock.ts'
import type { Store } from '../storage/store.ts'
import { openAccounts } from './accounts.ts'
import { beginWithNobody, passwords } from '../testing/open-auth.ts'
import { onEveryStore } from '../testing/test-stores.ts'
import { watchedAccounts } from './watched-accounts.ts'
import { WebSessions } from './web-sessions.ts'

onEveryStore('changes of accounts', (openStore) => {
  let store: Store
  beforeAll(async () => {
    store = await openStore()
  })
  afterAll(() => store.close())
  beginWithNobody(() => store)

  const clock = new Clock()
  const open = () => openAccounts(store, clock.now, undefined, passwords)
  const ada = { email: 'ada@example.com', role: 'admin', password: 'correct horse' } as const
  const bob = { email: 'bob@example.com', role: 'admin', password: 'correct horse' } as const

  test('[A27] the current password opens the way to a new one', async () => {
    const accounts = open()
    const { id } = await accounts.create(ada)

    expect(await accounts.changePassword(id, 'correct horse', 'battery staple')).toMatchObject({ id })

    expect(await accounts.verify(ada.email, 'correct horse')).toBeUndefined()
    expect(await accounts.verify(ada.email, 'battery staple')).toBeDefined()
  })

  test('[A27] refuses a wrong current password, an equal or short new one, and changes nothing', async () => {
    const accounts = open()
    const { id } = await accounts.create(ada)

    await expect(accounts.changePassword(id, 'wrong horse', 'battery staple')).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('ask an admin for a link'),
    })
    await expect(accounts.changePassword(id, 'correct horse', 'correct horse')).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: 'The new password must differ from the current one',
    })
    await expect(accounts.changePassword(id, 'correct horse', 'short')).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    })
    expect(await accounts.verify(ada.email, 'correct horse')).toBeDefined()
  })

  test('[A27] an account without a password, a disabled one and a missing one get different errors', async () => {
    const accounts = open()
    await accounts.create(ada)
    const without = await accounts.create({ email: 'eve@example.com', role: 'viewer' })
    const off = await accounts.create(bob)
    await accounts.disable(bob.email)
    const change = (id: string) => accounts.changePassword(id, 'correct horse', 'battery staple')

    await expect(change(without.id)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('no password yet'),
    })
    await expect(change(off.id)).rejects.toMatchObject({
      code: 'FORBIDDEN',
      message: expect.stringContaining('disabled'),
    })
    await expect(change(crypto.randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' })
    await expect(change('no-id')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test('[A925] of two changes at once one succeeds', async () => {
    const accounts = open()
    const { id } = await accounts.create(ada)

    const outcomes = await Promise.allSettled([
      accounts.changePassword(id, 'correct horse', 'battery staple'),
      accounts.changePassword(id, 'correct horse', 'staple battery'),
    ])

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('[A2] a disabled account does not sign in until it is enabled', async () => {
    const accounts = open()
    await accounts.create(ada)
    await accounts.create(bob)

    expect(await accounts.disable('BOB@example.com')).toMatchObject({ isDisabled: true })
    expect(await accounts.disable(bob.email)).toMatchObject({ isDisabled: true })
    expect(await accounts.verify(bob.email, bob.password)).toBeUndefined()

    expect(await accounts.enable(bob.email)).toMatchObject({ isDisabled: false })
    expect(await accounts.verify(bob.email, bob.password)).toBeDefined()
    for (const change of [accounts.disable, accounts.enable, accounts.erase])
      await expect(change.call(accounts, 'eve@example.com')).rejects.toMatchObject({ code: 'NOT_FOUND' })
  })

  test.each(['disable', 'erase'] as const)('[A28] the only admin stays: %s', async (end) => {
    const accounts = open()
    await accounts.create(ada)
    await accounts.create({ email: 'eve@example.com', role: 'viewer' })

    await expect(accounts[end](ada.email)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'ada@example.com is the only admin; make someone else an admin first',
    })
    expect(await accounts.owner()).toMatchObject({ email: ada.email })
    await accounts[end]('eve@example.com')
    await accounts.create(bob)
    await accounts[end](ada.email)
    expect(await accounts.owner()).toMatchObject({ email: bob.email })
  })

  test.each([
    ['disable', 'disable'],
    ['erase', 'erase'],
    ['disable', 'erase'],
  ] as const)('[A28] two admins who %s and %s each other at once do not both succeed', async (one, other) => {
    const accounts = open()
    await accounts.create(ada)
    await accounts.create(bob)

    const outcomes = await Promise.allSettled([accounts[one](ada.email), accounts[other](bob.email)])

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await accounts.owner()).toBeDefined()
  })

  test('[A31] a new password and disabling end the browser sessions of that account alone', async () => {
    const accounts = open()
    const sessions = new WebSessions({ store, now: clock.now })
    const { id } = await accounts.create(ada)
    const other = await accounts.create(bob)
    const kept = await sessions.begin(other.id)

    const first = await sessions.begin(id)
    await accounts.setPassword(ada.email, 'battery staple')
    const second = await sessions.begin(id)
    await accounts.disable(ada.email)
    await accounts.enable(ada.email)

    expect(await sessions.find(first)).toBeUndefined()
    expect(await sessions.find(second)).toBeUndefined()
    expect(await sessions.find(kept)).toMatchObject({ userId: other.id })
  })

  test('[A13] [H14] each change is recorded in the audit, and caches of the account are notified', async () => {
    const recorded: string[] = []
    const changed: string[] = []
    const accounts = watchedAccounts(open(), {
      record: ({ action, resourceId }) => recorded.push(`${action} ${resourceId}`),
      changed: (userId) => changed.push(userId),
    })
    const { id } = await open().create(ada)
    await open().create(bob)

    await accounts.changePassword(id, 'correct horse', 'battery staple')
    await accounts.disable(ada.email)
    await expect(accounts.disable(bob.email)).rejects.toMatchObject({ code: 'CONFLICT' })
    await accounts.enable(ada.email)
    await accounts.erase(ada.email)

    const actions = ['user.password_changed', 'user.disabled', 'user.enabled', 'user.erased']
    expect(recorded).toEqual(actions.map((action) => `${action} ${id}`))
    expect(changed).toEqual([id, id, id, id])
  })
})
