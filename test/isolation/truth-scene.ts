import { createHash } from 'node:crypto'
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
    const ids: string[] = []
    // Each has a source of its own, so that erasing one leaves the others.
    for (let number = 0; number < 20; number++) {
      const name = `firm ${number} ${person.mark}`
      const entity = { entity_type: 'company', name, city: 'Ulm', founded: '2001-02-03' }
      ids.push(...(await call('ingest', { entities: [entity] })))
    }
    await call('ingest', {
      file_content: Buffer.from(person.mark).toString('base64'),
      mime_type: 'text/plain',
    })
    for (const [index, id] of ids.slice(0, 6).entries())
      await call('create_relationship', {
        relationship_type: 'PART_OF',
        source_entity_id: id,
        target_entity_id: ids[index + 1] ?? '',
      })
    for (const from of ids.slice(8, 14)) {
      await call('merge_entities', { from_entity_id: from, to_entity_id: ids[14] ?? '' })
      this.#merged.push(from)
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
      file_content: nothing,
      source_priority: fc.constant(100),
      user_id: nothing,
      limit: fc.constant(20),
      offset: fc.constant(0),
      entities: fc.tuple(fc.record({ entity_type: fc.constant('company'), name: text, city: text })),
      identifier: fc.constantFrom('firm', ...words),
      query: fc.constantFrom('firm', 'water', 'plants'),
      filters: fc.constant({ city: 'Ulm' }),
      interpretation_config: fc.nat(50).map((number) => ({ code_version: String(number) })),
      provenance: fc.constant({ extractor_version: '1', extracted_at: '2026-11-01T08:00:00Z' }),
      cursor: nothing,
      at: fc.constant('2030-01-01'),
      known_at: fc.constant('2030-01-01'),
      after_date: fc.constant('2000-01-01'),
      before_date: fc.constant('2030-01-01'),
      event_type: fc.constant('CompanyFounded'),
      metadata: fc.record({ note: text }),
      bytes: fc.constant(operation.endsWith('import') ? emptyTruth : 'record_id,name\n1,firm\n'),
      sure_only: fc.constant('false'),
    }
  }
}

/** A file of truth that holds nothing: everyone may import it, and it tells nobody anything. */
const emptyTruth = emptyFile('{"quipu_truth":1}\n')

function emptyFile(head: string): string {
  const hash = createHash('sha256').update(head).digest('hex')
  const end = { content_sha256: hash, merges: 0, observations: 0, relationships: 0, sha256: hash, sources: 0 }
  return `${head}${JSON.stringify({ end })}\n`
}

/** What an answer shows the id of, if it is part of what somebody knows. */
export function kindOfFact(row: Readonly<Record<string, Json>>): string | undefined {
  if ('relationship_type' in row) return 'relationships'
  if ('content_hash' in row && 'kind' in row) return row['kind'] === 'file' ? 'files' : 'sources'
  return 'canonical_name' in row ? 'entities' : undefined
}

const text: fc.Arbitrary<Draft> = fc.constantFrom(...words).map((word) => ({ $marked: word }))

/** JSON leaves out a field that is undefined. */
const nothing: fc.Arbitrary<Draft> = fc.constant(undefined as unknown as Draft)

function someones(kind: string): fc.Arbitrary<Draft> {
  return fc.record({
    $id: fc.constant(kind),
    whose: fc.constantFrom<('own' | 'others')[]>('own', 'own', 'own', 'others'),
    at: fc.nat(20),
  })
}
