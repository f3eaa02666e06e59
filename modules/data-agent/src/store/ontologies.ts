import type { Db, Scope } from '@quipu/kit'
import { sql } from '@quipu/kit'
import type { FieldName } from '../ontology/value-index.ts'
import { isId, queries } from './tables.ts'

export interface Progress {
  readonly done: number
  readonly total: number
  readonly table: string
}

/** An ontology in lists. */
export interface OntologyRecord {
  readonly id: string
  readonly connectionId: string
  readonly name: string
  readonly description: string | null
  readonly status: 'creating' | 'ready' | 'failed'
  /** Why it failed, or why the last refresh did, and what to do. */
  readonly reason: string | null
  readonly progress: Progress | null
  readonly leaveOut: readonly FieldName[]
  /** The version of the content; 0 before the database was read. */
  readonly version: number
  /** Grows with every change, also one by people. */
  readonly revision: number
  readonly datasetCount: number
  readonly fieldCount: number
  readonly relationshipCount: number
  readonly valueCount: number
  readonly createdAt: Date
  readonly updatedAt: Date
  readonly refreshedAt: Date | null
}

export interface NewOntology {
  readonly connectionId: string
  readonly name: string
  readonly description: string | null
  readonly leaveOut: readonly FieldName[]
}

export interface OntologyChanges {
  readonly name?: string
  readonly description?: string | null
  readonly leaveOut?: readonly FieldName[]
}

export class OntologyStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  async hasConnection(scope: Scope, id: string): Promise<boolean> {
    if (!isId(id)) return false
    const select = queries.selectFrom('connections').select('id').where('id', '=', id)
    return (await this.#db.query(scope, select)).length > 0
  }

  /** Undefined if the name is taken. */
  async add(scope: Scope, ontology: NewOntology, now: Date): Promise<OntologyRecord | undefined> {
    const { connectionId, name, description, leaveOut } = ontology
    const insert = queries
      .insertInto('ontologies')
      .values({
        connection_id: connectionId,
        name,
        description,
        status: 'creating',
        leave_out: JSON.stringify(leaveOut),
        created_at: now,
        updated_at: now,
        refreshed_at: null,
        reason: null,
        progress: null,
        dialect: null,
      })
      .onConflict((conflict) => conflict.doNothing())
      .returningAll()
    const [row] = await this.#db.query(scope, insert)
    return row && recordFrom(row)
  }

  async list(scope: Scope): Promise<OntologyRecord[]> {
    const select = queries.selectFrom('ontologies').selectAll().orderBy('name').orderBy('id')
    return (await this.#db.query(scope, select)).map(recordFrom)
  }

  async find(scope: Scope, id: string): Promise<OntologyRecord | undefined> {
    if (!isId(id)) return undefined
    const select = queries.selectFrom('ontologies').selectAll().where('id', '=', id)
    const [row] = await this.#db.query(scope, select)
    return row && recordFrom(row)
  }

  async change(
    scope: Scope,
    id: string,
    changes: OntologyChanges,
    now: Date,
  ): Promise<OntologyRecord | undefined> {
    const { name, description, leaveOut } = changes
    const update = queries
      .updateTable('ontologies')
      .set({
        ...(name === undefined ? {} : { name }),
        ...(description === undefined ? {} : { description }),
        ...(leaveOut === undefined ? {} : { leave_out: JSON.stringify(leaveOut) }),
        revision: sql<number>`revision + 1`,
        updated_at: now,
      })
      .where('id', '=', id)
      .returningAll()
    const [row] = await this.#db.query(scope, update)
    return row && recordFrom(row)
  }

  async isNameTaken(scope: Scope, name: string, except: string): Promise<boolean> {
    const select = queries
      .selectFrom('ontologies')
      .select('id')
      .where(sql<boolean>`lower(name) = lower(${name})`)
      .where('id', '<>', except)
    return (await this.#db.query(scope, select)).length > 0
  }

  async noteProgress(scope: Scope, id: string, progress: Progress): Promise<void> {
    const update = queries.updateTable('ontologies').set({ progress }).where('id', '=', id)
    await this.#db.query(scope, update)
  }

  /** A ready ontology stays ready, with its previous content. */
  async noteFailure(scope: Scope, id: string, reason: string, now: Date): Promise<void> {
    const update = queries
      .updateTable('ontologies')
      .set({
        status: sql<'ready' | 'failed'>`case when version > 0 then 'ready' else 'failed' end`,
        reason,
        progress: null,
        revision: sql<number>`revision + 1`,
        updated_at: now,
      })
      .where('id', '=', id)
    await this.#db.query(scope, update)
  }

  /** Building it again after a failure. */
  async restart(scope: Scope, id: string, now: Date): Promise<void> {
    const update = queries
      .updateTable('ontologies')
      .set({
        status: sql<'ready' | 'creating'>`case when version > 0 then 'ready' else 'creating' end`,
        reason: null,
        progress: null,
        updated_at: now,
      })
      .where('id', '=', id)
    await this.#db.query(scope, update)
  }

  async remove(scope: Scope, id: string): Promise<boolean> {
    if (!isId(id)) return false
    const gone = queries.deleteFrom('ontologies').where('id', '=', id).returning('id')
    return (await this.#db.query(scope, gone)).length > 0
  }
}

interface Row {
  readonly id: string
  readonly connection_id: string
  readonly name: string
  readonly description: string | null
  readonly status: OntologyRecord['status']
  readonly reason: string | null
  readonly progress: unknown
  readonly leave_out: unknown
  readonly version: number
  readonly revision: number
  readonly dataset_count: number
  readonly field_count: number
  readonly relationship_count: number
  readonly value_count: number
  readonly created_at: Date
  readonly updated_at: Date
  readonly refreshed_at: Date | null
}

function recordFrom(row: Row): OntologyRecord {
  return {
    id: row.id,
    connectionId: row.connection_id,
    name: row.name,
    description: row.description,
    status: row.status,
    reason: row.reason,
    // The methods above wrote both from these types.
    progress: row.progress as Progress | null,
    leaveOut: row.leave_out as readonly FieldName[],
    version: row.version,
    revision: row.revision,
    datasetCount: row.dataset_count,
    fieldCount: row.field_count,
    relationshipCount: row.relationship_count,
    valueCount: row.value_count,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    refreshedAt: row.refreshed_at,
  }
}
