import {
  copyFileSync,
  existsSync,
  fstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * The content of a disk after a power cut: of a file the bytes of its last fsync, of a folder the names at its
 * last fsync. An fsync of a file also keeps its name, as the usual file systems of Linux do and PostgreSQL expects of
 * them. Files and folders are identified by inode, because PostgreSQL renames them.
 */
export class SyncedDisk {
  readonly #folder: string

  constructor(folder: string) {
    this.#folder = folder
  }

  /** Everything in the folder counts as synced. */
  recordTree(path: string): void {
    this.#recordFolder(path)
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const child = join(path, entry.name)
      if (entry.isDirectory()) this.recordTree(child)
      else this.#recordBytes(child)
    }
  }

  /** After an fsync of this open file or folder. */
  record(descriptor: number): void {
    const path = readlinkSync(`/proc/self/fd/${descriptor}`)
    if (fstatSync(descriptor).isDirectory()) return this.#recordFolder(path)
    this.#recordBytes(path)
    this.#keepName(path)
  }

  /** The folder as it would be after the power cut. */
  restore(path: string, target: string): void {
    mkdirSync(target, { recursive: true, mode: 0o700 })
    this.#restoreFolder(statSync(path).ino, target)
  }

  #restoreFolder(inode: number, target: string): void {
    for (const [name, entry] of Object.entries(this.#namesOf(inode))) {
      const child = join(target, name)
      if (entry.isFolder) {
        mkdirSync(child, { mode: 0o700 })
        this.#restoreFolder(entry.inode, child)
      } else if (existsSync(this.#bytesOf(entry.inode))) copyFileSync(this.#bytesOf(entry.inode), child)
      else writeFileSync(child, '')
    }
  }

  #recordFolder(path: string): void {
    const names = readdirSync(path, { withFileTypes: true }).map((entry) => {
      const { ino } = statSync(join(path, entry.name))
      return [entry.name, { inode: ino, isFolder: entry.isDirectory() }] as const
    })
    this.#writeNames(statSync(path).ino, Object.fromEntries(names))
  }

  #keepName(path: string): void {
    const folder = statSync(dirname(path)).ino
    const entry = { inode: statSync(path).ino, isFolder: false }
    this.#writeNames(folder, { ...this.#namesOf(folder), [basename(path)]: entry })
  }

  #recordBytes(path: string): void {
    whole(this.#bytesOf(statSync(path).ino), (draft) => copyFileSync(path, draft))
  }

  #writeNames(inode: number, names: Names): void {
    whole(join(this.#folder, `${inode}.names`), (draft) => writeFileSync(draft, JSON.stringify(names)))
  }

  #namesOf(inode: number): Names {
    const path = join(this.#folder, `${inode}.names`)
    return existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as Names) : {}
  }

  #bytesOf(inode: number): string {
    return join(this.#folder, `${inode}.bytes`)
  }
}

type Names = Record<string, { inode: number; isFolder: boolean }>

/** The recording process may be killed at any moment, which must not tear the record. */
function whole(path: string, write: (draft: string) => void): void {
  write(`${path}.new`)
  renameSync(`${path}.new`, path)
}
