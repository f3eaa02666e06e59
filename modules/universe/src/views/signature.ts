import type { Json, JsonObject } from '@quipu/kit'
import { jsonSchemaOf } from '@quipu/kit'
import { Color, Id } from '../domain/scalars.ts'

/** Bounds as wide as this only keep arithmetic finite; people who write commands need not know them. */
const wide = 1e15
/** An object of so few fields is spelled out wherever it stands. */
const few = 3

const words = new Map<Json | undefined, string>([
  [jsonSchemaOf(Id)['pattern'], 'id'],
  [jsonSchemaOf(Color)['pattern'], 'color'],
])

/** The fields of commands in one line each, in TypeScript notation. Repeated parts refer to the first one. */
export class Signatures {
  readonly #described: { readonly place: string; readonly names: ReadonlySet<string> }[] = []

  of(type: string, schema: JsonObject): string {
    const { type: _, ...fields } = objectOf(schema['properties'])
    return this.#fields(fields, schema['required'], type, 0)
  }

  #fields(fields: JsonObject, required: Json | undefined, place: string, depth: number): string {
    const needed = new Set(Array.isArray(required) ? required : [])
    const ofKind = new Map<string, string[]>()
    for (const [name, field] of Object.entries(fields)) {
      const isNeeded = needed.has(name)
      const kind = this.#text(objectOf(field), `${place}.${name}`, isNeeded ? depth : depth - 1)
      ofKind.set(kind, [...(ofKind.get(kind) ?? []), isNeeded ? name : `${name}?`])
    }
    return `{${Array.from(ofKind, ([kind, names]) => `${names.join(', ')}: ${kind}`).join('; ')}}`
  }

  #text(field: JsonObject, place: string, depth: number): string {
    const {
      const: only,
      enum: values,
      anyOf,
      items,
      properties,
      additionalProperties: entries,
      pattern,
    } = field
    if (only !== undefined) return quoted(only)
    if (Array.isArray(values)) return values.map(quoted).join('|')
    if (Array.isArray(anyOf)) return anyOf.map((each) => this.#text(objectOf(each), place, depth)).join('|')
    if (items !== undefined && items !== false) return `${this.#text(objectOf(items), place, depth)}[]`
    if (properties !== undefined) return this.#object(field, place, depth)
    if (entries !== undefined) return `{[id]: ${this.#text(objectOf(entries), `${place}[id]`, depth)}}`
    const { type } = field
    return words.get(pattern) ?? `${typeof type === 'string' ? type : 'any'}${rangeOf(field)}`
  }

  #object(field: JsonObject, place: string, depth: number): string {
    const fields = objectOf(field['properties'])
    const names = Object.keys(fields)
    if (names.length > few) {
      const known = this.#described.find(
        (described) => !place.startsWith(described.place) && names.every((name) => described.names.has(name)),
      )
      if (known !== undefined) return `fields of ${known.place}`
      if (depth < 0) return '{…}'
      this.#described.push({ place, names: new Set(names) })
    }
    return this.#fields(fields, field['required'], place, depth)
  }
}

/** Single quotes need no escape inside of JSON. */
function quoted(value: Json): string {
  return typeof value === 'string' ? `'${value}'` : JSON.stringify(value)
}

function rangeOf({ minimum, exclusiveMinimum, maximum, exclusiveMaximum }: JsonObject): string {
  const bound = (sign: string, value: Json | undefined) =>
    typeof value === 'number' && Math.abs(value) < wide ? `${sign}${value}` : ''
  return [
    bound('≥', minimum),
    bound('>', exclusiveMinimum),
    bound('≤', maximum),
    bound('<', exclusiveMaximum),
  ].join('')
}

function objectOf(value: Json | undefined): JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as JsonObject) : {}
}
