import type { Db, Json } from '@quipu/kit'
import type { Owner } from './tables.ts'
import { queries } from './tables.ts'

/** How far a run that is under way has come, and what it will need at its end. */
export interface KeptReading {
  readonly place: Json
  /** The text of the file so far. */
  readonly text: string
}

/** Where runs that are under way go on when their job is begun again. */
export class ReadingStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  async get(owner: Owner, runId: string): Promise<KeptReading | undefined> {
    const select = queries
      .selectFrom('truth_readings')
      .select(['place', 'text'])
      .where('user_id', '=', owner.userId)
      .where('run_id', '=', runId)
    return (await this.#db.query(owner, select))[0]
  }

  /** Without `text`, that stays as it is. */
  async put(
    owner: Owner,
    runId: string,
    { place, text }: { place: Json; text?: string | undefined },
  ): Promise<void> {
    const changes = { place: JSON.stringify(place), ...(text === undefined ? {} : { text }) }
    const insert = queries
      .insertInto('truth_readings')
      .values({ user_id: owner.userId, run_id: runId, text: '', ...changes })
      .onConflict((conflict) => conflict.columns(['user_id', 'run_id']).doUpdateSet(changes))
    await this.#db.query(owner, insert)
  }

  async remove(owner: Owner, runId: string): Promise<void> {
    const remove = queries
      .deleteFrom('truth_readings')
      .where('user_id', '=', owner.userId)
      .where('run_id', '=', runId)
    await this.#db.query(owner, remove)
  }
}
