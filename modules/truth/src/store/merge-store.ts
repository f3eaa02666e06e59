import type { Db } from '@quipu/kit'
import { sql } from '@quipu/kit'
import type { MergeRow, Owner } from './tables.ts'
import { among, queries } from './tables.ts'

/**
 * Merges by people, including undone ones. Two entities that a person keeps apart are a merge that was undone in the moment
 * it was made: it never counts, and it can be removed without a trace.
 */
export class MergeStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  async add(owner: Owner, merge: Omit<MergeRow, 'number' | 'undone_at'>): Promise<void> {
    await this.#db.query(
      owner,
      queries.insertInto('truth_merges').values({ user_id: owner.userId, ...merge }),
    )
  }

  /** When one was last merged into the other, even if that was undone. */
  async lastTime(owner: Owner, fromId: string, toId: string): Promise<Date | undefined> {
    const select = queries
      .selectFrom('truth_merges')
      .select('merged_at')
      .where('user_id', '=', owner.userId)
      .where('from_id', '=', fromId)
      .where('to_id', '=', toId)
      .orderBy('merged_at', 'desc')
      .limit(1)
    return (await this.#db.query(owner, select))[0]?.merged_at
  }

  async latestFrom(owner: Owner, fromId: string): Promise<MergeRow | undefined> {
    const select = queries
      .selectFrom('truth_merges')
      .selectAll()
      .where('user_id', '=', owner.userId)
      .where('from_id', '=', fromId)
      .where('undone_at', 'is', null)
      .orderBy('number', 'desc')
      .limit(1)
    return (await this.#db.query(owner, select))[0]
  }

  async undo(owner: Owner, id: string, now: Date): Promise<void> {
    const update = queries
      .updateTable('truth_merges')
      .set({ undone_at: now })
      .where('user_id', '=', owner.userId)
      .where('id', '=', id)
    await this.#db.query(owner, update)
  }

  /** Between these keys and those. */
  async isKeptApart(owner: Owner, keys: readonly string[], others: readonly string[]): Promise<boolean> {
    const select = queries
      .selectFrom('truth_merges')
      .select('id')
      .where('user_id', '=', owner.userId)
      .where(neverCounted)
      .where(between(keys, others))
      .limit(1)
    return (await this.#db.query(owner, select)).length > 0
  }

  async removeKeptApart(owner: Owner, keys: readonly string[], others: readonly string[]): Promise<void> {
    const remove = queries
      .deleteFrom('truth_merges')
      .where('user_id', '=', owner.userId)
      .where(neverCounted)
      .where(between(keys, others))
    await this.#db.query(owner, remove)
  }

  /** Newest first. */
  keptApart(owner: Owner, limit: number): Promise<Pick<MergeRow, 'from_id' | 'to_id' | 'merged_at'>[]> {
    const select = queries
      .selectFrom('truth_merges')
      .select(['from_id', 'to_id', 'merged_at'])
      .where('user_id', '=', owner.userId)
      .where(neverCounted)
      .orderBy('number', 'desc')
      .limit(limit)
    return this.#db.query(owner, select)
  }
}

const neverCounted = sql<boolean>`undone_at <= merged_at`

function between(keys: readonly string[], others: readonly string[]) {
  return sql<boolean>`((from_id in ${among(keys)} and to_id in ${among(others)})
    or (from_id in ${among(others)} and to_id in ${among(keys)}))`
}
