import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packState, unpackState } from './packed-state.ts'
import { reduce } from './reducer.ts'
import { history, testSchema } from './test-observations.ts'

test('[TR163] a state is stored as the same bytes in any order of its observations, and is read back complete', () => {
  expect(() =>
    fc.assert(
      fc.property(history, (observations) => {
        const state = reduce(testSchema, observations)
        const packed = JSON.stringify(packState(state))
        const turned = packState(reduce(testSchema, observations.toReversed()))
        expect(JSON.stringify(turned)).toBe(packed)
        expect(unpackState(JSON.parse(packed))).toEqual(state)
      }),
      { numRuns: 1000 },
    ),
  ).not.toThrow()
})
