import { createHash, randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { Blobs, Scope } from '@quipu/kit'

/** Bytes in `blobs/<user>/<aa>/<sha256>`, where a file has its final name only once all of it is on the disk. */
export function folderBlobs(dataFolder: string): Blobs {
  const root = join(dataFolder, 'blobs')
  return {
    async put(scope, bytes) {
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      const path = pathOf(root, scope, sha256)
      if (!(await exists(path))) await write(path, bytes)
      return { sha256, size: bytes.byteLength }
    },

    async get(scope, sha256) {
      try {
        return new Uint8Array(await readFile(pathOf(root, scope, sha256)))
      } catch (error) {
        if (isMissing(error)) return undefined
        throw error
      }
    },

    async delete(scope, sha256) {
      await rm(pathOf(root, scope, sha256), { force: true })
    },
  }
}

/** Everything that one user keeps, for the export and the end of their account. */
export interface UserFiles {
  /** The SHA-256 of each file, in order. */
  list(userId: string): Promise<readonly string[]>
  read(userId: string, sha256: string): Promise<Uint8Array | undefined>
  /** Removes all of them. */
  drop(userId: string): Promise<void>
}

export function userFiles(dataFolder: string): UserFiles {
  const blobs = folderBlobs(dataFolder)
  const folder = (userId: string) => join(dataFolder, 'blobs', folderOf({ userId }))
  return {
    async list(userId) {
      try {
        const names = await readdir(folder(userId), { recursive: true })
        return names
          .map((name) => basename(name))
          .filter((name) => sha256Pattern.test(name))
          .toSorted()
      } catch (error) {
        if (isMissing(error)) return []
        throw error
      }
    },
    read: (userId, sha256) => blobs.get({ userId }, sha256),
    async drop(userId) {
      await rm(folder(userId), { recursive: true, force: true, maxRetries: 3 })
    },
  }
}

const sha256Pattern = /^[0-9a-f]{64}$/

function pathOf(root: string, scope: Scope, sha256: string): string {
  if (!sha256Pattern.test(sha256))
    throw new TypeError('A blob is named by its SHA-256 in 64 hexadecimal digits')
  return join(root, folderOf(scope), sha256.slice(0, 2), sha256)
}

function folderOf(scope: Scope): string {
  // No user's id has a tilde.
  if ('everyone' in scope) return '~everyone'
  if (!/^[0-9A-Za-z_-]{1,128}$/.test(scope.userId)) throw new TypeError('This user id cannot name a folder')
  return scope.userId
}

async function write(path: string, bytes: Uint8Array): Promise<void> {
  const folder = dirname(path)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const draft = `${path}.${randomUUID()}.new`
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(bytes)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await syncFolders(folder)
}

/** A file is only as durable as its name, and its name as the folders above it. */
async function syncFolders(folder: string): Promise<void> {
  for (const path of [folder, dirname(folder), dirname(dirname(folder))]) {
    const handle = await open(path, 'r')
    try {
      await handle.sync()
    } finally {
      await handle.close()
    }
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await stat(path)
    return true
  } catch (error) {
    if (isMissing(error)) return false
    throw error
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT'
}
