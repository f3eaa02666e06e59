import type { Json, JsonObject } from '@quipu/kit'
import type { Span } from './span.ts'

/** What one run over one source said about one entity. It never changes. */
export interface Observation {
  readonly id: string
  /** The key that the observation itself gives. Entities are joined above it, never here. */
  readonly entityId: string
  /** Every key that the observation gives: see `identity.ts`. */
  readonly keys: ObservationKeys
  readonly entityType: string
  readonly schemaVersion: string
  readonly sourceId: string
  readonly runId: string
  /** When it was so, as far as the source tells. ISO 8601 in UTC. */
  readonly observedAt: string
  /** When we learned it. ISO 8601 in UTC. */
  readonly recordedAt: string
  /** 0 to 1: how directly the source states it. */
  readonly specificity: number
  readonly priority: number
  /** 0 for what a source says. A correction counts up from the correction before it. */
  readonly correction: number
  /** Fields that the schema knows. An explicit null clears the field. */
  readonly fields: JsonObject
  /** Fields that the schema does not know. They are kept, and move to `fields` when it does. */
  readonly fragments: JsonObject
  /** Where in the source each field stands. */
  readonly spans: Readonly<Record<string, Span>>
}

export interface ObservationKeys {
  /** Entity ids of the strong identifiers, in the order of the schema. */
  readonly identifiers: readonly string[]
  /** Entity id of the canonical name. */
  readonly name: string | undefined
}

/** What an interpreter says about one entity, before it has an id. */
export interface Statement {
  readonly entityType: string
  readonly fields: Readonly<Record<string, Json>>
  readonly spans: Readonly<Record<string, Span>>
  /** When it was so. Default: the date of the source. */
  readonly observedAt?: string | undefined
  readonly specificity: number
}
