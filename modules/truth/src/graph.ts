import type { JsonObject, Ports } from '@quipu/kit'
import type { Entities } from './entities.ts'
import { TruthError } from './errors.ts'
import { relationshipIdOf } from './model/ids.ts'
import { isRelationshipType, relationshipTypes } from './model/relationship-types.ts'
import type { EntityStore } from './store/entity-store.ts'
import type { SnapshotRow } from './store/snapshot-row.ts'
import type { LogStore, Page } from './store/log-store.ts'
import type { Direction, RelationshipRow, RelationshipStore } from './store/relationship-store.ts'
import type { Owner } from './store/tables.ts'

/** Limits of a walk. The answer says if it was truncated. */
const mostEntities = 500
const mostRelationships = 2000

export interface Walk {
  readonly entityId: string
  readonly types?: readonly string[] | undefined
  readonly direction: Direction
  readonly maxHops: number
}

/** An entity that a walk reaches, with its relationships to earlier ones. Those of the start to itself have no entity. */
export interface Step {
  readonly entities: readonly SnapshotRow[]
  readonly relationships: readonly RelationshipRow[]
}

/** How entities are connected. */
export class Graph {
  readonly #log: LogStore
  readonly #entities: Entities
  readonly #store: EntityStore
  readonly #relationships: RelationshipStore
  readonly #ports: Pick<Ports, 'now'>

  constructor(
    stores: { log: LogStore; entities: EntityStore; relationships: RelationshipStore },
    entities: Entities,
    ports: Pick<Ports, 'now'>,
  ) {
    this.#log = stores.log
    this.#entities = entities
    this.#store = stores.entities
    this.#relationships = stores.relationships
    this.#ports = ports
  }

  /** The same inputs give the same relationship. One that would close a cycle of its type is refused. */
  async relate(
    owner: Owner,
    type: string,
    ends: { readonly source: string; readonly target: string },
    metadata: JsonObject | null,
  ): Promise<{ readonly row: RelationshipRow; readonly isNew: boolean }> {
    checkType(type)
    await this.#log.lock(owner)
    const source = await this.#entities.keysOf(owner, ends.source)
    const target = await this.#entities.keysOf(owner, ends.target)
    const id = relationshipIdOf(type, ends.source, ends.target)
    const existing = await this.#relationships.find(owner, id)
    if (existing !== undefined) return { row: existing, isNew: false }
    if (
      source.head === target.head ||
      (await this.#relationships.leadsTo(owner, type, target.head, source.head))
    )
      throw new TruthError(
        'CYCLE_DETECTED',
        `This ${type} would close a circle: ${ends.target} already leads to ${ends.source}. Turn it round, or leave it out.`,
      )
    return this.#relationships.add(owner, {
      id,
      relationship_type: type,
      source_entity_id: ends.source,
      target_entity_id: ends.target,
      metadata,
      created_at: this.#ports.now(),
    })
  }

  async relationship(owner: Owner, id: string): Promise<RelationshipRow> {
    const row = await this.#relationships.find(owner, id)
    if (row === undefined) throw new TruthError('RELATIONSHIP_NOT_FOUND', `Relationship not found: ${id}`)
    return row
  }

  async list(owner: Owner, entityId: string, direction: Direction, type: string | undefined, page: Page) {
    if (type !== undefined) checkType(type)
    const { keys } = await this.#entities.keysOf(owner, entityId)
    return this.#relationships.list(owner, {
      entityIds: keys,
      direction,
      types: type === undefined ? undefined : [type],
      ...page,
    })
  }

  /** Breadth first. Nearer entities come first; within one hop, those of newer relationships. */
  async walk(owner: Owner, { entityId, types, direction, maxHops }: Walk) {
    types?.forEach(checkType)
    const start = await this.#entities.keysOf(owner, entityId)
    const seen = new Set([start.head])
    const relationships = new Map<string, RelationshipRow>()
    let isTruncated = false
    let hops = 0
    for (let keys = start.keys; hops < maxHops && keys.length > 0; hops += 1) {
      const limit = mostRelationships - relationships.size
      const selection = { entityIds: keys, direction, types, limit: limit + 1, offset: 0 }
      const found = await this.#relationships.page(owner, selection)
      isTruncated ||= found.length > limit
      const next = new Set<string>()
      for (const row of found.slice(0, limit)) {
        relationships.set(row.id, row)
        for (const end of [row.source_entity_id, row.target_entity_id]) if (!seen.has(end)) next.add(end)
      }
      const room = mostEntities + 1 - seen.size
      isTruncated ||= next.size > room
      const taken = [...next].slice(0, room)
      for (const head of taken) seen.add(head)
      if (taken.length === 0) break
      keys = (await this.#store.members(owner, taken)).map(({ id }) => id)
    }
    seen.delete(start.head)
    const rows = await this.#inOrder(owner, [...seen])
    const kept = [...relationships.values()].filter(({ source_entity_id, target_entity_id }) =>
      [source_entity_id, target_entity_id].every((end) => end === start.head || seen.has(end)),
    )
    return { steps: stepsOf(rows, kept), hops, isTruncated }
  }

  async #inOrder(owner: Owner, heads: readonly string[]): Promise<readonly SnapshotRow[]> {
    const rows = new Map((await this.#store.snapshots(owner, heads)).map((row) => [row.entity_id, row]))
    return heads.map((head) => rows.get(head)).filter((row) => row !== undefined)
  }
}

/** Each relationship is listed with the later of its ends, so that no page has a relationship without its entities. */
function stepsOf(
  entities: readonly SnapshotRow[],
  relationships: readonly RelationshipRow[],
): readonly Step[] {
  const places = new Map(entities.map(({ entity_id }, at) => [entity_id, at]))
  const byPlace = Map.groupBy(relationships, ({ source_entity_id, target_entity_id }) =>
    Math.max(places.get(source_entity_id) ?? -1, places.get(target_entity_id) ?? -1),
  )
  const own = byPlace.get(-1)
  return [
    ...(own === undefined ? [] : [{ entities: [], relationships: own }]),
    ...entities.map((entity, at) => ({ entities: [entity], relationships: byPlace.get(at) ?? [] })),
  ]
}

function checkType(type: string): void {
  if (!isRelationshipType(type))
    throw new TruthError(
      'INVALID_RELATIONSHIP_TYPE',
      `relationship_type must be one of ${relationshipTypes.join(', ')}`,
    )
}
