import { SourceError } from '../source.ts'

export function refuse(message: string): never {
  throw new SourceError('refused', message)
}

/** Names in a message: short, and without control characters. */
export function shown(name: string): string {
  return `"${name.replace(/[\p{Cc}\p{Cf}]/gu, ' ').slice(0, 80)}"`
}
