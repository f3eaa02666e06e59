import { afterAll, beforeAll, expect, test } from 'vitest'
import { Clock } from '../../../../test/environment/clock.ts'
import { RootSecret } from '../identity/root-secret.ts'
import type { Store } from '../storage/store.ts'
import { intercepted, onEveryStore } from '../testing/test-stores.ts'
import { Artifacts } from './artifacts.ts'

onEveryStore('refresh tokens', (openStore) => {
  let store: Store
  beforeAll(async () => {
    store = await openStore()
  })
  afterAll(() => store.close())

  const secrets = new RootSecret('a root secret that is used in tests only')

  test('[O236] [O11] a refresh token is used up with the storing of its successor, and not before', async () => {
    const clock = new Clock()
    let replaced: string | undefined
    let isDown = false
    const tokens = new Artifacts({
      store: intercepted(store, ({ sql }) => {
        if (isDown && sql.includes('insert')) throw new Error('The process was killed here.')
      }),
      secrets,
      now: clock.now,
      replaced: () => replaced,
      grantEnded: () => Promise.resolve(),
    }).adapter('RefreshToken')
    const isUsed = async () => (await tokens.find('first'))?.['consumed'] !== undefined
    const rotate = async () => {
      replaced = 'first'
      await tokens.consume('first')
      await tokens.upsert('second', { grantId: 'grant' }, 86_400)
    }
    await tokens.upsert('first', { grantId: 'grant' }, 86_400)

    isDown = true
    await expect(rotate()).rejects.toThrow('killed')
    clock.advance('10m')
    expect([await isUsed(), await tokens.find('second')]).toEqual([false, undefined])

    isDown = false
    await rotate()
    clock.advance('29s')
    await rotate()
    expect([await isUsed(), await tokens.find('second')]).toEqual([false, { grantId: 'grant' }])

    clock.advance('2s')
    await expect(rotate()).rejects.toThrow('invalid_grant')
    expect(await isUsed()).toBe(true)
  })
})
