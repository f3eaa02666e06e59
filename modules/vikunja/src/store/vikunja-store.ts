import { randomUUID } from 'node:crypto'
import type { Caller, Db, Everyone, Secrets } from '@quipu/kit'
import { queryBuilder } from '@quipu/kit'

interface Tables {
  readonly vikunja_tokens: {
    readonly user_id: string
    readonly sealed_token: string
    readonly username: string
    readonly server: string
    readonly stored_at: Date
  }
  readonly vikunja_deleted_tasks: {
    readonly id: string
    readonly user_id: string
    readonly sealed_tasks: string
    readonly deleted_at: Date
  }
}

const queries = queryBuilder<Tables>()

export const tokenPurpose = 'vikunja.token'
export const deletedPurpose = 'vikunja.deleted-tasks'

export interface StoredToken {
  readonly token: string
  readonly username: string
  /** The address for which it was stored; empty if that is not known. */
  readonly server: string
  readonly storedAt: Date
}

type Owner = Pick<Caller, 'userId'>

/** Seals on writing and opens on reading, so a dump of the store reveals nothing. */
export class VikunjaStore {
  readonly #db: Db
  readonly #secrets: Secrets

  constructor(db: Db, secrets: Secrets) {
    this.#db = db
    this.#secrets = secrets
  }

  async token(owner: Owner): Promise<StoredToken | undefined> {
    const select = queries.selectFrom('vikunja_tokens').selectAll().where('user_id', '=', owner.userId)
    const [row] = await this.#db.query(owner, select)
    return (
      row && {
        token: this.#secrets.open(tokenPurpose, row.sealed_token),
        username: row.username,
        server: row.server,
        storedAt: row.stored_at,
      }
    )
  }

  /** Replaces the previous one. */
  async keepToken(owner: Owner, { token, username, server, storedAt }: StoredToken): Promise<void> {
    const sealed = this.#secrets.seal(tokenPurpose, token)
    const row = { sealed_token: sealed, username, server, stored_at: storedAt }
    await this.#db.query(
      owner,
      queries
        .insertInto('vikunja_tokens')
        .values({ user_id: owner.userId, ...row })
        .onConflict((conflict) => conflict.column('user_id').doUpdateSet(row)),
    )
  }

  async removeToken(owner: Owner): Promise<void> {
    await this.#db.query(owner, queries.deleteFrom('vikunja_tokens').where('user_id', '=', owner.userId))
  }

  /** Returns the id by which they can be restored. */
  async keepDeleted(owner: Owner, tasks: unknown, at: Date): Promise<string> {
    const id = randomUUID()
    const sealed_tasks = this.#secrets.seal(deletedPurpose, JSON.stringify(tasks))
    await this.#db.query(
      owner,
      queries
        .insertInto('vikunja_deleted_tasks')
        .values({ id, user_id: owner.userId, sealed_tasks, deleted_at: at }),
    )
    return id
  }

  /** Parse before use. */
  async deleted(owner: Owner, id: string): Promise<unknown> {
    const select = queries
      .selectFrom('vikunja_deleted_tasks')
      .select('sealed_tasks')
      .where('id', '=', id)
      .where('user_id', '=', owner.userId)
    const [row] = await this.#db.query(owner, select)
    return row && JSON.parse(this.#secrets.open(deletedPurpose, row.sealed_tasks))
  }

  /** Keeps only these of the tasks under this id; without any, the undo is removed. */
  async keepStillDeleted(owner: Owner, id: string, tasks: readonly unknown[]): Promise<void> {
    if (tasks.length === 0) return this.forgetDeleted(owner, id)
    const sealed_tasks = this.#secrets.seal(deletedPurpose, JSON.stringify(tasks))
    await this.#db.query(
      owner,
      queries
        .updateTable('vikunja_deleted_tasks')
        .set({ sealed_tasks })
        .where('id', '=', id)
        .where('user_id', '=', owner.userId),
    )
  }

  async forgetDeleted(owner: Owner, id: string): Promise<void> {
    await this.#db.query(
      owner,
      queries.deleteFrom('vikunja_deleted_tasks').where('id', '=', id).where('user_id', '=', owner.userId),
    )
  }

  async purge(everyone: Everyone, before: Date): Promise<void> {
    await this.#db.query(
      everyone,
      queries.deleteFrom('vikunja_deleted_tasks').where('deleted_at', '<', before),
    )
  }
}
