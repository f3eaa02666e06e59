import { createHash } from 'node:crypto'
import type { Model } from './model.ts'

/** The same for the same content, however it came about: sha-256 of the state with its keys sorted. */
export function hashOf(model: Model): string {
  return createHash('sha256').update(canonical(model.state())).digest('hex')
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null'
  const fields = Object.entries(value)
    .filter(([, field]) => field !== undefined)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
  return `{${fields.map(([name, field]) => `${JSON.stringify(name)}:${canonical(field)}`).join(',')}}`
}
