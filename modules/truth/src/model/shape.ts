import type { Json } from '@quipu/kit'
import { canonicalText, shapeIdOf } from './ids.ts'
import type { Observation } from './observation.ts'
import type { EntitySchema } from './schema.ts'
import { fieldOf, strategyOf } from './schema.ts'

/**
 * Observations of one shape differ only in their time and in values of which one counts: they give the same keys, rank alike
 * and speak of the same fields. So at any time the latest of each shape decides alone. A merged list takes values from all
 * observations, so its values are part of the shape. Fragments are too, because a later schema may merge them.
 */
export function shapeOf(schema: EntitySchema, observation: Observation): string {
  const { keys, entityType, correction, priority, specificity, fields, fragments } = observation
  const spoken = Object.keys(fields)
    .toSorted()
    .map((name): Json => (isMerged(schema, name) ? [name, fields[name] ?? null] : name))
  const rank = [correction, priority, specificity]
  return shapeIdOf(
    canonicalText([entityType, keys.identifiers, keys.name ?? null, rank, spoken, fragments] as Json),
  )
}

function isMerged(schema: EntitySchema, name: string): boolean {
  const field = fieldOf(schema, name)
  return field !== undefined && strategyOf(field) === 'merge_array'
}
