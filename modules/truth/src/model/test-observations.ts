import type { Json } from '@quipu/kit'
import fc from 'fast-check'
import type { Observation } from './observation.ts'
import type { EntitySchema } from './schema.ts'

/** One field for each strategy. */
export const testSchema: EntitySchema = {
  entityType: 'thing',
  version: '1.0.0',
  description: 'For tests.',
  fields: {
    last: { type: 'text', strategy: 'last_write' },
    highest: { type: 'text', strategy: 'highest_priority' },
    specific: { type: 'text', strategy: 'most_specific' },
    merged: { type: 'list', strategy: 'merge_array' },
  },
  identifiers: [],
  names: [],
}

const day = (number: number) => `2026-01-${String(number).padStart(2, '0')}T00:00:00.000Z`

export function observationFor(number: number, more: Partial<Observation>): Observation {
  return {
    id: `00000000-0000-8000-8000-${String(number).padStart(12, '0')}`,
    entityId: 'ent_000000000000000000000001',
    keys: { identifiers: [], name: undefined },
    entityType: 'thing',
    schemaVersion: '1.0.0',
    sourceId: '10000000-0000-8000-8000-000000000000',
    runId: '20000000-0000-8000-8000-000000000000',
    observedAt: day(1),
    recordedAt: day(1),
    specificity: 1,
    priority: 100,
    correction: 0,
    fields: {},
    fragments: {},
    spans: {},
    ...more,
  }
}

const text = fc.option(fc.constantFrom('a', 'b', 'c'), { nil: null })
export const fields = fc.record(
  {
    last: text,
    highest: text,
    specific: text,
    merged: fc.option(fc.array(fc.constantFrom<Json>('a', 'b', 'c', 1), { maxLength: 3 }), { nil: null }),
  },
  { requiredKeys: [] },
)

/** Few different times, priorities and specificities, so that ties are common. */
export const history: fc.Arbitrary<readonly Observation[]> = fc
  .array(
    fc.record({
      fields,
      observedAt: fc.integer({ min: 1, max: 4 }).map(day),
      specificity: fc.constantFrom(0.1, 0.7, 1),
      priority: fc.constantFrom(1, 100, 999),
      isCorrection: fc.integer({ min: 0, max: 9 }).map((dice) => dice === 0),
    }),
    { maxLength: 12 },
  )
  .map((rows) => {
    let corrections = 0
    return rows.map(({ isCorrection, ...row }, number) =>
      observationFor(number + 1, { ...row, correction: isCorrection ? (corrections += 1) : 0 }),
    )
  })
