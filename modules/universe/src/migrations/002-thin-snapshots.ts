import type { Migration } from '@quipu/kit'

/** No caller may delete a snapshot; the job that thins them out may. */
export const thinSnapshots: Migration = {
  id: '002-thin-snapshots',
  sql: `grant delete on universe_snapshots to quipu_system`,
}
