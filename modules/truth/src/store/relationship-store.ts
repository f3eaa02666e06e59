import type { Db } from '@quipu/kit'
import { sql } from '@quipu/kit'
import type { Owner, RelationshipTable } from './tables.ts'
import { among, queries } from './tables.ts'

export type RelationshipRow = Omit<RelationshipTable, 'user_id'>
export type Direction = 'inbound' | 'outbound' | 'both'

export interface RelationshipSelection {
  readonly entityIds: readonly string[]
  readonly direction: Direction
  readonly types?: readonly string[] | undefined
  readonly limit: number
  readonly offset: number
}

/** Relationships between keys. Reads follow merges: each end is shown as the key's current entity. */
export class RelationshipStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** The stored row, new or existing. */
  async add(
    owner: Owner,
    row: RelationshipRow,
  ): Promise<{ readonly row: RelationshipRow; readonly isNew: boolean }> {
    const { metadata, ...columns } = row
    const insert = queries
      .insertInto('truth_relationships')
      .values({
        user_id: owner.userId,
        ...columns,
        metadata: metadata === null ? null : sql`${JSON.stringify(metadata)}::jsonb`,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
    const isNew = (await this.#db.query(owner, insert)).length > 0
    return { row: (await this.find(owner, row.id)) ?? row, isNew }
  }

  async find(owner: Owner, id: string): Promise<RelationshipRow | undefined> {
    return (await this.#db.query(owner, shown(owner).where('r.id', '=', id)))[0]
  }

  /** Newest first, with the total. */
  async list(owner: Owner, selection: RelationshipSelection) {
    const rows = await this.page(owner, selection)
    const found = touching(owner, selection).as('found')
    const count = queries.selectFrom(found).select(sql<number>`count(*)`.as('total'))
    return { rows, total: (await this.#db.query(owner, count))[0]?.total ?? 0 }
  }

  /** Newest first. */
  page(owner: Owner, selection: RelationshipSelection): Promise<RelationshipRow[]> {
    const page = shown(owner)
      .where('r.id', 'in', touching(owner, selection))
      .orderBy('r.created_at', 'desc')
      .orderBy('r.id', 'desc')
      .limit(selection.limit)
      .offset(selection.offset)
    return this.#db.query(owner, page)
  }

  /** Whether a chain of relationships of one type leads from one entity to another. */
  async leadsTo(owner: Owner, type: string, fromHead: string, toHead: string): Promise<boolean> {
    const reached = sql<{ head: string }>`(
      with recursive reached (head) as (
        select ${fromHead}::text collate "C"
        union
        select t.head_id
        from reached
        join truth_entities m on m.user_id = ${owner.userId} and m.head_id = reached.head
        join truth_relationships r on r.user_id = ${owner.userId} and r.source_entity_id = m.id
          and r.relationship_type = ${type}
        join truth_entities t on t.user_id = ${owner.userId} and t.id = r.target_entity_id
      )
      select head from reached where head = ${toHead} limit 1)`
    const found = await this.#db.query(owner, queries.selectFrom(reached.as('found')).select('head'))
    return found.length > 0
  }
}

/** With both ends as their current entities. */
function shown(owner: Owner) {
  return queries
    .selectFrom('truth_relationships as r')
    .innerJoin('truth_entities as s', (join) =>
      join.onRef('s.user_id', '=', 'r.user_id').onRef('s.id', '=', 'r.source_entity_id'),
    )
    .innerJoin('truth_entities as t', (join) =>
      join.onRef('t.user_id', '=', 'r.user_id').onRef('t.id', '=', 'r.target_entity_id'),
    )
    .select([
      'r.id',
      'r.relationship_type',
      's.head_id as source_entity_id',
      't.head_id as target_entity_id',
      'r.metadata',
      'r.created_at',
    ])
    .where('r.user_id', '=', owner.userId)
}

/** Two conditions joined by "or" would read the whole table. */
function touching({ userId }: Owner, { entityIds, direction, types }: RelationshipSelection) {
  const from = (end: 'source_entity_id' | 'target_entity_id') =>
    queries
      .selectFrom('truth_relationships')
      .select('id')
      .where('user_id', '=', userId)
      .where(end, 'in', among(entityIds))
      .$if(types !== undefined, (query) => query.where('relationship_type', 'in', among(types!)))
  if (direction === 'outbound') return from('source_entity_id')
  if (direction === 'inbound') return from('target_entity_id')
  return from('source_entity_id').union(from('target_entity_id'))
}
