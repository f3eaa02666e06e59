import type { Db, Json, Tx } from '@quipu/kit'
import { sql } from '@quipu/kit'
import { wordsIn } from '../model/folded-words.ts'
import type { Bounds, LoggedObservation } from '../model/history.ts'
import type { Observation } from '../model/observation.ts'
import { loggedFrom, observationFrom, observationTypes, rowOf } from './observation-row.ts'
import type { Owner, RunTable, SourceTable } from './tables.ts'
import { among, amongUuids, observationColumns, queries, tableOf } from './tables.ts'

export type SourceRow = Omit<SourceTable, 'user_id'>
export type SourceHead = Pick<SourceRow, (typeof sourceHeadColumns)[number]>
export type RunRow = Omit<RunTable, 'user_id'>

export interface Page {
  readonly limit: number
  readonly offset: number
}

/** All observations with their sources. Rows are added or erased, never changed. */
export class LogStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** Locks this person's data against other writers until the end of the transaction. */
  async lock(owner: Owner): Promise<void> {
    await this.#db.query(owner, lockOf(owner))
  }

  async lockIn(tx: Tx, owner: Owner): Promise<void> {
    await tx.query(lockOf(owner))
  }

  async hasSourceIn(tx: Tx, owner: Owner, id: string): Promise<boolean> {
    const select = queries
      .selectFrom('truth_sources')
      .select('id')
      .where('user_id', '=', owner.userId)
      .where('id', '=', id)
    return (await tx.query(select)).length > 0
  }

  async addSource(owner: Owner, source: SourceRow): Promise<void> {
    const { provenance, ...columns } = source
    await this.#db.query(
      owner,
      queries.insertInto('truth_sources').values({
        user_id: owner.userId,
        ...columns,
        provenance: jsonOf(provenance),
      }),
    )
    if (source.text !== null) await this.#putWords(owner, source.id, source.text)
  }

  /** The text of a file, as its latest run read it. */
  async setText(owner: Owner, id: string, text: string): Promise<void> {
    const update = queries
      .updateTable('truth_sources')
      .set({ text })
      .where('user_id', '=', owner.userId)
      .where('id', '=', id)
    await this.#db.query(owner, update)
    await this.#putWords(owner, id, text)
  }

  async #putWords(owner: Owner, id: string, text: string): Promise<void> {
    const words = sql<string>`array_to_tsvector(${wordsIn(text, mostLettersOfSource)}::text[])`
    const put = queries
      .insertInto('truth_source_words')
      .values({ user_id: owner.userId, source_id: id, words })
      .onConflict((conflict) => conflict.columns(['user_id', 'source_id']).doUpdateSet({ words }))
    await this.#db.query(owner, put)
  }

  async source(owner: Owner, id: string): Promise<SourceRow | undefined> {
    const select = queries
      .selectFrom('truth_sources')
      .selectAll()
      .where('user_id', '=', owner.userId)
      .where('id', '=', id)
    return (await this.#db.query(owner, select))[0]
  }

  async sources(owner: Owner, ids: readonly string[]): Promise<readonly SourceHead[]> {
    const select = queries
      .selectFrom('truth_sources')
      .select(sourceHeadColumns)
      .where('user_id', '=', owner.userId)
      .where('id', 'in', amongUuids(ids))
      .orderBy('created_at')
      .orderBy('id')
    return this.#db.query(owner, select)
  }

  async addRun(owner: Owner, run: RunRow): Promise<void> {
    const { config, notes, ...columns } = run
    await this.#db.query(
      owner,
      queries
        .insertInto('truth_runs')
        .values({ user_id: owner.userId, ...columns, config: jsonOf(config), notes: jsonOf(notes) }),
    )
  }

  /** Oldest first. */
  async runs(owner: Owner, sourceId: string): Promise<readonly RunRow[]> {
    const select = queries
      .selectFrom('truth_runs')
      .selectAll()
      .where('user_id', '=', owner.userId)
      .where('source_id', '=', sourceId)
      .orderBy('number')
    return this.#db.query(owner, select)
  }

  /** Returns the ids of the new ones. */
  async addObservations(owner: Owner, observations: readonly Observation[]): Promise<ReadonlySet<string>> {
    const columns = observationColumns.map((column) =>
      // A table cannot be made of lists of lists.
      column === 'identifier_ids' ? sql`string_to_array(identifier_ids, ' ')` : sql.ref(column),
    )
    const insert = queries
      .insertInto('truth_observations')
      .columns(['user_id', ...observationColumns, 'shape'])
      .expression(
        sql`select ${owner.userId}::uuid, ${sql.join(columns)}, shape
            from ${tableOf(observations.map(rowOf), observationTypes)}`,
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
    return new Set((await this.#db.query(owner, insert)).map(({ id }) => id))
  }

  /** Retires observations that a newer run of their source has replaced. Returns their entities. */
  async retireObservations(owner: Owner, sourceId: string, runId: string): Promise<readonly string[]> {
    const update = queries
      .updateTable('truth_observations')
      .set({ is_live: sql<boolean>`run_id = ${runId}` })
      .where('user_id', '=', owner.userId)
      .where('source_id', '=', sourceId)
      .where(sql<boolean>`is_live <> (run_id = ${runId})`)
      .returning('entity_id')
    return [...new Set((await this.#db.query(owner, update)).map(({ entity_id }) => entity_id))]
  }

  async observation(owner: Owner, id: string): Promise<Observation | undefined> {
    return (await this.observationsById(owner, [id]))[0]
  }

  async observationsById(owner: Owner, ids: readonly string[]): Promise<readonly Observation[]> {
    const select = queries
      .selectFrom('truth_observations')
      .selectAll()
      .where('user_id', '=', owner.userId)
      .where('id', 'in', amongUuids(ids))
    return (await this.#db.query(owner, select)).map(observationFrom)
  }

  /** The live observations under these keys. */
  async liveObservations(owner: Owner, entityIds: readonly string[]): Promise<readonly Observation[]> {
    const select = queries
      .selectFrom('truth_observations')
      .selectAll()
      .where('user_id', '=', owner.userId)
      .where('entity_id', 'in', among(entityIds))
      .where('is_live', '=', true)
    return (await this.#db.query(owner, select)).map(observationFrom)
  }

  /** All observations ever made under these keys, and when a newer run replaced them. */
  async allObservations(owner: Owner, entityIds: readonly string[]): Promise<readonly LoggedObservation[]> {
    const select = queries
      .selectFrom('truth_observations as o')
      .selectAll('o')
      .select(retiredAt.as('retired_at'))
      .where('o.user_id', '=', owner.userId)
      .where('o.entity_id', 'in', among(entityIds))
    return (await this.#db.query(owner, select)).map(loggedFrom)
  }

  /**
   * Of what counted under these keys within the bounds, the latest of each shape, how many of that shape there are, and when a
   * newer run replaced it.
   */
  async latestOfShapes(
    owner: Owner,
    entityIds: readonly string[],
    bounds: Bounds,
  ): Promise<readonly (LoggedObservation & { readonly count: number })[]> {
    const live = latestOf(owner, entityIds, bounds, true)
    const { knownAt } = bounds
    // Only what was known at a time can rest on observations that were replaced since then.
    const select = knownAt === undefined ? live : live.unionAll(latestOf(owner, entityIds, bounds, false))
    return (await this.#db.query(owner, select)).map((row) => ({ ...loggedFrom(row), count: row.count }))
  }

  /** Newest first. */
  async observationPage(
    owner: Owner,
    entityIds: readonly string[],
    { limit, offset }: Page,
  ): Promise<readonly Observation[]> {
    const select = queries
      .selectFrom('truth_observations')
      .selectAll()
      .where('user_id', '=', owner.userId)
      .where('entity_id', 'in', among(entityIds))
      .where('is_live', '=', true)
      .orderBy('observed_at', 'desc')
      .orderBy('id', 'desc')
      .limit(limit)
      .offset(offset)
    return (await this.#db.query(owner, select)).map(observationFrom)
  }

  async observationsOfSource(
    owner: Owner,
    sourceId: string,
    { limit, offset }: Page,
  ): Promise<readonly Observation[]> {
    const select = queries
      .selectFrom('truth_observations')
      .selectAll()
      .where('user_id', '=', owner.userId)
      .where('source_id', '=', sourceId)
      .where('is_live', '=', true)
      .orderBy('entity_id')
      .orderBy('id')
      .limit(limit)
      .offset(offset)
    return (await this.#db.query(owner, select)).map(observationFrom)
  }

  /** The keys of the observations of a source. */
  async entitiesOfSource(owner: Owner, sourceId: string): Promise<readonly string[]> {
    const select = queries
      .selectFrom('truth_observations')
      .select('entity_id')
      .distinct()
      .where('user_id', '=', owner.userId)
      .where('source_id', '=', sourceId)
      .orderBy('entity_id')
    return (await this.#db.query(owner, select)).map(({ entity_id }) => entity_id)
  }

  /** Removes the source, its runs and its observations. Returns the number of its observations. */
  async eraseSource(owner: Owner, sourceId: string): Promise<number> {
    const said = queries
      .deleteFrom('truth_observations')
      .where('user_id', '=', owner.userId)
      .where('source_id', '=', sourceId)
      .returning('id')
    const count = (await this.#db.query(owner, said)).length
    const runs = queries
      .deleteFrom('truth_runs')
      .where('user_id', '=', owner.userId)
      .where('source_id', '=', sourceId)
    await this.#db.query(owner, runs)
    const remove = queries
      .deleteFrom('truth_sources')
      .where('user_id', '=', owner.userId)
      .where('id', '=', sourceId)
    await this.#db.query(owner, remove)
    return count
  }
}

/** The columns for lists, without content and text, which may be long. */
export const sourceHeadColumns = [
  'id',
  'kind',
  'content_hash',
  'mime_type',
  'original_filename',
  'file_size',
  'created_at',
] as const

/** A search index takes at most a megabyte of one text. */
const mostLettersOfSource = 250_000

/** When a newer run replaced the observation `o`. A run that failed replaces nothing; one that found nothing replaces everything. */
const retiredAt = sql<Date | null>`case when o.is_live then null else (
  select min(newer.created_at) from truth_runs own
  join truth_runs newer on newer.user_id = own.user_id and newer.source_id = own.source_id
    and newer.number > own.number and newer.status <> 'failed'
  where own.user_id = o.user_id and own.id = o.run_id) end`

function latestOf({ userId }: Owner, entityIds: readonly string[], { at, knownAt }: Bounds, isLive: boolean) {
  const within = queries
    .selectFrom('truth_observations as o')
    .where('o.user_id', '=', userId)
    .where('o.is_live', '=', isLive)
    .$if(at !== undefined, (select) => select.where(sql<boolean>`o.observed_at <= ${at}::timestamptz`))
    .$if(knownAt !== undefined, (select) =>
      select.where(sql<boolean>`o.created_at <= ${knownAt}::timestamptz`),
    )
    .$if(!isLive, (select) => select.where(sql<boolean>`${retiredAt} > ${knownAt}::timestamptz`))
  // For each key apart: the index then has its observations in the order of their shapes, and none is sorted.
  const shapes = () =>
    within
      .select(['o.entity_id', 'o.shape'])
      .select((eb) => eb.fn.max('o.observed_at').as('last'))
      .select(sql<number>`count(*)`.as('count'))
      .where('o.entity_id', '=', sql<string>`key.id`)
      .groupBy(['o.entity_id', 'o.shape'])
      .as('found')
  return queries
    .selectFrom(sql<{ id: string }>`unnest(${entityIds}::text[])`.as<'key'>(sql`key (id)`))
    .innerJoinLateral(shapes, (join) => join.onTrue())
    .innerJoinLateral(
      () =>
        within
          .selectAll('o')
          .select(retiredAt.as('retired_at'))
          .where('o.entity_id', '=', sql<string>`found.entity_id`)
          .where('o.shape', '=', sql<string>`found.shape`)
          .where('o.observed_at', '=', sql<Date>`found.last`)
          .orderBy('o.id', 'desc')
          .limit(1)
          .as('latest'),
      (join) => join.onTrue(),
    )
    .selectAll('latest')
    .select('found.count')
}

function lockOf({ userId }: Owner) {
  const key = `truth ${userId}`
  return queries.selectNoFrom(sql`pg_advisory_xact_lock(hashtextextended(${key}, 0))`.as('locked'))
}

/** JSON is passed to the driver as text, because it would convert a list to an SQL array. */
function jsonOf(value: Json): Json {
  return value === null ? null : JSON.stringify(value)
}
