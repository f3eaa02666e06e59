import { TruthError } from './errors.ts'
import { entityIdPattern } from './model/ids.ts'
import type { Position, SnapshotPosition } from './store/find-store.ts'

/** The position after an entity in a list with the latest first. */
export function cursorOf(row: SnapshotPosition): string {
  return Buffer.from(JSON.stringify([row.last_observation_at.toISOString(), row.entity_id])).toString(
    'base64url',
  )
}

export function positionOf(cursor: string): Position {
  try {
    const [lastObservationAt, entityId] = JSON.parse(Buffer.from(cursor, 'base64url').toString()) as unknown[]
    if (typeof lastObservationAt === 'string' && !Number.isNaN(Date.parse(lastObservationAt)))
      if (typeof entityId === 'string' && entityIdPattern.test(entityId))
        return { lastObservationAt, entityId }
  } catch {
    // Not a cursor of ours: refused below.
  }
  throw new TruthError(
    'VALIDATION_ERROR',
    'cursor is not one that retrieve_entities gave; leave it out to begin again',
  )
}
