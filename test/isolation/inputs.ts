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
/** A name of the caller's own, as admins may see it. */
export interface Named {
  readonly $named: string
}
/** An address that nobody has, or a password. */
export interface Fresh {
  readonly $fresh: 'email' | 'password'
}
/** The caller's own password. */
export interface Password {
  readonly $password: 'own'
}
/** What the caller keeps under this name, such as a token for another server. */
export interface Kept {
  readonly $kept: string
}
/** The id of a thing, whose kind is the part of the path before it. */
export interface Id {
  readonly $id: string
  readonly whose: 'own' | 'others'
  readonly at: number
}
/** A signed link of the caller's own, for an address that begins so. */
export interface Link {
  readonly $link: string
  readonly at: number
}
export type Draft =
  | Json
  | Seen
  | Marked
  | Named
  | Fresh
  | Password
  | Kept
  | Id
  | Link
  | readonly Draft[]
  | { readonly [key: string]: Draft }

/** Few, so that everybody's texts contain the same words and everybody uses the same keys. */
export const words = ['water', 'plants', 'call', 'the bank', '%', 'é']
export const key = fc.noBias(fc.nat(80)).map((number) => `key-${number}`)
const days = ['2026-11-01', '2026-11-02', '2026-12-24']
const moments = ['2026-11-01T08:00:00Z', '2026-12-24T18:00:00+01:00']

/** What fits where a schema does not say it all, by the name of the field. */
export type Ways = Readonly<Record<string, fc.Arbitrary<Draft>>>

/** Inputs for a published schema, right ones mostly, with what others own where it fits. */
export function inputsFor(schema: Json | undefined, name = '', ways: Ways = {}): fc.Arbitrary<Draft> {
  const known = Object.hasOwn(ways, name) ? ways[name] : undefined
  if (known !== undefined) return known
  if (!isObject(schema)) return fc.constant({})
  const { enum: choices, oneOf, anyOf = oneOf, const: only } = schema
  if (only !== undefined) return fc.constant(only)
  if (Array.isArray(choices)) return fc.constantFrom(...(choices as readonly Json[]))
  if (Array.isArray(anyOf)) return fc.oneof(...anyOf.map((each) => inputsFor(each as Json, name, ways)))
  const { type } = schema
  const types = Array.isArray(type) ? (type as readonly Json[]) : [type ?? 'any']
  return fc.oneof(...types.map((each) => ofType(typeof each === 'string' ? each : 'any', schema, name, ways)))
}

function ofType(type: string, schema: JsonObject, name: string, ways: Ways): fc.Arbitrary<Draft> {
  switch (type) {
    case 'object':
      return objects(schema, ways)
    case 'array':
      return fc.array(inputsFor(schema['items'], name, ways), { maxLength: 3 })
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

function objects(schema: JsonObject, ways: Ways): fc.Arbitrary<Draft> {
  const { properties, required, additionalProperties: more } = schema
  if (!isObject(properties)) return fc.constant({})
  const model = Object.fromEntries(
    Object.entries(properties).map(([name, each]) => [name, inputsFor(each, name, ways)]),
  )
  const needed = (Array.isArray(required) ? required : []).map(String)
  const isOpen = more === true || (isObject(more) && Object.keys(more).length === 0)
  const further: Ways = isOpen
    ? { note: strings({}, 'note'), plan: fc.record({ text: strings({}, '') }) }
    : {}
  return fc.record({ ...further, ...model }, { requiredKeys: needed }) as fc.Arbitrary<Draft>
}

function strings({ format }: JsonObject, name: string): fc.Arbitrary<Draft> {
  if (name === 'idempotency_key') return key
  if (format === 'uuid') return fc.uuid()
  if (format === 'date-time') return fc.constantFrom(...moments)
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
