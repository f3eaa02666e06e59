import type { Db } from '@quipu/kit'
import { sql } from '@quipu/kit'
import type { Owner, RunTable } from './tables.ts'
import { queries } from './tables.ts'

/** Unfinished runs: their results so far, and how they end. */
export class RunStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  async isUnderWay(owner: Owner, id: string): Promise<boolean> {
    const select = queries
      .selectFrom('truth_runs')
      .select('id')
      .where('user_id', '=', owner.userId)
      .where('id', '=', id)
      .where('status', '=', 'running')
    return (await this.#db.query(owner, select)).length > 0
  }

  async count(owner: Owner, id: string, more: { entities: number; observations: number }): Promise<void> {
    const update = queries
      .updateTable('truth_runs')
      .set({
        entities_created: sql<number>`entities_created + ${more.entities}::integer`,
        observations_created: sql<number>`observations_created + ${more.observations}::integer`,
      })
      .where('user_id', '=', owner.userId)
      .where('id', '=', id)
    await this.#db.query(owner, update)
  }

  async setStatus(
    owner: Owner,
    id: string,
    status: RunTable['status'],
    notes: readonly string[],
  ): Promise<void> {
    const update = queries
      .updateTable('truth_runs')
      .set({ status, notes: JSON.stringify(notes) })
      .where('user_id', '=', owner.userId)
      .where('id', '=', id)
    await this.#db.query(owner, update)
  }
}
