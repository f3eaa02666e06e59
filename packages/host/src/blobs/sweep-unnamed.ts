import type { Module } from '@quipu/kit'
import type { Store } from '../storage/store.ts'
import type { BlobStore } from './blob-store.ts'

/** Deletes blobs that no row names any more, such as those of a call that was cut off. Gives their number. */
export function sweepUnnamed(
  blobs: BlobStore,
  store: Store,
  columns: NonNullable<Module['blobColumns']>,
): Promise<number> {
  // Nobody says who names blobs, so nobody can say that a blob is named by none.
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
