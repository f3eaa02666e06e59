import { hash } from 'node:crypto'
import type { Json, JsonObject } from '@quipu/kit'

/** The same value gives the same text on every machine (RFC 8785): keys in the order of their UTF-16 units. */
export function canonicalText(value: Json): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(',')}]`
  const entries: string[] = []
  // Array.isArray does not narrow a readonly list in TypeScript; here only an object is left.
  const object = value as JsonObject
  for (const key of Object.keys(object).toSorted()) {
    const entry = object[key]
    // JSON has no undefined values.
    if (entry !== undefined) entries.push(`${JSON.stringify(key)}:${canonicalText(entry)}`)
  }
  return `{${entries.join(',')}}`
}

export function sha256(data: string | Uint8Array): string {
  return hash('sha256', data, 'hex')
}

export function sourceIdOf(contentHash: string): string {
  return uuidOf('source', contentHash)
}

/** One source, one configuration and one interpreter make one run, however often it is started. */
export function runIdOf(sourceId: string, interpreter: string, config: Json): string {
  return uuidOf('run', sourceId, interpreter, canonicalText(config))
}

/** `content` is the whole observation: its fields, fragments, spans and time. */
export function observationIdOf(runId: string, entityId: string, content: Json): string {
  return uuidOf('observation', runId, entityId, canonicalText(content))
}

/** `content` is everything in which observations of one shape are equal. */
export function shapeIdOf(content: string): string {
  return uuidOf('shape', content)
}

export function relationshipIdOf(type: string, sourceEntityId: string, targetEntityId: string): string {
  return uuidOf('relationship', type, sourceEntityId, targetEntityId)
}

export function eventIdOf(sourceId: string, entityId: string, field: string, timestamp: string): string {
  return uuidOf('event', sourceId, entityId, field, timestamp)
}

export function mergeIdOf(fromId: string, toId: string, mergedAt: string): string {
  return uuidOf('merge', fromId, toId, mergedAt)
}

/** `key` distinguishes this entity from all others of its type. */
export function entityIdOf(entityType: string, key: string): string {
  return `ent_${sha256(`${entityType}:${key}`).slice(0, 24)}`
}

export const entityIdPattern = /^ent_[0-9a-f]{24}$/

/** Parts are joined by a character that no part contains after JSON escaping, so that different lists give different texts. */
function uuidOf(...parts: readonly string[]): string {
  const hex = sha256(JSON.stringify(parts))
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
