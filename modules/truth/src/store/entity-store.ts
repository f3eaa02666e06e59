import type { Db } from '@quipu/kit'
import { sql } from '@quipu/kit'
import type { Link } from '../model/identity.ts'
import { packState } from '../model/packed-state.ts'
import type { TimelineEvent } from '../model/timeline.ts'
import type { SharedBlock, WantedBlocks } from './shared-blocks.ts'
import { sharedBlocks } from './shared-blocks.ts'
import type { SnapshotRow } from './snapshot-row.ts'
import { snapshotColumns, snapshotFrom } from './snapshot-row.ts'
import type { EntityTable, MergeRow, Owner } from './tables.ts'
import { among, mergesOf, queries, tableOf } from './tables.ts'

export type EntityRow = Omit<EntityTable, 'user_id'>

/** A snapshot with the text for search. */
export interface WorkedOutSnapshot extends SnapshotRow {
  readonly name_folded: string
  readonly words: readonly string[]
}

export interface Lookup {
  readonly lookup: string
  readonly entity_id: string
}

export interface MovedKey {
  readonly id: string
  readonly head_id: string
  readonly is_contested: boolean
}

export interface KeyChanges {
  readonly added: readonly EntityRow[]
  readonly moved: readonly MovedKey[]
  readonly links: readonly Link[]
  readonly lookups: readonly Lookup[]
}

