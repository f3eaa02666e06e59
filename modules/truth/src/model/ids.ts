import { createHash } from 'node:crypto'
import type { Json } from '@quipu/kit'
import canonicalize from 'canonicalize'

/** The same value gives the same text on every machine (RFC 8785). */
export function canonicalText(value: Json): string {
  // Only `undefined` and functions have no canonical text, and neither is JSON.
  return canonicalize(value)!
}

export function sha256(data: string | Uint8Array): string {
  return createHash('sha256').update(data).digest('hex')
}

export function sourceIdOf(contentHash: string): string {
  return uuidOf('source', contentHash)
}

/** One source, one configuration and one interpreter make one run, however often it is started. */
export function runIdOf(sourceId: string, interpreter: string, config: Json): string {
  return uuidOf('run', sourceId, interpreter, canonicalText(config))
}

/** `content` is everything that the observation says: its fields, fragments, spans and time. */
export function observationIdOf(runId: string, entityId: string, content: Json): string {
  return uuidOf('observation', runId, entityId, canonicalText(content))
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

/** `key` tells this entity from all others of its type. */
export function entityIdOf(entityType: string, key: string): string {
  return `ent_${sha256(`${entityType}:${key}`).slice(0, 24)}`
}

export const entityIdPattern = /^ent_[0-9a-f]{24}$/

/** Parts are joined by a character that no part contains after JSON escaping, so that no two lists give one text. */
function uuidOf(...parts: readonly string[]): string {
  const hex = sha256(JSON.stringify(parts))
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}
