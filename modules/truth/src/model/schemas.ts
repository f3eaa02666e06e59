import { codeSchemas } from './code-schemas.ts'
import { documentSchemas } from './document-schemas.ts'
import type { EntitySchema } from './schema.ts'

/** Every entity type that this version knows, in the order of their names. */
export const schemas: ReadonlyMap<string, EntitySchema> = new Map(
  [...documentSchemas, ...codeSchemas]
    .toSorted((a, b) => (a.entityType < b.entityType ? -1 : 1))
    .map((schema) => [schema.entityType, schema]),
)
