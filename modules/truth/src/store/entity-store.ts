import type { Db } from '@quipu/kit'
import { sql } from '@quipu/kit'
import type { Link, Node } from '../model/identity.ts'
import type { TimelineEvent } from '../model/timeline.ts'
import type { EntityTable, MergeTable, Owner, SnapshotTable } from './tables.ts'
import { queries } from './tables.ts'

export type EntityRow = Omit<EntityTable, 'user_id'>
export type SnapshotRow = Omit<SnapshotTable, 'user_id'>
export type MergeRow = Omit<MergeTable, 'user_id'>

/** Which keys stand for which entity, and what follows from the log for each entity. */
export class EntityStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** Adds keys that are not there yet, each standing for itself. Gives the new ones. */
  async addNodes(
    owner: Owner,
    nodes: readonly (Node & { entityType: string })[],
    now: Date,
  ): Promise<ReadonlySet<string>> {
    const rows = JSON.stringify(
      nodes.map(({ id, isName, entityType }) => ({ id, is_name: isName, entity_type: entityType })),
    )
    const insert = queries
      .insertInto('truth_entities')
      .columns(['user_id', 'id', 'head_id', 'entity_type', 'is_name', 'is_contested', 'created_at'])
      .expression(
        sql`select ${owner.userId}::uuid, id, id, entity_type, is_name, false, ${now}::timestamptz
            from jsonb_to_recordset(${rows}::jsonb) as given (id text, entity_type text, is_name boolean)`,
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
    return new Set((await this.#db.query(owner, insert)).map(({ id }) => id))
  }

  async addLinks(owner: Owner, links: readonly Link[]): Promise<void> {
    if (links.length === 0) return
    const insert = queries
      .insertInto('truth_links')
      .columns(['user_id', 'from_id', 'to_id'])
      .expression(
        sql`select ${owner.userId}::uuid, "from", "to"
            from jsonb_to_recordset(${JSON.stringify(links)}::jsonb) as given ("from" text, "to" text)`,
      )
      .onConflict((conflict) => conflict.doNothing())
    await this.#db.query(owner, insert)
  }

  async addLookups(
    owner: Owner,
    lookups: readonly { readonly lookup: string; readonly entity_id: string }[],
  ): Promise<void> {
    if (lookups.length === 0) return
    const insert = queries
      .insertInto('truth_lookups')
      .columns(['user_id', 'lookup', 'entity_id'])
      .expression(
        sql`select ${owner.userId}::uuid, lookup, entity_id
            from jsonb_to_recordset(${JSON.stringify(lookups)}::jsonb) as given (lookup text, entity_id text)`,
      )
      .onConflict((conflict) => conflict.doNothing())
    await this.#db.query(owner, insert)
  }

  /** Gives the other ends. */
  async removeLinksFrom(owner: Owner, ids: readonly string[]): Promise<readonly string[]> {
    const remove = queries
      .deleteFrom('truth_links')
      .where('user_id', '=', owner.userId)
      .where('from_id', '=', sql<string>`any(${ids}::text[])`)
      .returning('to_id')
    return (await this.#db.query(owner, remove)).map(({ to_id }) => to_id)
  }

  /** These keys are found by exactly the given words from now on. */
  async replaceLookups(
    owner: Owner,
    ids: readonly string[],
    lookups: readonly { readonly lookup: string; readonly entity_id: string }[],
  ): Promise<void> {
    const remove = queries
      .deleteFrom('truth_lookups')
      .where('user_id', '=', owner.userId)
      .where('entity_id', '=', sql<string>`any(${ids}::text[])`)
    await this.#db.query(owner, remove)
    await this.addLookups(owner, lookups)
  }

  /** Removes those of these keys under which nothing was said and to which nothing leads. */
  async removeEmptyNodes(owner: Owner, ids: readonly string[]): Promise<void> {
    const remove = queries
      .deleteFrom('truth_entities as e')
      .where('e.user_id', '=', owner.userId)
      .where('e.id', '=', sql<string>`any(${ids}::text[])`)
      .where(
        sql<boolean>`not exists (select from truth_observations o where o.user_id = e.user_id and o.entity_id = e.id)
          and not exists (select from truth_links l where l.user_id = e.user_id and l.to_id = e.id)`,
      )
      .returning('e.id')
    const gone = (await this.#db.query(owner, remove)).map(({ id }) => id)
    if (gone.length === 0) return
    const ends = sql<boolean>`(from_id = any(${gone}::text[]) or to_id = any(${gone}::text[]))`
    await this.#db.query(
      owner,
      queries.deleteFrom('truth_merges').where('user_id', '=', owner.userId).where(ends),
    )
    const related = sql<boolean>`(source_entity_id = any(${gone}::text[]) or target_entity_id = any(${gone}::text[]))`
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

  /** Links between these keys, and from them to any others. Those of contested names are left out. */
  async links(owner: Owner, ids: readonly string[], contested: readonly string[]): Promise<readonly Link[]> {
    const select = queries
      .selectFrom('truth_links')
      .select(['from_id as from', 'to_id as to'])
      .where('user_id', '=', owner.userId)
      .where(sql<boolean>`(from_id = any(${ids}::text[]) or to_id = any(${ids}::text[]))`)
      .where(sql<boolean>`not (to_id = any(${contested}::text[]))`)
    return this.#db.query(owner, select)
  }

  /** All links to these names, but for names that more keys than `most` carry. */
  async linksToNames(owner: Owner, names: readonly string[], most: number): Promise<readonly Link[]> {
    const select = queries
      .selectFrom('truth_links')
      .select(['from_id as from', 'to_id as to'])
      .where('user_id', '=', owner.userId)
      .where('to_id', '=', sql<string>`any(${names}::text[])`)
    const links = await this.#db.query(owner, select)
    return [...Map.groupBy(links, ({ to }) => to).values()].filter(({ length }) => length <= most).flat()
  }

  /** Merges that count, in the order in which they were made. */
  async merges(owner: Owner, ids: readonly string[]): Promise<readonly MergeRow[]> {
    const select = queries
      .selectFrom('truth_merges')
      .selectAll()
      .where('user_id', '=', owner.userId)
      .where(sql<boolean>`(from_id = any(${ids}::text[]) or to_id = any(${ids}::text[]))`)
      .where('undone_at', 'is', null)
      .orderBy('number')
    return this.#db.query(owner, select)
  }

  async setHeads(
    owner: Owner,
    changes: readonly { readonly id: string; readonly head_id: string; readonly is_contested: boolean }[],
  ): Promise<void> {
    if (changes.length === 0) return
    const update = queries
      .updateTable('truth_entities')
      .from(
        sql<{
          id: string
          head_id: string
          is_contested: boolean
        }>`jsonb_to_recordset(${JSON.stringify(changes)}::jsonb)`.as<'given'>(
          sql`given (id text, head_id text, is_contested boolean)`,
        ),
      )
      .set({ head_id: sql<string>`given.head_id`, is_contested: sql<boolean>`given.is_contested` })
      .where('truth_entities.user_id', '=', owner.userId)
      .whereRef('truth_entities.id', '=', 'given.id')
    await this.#db.query(owner, update)
  }

  async snapshots(owner: Owner, headIds: readonly string[]): Promise<readonly SnapshotRow[]> {
    const select = queries
      .selectFrom('truth_snapshots')
      .selectAll()
      .where('user_id', '=', owner.userId)
      .where('entity_id', '=', sql<string>`any(${headIds}::text[])`)
    return this.#db.query(owner, select)
  }

  async putSnapshots(owner: Owner, rows: readonly SnapshotRow[]): Promise<void> {
    if (rows.length === 0) return
    const insert = queries
      .insertInto('truth_snapshots')
      .columns(['user_id', ...snapshotColumns])
      .expression(
        sql`select ${owner.userId}::uuid, ${sql.join(snapshotColumns.map((column) => sql.ref(column)))}
            from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
              entity_id text, entity_type text, schema_version text, canonical_name text, state jsonb,
              name_folded text, words text, observation_count integer, last_observation_at timestamptz)`,
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

  async removeSnapshots(owner: Owner, headIds: readonly string[]): Promise<void> {
    if (headIds.length === 0) return
    const remove = queries
      .deleteFrom('truth_snapshots')
      .where('user_id', '=', owner.userId)
      .where('entity_id', '=', sql<string>`any(${headIds}::text[])`)
    await this.#db.query(owner, remove)
  }

  /** The events of these entities are exactly the given ones from now on. */
  async replaceEvents(
    owner: Owner,
    entityIds: readonly string[],
    events: readonly TimelineEvent[],
  ): Promise<void> {
    const remove = queries
      .deleteFrom('truth_events')
      .where('user_id', '=', owner.userId)
      .where('entity_id', '=', sql<string>`any(${entityIds}::text[])`)
    await this.#db.query(owner, remove)
    if (events.length === 0) return
    const insert = queries
      .insertInto('truth_events')
      .columns(['user_id', 'id', 'event_type', 'at', 'source_id', 'entity_id', 'field', 'value'])
      .expression(
        sql`select ${owner.userId}::uuid, id, "eventType", "timestamp", "sourceId", "entityId", field, value
            from jsonb_to_recordset(${JSON.stringify(events)}::jsonb) as given (
              id uuid, "eventType" text, "timestamp" timestamptz, "sourceId" uuid, "entityId" text, field text, value text)`,
      )
    await this.#db.query(owner, insert)
  }

  #entities(owner: Owner, column: 'id' | 'head_id', ids: readonly string[]): Promise<EntityRow[]> {
    const select = queries
      .selectFrom('truth_entities')
      .selectAll()
      .where('user_id', '=', owner.userId)
      .where(column, '=', sql<string>`any(${ids}::text[])`)
    return this.#db.query(owner, select)
  }
}

const snapshotColumns = [
  'entity_id',
  'entity_type',
  'schema_version',
  'canonical_name',
  'state',
  'name_folded',
  'words',
  'observation_count',
  'last_observation_at',
] as const
