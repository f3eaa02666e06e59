import { existsSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'

/**
 * A folder that all test processes share: whoever comes first makes it, and the others wait. It has its name only when
 * it is complete.
 */
export async function madeOnce(path: string, make: (draft: string) => Promise<void>): Promise<void> {
  while (!existsSync(path)) {
    using lock = tryLock(path)
    if (lock === undefined) await sleep(50)
    else if (!existsSync(path)) await makeAt(path, make)
  }
}

async function makeAt(path: string, make: (draft: string) => Promise<void>): Promise<void> {
  const draft = join(dirname(path), `draft-${process.pid}-${basename(path)}`)
  rmSync(draft, { recursive: true, force: true })
  mkdirSync(draft, { recursive: true, mode: 0o700 })
  await make(draft)
  renameSync(draft, path)
}

/** SQLite's lock on a file ends with the process, however that ends, so nobody waits for one that was killed. */
function tryLock(path: string): Disposable | undefined {
  const folder = join(dirname(path), locks)
  mkdirSync(folder, { recursive: true })
  const database = new DatabaseSync(join(folder, basename(path)), { timeout: 0 })
  try {
    database.exec('begin exclusive')
    return database
  } catch (error) {
    database.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === sqliteBusy) return undefined
    throw error
  }
}

const sqliteBusy = 5

/** The folder beside what is made, with one empty file for each. */
export const locks = 'locks'
