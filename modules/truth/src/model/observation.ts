import type { Json, JsonObject } from '@quipu/kit'
import type { Span } from './span.ts'

/** What one run over one source found about one entity. It never changes. */
export interface Observation {
  readonly id: string
  /** The key of the observation itself. Joining entities does not change it. */
  readonly entityId: string
  /** All keys of the observation: see `identity.ts`. */
  readonly keys: ObservationKeys
  readonly entityType: string
  readonly schemaVersion: string
  readonly sourceId: string
  readonly runId: string
  /** The time for which it holds, as far as the source gives one. ISO 8601 in UTC. */
  readonly observedAt: string
  /** When we learned it. ISO 8601 in UTC. */
  readonly recordedAt: string
  /** 0 to 1: how directly the source states it. */
  readonly specificity: number
  readonly priority: number
  /** 0 for a statement of a source. A correction has the number after the previous correction. */
  readonly correction: number
  /** Fields that the schema knows. An explicit null clears the field. */
  readonly fields: JsonObject
  /** Fields that the schema does not know. They are kept, and move to `fields` when it does. */
  readonly fragments: JsonObject
  /** The place of each field in the source. */
  readonly spans: Readonly<Record<string, Span>>
}

export interface ObservationKeys {
  /** Entity ids of the strong identifiers, in the order of the schema. */
  readonly identifiers: readonly string[]
  /** Entity id of the canonical name. */
  readonly name: string | undefined
}

/** A statement of an interpreter about one entity, before it has an id. */
export interface Statement {
  readonly entityType: string
  readonly fields: Readonly<Record<string, Json>>
  readonly spans: Readonly<Record<string, Span>>
  /** The time for which it holds. Default: the date of the source. */
  readonly observedAt?: string | undefined
  readonly specificity: number
}
