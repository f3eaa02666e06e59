import { text } from 'node:stream/consumers'
import type { Download, Json } from '@quipu/kit'
import { truth } from '@quipu/truth'
import { describe, expect, test } from 'vitest'
import { engines, openTestHost } from '../../../test/environment/test-host.ts'
import { cardText, csvText, statementText } from './interpretation/test-samples.ts'
import { graphOf, headsOf } from './model/identity.ts'
import { canonicalText } from './model/ids.ts'
import type { Observation } from './model/observation.ts'
import { provenanceOf, reduce, snapshotOf } from './model/reducer.ts'
import { schemas } from './model/schemas.ts'
import type { MergeLine, ObservationLine, RunLine, SourceLine } from './transfer-file/lines.ts'

const files = { 'ida.vcf': cardText, 'bank.csv': csvText, 'statement.sta': statementText }
const companies = [
  { name: 'Fjord Ltd', city: 'Bergen', vat_id: 'NO999999999' },
  { name: 'FJORD Limited', city: 'Oslo' },
  { vat_id: 'NO 999 999 999', country: 'NO' },
]
const documents: readonly Json[] = [
  ...Object.entries(files).map(([name, content]) => ({
    file_content: Buffer.from(content).toString('base64'),
    mime_type: 'application/octet-stream',
    original_filename: name,
  })),
  ...companies.map((fields) => ({ entities: [{ entity_type: 'company', ...fields }] })),
]

describe.each(engines)('on %s', (engine) => {
  test('[TR137] the stored state of each entity equals, byte for byte, what is computed from the log', async () => {
    await using app = await openTestHost(engine, [truth])
    const { id } = await app.user({ path: '' })
    const call = async <Answer>(action: string, body: Json): Promise<Answer> =>
      (await app.host.request(id, { method: 'POST', path: `/api/truth/${action}`, body })) as Answer
    for (const each of documents) await call('ingest', each)
    await changeByHand(call, () => app.clock.advance('1h'))

    const download = (await app.host.request(id, { method: 'GET', path: '/api/truth/export' })) as Download
    const rebuilt = rebuild(await text(download.bytes))
    const { entities } = await call<{ entities: { id: string }[] }>('retrieve_entities', { limit: 500 })
    const live = new Map<string, string>()
    for (const each of entities) {
      const { entity_id, snapshot, provenance, observation_count } = await call<Known>(
        'get_entity_snapshot',
        { entity_id: each.id },
      )
      live.set(entity_id, canonicalText({ snapshot, provenance, observation_count }))
    }
    expect(live.size).toBe(5)
    expect(Object.fromEntries(rebuilt)).toEqual(Object.fromEntries(live))
  }, 600_000)
})

interface Known {
  readonly entity_id: string
  readonly snapshot: Json
  readonly provenance: Json
  readonly observation_count: number
}

type Call = <Answer>(action: string, body: Json) => Promise<Answer>

/** Corrections, merges of which one is undone, a second run, an erasure. */
async function changeByHand(call: Call, wait: () => void): Promise<void> {
  const { entities } = await call<{ entities: { id: string; entity_type: string }[] }>('retrieve_entities', {
    limit: 500,
  })
  const ids = (type: string) => entities.filter(({ entity_type }) => entity_type === type).map(({ id }) => id)
  const [company = ''] = ids('company')
  const [contact = ''] = ids('contact')
  for (const city of ['Ulm', 'Aachen']) {
    wait()
    await call('correct', { entity_id: company, entity_type: 'company', field: 'city', value: city })
  }
  const [from = '', to = '', other = ''] = ids('transaction')
  await call('merge_entities', { from_entity_id: from, to_entity_id: to })
  await call('unmerge_entities', { entity_id: from })
  wait()
  await call('merge_entities', { from_entity_id: other, to_entity_id: to })
  const { source_material } = await call<{ source_material: { id: string } }>('get_field_provenance', {
    entity_id: contact,
    field: 'full_name',
  })
  await call('reinterpret', {
    source_id: source_material.id,
    interpretation_config: { code_version: '2' },
  })
  const stated = await call<{ source_id: string }>('ingest', {
    entities: [{ entity_type: 'company', name: 'Fjord Ltd', vat_id: 'NO888888888' }],
  })
  await call('erase_source', { source_id: stated.source_id })
}

/** Computed only from the lines of an export, with the pure rules. */
function rebuild(file: string): ReadonlyMap<string, string> {
  const lines = file
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as object)
  const newest = new Map<string, string>()
  const observations: Observation[] = []
  const merges: { from: string; to: string }[] = []
  let sourceId = ''
  for (const line of lines) {
    if ('merge' in line) {
      const { merge } = line as MergeLine
      if (!merge.is_undone) merges.push({ from: merge.from_id, to: merge.to_id })
    }
    if ('source' in line) sourceId = (line as SourceLine).source.id
    if ('run' in line) newest.set(sourceId, (line as RunLine).run.id)
    if ('observation' in line) observations.push(observationFrom(line as ObservationLine, sourceId))
  }
  const live = observations.filter(({ sourceId: source, runId }) => newest.get(source) === runId)
  const { nodes, links } = graphOf(live)
  const headOf = headsOf(nodes, links, merges)
  const groups = Map.groupBy(live, ({ entityId }) => headOf.get(entityId) ?? entityId)
  return new Map(
    [...groups].map(([head, said]) => {
      const state = reduce(schemas.get(said[0]!.entityType)!, said)
      return [
        head,
        canonicalText({
          snapshot: snapshotOf(state),
          provenance: provenanceOf(state),
          observation_count: said.length,
        }),
      ]
    }),
  )
}

function observationFrom({ observation: one, learned }: ObservationLine, sourceId: string): Observation {
  return {
    ...one,
    entityId: one.entity_id,
    keys: { identifiers: one.identifier_ids, name: one.name_id ?? undefined },
    entityType: one.entity_type,
    schemaVersion: one.schema_version,
    sourceId,
    runId: one.run_id,
    observedAt: one.observed_at ?? learned.observed_at ?? '',
    recordedAt: learned.created_at,
  }
}
