import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { Clock } from '../../../../test/environment/clock.ts'
import { engines, shareStore } from '../storage/test-store.ts'
import { UnitOfWork } from '../storage/unit-of-work.ts'
import { dayQuota, forgetPastQuotas } from './day-quota.ts'

describe.each(engines)('quotas on %s', (engine) => {
  const store = shareStore(engine, { modules: [] })
  const open = () => {
    const clock = new Clock()
    return { quota: dayQuota(store(), 'truth', clock.now), clock, ana: { userId: randomUUID() } }
  }
  const unitOf = (caller: { userId: string }) => new UnitOfWork(store(), caller, async () => {})

  test('[S245] [S927] a user may take a limited amount on one UTC day, and gets what is left', async () => {
    const { quota, clock, ana } = open()
    const midnight = new Date(clock.now().toISOString().slice(0, 10))
    const opensAt = new Date(midnight.getTime() + 86_400_000)

    expect(await quota.take(ana, 'pages', 3, 10)).toEqual({ ok: true, left: 7, opensAt })
    expect(await quota.take(ana, 'pages', 7, 10)).toEqual({ ok: true, left: 0, opensAt })
    expect(await quota.take(ana, 'pages', 1, 10)).toEqual({ ok: false, left: 0, opensAt })
    expect(await quota.take(ana, 'pages', 0, 10)).toEqual({ ok: true, left: 0, opensAt })
    clock.advance('16h')
    expect(await quota.take(ana, 'pages', 1, 10)).toMatchObject({ ok: true, left: 9 })
  })

  test('[S245] a request for more than is left is refused, and takes nothing', async () => {
    const { quota, ana } = open()

    expect(await quota.take(ana, 'pages', 11, 10)).toMatchObject({ ok: false, left: 10 })
    expect(await quota.take(ana, 'pages', 8, 10)).toMatchObject({ ok: true, left: 2 })
    expect(await quota.take(ana, 'pages', 3, 10)).toMatchObject({ ok: false, left: 2 })
    expect(await quota.take(ana, 'pages', 2, 10)).toMatchObject({ ok: true, left: 0 })
    expect(await quota.take(ana, 'pages', 1, 5)).toMatchObject({ ok: false, left: 0 })
  })

  test('[S245] users, names and modules count apart', async () => {
    const { quota, clock, ana } = open()
    await quota.take(ana, 'pages', 10, 10)

    expect(await quota.take({ userId: randomUUID() }, 'pages', 1, 10)).toMatchObject({ left: 9 })
    expect(await quota.take(ana, 'files', 1, 10)).toMatchObject({ left: 9 })
    expect(await dayQuota(store(), 'other', clock.now).take(ana, 'pages', 1, 10)).toMatchObject({ left: 9 })
  })

  test('[S245] simultaneous takers never exceed the quota', async () => {
    const { quota, ana } = open()
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => quota.take(ana, 'pages', 3, 10)))

    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(3)
    expect(await quota.take(ana, 'pages', 1, 10)).toMatchObject({ ok: true, left: 0 })
  })

  test('[S246] [S928] what a call took is committed or rolled back with the call', async () => {
    const { quota, ana } = open()
    const undone = unitOf(ana)
    await undone.run(() => quota.take(ana, 'pages', 4, 10))
    await undone.rollback()
    const kept = unitOf(ana)
    expect(await kept.run(() => quota.take(ana, 'pages', 1, 10))).toMatchObject({ left: 9 })
    expect(await kept.run(() => quota.take(ana, 'pages', 20, 10))).toMatchObject({ ok: false, left: 9 })
    await kept.commit()

    expect(await quota.take(ana, 'pages', 0, 10)).toMatchObject({ left: 9 })
    const other = unitOf({ userId: randomUUID() })
    await expect(other.run(() => quota.take(ana, 'pages', 1, 10))).rejects.toThrow('its own caller only')
    await other.rollback()
  })

  test('[S247] [S930] only its user sees what was used, and it is deleted at the end of the next day', async () => {
    const { quota, clock, ana } = open()
    await quota.take(ana, 'pages', 1, 10)
    const seenBy = (userId: string) =>
      store().query({ userId }, { sql: 'select name from quotas', parameters: [] })
    expect(await seenBy(ana.userId)).toEqual([{ name: 'truth.pages' }])
    expect(await seenBy(randomUUID())).toEqual([])

    clock.advance('24h')
    await store().query('everyone', forgetPastQuotas(clock.now()))
    expect(await seenBy(ana.userId)).toHaveLength(1)
    clock.advance('24h')
    await store().query('everyone', forgetPastQuotas(clock.now()))
    expect(await seenBy(ana.userId)).toEqual([])
  })

  test.each([
    [-1, 10],
    [1.5, 10],
    [Number.NaN, 10],
    [1, -1],
    [1, Infinity],
  ])('[S245] %d of %d is refused as not a whole number', async (n, perDay) => {
    const { quota, ana } = open()
    await expect(quota.take(ana, 'pages', n, perDay)).rejects.toThrow('whole numbers from 0')
  })
})
