import type { Json, JsonObject } from '@quipu/kit'
import fc from 'fast-check'

/** A value that is known only when the call is made: one that the caller, or someone else, has been shown. */
export interface Seen {
  readonly $seen: 'own' | 'others'
  readonly kind: 'number' | 'string'
  readonly at: number
}
/** A text of the caller's own, which carries the caller's mark. */
export interface Marked {
  readonly $marked: string
}
export type Draft = Json | Seen | Marked | readonly Draft[] | { readonly [key: string]: Draft }

/** Few, so that everybody's texts contain the same words and everybody uses the same keys. */
const words = ['water', 'plants', 'call', 'the bank', '%', 'é']
export const key = fc.nat(80).map((number) => `key-${number}`)
const days = ['2026-11-01', '2026-11-02', '2026-12-24']

/** Inputs for a published schema, right ones mostly, with what others own where it fits. */
export function inputsFor(schema: Json | undefined, name = ''): fc.Arbitrary<Draft> {
  if (!isObject(schema)) return fc.constant({})
  const { enum: choices, anyOf, const: only } = schema
  if (only !== undefined) return fc.constant(only)
  if (Array.isArray(choices)) return fc.constantFrom(...(choices as readonly Json[]))
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map((each) => inputsFor(each as Json, name)))
  const { type } = schema
  const types = Array.isArray(type) ? (type as readonly Json[]) : [type ?? 'any']
  return fc.oneof(...types.map((each) => ofType(typeof each === 'string' ? each : 'any', schema, name)))
}

function ofType(type: string, schema: JsonObject, name: string): fc.Arbitrary<Draft> {
  switch (type) {
    case 'object':
      return objects(schema)
    case 'array':
      return fc.array(inputsFor(schema['items'], name), { maxLength: 3 })
    case 'integer':
    case 'number':
    case 'any':
      return fc.oneof(numbers(schema), seen('number', 'own'), seen('number', 'others'))
    case 'boolean':
      return fc.boolean()
    case 'null':
      return fc.constant(null)
    default:
      return strings(schema, name)
  }
}

function objects({ properties, required }: JsonObject): fc.Arbitrary<Draft> {
  if (!isObject(properties)) return fc.constant({})
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, schema]) => [name, inputsFor(schema, name)]),
  )
  const needed = (Array.isArray(required) ? required : []).map(String)
  return fc.record(model, { requiredKeys: needed }) as fc.Arbitrary<Draft>
}

function strings({ format }: JsonObject, name: string): fc.Arbitrary<Draft> {
  if (name === 'idempotency_key') return key
  if (format === 'date' || /date|day|due/.test(name)) return fc.constantFrom(...days)
  const word = fc.constantFrom(...words)
  return fc.oneof(
    { weight: 3, arbitrary: word.map(($marked) => ({ $marked })) },
    { weight: 3, arbitrary: word },
    { weight: 1, arbitrary: seen('string', 'own') },
    { weight: 1, arbitrary: seen('string', 'others') },
  )
}

function numbers({ minimum, maximum }: JsonObject): fc.Arbitrary<Draft> {
  const least = typeof minimum === 'number' ? minimum : 0
  const most = typeof maximum === 'number' ? maximum : least + 100
  return fc.integer({ min: least, max: Math.max(least, most) })
}

export function seen(kind: Seen['kind'], whose: Seen['$seen']): fc.Arbitrary<Seen> {
  return fc.nat(50).map((at) => ({ $seen: whose, kind, at }))
}

function isObject(value: Json | undefined): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}