/** Which keys stand for which entity, and what follows from the log for each entity. */
export class EntityStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /**
   * Adds keys, links and lookups, and updates the heads of existing keys. In one statement, because each costs a round
   * trip. Links and lookups may exist already.
   */
  async changeKeys(owner: Owner, { added, moved, links, lookups }: KeyChanges): Promise<void> {
    if ([added, moved, links, lookups].every(({ length }) => length === 0)) return
    const change = queries
      .with('added', (db) =>
        db
          .insertInto('truth_entities')
          .columns(['user_id', 'id', 'head_id', 'entity_type', 'is_name', 'is_contested', 'created_at'])
          .expression(
            sql`select ${owner.userId}::uuid, id, head_id, entity_type, is_name, is_contested, created_at
                from ${tableOf(added, entityTypes)}`,
          ),
      )
      .with('moved', (db) =>
        db
          .updateTable('truth_entities')
          .from(
            sql<MovedKey>`json_to_recordset(${JSON.stringify(moved)}::json)`.as<'given'>(
              sql`given (id text, head_id text, is_contested boolean)`,
            ),
          )
          .set({ head_id: sql<string>`given.head_id`, is_contested: sql<boolean>`given.is_contested` })
          .where('truth_entities.user_id', '=', owner.userId)
          .whereRef('truth_entities.id', '=', 'given.id'),
      )
      .with('linked', (db) =>
        db
          .insertInto('truth_links')
          .columns(linkColumns)
          .expression(rowsOfLinks(owner, links))
          .onConflict((conflict) => conflict.doNothing()),
      )
      .with('found_by', (db) =>
        db
          .insertInto('truth_lookups')
          .columns(lookupColumns)
          .expression(rowsOfLookups(owner, lookups))
          .onConflict((conflict) => conflict.doNothing()),
      )
      .selectNoFrom(sql<number>`1`.as('done'))
    await this.#db.query(owner, change)
  }

  async addLinks(owner: Owner, links: readonly Link[]): Promise<void> {
    if (links.length === 0) return
    const insert = queries
      .insertInto('truth_links')
      .columns(linkColumns)
      .expression(rowsOfLinks(owner, links))
      .onConflict((conflict) => conflict.doNothing())
    await this.#db.query(owner, insert)
  }

  /** Returns the other ends. */
  async removeLinksFrom(owner: Owner, ids: readonly string[]): Promise<readonly string[]> {
    const remove = queries
      .deleteFrom('truth_links')
      .where('user_id', '=', owner.userId)
      .where('from_id', 'in', among(ids))
      .returning('to_id')
    return (await this.#db.query(owner, remove)).map(({ to_id }) => to_id)
  }

  /** Replaces the lookups of these keys by the given ones. */
  async replaceLookups(owner: Owner, ids: readonly string[], lookups: readonly Lookup[]): Promise<void> {
    const remove = queries
      .deleteFrom('truth_lookups')
      .where('user_id', '=', owner.userId)
      .where('entity_id', 'in', among(ids))
    await this.#db.query(owner, remove)
    if (lookups.length === 0) return
    const insert = queries
      .insertInto('truth_lookups')
      .columns(lookupColumns)
      .expression(rowsOfLookups(owner, lookups))
      .onConflict((conflict) => conflict.doNothing())
    await this.#db.query(owner, insert)
  }

  /** Removes the merges of empty keys among these. */
  async removeEmptyMerges(owner: Owner, ids: readonly string[]): Promise<void> {
    const empty = queries
      .selectFrom('truth_entities as e')
      .select('e.id')
      .where('e.user_id', '=', owner.userId)
      .where('e.id', 'in', among(ids))
      .where(isEmpty)
    const gone = (await this.#db.query(owner, empty)).map(({ id }) => id)
    if (gone.length === 0) return
    const ends = sql<boolean>`(from_id in ${among(gone)} or to_id in ${among(gone)})`
    await this.#db.query(
      owner,
      queries.deleteFrom('truth_merges').where('user_id', '=', owner.userId).where(ends),
    )
  }

  /** Removes empty keys among these, and their relationships. */
  async removeEmptyNodes(owner: Owner, ids: readonly string[]): Promise<void> {
    const remove = queries
      .deleteFrom('truth_entities as e')
      .where('e.user_id', '=', owner.userId)
      .where('e.id', 'in', among(ids))
      .where(isEmpty)
      .returning('e.id')
    const gone = (await this.#db.query(owner, remove)).map(({ id }) => id)
    if (gone.length === 0) return
    const related = sql<boolean>`(source_entity_id in ${among(gone)} or target_entity_id in ${among(gone)})`
    await this.#db.query(
      owner,
      queries.deleteFrom('truth_relationships').where('user_id', '=', owner.userId).where(related),
    )
  }

  async nodes(owner: Owner, ids: readonly string[]): Promise<readonly EntityRow[]> {
    return this.#entities(owner, 'id', ids)
  }

  /** Every key that stands for one of these entities. */
  async members(owner: Owner, headIds: readonly string[]): Promise<readonly EntityRow[]> {
    return this.#entities(owner, 'head_id', headIds)
  }

  /** Every key of every entity that these keys belong to. */
  async around(owner: Owner, ids: readonly string[]): Promise<readonly EntityRow[]> {
    const heads = queries
      .selectFrom('truth_entities')
      .select('head_id')
      .where('user_id', '=', owner.userId)
      .where('id', 'in', among(ids))
    const select = queries
      .selectFrom('truth_entities')
      .select(entityColumns)
      .where('user_id', '=', owner.userId)
      .where('head_id', 'in', heads)
    return this.#db.query(owner, select)
  }

  /** Links between these keys, and from them to any others. Links of contested names are left out. */
  async links(owner: Owner, ids: readonly string[], contested: readonly string[]): Promise<readonly Link[]> {
    // Two conditions joined by "or" would read the whole table.
    const from = (end: 'from_id' | 'to_id') =>
      queries
        .selectFrom('truth_links')
        .select(['from_id as from', 'to_id as to'])
        .where('user_id', '=', owner.userId)
        .where(end, 'in', among(ids))
        .where('to_id', 'not in', among(contested))
    return this.#db.query(owner, from('from_id').union(from('to_id')))
  }

  /** All links to these names, except names that more than `most` keys carry. */
  async linksToNames(owner: Owner, names: readonly string[], most: number): Promise<readonly Link[]> {
    const select = queries
      .selectFrom('truth_links')
      .select(['from_id as from', 'to_id as to'])
      .where('user_id', '=', owner.userId)
      .where('to_id', 'in', among(names))
    const links = await this.#db.query(owner, select)
    return [...Map.groupBy(links, ({ to }) => to).values()].filter(({ length }) => length <= most).flat()
  }

  /** Merges that count, in the order in which they were made. */
  async merges(owner: Owner, ids: readonly string[]): Promise<readonly MergeRow[]> {
    const select = mergesOf(owner, ids).where('undone_at', 'is', null).orderBy('number')
    return this.#db.query(owner, select)
  }

  /** Which of these entities is not the same as which other: a merge of keys that now stand for the two was undone. */
  keptApart({ userId }: Owner, heads: readonly string[]): Promise<{ one: string; other: string }[]> {
    const keys = queries
      .selectFrom('truth_entities')
      .select('id')
      .where('user_id', '=', userId)
      .where('head_id', 'in', among(heads))
    const touching = (end: 'from_id' | 'to_id') =>
      queries
        .selectFrom('truth_merges')
        .select(['user_id', 'from_id', 'to_id'])
        .where('user_id', '=', userId)
        .where('undone_at', 'is not', null)
        .where(end, 'in', keys)
    const select = queries
      .selectFrom(touching('from_id').union(touching('to_id')).as('m'))
      .innerJoin('truth_entities as f', (join) =>
        join.onRef('f.user_id', '=', 'm.user_id').onRef('f.id', '=', 'm.from_id'),
      )
      .innerJoin('truth_entities as t', (join) =>
        join.onRef('t.user_id', '=', 'm.user_id').onRef('t.id', '=', 'm.to_id'),
      )
      .select(['f.head_id as one', 't.head_id as other'])
    return this.#db.query({ userId }, select)
  }

  async snapshots(owner: Owner, headIds: readonly string[]): Promise<readonly SnapshotRow[]> {
    if (headIds.length === 0) return []
    const select = queries
      .selectFrom('truth_snapshots')
      .select(snapshotColumns)
      .where('user_id', '=', owner.userId)
      .where('entity_id', 'in', among(headIds))
    return (await this.#db.query(owner, select)).map(snapshotFrom)
  }

  /** What is known about the entity that this key stands for. */
  async snapshotOfKey(owner: Owner, id: string): Promise<SnapshotRow | undefined> {
    const select = queries
      .selectFrom('truth_entities as e')
      .innerJoin('truth_snapshots as s', (join) =>
        join.onRef('s.user_id', '=', 'e.user_id').onRef('s.entity_id', '=', 'e.head_id'),
      )
      .select(snapshotColumns.map((column) => `s.${column}` as const))
      .where('e.user_id', '=', owner.userId)
      .where('e.id', '=', id)
    return (await this.#db.query(owner, select)).map(snapshotFrom)[0]
  }

  async putSnapshots(owner: Owner, snapshots: readonly WorkedOutSnapshot[]): Promise<void> {
    if (snapshots.length === 0) return
    const rows = snapshots.map((row) => ({
      ...row,
      state: JSON.stringify(packState(row.state)),
      words: row.words.join(' '),
    }))
    const insert = queries
      .insertInto('truth_snapshots')
      .columns(['user_id', ...snapshotColumns, 'name_folded', 'words'])
      .expression(
        sql`select ${owner.userId}::uuid, ${sql.join(snapshotColumns.map((column) => sql.ref(column)))}, name_folded,
              array_to_tsvector(string_to_array(words, ' '))
            from ${tableOf(rows, snapshotTypes)}`,
      )
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'entity_id']).doUpdateSet({
          schema_version: sql`excluded.schema_version`,
          canonical_name: sql`excluded.canonical_name`,
          state: sql`excluded.state`,
          name_folded: sql`excluded.name_folded`,
          words: sql`excluded.words`,
          observation_count: sql`excluded.observation_count`,
          last_observation_at: sql`excluded.last_observation_at`,
        }),
      )
    await this.#db.query(owner, insert)
  }

  sharedBlocks(owner: Owner, wanted: WantedBlocks): Promise<readonly SharedBlock[]> {
    return this.#db.query(owner, sharedBlocks(owner, wanted))
  }

  async removeSnapshots(owner: Owner, headIds: readonly string[]): Promise<void> {
    if (headIds.length === 0) return
    const remove = queries
      .deleteFrom('truth_snapshots')
      .where('user_id', '=', owner.userId)
      .where('entity_id', 'in', among(headIds))
    await this.#db.query(owner, remove)
  }

  /** Replaces the events of these entities by the given ones. */
  async replaceEvents(
    owner: Owner,
    entityIds: readonly string[],
    events: readonly TimelineEvent[],
  ): Promise<void> {
    if (entityIds.length > 0) {
      const remove = queries
        .deleteFrom('truth_events')
        .where('user_id', '=', owner.userId)
        .where('entity_id', 'in', among(entityIds))
      await this.#db.query(owner, remove)
    }
    if (events.length === 0) return
    const insert = queries
      .insertInto('truth_events')
      .columns(['user_id', 'id', 'event_type', 'at', 'source_id', 'entity_id', 'field', 'value'])
      .expression(
        sql`select ${owner.userId}::uuid, id, "eventType", "timestamp", "sourceId", "entityId", field, value
            from ${tableOf(events, eventTypes)}`,
      )
    await this.#db.query(owner, insert)
  }

  #entities(owner: Owner, column: 'id' | 'head_id', ids: readonly string[]): Promise<EntityRow[]> {
    const select = queries
      .selectFrom('truth_entities')
      .select(entityColumns)
      .where('user_id', '=', owner.userId)
      .where(column, 'in', among(ids))
    return this.#db.query(owner, select)
  }
}

