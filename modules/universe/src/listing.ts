import { invalid } from './errors.ts'
import type { UniverseInfo } from './service/universe-service.ts'
import { isId } from './store/tables.ts'
import type { Place, UniverseRow } from './store/universe-store.ts'

export function infoFrom(row: UniverseRow): UniverseInfo {
  return {
    id: row.id,
    name: row.name,
    revision: row.revision,
    role: row.role,
    owner: { id: row.user_id, name: row.owner_name ?? '' },
    counts: row.counts,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function cursorAt({ updated_at: updatedAt, id }: UniverseRow): string {
  return Buffer.from(`${updatedAt.toISOString()} ${id}`).toString('base64url')
}

export function placeOf(cursor: string): Place {
  const [moment = '', id = ''] = Buffer.from(cursor, 'base64url').toString().split(' ')
  const updatedAt = new Date(moment)
  if (!isId(id) || Number.isNaN(updatedAt.getTime()))
    throw invalid('cursor', 'cursor must be one that a list gave; leave it out to begin at the start')
  return { updatedAt, id }
}
