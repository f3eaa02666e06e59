import type { Json } from '@quipu/kit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { observationsWithin } from './history.ts'
import { canonicalText } from './ids.ts'
import { provenanceOf, reduce, snapshotOf } from './reducer.ts'
import { entries, identifiers, names, timeOf } from './test-histories.ts'
import { testSchema } from './test-observations.ts'
import { mostHistories } from './test-runs.ts'
import type { Entry, World } from './test-replay.ts'
import { logOf, worldOf } from './test-replay.ts'

const runs = { numRuns: mostHistories }
const worldFrom = (log: readonly Entry[]) => worldOf(log, () => testSchema)

/** Every entity with its state, as one text. */
const textOf = ({ headOf, states }: World) =>
  // Ids and states are texts, numbers and lists only.
  canonicalText({
    heads: [...headOf].toSorted(byKey),
    states: [...states].toSorted(byKey),
  } as unknown as Json)

/** A counterexample; null if there is none. */
const counterexampleTo = <Values>(property: fc.IRawProperty<Values, false>) =>
  fc.check(property, runs).counterexample

describe('random histories', () => {
  test('[TM190] [TM901] the order of sources and corrections does not matter, with merges in their order', () => {
    const dice = fc.array(fc.nat(), { minLength: 10, maxLength: 10 })
    const found = counterexampleTo(
      fc.property(entries, dice, (log, keys) => {
        const counting = lastRuns(log)
        const merges = log.filter(({ kind }) => kind !== 'run')
        const shuffled = counting
          .map((entry, index) => ({ entry, key: keys[index] ?? 0 }))
          .toSorted((a, b) => a.key - b.key)
          .map(({ entry }) => entry)
        return textOf(worldFrom([...shuffled, ...merges])) === textOf(worldFrom(log))
      }),
    )
    expect(found).toBeNull()
  })

  test('[TM191] a corrected field has the value of its latest correction', () => {
    const found = counterexampleTo(
      fc.property(entries, (log) => {
        const { observations, states } = worldFrom(log)
        return [...states].every(([head, state]) => {
          const snapshot = snapshotOf(state)
          const all = (observations.get(head) ?? []).toSorted((a, b) => b.correction - a.correction)
          return Object.keys(testSchema.fields).every((field) => {
            const latest = all.find((one) => one.correction > 0 && field in one.fields)
            if (latest === undefined) return true
            const value = latest.fields[field] ?? null
            return JSON.stringify(snapshot[field] ?? null) === JSON.stringify(value)
          })
        })
      }),
    )
    expect(found).toBeNull()
  })

  test('[TM192] a merge that is undone leaves everything as it would be without it, byte for byte', () => {
    const key = fc.constantFrom(...identifiers, ...names)
    const found = counterexampleTo(
      fc.property(entries, key, key, (log, from, to) => {
        const id = log.length
        const merged: readonly Entry[] = [...log, { kind: 'merge', id, from, to }]
        return textOf(worldFrom([...merged, { kind: 'unmerge', id }])) === textOf(worldFrom(log))
      }),
    )
    expect(found).toBeNull()
  })

  test('[TM193] a merge does not change the state at a time before it', () => {
    const key = fc.constantFrom(...identifiers, ...names)
    const found = counterexampleTo(
      fc.property(entries, key, key, fc.nat(10), (log, from, to, moment) => {
        const merged: readonly Entry[] = [...log, { kind: 'merge', id: log.length, from, to }]
        const at = timeOf(Math.min(moment, log.length - 1))
        return [...identifiers, ...names].every(
          (id) => shownWithin(merged, id, { at }) === shownWithin(log, id, { at }),
        )
      }),
    )
    expect(found).toBeNull()
  })

  test('[TM194] what was known at a time is what the log up to then gives', () => {
    const found = counterexampleTo(
      fc.property(entries, fc.nat(10), (log, moment) => {
        const last = Math.min(moment, log.length - 1)
        const { headOf, states } = worldFrom(log.slice(0, last + 1))
        return [...identifiers, ...names].every((id) => {
          const head = headOf.get(id) ?? id
          const known = canonicalText({ head, state: states.get(head) ?? {} } as unknown as Json)
          return shownWithin(log, id, { knownAt: timeOf(last) }) === known
        })
      }),
    )
    expect(found).toBeNull()
  })

  test('[TM195] each field of each entity comes from an observation of the log that is about this entity', () => {
    const found = counterexampleTo(
      fc.property(entries, (log) => {
        const { observations, states } = worldFrom(log)
        return [...states].every(([head, state]) => {
          const provenance = provenanceOf(state)
          const all = observations.get(head) ?? []
          return Object.entries(snapshotOf(state)).every(([field, value]) => {
            const origin = all.find(({ id }) => id === provenance[field])
            const said = origin?.fields[field] ?? null
            if (!Array.isArray(value)) return JSON.stringify(said) === JSON.stringify(value)
            // A list has items of several observations; its last item is the latest.
            return Array.isArray(said) && (value.length === 0 || said.includes(value.at(-1)!))
          })
        })
      }),
    )
    expect(found).toBeNull()
  })
})

function shownWithin(
  log: readonly Entry[],
  id: string,
  bounds: { readonly at?: string; readonly knownAt?: string },
): string {
  const stored = logOf(log, timeOf)
  const { head, observations } = observationsWithin(id, stored.log, stored.merges, bounds)
  return canonicalText({ head, state: reduce(testSchema, observations) } as unknown as Json)
}

/** The newest run of each source: the others do not count, in any order. */
function lastRuns(log: readonly Entry[]): readonly Entry[] {
  const newest = new Map(log.flatMap((entry) => (entry.kind === 'run' ? [[entry.sourceId, entry]] : [])))
  return [...newest.values()]
}

function byKey([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : a > b ? 1 : 0
}
