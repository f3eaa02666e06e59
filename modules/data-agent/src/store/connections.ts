import type { Db, Scope, Secrets } from '@quipu/kit'
import { ConnectionSettings } from '../sources/connection-settings.ts'
import { isId, queries } from './tables.ts'

/** The visible part of a connection: everything except its settings. */
export interface Connection {
  readonly id: string
  readonly name: string
  readonly kind: string
  readonly createdAt: Date
  readonly updatedAt: Date
}

export const connectionPurpose = 'data-agent connection'

/** Settings are sealed for storage, and unsealed only to open the source. */
export class ConnectionStore {
  readonly #db: Db
  readonly #secrets: Secrets

  constructor(db: Db, secrets: Secrets) {
    this.#db = db
    this.#secrets = secrets
  }

  /** Undefined if the name is taken. */
  async add(
    scope: Scope,
    name: string,
    settings: ConnectionSettings,
    now: Date,
  ): Promise<Connection | undefined> {
    const insert = queries
      .insertInto('connections')
      .values({
        name,
        kind: settings.kind,
        sealed_settings: this.#seal(settings),
        created_at: now,
        updated_at: now,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returning(columns)
    const [row] = await this.#db.query(scope, insert)
    return row && connectionFrom(row)
  }

  async list(scope: Scope): Promise<Connection[]> {
    const select = queries.selectFrom('connections').select(columns).orderBy('name').orderBy('id')
    return (await this.#db.query(scope, select)).map(connectionFrom)
  }

  async find(scope: Scope, id: string): Promise<Connection | undefined> {
    if (!isId(id)) return undefined
    const select = queries.selectFrom('connections').select(columns).where('id', '=', id)
    const [row] = await this.#db.query(scope, select)
    return row && connectionFrom(row)
  }

  /** Only for opening the source. */
  async settingsOf(scope: Scope, id: string): Promise<ConnectionSettings | undefined> {
    if (!isId(id)) return undefined
    const select = queries.selectFrom('connections').select('sealed_settings').where('id', '=', id)
    const [row] = await this.#db.query(scope, select)
    return (
      row && ConnectionSettings.parse(JSON.parse(this.#secrets.open(connectionPurpose, row.sealed_settings)))
    )
  }

  async replace(
    scope: Scope,
    id: string,
    settings: ConnectionSettings,
    now: Date,
  ): Promise<Connection | undefined> {
    if (!isId(id)) return undefined
    const update = queries
      .updateTable('connections')
      .set({ kind: settings.kind, sealed_settings: this.#seal(settings), updated_at: now })
      .where('id', '=', id)
      .returning(columns)
    const [row] = await this.#db.query(scope, update)
    return row && connectionFrom(row)
  }

  /** Names of the ontologies that use it; if there are any, it is not removed. */
  async remove(
    scope: Scope,
    id: string,
  ): Promise<{ readonly isRemoved: boolean; readonly usedBy: readonly string[] }> {
    if (!isId(id)) return { isRemoved: false, usedBy: [] }
    return this.#db.transaction(scope, async (tx) => {
      const users = await tx.query(
        queries.selectFrom('ontologies').select('name').where('connection_id', '=', id).orderBy('name'),
      )
      if (users.length > 0) return { isRemoved: false, usedBy: users.map(({ name }) => name) }
      const gone = await tx.query(queries.deleteFrom('connections').where('id', '=', id).returning('id'))
      return { isRemoved: gone.length > 0, usedBy: [] }
    })
  }

  #seal(settings: ConnectionSettings): string {
    return this.#secrets.seal(connectionPurpose, JSON.stringify(settings))
  }
}

const columns = ['id', 'name', 'kind', 'created_at', 'updated_at'] as const

function connectionFrom(row: {
  id: string
  name: string
  kind: string
  created_at: Date
  updated_at: Date
}): Connection {
  return { id: row.id, name: row.name, kind: row.kind, createdAt: row.created_at, updatedAt: row.updated_at }
}