const snapshotTypes = {
  entity_id: 'text',
  entity_type: 'text',
  schema_version: 'text',
  canonical_name: 'text',
  state: 'jsonb',
  name_folded: 'text',
  words: 'text',
  observation_count: 'integer',
  last_observation_at: 'timestamptz',
} as const
const eventTypes = {
  id: 'uuid',
  eventType: 'text',
  timestamp: 'timestamptz',
  sourceId: 'uuid',
  entityId: 'text',
  field: 'text',
  value: 'text',
} as const
const entityTypes = {
  id: 'text',
  head_id: 'text',
  entity_type: 'text',
  is_name: 'boolean',
  is_contested: 'boolean',
  created_at: 'timestamptz',
} as const
const entityColumns = ['id', 'head_id', 'entity_type', 'is_name', 'is_contested', 'created_at'] as const
/** The key `e` has no observations, and nothing refers to it. */
const isEmpty = sql<boolean>`not exists (select from truth_observations o where o.user_id = e.user_id and o.entity_id = e.id)
  and not exists (select from truth_links l where l.user_id = e.user_id and l.to_id = e.id)`
const linkColumns = ['user_id', 'from_id', 'to_id'] as const
const lookupColumns = ['user_id', 'lookup', 'entity_id'] as const

function rowsOfLinks({ userId }: Owner, links: readonly Link[]) {
  return sql`select ${userId}::uuid, "from", "to" from ${tableOf(links, { from: 'text', to: 'text' })}`
}

function rowsOfLookups({ userId }: Owner, lookups: readonly Lookup[]) {
  return sql`select ${userId}::uuid, lookup, entity_id
    from ${tableOf(lookups, { lookup: 'text', entity_id: 'text' })}`
}
