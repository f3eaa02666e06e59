import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Json, Module } from '@quipu/kit'
import fc from 'fast-check'
import { temporaryFolder } from '../environment/index.ts'
import type { Draft, Ways } from './inputs.ts'
import { words } from './inputs.ts'
import type { Person } from './person.ts'

/** Facts of everyone who comes, and how the actions of truth are called well. */
export class TruthScene implements Disposable {
  readonly #folder: ReturnType<typeof temporaryFolder> | undefined
  readonly #merged: string[] = []
  readonly #known = new Set<string>()

  constructor(modules: readonly Module[]) {
    this.#folder = modules.some(({ name }) => name === 'truth') ? temporaryFolder() : undefined
    // Of the installation, so it carries nobody's mark.
    if (this.#folder !== undefined) writeFileSync(join(this.#folder.path, 'shared.txt'), 'A note for all')
  }

  get settings(): Readonly<Record<string, unknown>> {
    return this.#folder === undefined ? {} : { uploadRoots: [this.#folder.path] }
  }

  [Symbol.dispose](): void {
    this.#folder?.[Symbol.dispose]()
  }

  /** Facts of their own, if they may have some: some to be merged, some that are merged, a file, relationships. */
  async welcome(person: Person): Promise<void> {
    if (this.#folder === undefined) return
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
      // Every other one has the same name and the same identifier for everyone, so it has the same id.
      const same = { name: `firm ${number}`, vat_id: `DE1000000${10 + number}` }
      const named = number % 2 === 0 ? same : { name: `firm ${number} ${person.mark}` }
      const entity = {
        entity_type: 'company',
        city: 'Ulm',
        founded: '2001-02-03',
        ...named,
        address: person.mark,
      }
      ids.push(...(await call('ingest', { entities: [entity] })))
    }
    this.#expectSameIds(ids)
    await call('ingest', {
      file_content: Buffer.from(person.mark).toString('base64'),
      mime_type: 'text/plain',
    })
    await person.send({
      kind: 'rest',
      method: 'POST',
      path: '/api/truth/files?interpret=later',
      bytes: `a file of ${person.mark}`,
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

  /** People whose facts had nothing in common would show nothing about those who have. */
  #expectSameIds(ids: readonly string[]): void {
    const shared = ids.filter((id) => this.#known.has(id))
    if (this.#known.size > 0 && ids.length > 0 && shared.length < 10)
      throw new Error('Only few entities of these people have the same names')
    for (const id of ids) this.#known.add(id)
  }

  /** By the name of a field. */
  waysOf(operation: string): Ways {
    const entity = someones('entities')
    const source = someones('sources')
    const isCompany = operation.endsWith('correct')
    return {
      id: idIn(operation),
      file_path: operation.endsWith('upload_file') ? fc.constant('shared.txt') : someones('files'),
      expires_in: fc.constant(3600),
      source_material_id: nothing,
      bucket: nothing,
      properties: fc.constant('{"colour":"red"}'),
      original_filename: text,
      interpret: operation.endsWith('/files') ? fc.constantFrom('true', 'later') : fc.boolean(),
      entity_id: operation.endsWith('unmerge_entities') ? fc.constantFrom(...this.#merged) : entity,
      other_entity_id: entity,
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
      entities: fc.tuple(
        fc.record({
          entity_type: fc.constant('company'),
          name: fc.oneof(text, fc.constantFrom<Draft[]>('firm 0', 'firm 2', 'firm 4')),
          city: text,
        }),
      ),
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

/** Whose id stands in the address, or is asked for. */
function idIn(operation: string): fc.Arbitrary<Draft> {
  if (operation.includes('/jobs/')) return someones('jobs')
  if (operation.endsWith('/file')) return someones('files')
  return someones(operation.includes('/sources/') || operation.endsWith('source') ? 'sources' : 'entities')
}

/** An empty file of truth: everyone may import it, and it reveals nothing. */
const emptyTruth = emptyFile('{"quipu_truth":1}\n')

function emptyFile(head: string): string {
  const hash = createHash('sha256').update(head).digest('hex')
  const end = { content_sha256: hash, merges: 0, observations: 0, relationships: 0, sha256: hash, sources: 0 }
  return `${head}${JSON.stringify({ end })}\n`
}

/** The id that an answer shows, if it is part of what somebody knows. */
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
