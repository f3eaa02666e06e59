import { queryBuilder, type Generated } from '@quipu/kit'
import type { FieldStatistics, Understood } from '@quipu/query'

type OfVersion<Row> = { readonly ontology_id: string; readonly version: number } & Row

/** The columns of each table. */
export interface Tables {
  readonly connections: {
    readonly id: Generated<string>
    readonly name: string
    readonly kind: string
    readonly sealed_settings: string
    readonly created_at: Date
    readonly updated_at: Date
  }
  readonly ontologies: {
    readonly id: Generated<string>
    readonly connection_id: string
    readonly name: string
    readonly description: string | null
    readonly status: 'creating' | 'ready' | 'failed'
    readonly reason: string | null
    readonly progress: unknown
    readonly leave_out: unknown
    readonly dialect: string | null
    readonly version: Generated<number>
    readonly last_version: Generated<number>
    readonly revision: Generated<number>
    readonly dataset_count: Generated<number>
    readonly field_count: Generated<number>
    readonly relationship_count: Generated<number>
    readonly value_count: Generated<number>
    readonly created_at: Date
    readonly updated_at: Date
    readonly refreshed_at: Date | null
  }
  readonly ontology_datasets: OfVersion<{
    readonly position: number
    readonly name: string
    readonly source: string
    readonly path: readonly string[]
    readonly label: string
    readonly description: string | null
    readonly synonyms: readonly string[]
    readonly row_count: number
    readonly primary_key: readonly string[]
    readonly is_junction: boolean
    readonly reading: Understood | null
  }>
  readonly ontology_fields: OfVersion<{
    readonly dataset: string
    readonly position: number
    readonly name: string
    readonly column_name: string
    readonly type: string
    readonly native_type: string
    readonly is_integer: boolean
    readonly role: string
    readonly label: string
    readonly description: string | null
    readonly unit: string | null
    readonly synonyms: readonly string[]
    readonly sample: readonly string[]
    readonly is_primary_key: boolean
    readonly is_unique: boolean
    readonly is_nullable: boolean
    readonly time_format: string | null
    readonly is_indexed: boolean
    readonly is_partial: boolean
    readonly statistics: FieldStatistics
    readonly reading: Understood | null
  }>
  readonly ontology_relationships: OfVersion<{
    readonly position: number
    readonly name: string
    readonly from_dataset: string
    readonly to_dataset: string
    readonly from_fields: readonly string[]
    readonly to_fields: readonly string[]
    readonly cardinality: string
    readonly origin: string
    readonly confidence: number
    readonly synonyms: readonly string[]
  }>
  readonly ontology_values: OfVersion<{
    readonly dataset: string
    readonly field: string
    readonly part: number
    readonly texts: readonly string[]
  }>
  readonly ontology_overlays: {
    readonly ontology_id: string
    readonly kind: string
    readonly position: number
    readonly entry: unknown
  }
  readonly conversations: {
    readonly id: Generated<string>
    readonly user_id: string
    readonly ontology_id: string | null
    readonly is_workspace: Generated<boolean>
    readonly title: string
    readonly client_name: string | null
    readonly created_at: Date
    readonly updated_at: Date
  }
  readonly conversation_turns: {
    readonly user_id: string
    readonly conversation_id: string
    readonly position: number
    readonly question: string
    readonly status: string
    readonly artifacts: unknown
    readonly answer: unknown
    readonly created_at: Date
  }
  readonly reading_preferences: {
    readonly id: Generated<string>
    readonly user_id: string
    readonly ontology_id: string | null
    readonly label: string
    readonly choice: string
    readonly created_at: Date
    readonly updated_at: Date
  }
  readonly uploaded_files: {
    readonly id: Generated<string>
    readonly user_id: string
    readonly upload_id: string
    readonly connection_id: string | null
    readonly name: string
    readonly sha256: string
    readonly size: number
    readonly created_at: Date
  }
}

export const queries = queryBuilder<Tables>()

const uuid = /^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i

/** Any other text cannot be the id of a row, and PostgreSQL would refuse the statement. */
export function isId(text: string): boolean {
  return uuid.test(text)
}
