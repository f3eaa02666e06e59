import { TruthError } from './errors.ts'
import type { EntitySchema } from './model/schema.ts'
import { strategyOf } from './model/schema.ts'
import { schemas } from './model/schemas.ts'

/** Every type with the names of its fields, which fits in a default reply; or one of them in full. */
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
      description: schema.description,
      ...(entityType === undefined ? { fields: Object.keys(schema.fields) } : inFull(schema)),
    })),
  }
}

function inFull({ version, fields, identifiers }: EntitySchema) {
  return {
    schema_version: version,
    fields: Object.entries(fields).map(([name, field]) => ({
      name,
      type: field.type,
      merge_strategy: strategyOf(field),
      ...(field.event === undefined ? {} : { event_type: field.event }),
    })),
    identifiers: identifiers.map((rule) => rule.map(({ field }) => field)),
  }
}
