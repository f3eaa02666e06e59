import { constants } from 'node:fs'
import { cp, mkdir, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import { StoreUnavailable, type FrozenStore } from '../store.ts'
import { PGliteThread } from './pglite-thread.ts'

/**
 * Copies in this folder of the data folder are removed after use; those of a killed process are removed with the next.
 */
const copiesFolder = 'store-copies'

/**
 * Copies the files of a store and opens the copy in a separate engine. `quiet` runs its work while nobody else uses the
 * store and everything is in its files. That takes as long as the copying; reading the copy makes nobody wait.
 */
export async function openStoreCopy(
  folder: { readonly path: string; readonly store: string },
  quiet: (work: () => Promise<void>) => Promise<void>,
): Promise<FrozenStore> {
  const copies = join(folder.path, copiesFolder)
  await rm(copies, { recursive: true, force: true })
  await requireRoom(folder)
  await mkdir(copies, { mode: 0o700 })
  const copy = await mkdtemp(join(copies, 'store-'))
  const remove = () => rm(copies, { recursive: true, force: true, maxRetries: 5 })
  try {
    await quiet(() => cp(folder.store, copy, { recursive: true, mode: constants.COPYFILE_FICLONE }))
    const thread = await PGliteThread.start(copy)
    await thread.script(copySession)
    return {
      texts: async (sql) => (await thread.run([{ sql, values: [] }])).rows,
      [Symbol.asyncDispose]: async () => {
        await thread.terminate()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

/** Set up like sessions of PostgreSQL, and in a transaction, which cursors need. */
const copySession =
  "set timezone = 'UTC'; set datestyle = 'ISO'; begin isolation level repeatable read read only"

/** A full disk would stop the store itself, so in that case the copy is not begun. */
async function requireRoom({
  path,
  store,
}: {
  readonly path: string
  readonly store: string
}): Promise<void> {
  const { bavail, bsize } = await statfs(path)
  const needed = Math.ceil((await bytesBelow(store)) * 1.25)
  if (bavail * bsize >= needed) return
  const mib = Math.ceil(needed / 2 ** 20)
  throw new StoreUnavailable(
    `A copy of the store needs ${mib} MiB on the disk of ${path}, which has less. Free some space there, then try again.`,
  )
}

async function bytesBelow(folder: string): Promise<number> {
  const names = await readdir(folder, { recursive: true })
  let bytes = 0
  // A file may be deleted while it is counted.
  for (const name of names) bytes += (await stat(join(folder, name)).catch(() => ({ size: 0 }))).size
  return bytes
}
