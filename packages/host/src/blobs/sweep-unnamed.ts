import type { Module } from '@quipu/kit'
import type { Store } from '../storage/store.ts'
import type { BlobStore } from './blob-store.ts'

/** Deletes blobs that no row refers to, such as those of an interrupted call. Returns their number. */
export function sweepUnnamed(
  blobs: BlobStore,
  store: Store,
  columns: NonNullable<Module['blobColumns']>,
): Promise<number> {
  // No module declares columns that refer to blobs, so it cannot be known that a blob is unused.
  if (columns.length === 0) return Promise.resolve(0)
  return blobs.sweepUnnamed(async (userId, names) => {
    const named = new Set<string>()
    for (const { table, column } of columns) {
      const rows = await store.query<{ name: string }>('everyone', {
        sql: `select "${column}" as name from "${table}" where user_id = $1 and "${column}" = any($2)`,
        parameters: [userId, names],
      })
      for (const { name } of rows) named.add(name)
    }
    return named
  })
}
