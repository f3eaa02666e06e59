import { fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, writeFileSync } from 'node:fs'
import { mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { fileURLToPath } from 'node:url'
import { diskFull, isDiskFull, probeDisk } from '../disk.ts'
import { StoreUnavailable } from '../store.ts'
import { DataFolderDamaged, missingPart, requireOwnEngine } from './store-files.ts'
import { unpackTemplate } from './store-template.ts'

/**
 * The folder of an embedded store while this process owns it: `owner.lock`, PGlite's files in `store`, and
 * `store.made`, which marks that they were created and must never be created again.
 */
export class DataFolder {
  readonly path: string
  readonly store: string
  readonly #lock: DatabaseSync

  private constructor(path: string, lock: DatabaseSync) {
    this.path = path
    this.store = join(path, 'store')
    this.#lock = lock
  }

  /** A new store is copied from the template, if there is one. */
  static async take(folder: string, template?: string): Promise<DataFolder> {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const owned = new DataFolder(folder, lock(folder))
    try {
      await owned.#find(template)
      return owned
    } catch (error) {
      owned.release()
      throw error
    }
  }

  release(): void {
    this.#lock.close()
  }

  /** A store that existed must be complete: a new one in its place would hide the loss. */
  async #find(template: string | undefined): Promise<void> {
    const mark = join(this.path, 'store.made')
    const isMade = existsSync(this.store) || existsSync(mark)
    const problem = isMade ? missingPart(this.store) : undefined
    if (problem !== undefined) throw new DataFolderDamaged(this.path, problem)
    if (isMade) requireOwnEngine(this.path, this.store)
    await probeDisk(this.path)
    if (!isMade) await createStore(this.path, this.store, template)
    if (!existsSync(mark)) await writeMark(this.path, mark)
  }
}

async function writeMark(folder: string, mark: string): Promise<void> {
  const text =
    'The folder beside this file holds a store. While this file is here, no new one is made in its place.\n'
  await writeFile(mark, text, { mode: 0o600, flush: true })
  await sync(folder)
}

/** Another owner, perhaps in this very process, has the data folder open. */
class DataFolderInUse extends Error {
  override readonly name = 'DataFolderInUse'
  readonly code = 'DATA_FOLDER_IN_USE'

  constructor(folder: string, options?: ErrorOptions) {
    super(
      `The data folder ${folder} is in use by another process. Stop that one, or choose another folder.`,
      options,
    )
  }
}

/**
 * PGlite has no lock, and two processes on one store silently lose each other's writes. SQLite's lock on a file is the
 * operating system's: it ends with the process, however that ends. It also ends when this process opens the file in any
 * other way and closes it again, so no other code may open it.
 */
function lock(folder: string): DatabaseSync {
  const path = join(folder, 'owner.lock')
  createPrivately(path)
  const database = new DatabaseSync(path, { timeout: 0 })
  try {
    database.exec('begin exclusive')
    return database
  } catch (cause) {
    database.close()
    const code = cause instanceof Error && 'errcode' in cause ? cause.errcode : undefined
    if (code === sqliteBusy) throw new DataFolderInUse(folder, { cause })
    if (code === sqliteFull) throw new StoreUnavailable(diskFull(folder), { cause })
    throw cause
  }
}

const sqliteBusy = 5
const sqliteFull = 13

/** Never opens an existing file, because closing it again would end the lock of its owner in this process. */
function createPrivately(path: string): void {
  try {
    writeFileSync(path, '', { mode: 0o600, flag: 'wx' })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
}

/**
 * Created under another name and synced to the disk first, so that an interrupted creation leaves no incomplete store.
 */
async function createStore(folder: string, store: string, template: string | undefined): Promise<void> {
  const draft = join(folder, 'store.new')
  try {
    await makeEmpty(draft)
    const isCopied = template !== undefined && (await tryTemplate(template, draft))
    if (!isCopied) {
      await makeEmpty(draft)
      await fillStore(draft)
    }
    await syncTree(draft)
  } catch (error) {
    await rm(draft, { recursive: true, force: true }).catch(() => {})
    if (!isDiskFull(String(error))) throw error
    throw new StoreUnavailable(`${diskFull(folder)} A new store takes 40 MB.`, { cause: error })
  }
  await rename(draft, store)
  await sync(folder)
}

async function makeEmpty(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { mode: 0o700 })
}

/** Without a template that is complete the store is made from nothing, which takes longer and tells why it fails. */
async function tryTemplate(template: string, folder: string): Promise<boolean> {
  try {
    await unpackTemplate(template, folder)
    return true
  } catch {
    return false
  }
}

/** In a process of its own: to create a store takes some 300 MB, which a process does not give back. */
async function fillStore(folder: string): Promise<void> {
  const maker = fork(fileURLToPath(new URL('./store-maker.ts', import.meta.url)), [folder], {
    env: {},
    execArgv: ['--disable-warning=ExperimentalWarning'],
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let reason = 'The process that creates the store ended early.'
  maker.once('message', (words: string) => (reason = words))
  const [code] = (await once(maker, 'exit')) as [code: number | null]
  if (code !== 0) throw new StoreUnavailable(reason)
}

/** PGlite copies the files of a new store without fsync, and PostgreSQL syncs only those that it changes later. */
async function syncTree(folder: string): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true })
  // In parallel, so that the disk can take many of the thousand files at once.
  await Promise.all(
    entries.map((entry) => {
      const path = join(folder, entry.name)
      return entry.isDirectory() ? syncTree(path) : sync(path)
    }),
  )
  await sync(folder)
}

async function sync(path: string): Promise<void> {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
