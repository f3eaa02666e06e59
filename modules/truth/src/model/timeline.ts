import type { JsonObject } from '@quipu/kit'
import { instantOf } from './field-value.ts'
import { eventIdOf } from './ids.ts'
import type { EntitySchema } from './schema.ts'

export interface TimelineEvent {
  readonly id: string
  readonly eventType: string
  readonly timestamp: string
  readonly sourceId: string
  readonly entityId: string
  readonly field: string
  /** As the field has it: a day stays a day. */
  readonly value: string
}

/** One event for each field of the snapshot that the schema declares as one. `sourceOf` names the source of a field. */
export function eventsOf(
  schema: EntitySchema,
  entityId: string,
  snapshot: JsonObject,
  sourceOf: (field: string) => string,
): readonly TimelineEvent[] {
  return Object.entries(schema.fields).flatMap(([field, { event }]) => {
    const value = snapshot[field]
    if (event === undefined || typeof value !== 'string') return []
    const timestamp = instantOf(value)
    if (timestamp === undefined) return []
    const sourceId = sourceOf(field)
    const id = eventIdOf(sourceId, entityId, field, timestamp)
    return [{ id, eventType: event, timestamp, sourceId, entityId, field, value }]
  })
}
