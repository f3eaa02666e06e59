import { createHash } from 'node:crypto'

/** The same for the same request, whatever the order of its fields. */
export function requestHash(request: unknown): string {
  return createHash('sha256').update(JSON.stringify(request, inOrder)).digest('base64url')
}

function inOrder(_key: string, value: unknown): unknown {
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value
  return Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
}
