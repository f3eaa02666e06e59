import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { canonicalText } from './ids.ts'
import type { Observation } from './observation.ts'
import { fold, provenanceOf, reasonForLoss, reduce, snapshotOf } from './reducer.ts'
import { shapeOf } from './shape.ts'
import { history, observationFor, testSchema } from './test-observations.ts'
import { mostHistories } from './test-runs.ts'

const runs = { numRuns: mostHistories }

const textOf = (observations: readonly Observation[]) =>
  // A state contains only texts, numbers and lists.
  canonicalText(reduce(testSchema, observations) as never)

describe('the reducer', () => {
  test('[TM1] the order in which observations arrive does not matter', () => {
    expect(() =>
      fc.assert(
        fc.property(history, fc.array(fc.nat(), { minLength: 12, maxLength: 12 }), (observations, dice) => {
          const shuffled = observations
            .map((one, index) => ({ one, key: dice[index] ?? 0 }))
            .toSorted((a, b) => a.key - b.key)
            .map(({ one }) => one)
          return textOf(shuffled) === textOf(observations)
        }),
        runs,
      ),
    ).not.toThrow()
  })

  test('[TM2] a corrected field changes only by a correction', () => {
    expect(() =>
      fc.assert(
        fc.property(history, (observations) => {
          let state = {}
          for (const one of observations) {
            const before = snapshotOf(state)
            state = fold(state, testSchema, one)
            if (one.correction > 0) continue
            const corrected = observations
              .slice(0, observations.indexOf(one))
              .filter(({ correction }) => correction > 0)
            for (const field of corrected.flatMap(({ fields }) => Object.keys(fields)))
              if (JSON.stringify(snapshotOf(state)[field]) !== JSON.stringify(before[field])) return false
          }
          return true
        }),
        runs,
      ),
    ).not.toThrow()
  })

  test('[TM3] every field of a snapshot comes from an observation that has this value', () => {
    expect(() =>
      fc.assert(
        fc.property(history, (observations) => {
          const state = reduce(testSchema, observations)
          const snapshot = snapshotOf(state)
          const provenance = provenanceOf(state)
          if (Object.keys(provenance).join() !== Object.keys(snapshot).join()) return false
          for (const [field, id] of Object.entries(provenance)) {
            const said = observations.find((one) => one.id === id)?.fields[field] ?? null
            if (JSON.stringify(said) !== JSON.stringify(snapshot[field]) && field !== 'merged') return false
          }
          return true
        }),
        runs,
      ),
    ).not.toThrow()
  })

  test('[TR460] the latest observation of each shape gives the state of all', () => {
    const latestOfEach = (observations: readonly Observation[]) =>
      [...Map.groupBy(observations, (one) => shapeOf(testSchema, one)).values()].map((alike) =>
        alike.reduce((a, b) => (a.observedAt + a.id > b.observedAt + b.id ? a : b)),
      )
    expect(() =>
      fc.assert(
        fc.property(history, (observations) => textOf(latestOfEach(observations)) === textOf(observations)),
        runs,
      ),
    ).not.toThrow()
    const [one, other] = [1, 2].map((number) => observationFor(number, { fields: { last: `${number}` } }))
    expect(shapeOf(testSchema, one!)).toBe(shapeOf(testSchema, other!))
  })

  test('[TM4] an explicit null clears earlier values, and no later ones', () => {
    const at = (day: number) => `2026-02-0${day}T00:00:00.000Z`
    const said = (number: number, fields: object) =>
      observationFor(number, { observedAt: at(number), fields: fields as never })
    const cleared = reduce(testSchema, [
      said(1, { last: 'a', merged: ['x'] }),
      said(2, { last: null, merged: null }),
    ])
    expect(snapshotOf(cleared)).toEqual({})
    expect(snapshotOf(fold(cleared, testSchema, said(3, { merged: ['y'] })))).toEqual({ merged: ['y'] })
  })

  test.each([
    ['last', { observedAt: '2026-03-01T00:00:00.000Z' }, 'another source is later'],
    ['highest', { priority: 500 }, 'another source has a higher priority'],
    ['specific', { specificity: 2 }, 'another source states it more directly'],
    ['last', { correction: 1 }, 'replaced by a correction'],
  ])('[TM5] a value of %s that lost has a reason', (field, winning, reason) => {
    const loser = observationFor(1, { fields: { [field]: 'a' } })
    const winner = observationFor(2, { fields: { [field]: 'b' }, ...winning })
    expect(snapshotOf(reduce(testSchema, [winner, loser]))).toEqual({ [field]: 'b' })
    expect(reasonForLoss(testSchema.fields[field]!, loser, winner)).toBe(reason)
  })

  test('[TM6] a fragment counts as soon as the schema knows its field', () => {
    const one = observationFor(1, { fields: {}, fragments: { last: 'kept', other: 'stays' } })
    expect(snapshotOf(reduce(testSchema, [one]))).toEqual({ last: 'kept' })
  })
})
