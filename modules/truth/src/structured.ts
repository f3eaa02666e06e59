import type { Json } from '@quipu/kit'
import { TruthError } from './errors.ts'
import { cutText } from './model/cut-text.ts'
import type { Statement } from './model/observation.ts'
import { schemas } from './model/schemas.ts'
import type { Span } from './model/span.ts'

export const structuredInterpreter = 'structured@1'

/** Entities that a caller states directly: one statement for each entity, each field with its place in the call. */
export function structuredStatements(
  entities: readonly Readonly<Record<string, Json>>[],
): readonly Statement[] {
  return entities.map((entity, index) => {
    const { entity_type: entityType, ...fields } = entity
    if (typeof entityType !== 'string')
      throw new TruthError('VALIDATION_ERROR', `entities[${index}].entity_type is required`)
    if (!schemas.has(entityType)) throw unknownType(index)
    if (Object.keys(fields).length === 0)
      throw new TruthError('VALIDATION_ERROR', `entities[${index}] has no field beside entity_type`)
    return { entityType, fields, spans: spansOf(index, fields), specificity: 1 }
  })
}

function unknownType(index: number): TruthError {
  return new TruthError(
    'VALIDATION_ERROR',
    `entities[${index}].entity_type is unknown; list_entity_types tells which there are`,
    { entity_types: [...schemas.keys()] },
  )
}

function spansOf(index: number, fields: Readonly<Record<string, Json>>): Readonly<Record<string, Span>> {
  return Object.fromEntries(
    Object.entries(fields).map(([field, value]) => [
      field,
      {
        kind: 'json',
        pointer: `/entities/${index}/${field.replaceAll('~', '~0').replaceAll('/', '~1')}`,
        text: excerptOf(value),
      },
    ]),
  )
}

/** A span has the text there, except for a long value. */
function excerptOf(value: Json): string {
  return cutText(typeof value === 'string' ? value : JSON.stringify(value))
}
