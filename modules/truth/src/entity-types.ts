import { TruthError } from './errors.ts'
import { strategyOf } from './model/schema.ts'
import { schemas } from './model/schemas.ts'

/** Every type with its fields, or one of them in full. */
export function entityTypes(entityType: string | undefined) {
  const chosen = [...schemas.values()].filter(
    (schema) => entityType === undefined || schema.entityType === entityType,
  )
  if (chosen.length === 0)
    throw new TruthError('VALIDATION_ERROR', 'entity_type is unknown', {
      entity_types: [...schemas.keys()],
    })
  return {
    entity_types: chosen.map((schema) => ({
      entity_type: schema.entityType,
      schema_version: schema.version,
      description: schema.description,
      fields:
        entityType === undefined
          ? Object.keys(schema.fields)
          : Object.entries(schema.fields).map(([name, field]) => ({
              name,
              type: field.type,
              merge_strategy: strategyOf(field),
              ...(field.event === undefined ? {} : { event_type: field.event }),
            })),
      identifiers: schema.identifiers.map((rule) => rule.map(({ field }) => field)),
    })),
  }
}
