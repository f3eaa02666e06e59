import type { Json, JsonObject } from '@quipu/kit'
import { canonicalText } from './ids.ts'
import type { Observation } from './observation.ts'
import type { EntitySchema, FieldSchema, Strategy } from './schema.ts'
import { fieldOf, strategyOf } from './schema.ts'

/**
 * The state from which a snapshot is read. Each part is the maximum of all observations, so the order in which
 * observations arrive does not matter, and one more observation costs the same for an entity that has 50,000.
 */
export type EntityState = Readonly<Record<string, FieldState>>

export interface FieldState {
  /** The winning value of the field as a whole; for a merged list a null or a correction that overrides the items. */
  readonly whole?: Claim
  /** For merged lists: each value with its latest claim. */
  readonly items?: readonly Claim[]
}

/** One value and the observation that gave it. */
export interface Claim {
  readonly value: Json
  readonly by: Voice
  /** The position of an item in its original list. */
  readonly at?: number
}

/** The parts of an observation that decide whether its values win. */
export type Voice = Pick<Observation, 'id' | 'correction' | 'observedAt' | 'priority' | 'specificity'>

export function fold(state: EntityState, schema: EntitySchema, observation: Observation): EntityState {
  const folded: Record<string, FieldState> = { ...state }
  for (const [field, value] of Object.entries(fieldsOf(schema, observation))) {
    const fieldSchema = fieldOf(schema, field)
    if (fieldSchema === undefined) continue
    folded[field] = foldField(folded[field] ?? {}, fieldSchema, value, observation)
  }
  return folded
}

export function reduce(schema: EntitySchema, observations: Iterable<Observation>): EntityState {
  let state: EntityState = {}
  for (const observation of observations) state = fold(state, schema, observation)
  return state
}

/** The current value of each field that has one, by field name. */
export function snapshotOf(state: EntityState): JsonObject {
  return byField(state, ({ whole, items }) => {
    const shown = shownItems(whole, items)
    if (shown.length > 0) return shown.map(({ value }) => value)
    return whole?.value ?? undefined
  })
}

/** The observation of each field of the snapshot; for a merged list that of its latest item. */
export function provenanceOf(state: EntityState): Readonly<Record<string, string>> {
  return byField(state, ({ whole, items }) => {
    const latest = shownItems(whole, items).at(-1)
    if (latest !== undefined) return latest.by.id
    return whole === undefined || whole.value === null ? undefined : whole.by.id
  })
}

/** Every observation that gave a part of the field's value. */
export function contributorsOf(field: FieldState): readonly string[] {
  const shown = shownItems(field.whole, field.items)
  if (shown.length > 0) return [...new Set(shown.map(({ by }) => by.id))]
  return field.whole === undefined ? [] : [field.whole.by.id]
}

/** Why a value lost against the winner: the first part of the order in which they differ. */
export function reasonForLoss(fieldSchema: FieldSchema, loser: Observation, winner: Observation): string {
  if (winner.correction > loser.correction)
    return loser.correction > 0 ? 'replaced by a later correction' : 'replaced by a correction'
  for (const part of orders[strategyOf(fieldSchema)]) {
    if (comparePart(part(winner), part(loser)) > 0) return reasons.get(part) ?? 'decided by id'
  }
  return 'decided by id: both are equal in every other respect'
}

/** Part by part, the greater wins. The last part is the observation's id, so no two observations tie. */
function compareClaims(strategy: Strategy, a: Claim, b: Claim): number {
  const byCorrection = a.by.correction - b.by.correction
  if (byCorrection !== 0) return byCorrection
  for (const part of orders[strategy]) {
    const order = comparePart(part(a.by), part(b.by))
    if (order !== 0) return order
  }
  return comparePart(a.by.id, b.by.id) || (a.at ?? -1) - (b.at ?? -1)
}

/** A fragment counts as a field as soon as the schema knows it. */
export function fieldsOf(schema: EntitySchema, { fields, fragments }: Observation): JsonObject {
  const known = Object.entries(fragments).filter(([field]) => fieldOf(schema, field) !== undefined)
  return known.length === 0 ? fields : { ...Object.fromEntries(known), ...fields }
}

type Part = (by: Voice) => number | string
const latest: Part = ({ observedAt }) => observedAt
const priority: Part = (by) => by.priority
const specificity: Part = (by) => by.specificity

const orders: Readonly<Record<Strategy, readonly Part[]>> = {
  last_write: [latest, priority, specificity],
  highest_priority: [priority, specificity, latest],
  most_specific: [specificity, priority, latest],
  merge_array: [latest, priority, specificity],
}

const reasons = new Map<Part, string>([
  [latest, 'another source is later'],
  [priority, 'another source has a higher priority'],
  [specificity, 'another source states it more directly'],
])

function foldField(
  state: FieldState,
  schema: FieldSchema,
  value: Json,
  observation: Observation,
): FieldState {
  const strategy = strategyOf(schema)
  const { id, correction, observedAt, priority: said, specificity: directness } = observation
  const by = { id, correction, observedAt, priority: said, specificity: directness }
  if (strategy !== 'merge_array' || value === null || correction > 0)
    return { ...state, whole: greater(strategy, state.whole, { value, by }) }

  const items = new Map((state.items ?? []).map((item) => [canonicalText(item.value), item]))
  for (const [at, item] of (Array.isArray(value) ? value : [value]).entries()) {
    const key = canonicalText(item)
    items.set(key, greater(strategy, items.get(key), { value: item, by, at }))
  }
  return { ...state, items: [...items.values()].toSorted((a, b) => compareClaims(strategy, a, b)) }
}

/** A null clears earlier values. A correction replaces the whole list. */
function shownItems(whole: Claim | undefined, items: readonly Claim[] = []): readonly Claim[] {
  if (whole === undefined) return items
  return items.filter((item) => compareClaims('merge_array', item, whole) > 0)
}

function greater(strategy: Strategy, a: Claim | undefined, b: Claim): Claim {
  return a !== undefined && compareClaims(strategy, a, b) >= 0 ? a : b
}

function byField<Value>(
  state: EntityState,
  read: (field: FieldState) => Value | undefined,
): Readonly<Record<string, Value>> {
  const found: Record<string, Value> = {}
  for (const field of Object.keys(state).toSorted()) {
    const value = read(state[field]!)
    if (value !== undefined) found[field] = value
  }
  return found
}

function comparePart(a: number | string, b: number | string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
