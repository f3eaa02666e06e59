import { fieldOf } from './model/schema.ts'
import { eventTypes, schemas } from './model/schemas.ts'
import { cutText } from './model/cut-text.ts'
import type { Observation } from './model/observation.ts'
import { longestName } from './views.ts'

/** Fields of a write that its type does not have, and where the fields that it has are listed. */
export interface UnknownFields {
  readonly entity_type: string
  readonly fields: readonly string[]
  readonly next: string
}

const mostTypes = 3
const mostFields = 10

/** What was kept of a write without being a field of its entity, so that it can be said again under the right name. */
export function unknownFieldsOf(
  observations: readonly Pick<Observation, 'entityType' | 'fragments'>[],
): readonly UnknownFields[] {
  const fields = new Map<string, Set<string>>()
  for (const { entityType, fragments } of observations)
    for (const field of Object.keys(fragments))
      fields.set(entityType, (fields.get(entityType) ?? new Set()).add(field))
  return [...fields].slice(0, mostTypes).map(([type, names]) => ({
    entity_type: type,
    fields: [...names].slice(0, mostFields).map((name) => cutText(name, longestName)),
    next: `Kept, but in no snapshot: list_entity_types {"entity_type":"${type}"} tells the fields`,
  }))
}

/** A name by which nothing can be found, because there is no such name. An empty answer alone would look like "you have none". */
export function noteOnUnknown({
  entityType,
  fields = [],
  eventType,
}: {
  readonly entityType?: string | undefined
  readonly fields?: readonly string[]
  readonly eventType?: string | undefined
}): { readonly note?: string } {
  const schema = entityType === undefined ? undefined : schemas.get(entityType)
  const field = schema && fields.find((name) => fieldOf(schema, name) === undefined)
  if (entityType !== undefined && schema === undefined)
    return missing('entity_type', entityType, [...schemas.keys()])
  if (schema !== undefined && field !== undefined)
    return missing(`field of ${schema.entityType}`, field, Object.keys(schema.fields))
  if (eventType !== undefined && !eventTypes.has(eventType))
    return missing('event_type', eventType, [...eventTypes])
  return {}
}

function missing(what: string, name: string, known: readonly string[]): { readonly note: string } {
  return { note: `There is no ${what} "${name}". There are: ${known.join(', ')}` }
}
