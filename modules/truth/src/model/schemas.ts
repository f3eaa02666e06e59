import { codeSchemas } from './code-schemas.ts'
import { documentSchemas } from './document-schemas.ts'
import type { EntitySchema } from './schema.ts'

/** Every entity type that this version knows, in the order of their names. */
export const schemas: ReadonlyMap<string, EntitySchema> = new Map(
  [...documentSchemas, ...codeSchemas]
    .toSorted((a, b) => (a.entityType < b.entityType ? -1 : 1))
    .map((schema) => [schema.entityType, schema]),
)

/** Every kind of event of the timeline. */
export const eventTypes: ReadonlySet<string> = new Set(
  [...schemas.values()].flatMap(({ fields }) => Object.values(fields).flatMap(({ event }) => event ?? [])),
)

export function schemaOf(entityType: string): EntitySchema {
  const schema = schemas.get(entityType)
  // Types are never removed, and nothing is stored under a type that has no schema.
  if (schema === undefined) throw new Error(`No schema for entity type ${entityType}`)
  return schema
}
