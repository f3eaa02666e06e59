import fc from 'fast-check'
import type { Observation } from './observation.ts'
import { fields, observationFor } from './test-observations.ts'
import type { Entry } from './test-replay.ts'

/** The time at which the entry with this index was written. */
export function timeOf(index: number): string {
  return `2026-03-01T00:${String(index).padStart(2, '0')}:00.000Z`
}

export const identifiers = ['ent_i1', 'ent_i2', 'ent_i3', 'ent_i4']
export const names = ['ent_n1', 'ent_n2']

const statement = fc.record({
  identifiers: fc.subarray(identifiers, { maxLength: 2 }),
  name: fc.option(fc.constantFrom(...names), { nil: undefined }),
  fields,
  /** Before, at or after the time at which it is learned. */
  observed: fc.integer({ min: 0, max: 30 }),
  specificity: fc.constantFrom(0.1, 0.7, 1),
  priority: fc.constantFrom(1, 100, 999),
})
type Said = typeof statement extends fc.Arbitrary<infer Value> ? Value : never

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('run' as const), said: statements(0, 2) }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('again' as const), which: fc.nat(20), said: statements(0, 2) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('correction' as const),
      key: fc.constantFrom(...identifiers, ...names),
      fields,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('merge' as const),
      from: fc.constantFrom(...identifiers, ...names),
      to: fc.constantFrom(...identifiers, ...names),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unmerge' as const), which: fc.nat(20) }) },
)
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

/** Sources, newer runs over them, corrections, merges and undone merges, in any order. Few keys, so that they coincide. */
export const entries: fc.Arbitrary<readonly Entry[]> = fc
  .array(step, { minLength: 2, maxLength: 10 })
  .map((steps) => steps.reduce<readonly Entry[]>((log, one) => [...log, ...entryOf(log, one)], []))

function statements(minLength: number, maxLength: number) {
  return fc.array(statement, { minLength, maxLength })
}

function entryOf(log: readonly Entry[], step: Step): readonly Entry[] {
  const at = log.length
  const runs = log.filter((entry) => entry.kind === 'run')
  if (step.kind === 'run')
    return [{ kind: 'run', sourceId: `source ${at}`, observations: said(step.said, `source ${at}`, at) }]
  if (step.kind === 'again') {
    const earlier = runs[step.which % Math.max(1, runs.length)]
    if (earlier === undefined || isCorrection(earlier)) return []
    const { sourceId } = earlier
    return [{ kind: 'run', sourceId, observations: said(step.said, sourceId, at) }]
  }
  if (step.kind === 'correction') return [correction(log, step.key, step.fields, at)]
  if (step.kind === 'merge') return step.from === step.to ? [] : [{ ...step, id: at }]
  const open = log.filter(
    (entry) =>
      entry.kind === 'merge' && !log.some((other) => other.kind === 'unmerge' && other.id === entry.id),
  )
  const merge = open[step.which % Math.max(1, open.length)]
  return merge?.kind === 'merge' ? [{ kind: 'unmerge', id: merge.id }] : []
}

function isCorrection(entry: Extract<Entry, { kind: 'run' }>): boolean {
  return entry.observations.some(({ correction: number }) => number > 0)
}

function said(statementsOfRun: readonly Said[], sourceId: string, at: number): readonly Observation[] {
  return statementsOfRun.map(({ identifiers: ids, name, observed, ...rest }, index) =>
    observationFor(at * 10 + index, {
      ...rest,
      entityId: ids[0] ?? name ?? `ent_c${at}${index}`,
      keys: { identifiers: ids, name },
      sourceId,
      runId: `run ${at}`,
      observedAt: timeOf(observed),
      recordedAt: timeOf(at),
    }),
  )
}

/** Numbers corrections as the module does. */
function correction(log: readonly Entry[], key: string, corrected: Observation['fields'], at: number): Entry {
  const earlier = log.flatMap((entry) => (entry.kind === 'run' ? entry.observations : []))
  const number = 1 + Math.max(0, ...earlier.map((one) => one.correction))
  const observation = observationFor(at * 10, {
    entityId: key,
    sourceId: `correction ${at}`,
    runId: `run ${at}`,
    observedAt: timeOf(at),
    recordedAt: timeOf(at),
    priority: 1000,
    correction: number,
    fields: corrected,
  })
  return { kind: 'run', sourceId: `correction ${at}`, observations: [observation] }
}
