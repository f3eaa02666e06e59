import type { Db } from '@quipu/kit'
import type { MergeRow, Owner } from './tables.ts'
import { queries } from './tables.ts'

/** Merges by people, including undone ones. */
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
}
