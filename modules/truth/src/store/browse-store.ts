import type { Db } from '@quipu/kit'
import { sql } from '@quipu/kit'
import type { Page, SourceHead } from './log-store.ts'
import { sourceHeadColumns } from './log-store.ts'
import type { MergeRow, Owner } from './tables.ts'
import { queries } from './tables.ts'

/** Lists and numbers for pages. */
export class BrowseStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  /** The number of entities of each type, sorted by name. */
  counts(owner: Owner): Promise<{ entity_type: string; total: number }[]> {
    const select = queries
      .selectFrom('truth_snapshots')
      .select(['entity_type', sql<number>`count(*)`.as('total')])
      .where('user_id', '=', owner.userId)
      .groupBy('entity_type')
      .orderBy('entity_type')
    return this.#db.query(owner, select)
  }

  /** Newest first, with the total. */
  async sources(owner: Owner, { limit, offset }: Page) {
    const select = queries
      .selectFrom('truth_sources')
      .select(sourceHeadColumns)
      .where('user_id', '=', owner.userId)
      .orderBy('created_at', 'desc')
      .orderBy('id')
      .limit(limit)
      .offset(offset)
    const count = queries
      .selectFrom('truth_sources')
      .select(sql<number>`count(*)`.as('total'))
      .where('user_id', '=', owner.userId)
    const rows: readonly SourceHead[] = await this.#db.query(owner, select)
    return { rows, total: (await this.#db.query(owner, count))[0]?.total ?? 0 }
  }

  /** The number of live observations of a source for each entity. */
  saidAbout(owner: Owner, sourceId: string): Promise<{ head_id: string; said: number }[]> {
    const select = queries
      .selectFrom('truth_observations as o')
      .innerJoin('truth_entities as e', (join) =>
        join.onRef('e.user_id', '=', 'o.user_id').onRef('e.id', '=', 'o.entity_id'),
      )
      .select(['e.head_id', sql<number>`count(*)`.as('said')])
      .where('o.user_id', '=', owner.userId)
      .where('o.source_id', '=', sourceId)
      .where('o.is_live', '=', true)
      .groupBy('e.head_id')
      .orderBy('e.head_id')
    return this.#db.query(owner, select)
  }

  /** Merges that were not undone, newest first. */
  merges(owner: Owner, limit: number): Promise<MergeRow[]> {
    const select = queries
      .selectFrom('truth_merges')
      .select(['id', 'number', 'from_id', 'to_id', 'reason', 'merged_at', 'undone_at'])
      .where('user_id', '=', owner.userId)
      .where('undone_at', 'is', null)
      .orderBy('number', 'desc')
      .limit(limit)
    return this.#db.query(owner, select)
  }
}
