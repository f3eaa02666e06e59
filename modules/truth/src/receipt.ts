import type { Json } from '@quipu/kit'
import { cutText } from './model/cut-text.ts'
import type { Observation } from './model/observation.ts'
import type { Effects } from './recorder.ts'
import type { UnknownFields } from './unknown-names.ts'
import { unknownFieldsOf } from './unknown-names.ts'
import type { SuggestionView } from './views.ts'
import { longestName, suggestionView } from './views.ts'

/** What a write did, and how to undo it. Long lists are cut, with the number of entries left out. */
export interface Receipt {
  readonly created: readonly string[]
  readonly matched: readonly { readonly entity_id: string; readonly matched_by: string }[]
  readonly changed: readonly {
    readonly entity_id: string
    readonly field: string
    /** Absent for an erasure. */
    readonly from?: Json
    readonly to: Json
  }[]
  readonly joined?: readonly { readonly entity_id: string; readonly into: string }[]
  /** Entities that may be the same. Nothing is merged automatically: merge_entities does it. */
  readonly possible_duplicates?: readonly (SuggestionView & {
    readonly same_as: string
    readonly same_as_name: string
  })[]
  /** What was said under names that the type does not have. */
  readonly unknown_fields?: readonly UnknownFields[]
  /** How many entries were left out of the lists above. */
  readonly left_out?: number
  readonly undo: string
}

/** The receipt of an erasure, which may be stored under the call's idempotency key: it does not repeat what was erased. */
export function erasureReceiptOf(effects: Effects, undo: string): Receipt {
  const { changed, ...receipt } = receiptOf(effects, undo)
  return { ...receipt, changed: changed.map(({ entity_id, field, to }) => ({ entity_id, field, to })) }
}

export function receiptOf(
  effects: Effects,
  undo: string,
  observations: readonly Observation[] = [],
): Receipt {
  const unknown = unknownFieldsOf(observations)
  const { created, matched, changes, joined } = effects
  const leftOut = [created, matched, changes, joined].reduce(
    (sum, list) => sum + Math.max(0, list.length - most),
    0,
  )
  return {
    created: created.slice(0, most),
    matched: matched.slice(0, most).map(({ entityId, by }) => ({ entity_id: entityId, matched_by: by })),
    changed: changes.slice(0, most).map(({ entityId, field, from, to }) => ({
      entity_id: entityId,
      field,
      from: shortened(from),
      to: shortened(to),
    })),
    ...(joined.length === 0
      ? {}
      : { joined: joined.slice(0, most).map(({ entityId, into }) => ({ entity_id: entityId, into })) }),
    ...(effects.suggested.length === 0
      ? {}
      : {
          possible_duplicates: effects.suggested.slice(0, mostSuggested).map((one) => ({
            ...suggestionView({ ...one, other: one.entityId, otherName: one.name }),
            same_as: one.other,
            same_as_name: cutText(one.otherName, longestName),
          })),
        }),
    ...(unknown.length === 0 ? {} : { unknown_fields: unknown }),
    ...(leftOut === 0 ? {} : { left_out: leftOut }),
    undo,
  }
}

const most = 10
const mostSuggested = 5

function shortened(value: Json): Json {
  return typeof value === 'string' ? cutText(value) : value
}
