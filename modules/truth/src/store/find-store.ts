import type { Db } from '@quipu/kit'
import { sql } from '@quipu/kit'
import type { MergeRow, SnapshotRow } from './entity-store.ts'
import type { EventTable, Owner } from './tables.ts'
import { queries } from './tables.ts'

export interface Position {
  readonly lastObservationAt: string
  readonly entityId: string
}

export type SnapshotPosition = Pick<SnapshotRow, 'last_observation_at' | 'entity_id'>

export interface Selection {
  readonly entityType?: string | undefined
  readonly filters: readonly { readonly field: string; readonly value: string | number | boolean }[]
  readonly limit: number
  readonly offset: number
  readonly after?: Position | undefined
}

export interface EventSelection {
  readonly eventType?: string | undefined
  readonly after?: string | undefined
  readonly before?: string | undefined
  readonly sourceId?: string | undefined
  readonly entityIds?: readonly string[] | undefined
  readonly limit: number
  readonly offset: number
}

/** Counting stops here: nobody pages through more, and a count would cost as much as reading them all. */
const mostCounted = 10_000

/** Finds entities and events. Every order is total, so that the same question gives the same answer. */
export class FindStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** Latest first. */
  async entities(owner: Owner, selection: Selection) {
    const matches = matching(owner, selection)
    const select = queries
      .selectFrom('truth_snapshots')
      .selectAll()
      .where(matches)
      .where(past(selection.after))
      .orderBy('last_observation_at', 'desc')
      .orderBy('entity_id', 'desc')
      .limit(selection.limit)
      .offset(selection.offset)
    const counted = queries
      .selectFrom('truth_snapshots')
      .select('entity_id')
      .where(matches)
      .limit(mostCounted + 1)
    const count = queries.selectFrom(counted.as('counted')).select(sql<number>`count(*)`.as('total'))
    const rows = await this.#db.query(owner, select)
    const total = (await this.#db.query(owner, count))[0]?.total ?? 0
    return { rows, total: Math.min(total, mostCounted), totalIsLowerBound: total > mostCounted }
  }

  async byLookup(
    owner: Owner,
    lookups: readonly string[],
    entityType: string | undefined,
  ): Promise<readonly SnapshotRow[]> {
    const heads = queries
      .selectFrom('truth_lookups as l')
      .innerJoin('truth_entities as e', (join) =>
        join.onRef('e.user_id', '=', 'l.user_id').onRef('e.id', '=', 'l.entity_id'),
      )
      .select('e.head_id')
      .distinct()
      .where('l.user_id', '=', owner.userId)
      .where('l.lookup', '=', sql<string>`any(${lookups}::text[])`)
      .limit(100)
    const select = queries
      .selectFrom(heads.as('found'))
      .innerJoin('truth_snapshots as s', 's.entity_id', 'found.head_id')
      .selectAll('s')
      .where('s.user_id', '=', owner.userId)
      .$if(entityType !== undefined, (query) => query.where('s.entity_type', '=', entityType!))
      .orderBy('s.last_observation_at', 'desc')
      .orderBy('s.entity_id', 'desc')
    return this.#db.query(owner, select)
  }

  /** Every key that was ever linked or merged with this one, directly or not. */
  async everRelatedKeys(owner: Owner, id: string): Promise<readonly string[]> {
    const found = new Set([id])
    for (let frontier = [id]; frontier.length > 0 && found.size < mostCounted;) {
      const edges = queries
        .selectFrom('truth_links')
        .select(['from_id', 'to_id'])
        .where('user_id', '=', owner.userId)
        .where(sql<boolean>`(from_id = any(${frontier}::text[]) or to_id = any(${frontier}::text[]))`)
        .union(
          queries
            .selectFrom('truth_merges')
            .select(['from_id', 'to_id'])
            .where('user_id', '=', owner.userId)
            .where(sql<boolean>`(from_id = any(${frontier}::text[]) or to_id = any(${frontier}::text[]))`),
        )
      const ends = (await this.#db.query(owner, edges)).flatMap(({ from_id, to_id }) => [from_id, to_id])
      frontier = [...new Set(ends)].filter((end) => !found.has(end))
      for (const end of frontier) found.add(end)
    }
    return [...found]
  }

  /** At most 100, in order. */
  async idsStarting(
    owner: Owner,
    table: 'truth_snapshots' | 'truth_sources',
    typed: string,
  ): Promise<readonly string[]> {
    const id = table === 'truth_snapshots' ? sql<string>`entity_id` : sql<string>`id::text`
    const select = queries
      .selectFrom(table)
      .select(id.as('id'))
      .where('user_id', '=', owner.userId)
      .where(id, 'like', `${typed.replace(/[\\%_]/g, '\\$&')}%`)
      .orderBy('id')
      .limit(100)
    return (await this.#db.query(owner, select)).map((row) => row.id)
  }

  /** Undone ones too, in the order in which they were made. */
  async allMerges(owner: Owner, ids: readonly string[]): Promise<readonly MergeRow[]> {
    const select = queries
      .selectFrom('truth_merges')
      .selectAll()
      .where('user_id', '=', owner.userId)
      .where(sql<boolean>`(from_id = any(${ids}::text[]) or to_id = any(${ids}::text[]))`)
      .orderBy('number')
    return this.#db.query(owner, select)
  }

  /** Latest first. */
  async events(owner: Owner, selection: EventSelection) {
    const terms = [sql`user_id = ${owner.userId}`]
    if (selection.eventType !== undefined) terms.push(sql`event_type = ${selection.eventType}`)
    if (selection.after !== undefined) terms.push(sql`at >= ${selection.after}::timestamptz`)
    if (selection.before !== undefined) terms.push(sql`at <= ${selection.before}::timestamptz`)
    if (selection.sourceId !== undefined) terms.push(sql`source_id = ${selection.sourceId}::uuid`)
    if (selection.entityIds !== undefined) terms.push(sql`entity_id = any(${selection.entityIds}::text[])`)
    const matches = sql<boolean>`${sql.join(terms, sql` and `)}`
    const select = queries
      .selectFrom('truth_events')
      .selectAll()
      .where(matches)
      .orderBy('at', 'desc')
      .orderBy('id', 'desc')
      .limit(selection.limit)
      .offset(selection.offset)
    const counted = queries
      .selectFrom('truth_events')
      .select('id')
      .where(matches)
      .limit(mostCounted + 1)
    const count = queries.selectFrom(counted.as('counted')).select(sql<number>`count(*)`.as('total'))
    const rows: readonly EventTable[] = await this.#db.query(owner, select)
    const total = (await this.#db.query(owner, count))[0]?.total ?? 0
    return { rows, total: Math.min(total, mostCounted), totalIsLowerBound: total > mostCounted }
  }
}

function matching(owner: Owner, { entityType, filters }: Selection) {
  const terms = [sql`user_id = ${owner.userId}`]
  if (entityType !== undefined) terms.push(sql`entity_type = ${entityType}`)
  for (const { field, value } of filters)
    terms.push(sql`state #> ${[field, 'whole', 'value']}::text[] = ${JSON.stringify(value)}::jsonb`)
  return sql<boolean>`${sql.join(terms, sql` and `)}`
}

function past(after: Position | undefined) {
  if (after === undefined) return sql<boolean>`true`
  return sql<boolean>`(last_observation_at, entity_id) < (${after.lastObservationAt}::timestamptz, ${after.entityId})`
}
