import type { Json, JsonObject } from '@quipu/kit'
import { fieldValue, instantOf, typeInWords } from './field-value.ts'
import { observationIdOf } from './ids.ts'
import type { Keys } from './identity.ts'
import { keysOf } from './identity.ts'
import type { Observation, Statement } from './observation.ts'
import type { EntitySchema } from './schema.ts'
import { fieldOf } from './schema.ts'

export interface Origin {
  readonly sourceId: string
  readonly runId: string
  /** For statements without a time of their own. */
  readonly observedAt: string
  readonly recordedAt: string
  readonly priority: number
}

export interface Observed {
  readonly observation: Observation
  readonly keys: Keys
}

/** A value that does not fit the type of its field. */
export interface Misfit {
  readonly index: number
  readonly entityType: string
  readonly field: string
  readonly expected: string
}

/**
 * Turns the statements of an interpreter into observations. The same statements give the same ids. `seen` counts equal
 * statements; it is passed along if one run has several parts.
 */
export function observe(
  origin: Origin,
  statements: readonly Statement[],
  schemas: ReadonlyMap<string, EntitySchema>,
  seen = new Map<string, number>(),
): { readonly observed: readonly Observed[]; readonly misfits: readonly Misfit[] } {
  const misfits: Misfit[] = []
  const byId = new Map<string, Observed>()
  for (const [index, statement] of statements.entries()) {
    const schema = schemas.get(statement.entityType)
    if (schema === undefined) throw new Error(`No schema for ${statement.entityType}`)
    const parts = partsOf(schema, statement.fields)
    misfits.push(...parts.misfits.map((field) => misfitOf(index, schema, field)))
    const found = observationOf(origin, schema, statement, parts, keysIn(seen, schema, parts.fields))
    byId.set(found.observation.id, found)
  }
  return { observed: [...byId.values()], misfits }
}

interface Parts {
  readonly fields: JsonObject
  readonly fragments: JsonObject
  readonly misfits: readonly string[]
}

function observationOf(
  origin: Origin,
  schema: EntitySchema,
  statement: Statement,
  { fields, fragments }: Parts,
  keys: Keys,
): Observed {
  const observedAt = (statement.observedAt && instantOf(statement.observedAt)) || origin.observedAt
  const { specificity, spans } = statement
  const observation: Observation = {
    // A span contains only texts and numbers, so it is JSON.
    id: observationIdOf(origin.runId, keys.entityId, {
      fields,
      fragments,
      spans: spans as unknown as Json,
      specificity,
    }),
    entityId: keys.entityId,
    keys: keys.keys,
    entityType: schema.entityType,
    schemaVersion: schema.version,
    sourceId: origin.sourceId,
    runId: origin.runId,
    observedAt,
    recordedAt: origin.recordedAt,
    specificity,
    priority: origin.priority,
    correction: 0,
    fields,
    fragments,
    spans,
  }
  return { observation, keys }
}

function partsOf(schema: EntitySchema, given: Readonly<Record<string, Json>>): Parts {
  const fields: Record<string, Json> = {}
  const fragments: Record<string, Json> = {}
  const misfits: string[] = []
  for (const [name, value] of Object.entries(given)) {
    const field = fieldOf(schema, name)
    const converted = field === undefined ? undefined : fieldValue(field, value)
    if (field === undefined) fragments[name] = value
    else if (converted === undefined) misfits.push(name)
    else fields[name] = converted
  }
  return { fields, fragments, misfits }
}

function misfitOf(index: number, schema: EntitySchema, field: string): Misfit {
  const expected = typeInWords[fieldOf(schema, field)!.type]
  return { index, entityType: schema.entityType, field, expected }
}

/** The keys of a statement. One that equals earlier ones of its source is about another entity if its schema says so. */
function keysIn(seen: Map<string, number>, schema: EntitySchema, fields: JsonObject): Keys {
  const keys = keysOf(schema, fields)
  if (!schema.isRepeatable) return keys
  const count = seen.get(keys.entityId) ?? 0
  seen.set(keys.entityId, count + 1)
  return count === 0 ? keys : keysOf(schema, fields, count)
}
