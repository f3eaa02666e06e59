import type { Json, Module } from '@quipu/kit'
import fc from 'fast-check'
import type { Draft, Ways } from './inputs.ts'
import { words } from './inputs.ts'
import type { Person } from './person.ts'

/** Facts of everyone who comes, and how the actions of truth are called well. */
export class TruthScene {
  readonly #isNeeded: boolean
  readonly #merged: string[] = []

  constructor(modules: readonly Module[]) {
    this.#isNeeded = modules.some(({ name }) => name === 'truth')
  }

  /** Facts of their own, if they may have some: some to be merged, some that are merged, a file, relationships. */
  async welcome(person: Person): Promise<void> {
    if (!this.#isNeeded) return
    const call = async (name: string, input: Readonly<Record<string, Json>>) => {
      const { text } = await person.send({
        kind: 'rpc',
        method: 'tools/call',
        params: { name, arguments: input },
      })
      const { result } = JSON.parse(text) as {
        result?: { structuredContent?: { receipt?: { created?: string[] } } }
      }
      return result?.structuredContent?.receipt?.created ?? []
    }
    const entities = Array.from({ length: 8 }, (_, number) => ({
      entity_type: 'company',
      name: `firm ${number} ${person.mark}`,
      city: 'Ulm',
      founded: '2001-02-03',
    }))
    const ids = await call('ingest', { entities })
    await call('ingest', {
      file_content: Buffer.from(person.mark).toString('base64'),
      mime_type: 'text/plain',
    })
    const pairs = ids.slice(1).map((id, index) => [ids[index] ?? id, id] as const)
    for (const [source, target] of pairs.slice(0, 3))
      await call('create_relationship', {
        relationship_type: 'PART_OF',
        source_entity_id: source,
        target_entity_id: target,
      })
    const [, , , , , from, to] = ids
    if (from !== undefined && to !== undefined) {
      await call('merge_entities', { from_entity_id: from, to_entity_id: to })
      this.#merged.push(from)
      await call('list_relationships', { entity_id: ids[1] ?? '' })
    }
    await call('retrieve_entities', {})
    await call('search_truth', { query: person.mark })
    await call('get_graph_neighborhood', { node_id: ids[0] ?? '' })
  }

  /** By the name of a field. */
  waysOf(operation: string): Ways {
    const entity = someones('entities')
    const source = someones('sources')
    const isCompany = operation.endsWith('correct')
    return {
      id: operation.endsWith('source') ? source : entity,
      entity_id: operation.endsWith('unmerge_entities') ? fc.constantFrom(...this.#merged) : entity,
      from_entity_id: entity,
      to_entity_id: entity,
      source_entity_id: entity,
      target_entity_id: entity,
      node_id: entity,
      node_type: fc.constant('entity'),
      source_id: operation.endsWith('reinterpret') ? someones('files') : source,
      relationship_id: someones('relationships'),
      relationship_type: fc.constantFrom('PART_OF', 'REFERS_TO'),
      relationship_types: fc.constant(['PART_OF']),
      entity_type: fc.constant('company'),
      field: fc.constantFrom('city', 'name'),
      value: isCompany ? text : fc.constant('x'),
      file_content: text,
      entities: fc.tuple(fc.record({ entity_type: fc.constant('company'), name: text, city: text })),
      identifier: fc.constantFrom('firm', ...words),
      query: fc.constantFrom('firm', 'water', 'plants'),
      filters: fc.constant({ city: 'Ulm' }),
      interpretation_config: fc.nat(50).map((number) => ({ code_version: String(number) })),
      provenance: fc.constant({ extractor_version: '1', extracted_at: '2026-11-01T08:00:00Z' }),
      cursor: fc.constant('none'),
      at: fc.constant('2030-01-01'),
      known_at: fc.constant('2030-01-01'),
      after_date: fc.constant('2000-01-01'),
      before_date: fc.constant('2030-01-01'),
      event_type: fc.constant('CompanyFounded'),
      metadata: fc.record({ note: text }),
    }
  }
}

/** What an answer shows the id of, if it is part of what somebody knows. */
export function kindOfFact(row: Readonly<Record<string, Json>>): string | undefined {
  if ('relationship_type' in row) return 'relationships'
  if ('content_hash' in row && 'kind' in row) return row['kind'] === 'file' ? 'files' : 'sources'
  return 'canonical_name' in row ? 'entities' : undefined
}

const text: fc.Arbitrary<Draft> = fc.constantFrom(...words).map((word) => ({ $marked: word }))

function someones(kind: string): fc.Arbitrary<Draft> {
  return fc.record({
    $id: fc.constant(kind),
    whose: fc.constantFrom<('own' | 'others')[]>('own', 'own', 'own', 'others'),
    at: fc.nat(20),
  })
}
