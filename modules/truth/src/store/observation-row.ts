import type { LoggedObservation } from '../model/history.ts'
import type { Observation } from '../model/observation.ts'
import { schemaOf } from '../model/schemas.ts'
import { shapeOf } from '../model/shape.ts'
import type { ObservationTable } from './tables.ts'

/** An observation for `tableOf`: lists and JSON as texts. */
export function rowOf(observation: Observation) {
  return {
    id: observation.id,
    entity_id: observation.entityId,
    entity_type: observation.entityType,
    schema_version: observation.schemaVersion,
    source_id: observation.sourceId,
    run_id: observation.runId,
    is_live: true,
    observed_at: observation.observedAt,
    created_at: observation.recordedAt,
    specificity: observation.specificity,
    priority: observation.priority,
    correction: observation.correction,
    fields: JSON.stringify(observation.fields),
    fragments: JSON.stringify(observation.fragments),
    spans: JSON.stringify(observation.spans),
    identifier_ids: observation.keys.identifiers.join(' '),
    name_id: observation.keys.name ?? null,
    shape: shapeOf(schemaOf(observation.entityType), observation),
  }
}

/** The type of each column of such a row. */
export const observationTypes = {
  id: 'uuid',
  entity_id: 'text',
  entity_type: 'text',
  schema_version: 'text',
  source_id: 'uuid',
  run_id: 'uuid',
  is_live: 'boolean',
  observed_at: 'timestamptz',
  created_at: 'timestamptz',
  specificity: 'double precision',
  priority: 'integer',
  correction: 'integer',
  fields: 'jsonb',
  fragments: 'jsonb',
  spans: 'jsonb',
  identifier_ids: 'text',
  name_id: 'text',
  shape: 'uuid',
} as const

export function observationFrom(row: Omit<ObservationTable, 'user_id'>): Observation {
  return {
    id: row.id,
    entityId: row.entity_id,
    keys: { identifiers: row.identifier_ids, name: row.name_id ?? undefined },
    entityType: row.entity_type,
    schemaVersion: row.schema_version,
    sourceId: row.source_id,
    runId: row.run_id,
    observedAt: row.observed_at.toISOString(),
    recordedAt: row.created_at.toISOString(),
    specificity: row.specificity,
    priority: row.priority,
    correction: row.correction,
    fields: row.fields,
    fragments: row.fragments,
    spans: row.spans,
  }
}

export function loggedFrom(
  row: Omit<ObservationTable, 'user_id'> & { retired_at: Date | null },
): LoggedObservation {
  return { observation: observationFrom(row), retiredAt: row.retired_at?.toISOString() }
}
