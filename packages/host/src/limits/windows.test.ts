import { describe, expect, onTestFinished, test } from 'vitest'
import type { LimitPolicy } from '@quipu/kit'
import { keepers } from './test-keepers.ts'

describe.each(keepers)('windows in $keeper', ({ open, isHere }) => {
  const openOne = async (policy: LimitPolicy) => {
    const keeper = await open()
    onTestFinished(() => keeper[Symbol.asyncDispose]())
    const name = keeper.nameOf('one')
    let turn = 0
    return {
      keeper,
      name,
      advance: keeper.advance,
      // In turn, as a proxy would send them.
      consume: async (key = 'ada') =>
        keeper.instances[(turn += 1) % 2 === 0 ? 0 : 1].consume(name, policy, key),
      borrow: async (instance: 0 | 1 = 0) => keeper.instances[instance].borrow(name, policy, 'ada'),
    }
  }

  const ok = (limit: number, remaining: number, resetSeconds: number) => ({
    ok: true,
    limit,
    remaining,
    resetSeconds,
  })
  const no = (limit: number, seconds: number) => ({
    ok: false,
    limit,
    remaining: 0,
    resetSeconds: seconds,
    retryAfterSeconds: seconds,
  })

  test.skipIf(!isHere)(
    '[L8] each decision gives the limit, the points left and when all of them are back',
    async () => {
      const { consume, advance } = await openOne({ points: 3, seconds: 60 })

      expect(await consume()).toEqual(ok(3, 2, 60))
      await advance(10)
      expect(await consume()).toEqual(ok(3, 1, 50))
      expect(await consume()).toEqual(ok(3, 0, 50))
      await advance(20)
      expect(await consume()).toEqual(no(3, 30))
      await advance(29)
      expect(await consume()).toEqual(no(3, 1))
      await advance(1)
      expect(await consume()).toEqual(ok(3, 2, 60))
    },
  )

  test.skipIf(!isHere)(
    '[L6] [H768] [H769] after a block of 60 s the rest of the 900 s still counts',
    async () => {
      const { consume, advance } = await openOne({ points: 100, seconds: 900, blockSeconds: 60 })
      for (let point = 1; point <= 100; point++) expect(await consume()).toMatchObject({ ok: true })
      await advance(100)

      expect(await consume()).toEqual(no(100, 800))
      await advance(61)
      expect(await consume()).toEqual(no(100, 739))
      await advance(738)
      expect(await consume()).toEqual(no(100, 1))
      await advance(1)
      expect(await consume()).toEqual(ok(100, 99, 900))
    },
  )

  test.skipIf(!isHere)(
    '[L6] [H768] [H770] a block outlasts a window that ends sooner, and is not started again',
    async () => {
      const { consume, advance } = await openOne({ points: 2, seconds: 900, blockSeconds: 60 })
      await consume()
      await consume()
      await advance(880)

      expect(await consume()).toEqual(no(2, 60))
      await advance(50)
      expect(await consume()).toEqual(no(2, 10))
      await advance(9)
      expect(await consume()).toEqual(no(2, 1))
      await advance(1)
      expect(await consume()).toEqual(ok(2, 1, 900))
    },
  )

  test.skipIf(!isHere)(
    '[L6] [H770] a block longer than the window is kept to its end, and who never asks too much is not blocked',
    async () => {
      const { consume, advance } = await openOne({ points: 1, seconds: 2, blockSeconds: 30 })

      expect(await consume()).toEqual(ok(1, 0, 2))
      await advance(2)
      expect(await consume()).toEqual(ok(1, 0, 2))
      expect(await consume()).toEqual(no(1, 30))
      for (let second = 1; second < 30; second++) {
        await advance(1)
        expect(await consume()).toEqual(no(1, 30 - second))
      }
      await advance(1)
      expect(await consume()).toEqual(ok(1, 0, 2))
      expect(await consume('bob')).toEqual(ok(1, 0, 2))
    },
  )

  test.skipIf(!isHere)(
    '[L14] of 300 simultaneous calls at two instances exactly the points are granted',
    async () => {
      const { consume, advance } = await openOne({ points: 40, seconds: 900, blockSeconds: 60 })
      const many = () => Promise.all(Array.from({ length: 300 }, () => consume()))

      const decisions = await many()
      expect(decisions.filter(({ ok: isGranted }) => isGranted)).toHaveLength(40)
      expect(
        new Set(decisions.filter(({ ok: isGranted }) => isGranted).map(({ remaining }) => remaining)),
      ).toEqual(new Set(Array.from({ length: 40 }, (_, index) => index)))
      await advance(899)
      expect((await many()).filter(({ ok: isGranted }) => isGranted)).toHaveLength(0)
      await advance(1)
      expect((await many()).filter(({ ok: isGranted }) => isGranted)).toHaveLength(40)
    },
  )

  test.skipIf(!isHere)(
    '[L16] a point that is given back is there again, at every instance, and once only',
    async () => {
      const { borrow } = await openOne({ points: 2, seconds: 60 })
      const first = await borrow(0)
      await borrow(1)
      expect(await borrow(1)).toMatchObject({ ok: false, retryAfterSeconds: 60 })

      if (first.ok) await Promise.all([first.giveBack(), first.giveBack()])

      expect(await borrow(1)).toMatchObject({ ok: true, remaining: 0 })
      expect(await borrow(0)).toMatchObject({ ok: false })
    },
  )

  test.skipIf(!isHere)(
    '[L16] a point of a window that has ended does not come back in the next',
    async () => {
      const { borrow, advance } = await openOne({ points: 2, seconds: 60 })
      const early = await borrow()
      await advance(60)
      await borrow()
      await borrow()

      if (early.ok) await early.giveBack()

      expect(await borrow()).toMatchObject({ ok: false })
    },
  )

  test.skipIf(!isHere)('[L906] a limit whose points can be returned cannot block', async () => {
    const { borrow } = await openOne({ points: 2, seconds: 60, blockSeconds: 60 })

    await expect(borrow()).rejects.toThrow('cannot block')
  })

  test.skipIf(!isHere)('[L901] a name with another block, key or number is another policy', async () => {
    const { keeper, name, consume } = await openOne({ points: 2, seconds: 60 })
    await consume()
    const other = async (more: Partial<LimitPolicy>, called = name) =>
      keeper.instances[1].consume(called, { points: 2, seconds: 60, ...more }, 'ada')

    await expect(other({ per: 'user' })).resolves.toMatchObject({ ok: true })
    await expect(other({ per: 'token' })).rejects.toThrow('Two policies')
    await expect(other({ blockSeconds: 5 })).rejects.toThrow('Two policies')
    for (const wrong of [{ blockSeconds: 0 }, { blockSeconds: 1.5 }, { points: Infinity }, { seconds: NaN }])
      await expect(other(wrong, keeper.nameOf('wrong'))).rejects.toThrow('whole numbers')
  })
})
