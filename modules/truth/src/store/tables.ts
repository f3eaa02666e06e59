import type { Json, JsonObject } from '@quipu/kit'
import type { Generated } from '@quipu/kit'
import { queryBuilder, sql } from '@quipu/kit'
import type { Span } from '../model/span.ts'
import type { PackedState } from '../model/packed-state.ts'

export interface Owner {
  readonly userId: string
}

export interface SourceTable {
  user_id: string
  id: string
  kind: 'file' | 'structured' | 'correction'
  content_hash: string
  mime_type: string
  original_filename: string | null
  file_size: number
  /** The content of a structured source or a correction, as canonical JSON. Files are blobs. */
  content: string | null
  /** The text of a file that spans point into, pages separated by a form feed. A long one is cut. */
  text: string | null
  observed_at: Date
  provenance: Json
  created_at: Date
}

interface SourceWordsTable {
  user_id: string
  source_id: string
  words: string
}

export interface RunTable {
  user_id: string
  id: string
  source_id: string
  number: number
  interpreter: string
  config: Json
  status: 'running' | 'done' | 'failed' | 'needs_ocr'
  notes: Json
  entities_created: number
  observations_created: number
  created_at: Date
}

export interface ObservationTable {
  user_id: string
  id: string
  entity_id: string
  entity_type: string
  schema_version: string
  source_id: string
  run_id: string
  is_live: boolean
  observed_at: Date
  created_at: Date
  specificity: number
  priority: number
  correction: number
  fields: JsonObject
  fragments: JsonObject
  spans: Readonly<Record<string, Span>>
  identifier_ids: string[]
  name_id: string | null
}

export interface EntityTable {
  user_id: string
  id: string
  head_id: string
  entity_type: string
  is_name: boolean
  /** Several entities carry this name, so it stands for none of them. */
  is_contested: boolean
  created_at: Date
}

export interface SnapshotTable {
  user_id: string
  entity_id: string
  entity_type: string
  schema_version: string
  canonical_name: string
  state: PackedState
  /** The name and all values, folded for search. */
  name_folded: string
  words: string
  observation_count: number
  last_observation_at: Date
}

export interface MergeTable {
  user_id: string
  id: string
  number: number
  from_id: string
  to_id: string
  reason: string | null
  merged_at: Date
  undone_at: Date | null
}

export type MergeRow = Omit<MergeTable, 'user_id'>

export interface RelationshipTable {
  user_id: string
  id: string
  relationship_type: string
  source_entity_id: string
  target_entity_id: string
  metadata: JsonObject | null
  created_at: Date
}

export interface EventTable {
  user_id: string
  id: string
  event_type: string
  at: Date
  source_id: string
  entity_id: string
  field: string
  value: string
}

interface Tables {
  truth_sources: SourceTable
  truth_runs: RunTable
  truth_readings: { user_id: string; run_id: string; place: Json; text: string }
  truth_observations: ObservationTable & { shape: string }
  truth_entities: EntityTable
  truth_links: { user_id: string; from_id: string; to_id: string }
  truth_lookups: { user_id: string; lookup: string; entity_id: string }
  truth_snapshots: SnapshotTable
  own_truth_snapshots: SnapshotTable
  truth_source_words: SourceWordsTable
  own_truth_source_words: SourceWordsTable
  truth_merges: Omit<MergeTable, 'number' | 'undone_at'> & {
    number: Generated<number>
    undone_at: Generated<Date | null>
  }
  truth_relationships: RelationshipTable
  truth_events: EventTable
}

export const queries = queryBuilder<Tables>()

/**
 * These ids as a table, for any number of them. A list would be searched linearly for each row that a
 * plan reads. One id is only compared: the store then plans the statement once, not for each list.
 */
export function among(ids: readonly string[]) {
  return ids.length === 1 ? sql<string>`(${ids[0]})` : sql<string>`(select unnest(${ids}::text[]))`
}

export function amongUuids(ids: readonly string[]) {
  return ids.length === 1 ? sql<string>`(${ids[0]})` : sql<string>`(select unnest(${ids}::uuid[]))`
}

/**
 * These rows as a table. A list for each column is shorter than an object for each row, and the store reads it faster. JSON is
 * passed as its text.
 */
export function tableOf<Row extends object>(
  rows: readonly Row[],
  types: { readonly [Column in keyof Row & string]: string },
) {
  const columns = Object.keys(types) as (keyof Row & string)[]
  const lists = columns.map((column) => sql`${rows.map((row) => row[column])}::${sql.raw(types[column])}[]`)
  return sql`unnest(${sql.join(lists)}) as given (${sql.join(columns.map((column) => sql.ref(column)))})`
}

/** Merges of these keys, at either end. Two conditions joined by "or" would read the whole table. */
export function mergesOf({ userId }: Owner, ids: readonly string[]) {
  const touching = (end: 'from_id' | 'to_id') =>
    queries.selectFrom('truth_merges').selectAll().where('user_id', '=', userId).where(end, 'in', among(ids))
  return queries.selectFrom(touching('from_id').union(touching('to_id')).as('touching')).selectAll()
}

/** The columns of an observation, without its owner. */
export const observationColumns = [
  'id',
  'entity_id',
  'entity_type',
  'schema_version',
  'source_id',
  'run_id',
  'is_live',
  'observed_at',
  'created_at',
  'specificity',
  'priority',
  'correction',
  'fields',
  'fragments',
  'spans',
  'identifier_ids',
  'name_id',
] as const
