import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { servers } from '../../../test/environment/index.ts'
import { engines, openTestHost, type TestHost } from '../../../test/environment/test-host.ts'
import { truth } from './index.ts'
import { Inspector } from './test-log.ts'
import { Teller } from './test-people.ts'
import { history, mergedFromErased, mergedIntoErased, Scene } from './test-scene.ts'

const available = engines.filter((engine) => engine === 'pglite' || servers().databaseUrl !== null)

/** More with `npm run faults`. */
const rounds = Number(process.env['QUIPU_FAULT_ROUNDS'] ?? 5)

describe.each(available)('on %s', { timeout: 120_000 + rounds * 30_000 }, (engine) => {
  const inspector = new Inspector()
  let host: TestHost
  beforeAll(async () => {
    host = await openTestHost(engine, [truth, inspector.module])
  })
  afterAll(() => host[Symbol.asyncDispose]())

  test('[TR190] after each write, the stored state equals what follows from the log', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const user = await host.user()
        const scene = new Scene(host, new Teller(user))
        for (const one of steps) {
          await scene.play(one)
          expect(await inspector.differencesFromLog({ userId: user.id })).toEqual([])
        }
        expect(await inspector.tornSources({ userId: user.id })).toEqual([])
        const { before, known, after } = (await scene.mergeAndUndo()) ?? {}
        expect(known).toEqual(before)
        expect(after).toEqual(before)
      }),
      { numRuns: rounds * 3, examples: [[mergedIntoErased], [mergedFromErased]] },
    )
  })

  test('[TR460] what was so or known at a time is the same by shapes as by all observations', async () => {
    await fc.assert(
      fc.asyncProperty(history, async (steps) => {
        const scene = new Scene(host, new Teller(await host.user()))
        for (const one of steps) await scene.play(one)
        for (const [byShapes, byAll] of await scene.asItWas()) expect(byShapes).toEqual(byAll)
      }),
      { numRuns: rounds * 3, examples: [[mergedIntoErased], [mergedFromErased]] },
    )
  })
})
