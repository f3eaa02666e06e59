import type { Db, Scope } from '@quipu/kit'
import type { Owner } from './conversations.ts'
import { isId, queries } from './tables.ts'

export interface UploadedFile {
  readonly name: string
  readonly sha256: string
  readonly size: number
}

export class UploadStore {
  readonly #db: Db

  constructor(db: Db) {
    this.#db = db
  }

  async list(owner: Owner, uploadId: string): Promise<UploadedFile[]> {
    const select = queries
      .selectFrom('uploaded_files')
      .select(['name', 'sha256', 'size'])
      .where('user_id', '=', owner.userId)
      .where('upload_id', '=', uploadId)
      .orderBy('name')
    return (await this.#db.query(owner, select)).map((row) => ({ ...row, size: Number(row.size) }))
  }

  async add(owner: Owner, uploadId: string, file: UploadedFile, now: Date): Promise<void> {
    const row = { user_id: owner.userId, upload_id: uploadId, connection_id: null, created_at: now, ...file }
    await this.#db.query(owner, queries.insertInto('uploaded_files').values(row))
  }

  async keepFor(owner: Owner, uploadId: string, connectionId: string): Promise<void> {
    const update = queries
      .updateTable('uploaded_files')
      .set({ connection_id: connectionId })
      .where('user_id', '=', owner.userId)
      .where('upload_id', '=', uploadId)
    await this.#db.query(owner, update)
  }

  async isKnown(scope: Scope, uploadId: string): Promise<boolean> {
    if (!isId(uploadId)) return false
    const select = queries
      .selectFrom('uploaded_files')
      .select('id')
      .where('upload_id', '=', uploadId)
      .limit(1)
    return (await this.#db.query(scope, select)).length > 0
  }

  /** Removes files that were sent before this time and never connected. */
  async dropAbandoned(scope: Scope, before: Date): Promise<void> {
    const drop = queries
      .deleteFrom('uploaded_files')
      .where('connection_id', 'is', null)
      .where('created_at', '<', before)
    await this.#db.query(scope, drop)
  }
}
