import { z } from 'zod'
import type { Json, JsonObject } from './json.ts'

/** As published in `tools/list`: JSON Schema 2020-12 with nothing that only costs tokens. */
export function jsonSchemaOf(schema: z.ZodType): JsonObject {
  const full = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as JsonObject
  // A JSON object stays one: entries are dropped, and none changes its type.
  return strip({ ...full }, true) as JsonObject
}

function strip(node: Json, isSchema: boolean): Json {
  if (Array.isArray(node)) return node.map((item) => strip(item, isSchema))
  if (node === null || typeof node !== 'object') return node
  const kept: Record<string, Json> = {}
  for (const [key, value] of Object.entries(node)) {
    if (isSchema && (isNoise(key, value) || (key === 'type' && 'enum' in node))) continue
    kept[key] = strip(value, key !== 'properties' && key !== 'default' && key !== 'enum' && key !== 'const')
  }
  return kept
}

function isNoise(key: string, value: Json): boolean {
  if (key === '$schema') return true
  if (key === 'additionalProperties') return value === false || isEmpty(value)
  return value === { maximum: Number.MAX_SAFE_INTEGER, minimum: Number.MIN_SAFE_INTEGER }[key]
}

function isEmpty(value: Json): boolean {
  return value !== null && typeof value === 'object' && Object.keys(value).length === 0
}
