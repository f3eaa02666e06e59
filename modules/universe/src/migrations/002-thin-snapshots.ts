import type { Migration } from '@quipu/kit'

/** Nobody who calls may take a snapshot away; the work that thins them out may. */
export const thinSnapshots: Migration = {
  id: '002-thin-snapshots',
  sql: `grant delete on universe_snapshots to quipu_system`,
}
