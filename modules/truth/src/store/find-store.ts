import type { Db } from '@quipu/kit'
import { sql } from '@quipu/kit'
import type { SnapshotRow } from './snapshot-row.ts'
import { snapshotColumns, snapshotFrom } from './snapshot-row.ts'
import type { EventTable, MergeRow, Owner } from './tables.ts'
import { among, mergesOf, queries } from './tables.ts'

export interface Position {
  readonly lastObservationAt: string
  readonly entityId: string
}

export type SnapshotPosition = Pick<SnapshotRow, 'last_observation_at' | 'entity_id'>

export interface Selection {
  readonly entityType?: string | undefined
  readonly filters: readonly { readonly field: string; readonly value: string | number | boolean }[]
  /** With the ids that were merged into others. */
  readonly includeMerged: boolean
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

/** Counting stops here: nobody pages through more, and counting all would cost as much as reading them. */
const mostCounted = 10_000

/** Finds entities and events. Every order is total, so that the same query gives the same answer. */
export class FindStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** Latest first. An entity that was merged into another shows that one, under its own id. */
  async entities(owner: Owner, selection: Selection) {
    const parts = [
      currentOf(owner, selection),
      ...(selection.includeMerged ? [mergedOf(owner, selection)] : []),
    ]
    const pages = parts.map((part) =>
      queries
        .selectFrom(part.as('part'))
        .selectAll()
        .where(past(selection.after))
        .orderBy('last_observation_at', 'desc')
        .orderBy('entity_id', 'desc')
        .limit(selection.offset + selection.limit),
    )
    const [first, ...others] = pages.map((page) => queries.selectFrom(page.as('page')).selectAll())
    const select = queries
      .selectFrom(others.reduce((all, page) => all.unionAll(page), first!).as('found'))
      .selectAll()
      .orderBy('last_observation_at', 'desc')
      .orderBy('entity_id', 'desc')
      .limit(selection.limit)
      .offset(selection.offset)
    const rows = (await this.#db.query(owner, select)).map(snapshotFrom)
    const counts = await Promise.all(parts.map((part) => this.#count(owner, part)))
    const total = counts.reduce((sum, count) => sum + count, 0)
    return { rows, total: Math.min(total, mostCounted), totalIsLowerBound: total > mostCounted }
  }

  /** The types that have entities, sorted by name. */
  async types(owner: Owner): Promise<readonly string[]> {
    const select = queries
      .selectFrom('truth_snapshots')
      .select('entity_type')
      .distinct()
      .where('user_id', '=', owner.userId)
      .orderBy('entity_type')
    return (await this.#db.query(owner, select)).map(({ entity_type }) => entity_type)
  }

  async #count(owner: Owner, part: ReturnType<typeof currentOf>): Promise<number> {
    const counted = queries
      .selectFrom(part.as('part'))
      .select('entity_id')
      .limit(mostCounted + 1)
    const count = queries.selectFrom(counted.as('counted')).select(sql<number>`count(*)`.as('total'))
    return (await this.#db.query(owner, count))[0]?.total ?? 0
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
      .where('l.lookup', 'in', among(lookups))
      .limit(100)
    const select = queries
      .selectFrom(heads.as('found'))
      .innerJoin('truth_snapshots as s', 's.entity_id', 'found.head_id')
      .select(snapshotColumns)
      .where('s.user_id', '=', owner.userId)
      .$if(entityType !== undefined, (query) => query.where('s.entity_type', '=', entityType!))
      .orderBy('s.last_observation_at', 'desc')
      .orderBy('s.entity_id', 'desc')
    return (await this.#db.query(owner, select)).map(snapshotFrom)
  }

  /** Every key that was ever linked or merged with this one, directly or not. */
  async everRelatedKeys(owner: Owner, id: string): Promise<readonly string[]> {
    const found = new Set([id])
    for (let frontier = [id]; frontier.length > 0 && found.size < mostCounted;) {
      const touching = (table: 'truth_links' | 'truth_merges', end: 'from_id' | 'to_id') =>
        queries
          .selectFrom(table)
          .select(['from_id', 'to_id'])
          .where('user_id', '=', owner.userId)
          .where(end, 'in', among(frontier))
      const edges = touching('truth_links', 'from_id')
        .union(touching('truth_links', 'to_id'))
        .union(touching('truth_merges', 'from_id'))
        .union(touching('truth_merges', 'to_id'))
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
    const select = mergesOf(owner, ids).orderBy('number')
    return this.#db.query(owner, select)
  }

  /** Latest first. */
  async events(owner: Owner, selection: EventSelection) {
    const terms = [sql`user_id = ${owner.userId}`]
    if (selection.eventType !== undefined) terms.push(sql`event_type = ${selection.eventType}`)
    if (selection.after !== undefined) terms.push(sql`at >= ${selection.after}::timestamptz`)
    if (selection.before !== undefined) terms.push(sql`at <= ${selection.before}::timestamptz`)
    if (selection.sourceId !== undefined) terms.push(sql`source_id = ${selection.sourceId}::uuid`)
    if (selection.entityIds !== undefined) terms.push(sql`entity_id in ${among(selection.entityIds)}`)
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

function currentOf({ userId }: Owner, selection: Selection) {
  return queries
    .selectFrom('truth_snapshots as s')
    .select(snapshotColumns)
    .select(sql<string | null>`null`.as('merged_into'))
    .where('s.user_id', '=', userId)
    .where(matching(selection))
}

function mergedOf({ userId }: Owner, selection: Selection): ReturnType<typeof currentOf> {
  const [, ...others] = snapshotColumns
  return queries
    .selectFrom('truth_merges as m')
    .innerJoin('truth_entities as e', (join) =>
      join.onRef('e.user_id', '=', 'm.user_id').onRef('e.id', '=', 'm.from_id'),
    )
    .innerJoin('truth_snapshots as s', (join) =>
      join.onRef('s.user_id', '=', 'e.user_id').onRef('s.entity_id', '=', 'e.head_id'),
    )
    .select('m.from_id as entity_id')
    .select(others.map((column) => `s.${column}` as const))
    .select(sql<string | null>`s.entity_id`.as('merged_into'))
    .where('m.user_id', '=', userId)
    .where('m.undone_at', 'is', null)
    .whereRef('e.head_id', '<>', 'm.from_id')
    .where(matching(selection))
}

function matching({ entityType, filters }: Selection) {
  const terms = [sql`true`]
  if (entityType !== undefined) terms.push(sql`s.entity_type = ${entityType}`)
  for (const { field, value } of filters)
    terms.push(sql`s.state #> ${['fields', field, '0']}::text[] = ${JSON.stringify(value)}::jsonb`)
  return sql<boolean>`${sql.join(terms, sql` and `)}`
}

function past(after: Position | undefined) {
  if (after === undefined) return sql<boolean>`true`
  return sql<boolean>`(last_observation_at, entity_id) < (${after.lastObservationAt}::timestamptz, ${after.entityId})`
}
