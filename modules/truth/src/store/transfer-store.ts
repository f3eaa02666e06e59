import type { Db } from '@quipu/kit'
import { sql } from '@quipu/kit'
import type { RunRow, SourceRow } from './log-store.ts'
import type { RelationshipRow } from './relationship-store.ts'
import type { MergeTable, ObservationTable, Owner } from './tables.ts'
import { queries, observationColumns } from './tables.ts'

export type MergeRow = Omit<MergeTable, 'user_id'>
export type ObservationRow = Omit<ObservationTable, 'user_id'>
export type ObservationPlace = Pick<ObservationRow, 'source_id' | 'run_id' | 'id'>

/** A source before it is read, with its size. */
export interface SourceSize {
  readonly id: string
  readonly letters: number
  readonly observations: number
}

const pageRows = 1000

/** The whole log of one person, in a fixed order and in pages. */
export class TransferStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  relationships(owner: Owner, after: string | undefined): Promise<RelationshipRow[]> {
    const select = queries
      .selectFrom('truth_relationships')
      .select(['id', 'relationship_type', 'source_entity_id', 'target_entity_id', 'metadata', 'created_at'])
      .where('user_id', '=', owner.userId)
      .$if(after !== undefined, (query) => query.where('id', '>', after!))
      .orderBy('id')
      .limit(pageRows)
    return this.#db.query(owner, select)
  }

  /** In the order in which they were made. */
  merges(owner: Owner, after: number): Promise<MergeRow[]> {
    const select = queries
      .selectFrom('truth_merges')
      .select(['id', 'number', 'from_id', 'to_id', 'reason', 'merged_at', 'undone_at'])
      .where('user_id', '=', owner.userId)
      .where('number', '>', after)
      .orderBy('number')
      .limit(pageRows)
    return this.#db.query(owner, select)
  }

  sourceSizes(owner: Owner, after: string | undefined): Promise<SourceSize[]> {
    const said = sql<number>`coalesce((
      select sum(r.observations_created) from truth_runs r
      where r.user_id = ${owner.userId} and r.source_id = truth_sources.id), 0)::integer`
    const select = queries
      .selectFrom('truth_sources')
      .select('id')
      .select(sql<number>`length(coalesce(content, '')) + length(coalesce(text, ''))`.as('letters'))
      .select(said.as('observations'))
      .where('user_id', '=', owner.userId)
      .$if(after !== undefined, (query) => query.where('id', '>', after!))
      .orderBy('id')
      .limit(pageRows)
    return this.#db.query(owner, select)
  }

  sources(owner: Owner, ids: readonly string[]): Promise<SourceRow[]> {
    const select = queries
      .selectFrom('truth_sources')
      .select(sourceColumns)
      .where('user_id', '=', owner.userId)
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
      .orderBy('id')
    return this.#db.query(owner, select)
  }

  async knownSources(owner: Owner, ids: readonly string[]): Promise<ReadonlySet<string>> {
    const select = queries
      .selectFrom('truth_sources')
      .select('id')
      .where('user_id', '=', owner.userId)
      .where('id', '=', sql<string>`any(${ids}::uuid[])`)
    return new Set((await this.#db.query(owner, select)).map(({ id }) => id))
  }

  /** In the order in which they were made. Unfinished ones are left out. */
  runs(owner: Owner, sourceIds: readonly string[]): Promise<RunRow[]> {
    const select = queries
      .selectFrom('truth_runs')
      .select(runColumns)
      .where('user_id', '=', owner.userId)
      .where('source_id', '=', sql<string>`any(${sourceIds}::uuid[])`)
      .where(sql<boolean>`status <> 'running'`)
      .orderBy('source_id')
      .orderBy('number')
    return this.#db.query(owner, select)
  }

  observations(
    owner: Owner,
    sourceIds: readonly string[],
    after: ObservationPlace | undefined,
  ): Promise<ObservationRow[]> {
    const beyond = sql<boolean>`(source_id, run_id, id) > (${after?.source_id}::uuid, ${after?.run_id}::uuid, ${after?.id}::uuid)`
    const select = queries
      .selectFrom('truth_observations')
      .select(observationColumns)
      .where('user_id', '=', owner.userId)
      .where('source_id', '=', sql<string>`any(${sourceIds}::uuid[])`)
      .$if(after !== undefined, (query) => query.where(beyond))
      .orderBy('source_id')
      .orderBy('run_id')
      .orderBy('id')
      .limit(pageRows)
    return this.#db.query(owner, select)
  }

  /** Existing rows stay as they are. Returns the number of new ones. */
  async addRelationships(owner: Owner, rows: readonly RelationshipRow[]): Promise<number> {
    const insert = queries
      .insertInto('truth_relationships')
      .columns([
        'user_id',
        'id',
        'relationship_type',
        'source_entity_id',
        'target_entity_id',
        'metadata',
        'created_at',
      ])
      .expression(
        sql`select ${owner.userId}::uuid, given.id, relationship_type, source_entity_id, target_entity_id,
              nullif(metadata, 'null'::jsonb), given.created_at
            from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as given (
              id uuid, relationship_type text, source_entity_id text, target_entity_id text, metadata jsonb,
              created_at timestamptz)
            where exists (select from truth_entities e where e.user_id = ${owner.userId} and e.id = source_entity_id)
              and exists (select from truth_entities e where e.user_id = ${owner.userId} and e.id = target_entity_id)`,
      )
      .onConflict((conflict) => conflict.doNothing())
      .returning('id')
    return (await this.#db.query(owner, insert)).length
  }

  /** The new ones of these merges of which both ends are known. */
  async newMerges(
    owner: Owner,
    merges: readonly Pick<MergeRow, 'id' | 'from_id' | 'to_id'>[],
  ): Promise<ReadonlySet<string>> {
    const given = sql<{
      id: string
    }>`(select id from jsonb_to_recordset(${JSON.stringify(merges)}::jsonb) as given (id uuid, from_id text, to_id text)
      where not exists (select from truth_merges m where m.user_id = ${owner.userId} and m.id = given.id)
        and exists (select from truth_entities e where e.user_id = ${owner.userId} and e.id = given.from_id)
        and exists (select from truth_entities e where e.user_id = ${owner.userId} and e.id = given.to_id))`
    const rows = await this.#db.query(owner, queries.selectFrom(given.as('found')).select('id'))
    return new Set(rows.map(({ id }) => id))
  }
}

const sourceColumns = [
  'id',
  'kind',
  'content_hash',
  'mime_type',
  'original_filename',
  'file_size',
  'content',
  'text',
  'observed_at',
  'provenance',
  'created_at',
] as const

const runColumns = [
  'id',
  'source_id',
  'number',
  'interpreter',
  'config',
  'status',
  'notes',
  'entities_created',
  'observations_created',
  'created_at',
] as const
