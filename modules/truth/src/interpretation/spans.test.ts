import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { Observation } from '../model/observation.ts'
import { observe } from '../model/observe.ts'
import { provenanceOf, reduce, snapshotOf } from '../model/reducer.ts'
import { schemas } from '../model/schemas.ts'
import type { Interpretation } from './statement/interpretation.ts'
import type { TestDocument } from './test-documents.ts'
import { documents } from './test-documents.ts'
import { fieldsWithoutProof, read } from './test-reading.ts'

test('[TM196] each field of each snapshot leads to a place in its file whose text gives the value', async () => {
  const seen = new Set<string>()
  await fc.assert(
    fc.asyncProperty(documents, async (document) => {
      const found = await read(document.content)
      seen.add(found.interpreter)
      expect(found.statements.length, `${document.format} says nothing`).toBeGreaterThan(0)
      expect(unproved(document, found)).toEqual([])
    }),
    { numRuns: 2_000 },
  )
  expect([...seen].toSorted()).toHaveLength(9)
})

/** The fields of the snapshots that cannot be traced back to the file. */
function unproved(document: TestDocument, found: Interpretation): readonly string[] {
  const { observed, misfits } = observe(origin, found.statements, schemas)
  expect(misfits).toEqual([])
  const said = Map.groupBy(
    observed.map(({ observation }) => observation),
    ({ entityId }) => entityId,
  )
  return [...said.values()].flatMap((all) => {
    const state = reduce(schemas.get(all[0]!.entityType)!, all)
    const provenance = provenanceOf(state)
    return Object.entries(snapshotOf(state)).flatMap(([field, value]) => {
      const origins = all.filter(({ id }) => id === provenance[field])
      return origins.flatMap((one) => unprovedField(document, found, one, field, Array.isArray(value)))
    })
  })
}

function unprovedField(
  document: TestDocument,
  found: Interpretation,
  { entityType, fields, spans }: Observation,
  field: string,
  isList: boolean,
): readonly string[] {
  const span = spans[field]
  if (span === undefined) return [`${field} has no span`]
  const real = document.textAt(span)
  const isThere = real === undefined || real.startsWith(span.text.slice(0, 199))
  const value = fields[field] ?? null
  const statement = { entityType, fields: { [field]: value }, spans: { [field]: span }, specificity: 1 }
  const lost = fieldsWithoutProof({ ...found, statements: [statement] })
  return isThere ? lost : [`${field}${isList ? '[]' : ''} is not at ${JSON.stringify(span)}`, ...lost]
}

const origin = {
  sourceId: '10000000-0000-8000-8000-000000000000',
  runId: '20000000-0000-8000-8000-000000000000',
  observedAt: '2026-01-01T00:00:00.000Z',
  recordedAt: '2026-01-01T00:00:00.000Z',
  priority: 100,
}
