import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { temporaryFolder } from '../environment/index.ts'
import { onEachEngine } from './open-truth.ts'

const place = temporaryFolder()
afterAll(() => place[Symbol.dispose]())
const root = join(place.path, 'root')
mkdirSync(root)
const invoice = [
  'Norden Boats Ltd',
  'Invoice No: NB-5501',
  'Invoice date: 2026-11-02',
  'Total due: 120.00 EUR',
  'Payment terms: 30 days',
].join('\n')
writeFileSync(join(root, 'invoice.txt'), invoice)

onEachEngine(
  (installation) => {
    test('[TR530] every action of the contract takes its request and answers with its fields', async () => {
      const ann = await installation().person()
      const call = (action: string, input: object) => ann.call<Answer>(action, input)

      const stated = await call('ingest', {
        entities: [
          { entity_type: 'company', name: 'Norden', vat_id: 'DK12345674' },
          { entity_type: 'company', name: 'Zephyr', vat_id: 'NL123456782B90' },
          {
            entity_type: 'invoice',
            invoice_number: 'A-1',
            seller_name: 'Norden',
            invoice_date: '2026-11-01',
          },
        ],
        source_priority: 100,
        provenance: { extracted_at: '2026-11-01T08:00:00Z', extractor_version: '1', agent_id: 'a' },
      })
      expect(stated).toEqual(having('source_id content_hash deduplicated interpretation'))
      expect(stated['interpretation']).toEqual(having('run_id entities_created observations_created'))
      const [norden, zephyr, bill] = (stated['receipt'] as { created: string[] }).created

      const file = await call('ingest', {
        file_content: Buffer.from(invoice).toString('base64'),
        mime_type: 'text/plain',
        original_filename: 'invoice.txt',
        interpret: true,
        interpretation_config: { code_version: '1' },
      })
      expect(file).toEqual(having('source_id content_hash file_size deduplicated interpretation'))
      const { source_id } = file

      expect(await call('upload_file', { file_path: join(root, 'invoice.txt'), bucket: 'files' })).toEqual(
        having('source_id entity_snapshots file_url file_size content_type'),
      )
      expect(await call('get_file_url', { file_path: source_id, expires_in: 60 })).toEqual(
        having('signed_url expires_at'),
      )
      expect(
        await call('reinterpret', {
          source_id,
          interpretation_config: { code_version: '2', feature_flags: { tables: true } },
        }),
      ).toEqual(having('run_id entities_created observations_created source_id'))

      expect(await call('get_entity_snapshot', { entity_id: bill, at: '2027-01-01T00:00:00Z' })).toEqual(
        having(
          'entity_id entity_type schema_version snapshot provenance computed_at observation_count last_observation_at',
        ),
      )
      expect(await call('list_observations', { entity_id: bill, limit: 1, offset: 0 })).toEqual(
        listing(
          'observations',
          'id entity_id entity_type schema_version source_id observed_at specificity_score source_priority fields created_at',
          'total limit offset',
        ),
      )
      const trace = await call('get_field_provenance', { entity_id: bill, field: 'invoice_number' })
      expect(trace).toEqual(having('field value source_observation source_material observed_at'))
      expect(trace['source_observation']).toEqual(
        having('id source_id observed_at specificity_score source_priority'),
      )
      expect(trace['source_material']).toEqual(having('id mime_type created_at'))

      expect(
        await call('retrieve_entities', {
          entity_type: 'company',
          limit: 1,
          offset: 0,
          include_snapshots: true,
          include_merged: false,
        }),
      ).toEqual(
        listing(
          'entities',
          'id entity_type canonical_name snapshot observation_count last_observation_at',
          'total excluded_merged',
        ),
      )
      expect(
        await call('get_entity_by_identifier', { identifier: 'DK 12345674', entity_type: 'company' }),
      ).toEqual(listing('entities', 'id entity_type canonical_name snapshot', 'total'))

      const ends = { source_entity_id: bill, target_entity_id: norden }
      expect(
        await call('create_relationship', {
          relationship_type: 'REFERS_TO',
          ...ends,
          metadata: { page: 1 },
        }),
      ).toEqual(having('id relationship_type source_entity_id target_entity_id metadata created_at'))
      expect(
        await call('list_relationships', {
          entity_id: bill,
          direction: 'outbound',
          relationship_type: 'REFERS_TO',
          limit: 5,
          offset: 0,
        }),
      ).toEqual(
        listing(
          'relationships',
          'id relationship_type source_entity_id target_entity_id metadata created_at',
          'total limit offset',
        ),
      )
      const related = await call('get_related_entities', {
        entity_id: bill,
        relationship_types: ['REFERS_TO'],
        direction: 'both',
        max_hops: 2,
        include_entities: true,
      })
      expect(related).toEqual(
        listing(
          'entities',
          'id entity_type canonical_name snapshot',
          'relationships total_entities total_relationships hops_traversed',
        ),
      )
      const include = {
        include_relationships: true,
        include_sources: true,
        include_events: true,
        include_observations: true,
      }
      expect(
        await call('get_graph_neighborhood', { node_id: bill, node_type: 'entity', ...include }),
      ).toEqual(
        having(
          'node_id node_type entity entity_snapshot relationships related_entities related_sources timeline_events observations',
        ),
      )
      expect(
        await call('get_graph_neighborhood', { node_id: source_id, node_type: 'source', ...include }),
      ).toEqual(having('node_id node_type source_material related_entities timeline_events observations'))
      expect(
        await call('list_timeline_events', {
          event_type: 'InvoiceIssued',
          after_date: '2026-01-01',
          before_date: '2026-12-31',
          source_id: stated['source_id'],
          limit: 5,
          offset: 0,
        }),
      ).toEqual(listing('events', 'id event_type event_timestamp source_id entity_ids properties', 'total'))

      expect(
        await call('correct', {
          entity_id: norden,
          entity_type: 'company',
          field: 'city',
          value: 'Aarhus',
        }),
      ).toEqual(having('observation_id entity_id field value message'))
      expect(
        await call('merge_entities', {
          from_entity_id: zephyr,
          to_entity_id: norden,
          merge_reason: 'one firm',
        }),
      ).toEqual(having('from_entity_id to_entity_id observations_moved merged_at merge_reason'))
    })
  },
  () => ({ uploadRoots: [root] }),
)

type Answer = Readonly<Record<string, unknown>>

/** An object with these fields, and perhaps with more. */
function having(fields: string): unknown {
  return expect.objectContaining(
    Object.fromEntries(fields.split(' ').map((field) => [field, expect.anything()])),
  )
}

/** An answer with a list whose first row has these fields. */
function listing(list: string, ofEach: string, more: string): unknown {
  return expect.objectContaining({
    [list]: expect.arrayContaining([having(ofEach)]),
    ...Object.fromEntries(more.split(' ').map((field) => [field, expect.anything()])),
  })
}
