import type { KnownNames } from './known-names.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** How the parts of a query are rewritten. Passed on, so that files need not import each other in a circle. */
export interface Forms {
  readonly names: KnownNames
  /** As `from` gives it. */
  readonly subject: unknown
  /** Columns by the headings that `as` gave them, already rewritten. */
  readonly headings: ReadonlyMap<string, unknown>
  readonly query: (value: unknown) => unknown
  readonly expression: (value: unknown, forms: Forms) => unknown
  readonly conditions: (value: unknown, forms: Forms) => unknown
}

export const aggregates = ['count', 'sum', 'avg', 'min', 'max', 'median', 'stddev']

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [value]
}

export function without(value: JsonObject, ...names: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(value).filter(([name]) => !names.includes(name)))
}

/** The first of these keys that the object has. */
export function keyIn(value: JsonObject, names: readonly string[]): string | undefined {
  return names.find((name) => value[name] !== undefined)
}
