import type { Json, JsonObject } from '@quipu/kit'

/** Bounds as wide as this only keep arithmetic finite. */
const wide = 1e15

/** The fields of a JSON Schema as a list in Markdown, sub-objects indented below their own. */
export function fieldsList(schema: JsonObject, indent = ''): string[] {
  const properties = objectOf(schema['properties'])
  const required = new Set(Array.isArray(schema['required']) ? schema['required'].map(String) : [])
  return Object.entries(properties).flatMap(([name, value]) => {
    const field = objectOf(value)
    const optional = required.has(name) ? '' : ', optional'
    const says = typeof field['description'] === 'string' ? `: ${field['description']}` : ''
    return [
      `${indent}- \`${name}\` (${typeText(field)}${optional})${says}`,
      ...innerOf(field).flatMap((inner) => fieldsList(inner, `${indent}  `)),
    ]
  })
}

function innerOf(field: JsonObject): JsonObject[] {
  if ('properties' in field) return [field]
  const choices = [...listOf(field['anyOf']), ...listOf(field['items'] === undefined ? [] : [field['items']])]
  return choices.map(objectOf).filter((choice) => 'properties' in choice)
}

function typeText(field: JsonObject): string {
  const { type, enum: values, const: only, anyOf, items } = field
  if (only !== undefined) return JSON.stringify(only)
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (Array.isArray(anyOf)) return anyOf.map((each: Json) => typeText(objectOf(each))).join(' | ')
  if (type === 'array') return `list of ${typeText(objectOf(items))}`
  const word = Array.isArray(type) ? type.join(' | ') : typeof type === 'string' ? type : 'any value'
  return `${word}${rangeText(field)}`
}

function rangeText({ minimum, exclusiveMinimum, maximum, exclusiveMaximum, maxLength }: JsonObject): string {
  const bound = (value: Json | undefined, tell: (bound: number) => string) =>
    typeof value === 'number' && Math.abs(value) < wide ? [tell(value)] : []
  const bounds = [
    ...bound(minimum, (least) => `≥ ${least}`),
    ...bound(exclusiveMinimum, (least) => `> ${least}`),
    ...bound(maximum, (most) => `≤ ${most}`),
    ...bound(exclusiveMaximum, (most) => `< ${most}`),
    ...bound(maxLength, (most) => `at most ${most} characters`),
  ]
  return bounds.length === 0 ? '' : ` ${bounds.join(', ')}`
}

function objectOf(value: Json | undefined): JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : {}
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : []
}
