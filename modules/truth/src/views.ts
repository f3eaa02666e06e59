import type { JsonObject } from '@quipu/kit'
import type { Suggestion } from './duplicates.ts'
import { cutText } from './model/cut-text.ts'
import type { Observation } from './model/observation.ts'
import { snapshotOf } from './model/reducer.ts'
import type { SnapshotRow } from './store/snapshot-row.ts'
import type { EventTable, RelationshipTable } from './store/tables.ts'
import type { RunRow, SourceHead } from './store/log-store.ts'

export interface SnapshotView {
  readonly entity_id: string
  readonly entity_type: string
  readonly canonical_name: string
  readonly schema_version: string
  readonly snapshot: JsonObject
  readonly provenance: Readonly<Record<string, string>>
  readonly computed_at: string
  readonly observation_count: number
  readonly last_observation_at: string
  readonly possible_duplicates?: readonly SuggestionView[]
}

/** Another entity that may be the same, and the weight of each field in bits. */
export interface SuggestionView {
  readonly entity_id: string
  readonly name: string
  readonly probability: number
  readonly why: Readonly<Record<string, number>>
}

export function suggestionView({ other, otherName, probability, why }: Suggestion): SuggestionView {
  return {
    entity_id: other,
    name: cutText(otherName, longestName),
    probability: Math.round(probability * 10_000) / 10_000,
    why: Object.fromEntries(why.slice(0, 5).map(({ field, weight }) => [field, weight])),
  }
}

/** In a reply: some entities are named by a whole text. */
export const longestName = 100

export interface EntityView {
  readonly id: string
  readonly entity_type: string
  readonly canonical_name: string
  readonly snapshot?: JsonObject
  readonly observation_count: number
  readonly last_observation_at: string
}

export function entityView(row: SnapshotRow, withSnapshot: boolean): EntityView {
  return {
    id: row.entity_id,
    entity_type: row.entity_type,
    canonical_name: row.canonical_name,
    ...(withSnapshot ? { snapshot: snapshotOf(row.state) } : {}),
    observation_count: row.observation_count,
    last_observation_at: row.last_observation_at.toISOString(),
  }
}

export interface ObservationView {
  readonly id: string
  readonly entity_id: string
  readonly entity_type: string
  readonly schema_version: string
  readonly source_id: string
  readonly observed_at: string
  readonly specificity_score: number
  readonly source_priority: number
  readonly fields: JsonObject
  readonly fragments?: JsonObject
  readonly created_at: string
}

/** `entityId` is the current id of the entity. */
export function observationView(one: Observation, entityId: string): ObservationView {
  return {
    id: one.id,
    entity_id: entityId,
    entity_type: one.entityType,
    schema_version: one.schemaVersion,
    source_id: one.sourceId,
    observed_at: one.observedAt,
    specificity_score: one.specificity,
    source_priority: one.priority,
    fields: one.fields,
    ...(Object.keys(one.fragments).length === 0 ? {} : { fragments: one.fragments }),
    created_at: one.recordedAt,
  }
}

export function sourceView(source: SourceHead) {
  return {
    id: source.id,
    kind: source.kind,
    content_hash: source.content_hash,
    mime_type: source.mime_type,
    ...(source.original_filename === null ? {} : { original_filename: source.original_filename }),
    file_size: source.file_size,
    created_at: source.created_at.toISOString(),
  }
}

export function runView(run: RunRow) {
  const { id, status, interpreter, entities_created, observations_created, notes, created_at } = run
  return {
    run_id: id,
    status,
    interpreter,
    entities_created,
    observations_created,
    notes,
    created_at: created_at.toISOString(),
  }
}

export function relationshipView(row: Omit<RelationshipTable, 'user_id'>) {
  return {
    id: row.id,
    relationship_type: row.relationship_type,
    source_entity_id: row.source_entity_id,
    target_entity_id: row.target_entity_id,
    ...(row.metadata === null ? {} : { metadata: row.metadata }),
    created_at: row.created_at.toISOString(),
  }
}

export function eventView(row: Omit<EventTable, 'user_id'>) {
  return {
    id: row.id,
    event_type: row.event_type,
    event_timestamp: row.at.toISOString(),
    source_id: row.source_id,
    entity_ids: [row.entity_id],
    properties: { field: row.field, value: row.value },
  }
}
