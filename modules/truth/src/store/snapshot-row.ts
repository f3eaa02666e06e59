import type { PackedState } from '../model/packed-state.ts'
import { unpackState } from '../model/packed-state.ts'
import type { EntityState } from '../model/reducer.ts'
import type { SnapshotTable } from './tables.ts'

/** What is known about an entity. */
export interface SnapshotRow extends Omit<SnapshotTable, 'user_id' | 'state' | IndexedColumn> {
  readonly state: EntityState
}

type IndexedColumn = 'name_folded' | 'words'

/** The columns for readers; the others are only for indexes. */
export const snapshotColumns = [
  'entity_id',
  'entity_type',
  'schema_version',
  'canonical_name',
  'state',
  'observation_count',
  'last_observation_at',
] as const

export function snapshotFrom<Row extends { readonly state: PackedState }>(
  row: Row,
): Omit<Row, 'state'> & { readonly state: EntityState } {
  return { ...row, state: unpackState(row.state) }
}
