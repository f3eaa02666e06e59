import { stat } from 'node:fs/promises'
import type { SourceRoots } from '../source-roots.ts'
import { SourceError } from '../source.ts'
import { findFiles } from './find-files.ts'
import type { DataFile } from './messy/data-file.ts'

/** The files of a connection, to which others may be added at any time. */
export class GrowingFolder {
  readonly #paths: readonly string[]
  readonly #roots: SourceRoots
  #files: readonly DataFile[] = []
  #watched: readonly string[] = []
  #marks = { folders: '', watched: '' }

  constructor(paths: readonly string[], roots: SourceRoots) {
    this.#paths = paths
    this.#roots = roots
  }

  async files(): Promise<readonly DataFile[]> {
    this.#files = await findFiles(this.#paths, this.#roots)
    await this.#watch(this.#files)
    this.#marks = await this.#marksNow()
    return this.#files
  }

  /**
   * The files if there are new ones, or if a database among them was replaced and must be opened again, or a file that had no
   * content has some; otherwise null.
   * A question about a removed file gets an error when it is asked.
   */
  async grown(): Promise<readonly DataFile[] | null> {
    const { folders, watched } = await this.#marksNow()
    const isSame = watched === this.#marks.watched
    if (folders === this.#marks.folders && isSame) return null
    this.#marks = { folders, watched }
    const before = new Set(this.#files.map(({ path }) => path))
    const now = await this.#found()
    if (now === null || (isSame && now.every(({ path }) => before.has(path)))) return null
    this.#files = now
    await this.#watch(now)
    this.#marks = await this.#marksNow()
    return now
  }

  async #found(): Promise<readonly DataFile[] | null> {
    try {
      return await findFiles(this.#paths, this.#roots)
    } catch (error) {
      if (error instanceof SourceError) return null
      throw error
    }
  }

  async #marksNow(): Promise<{ readonly folders: string; readonly watched: string }> {
    return { folders: await stampsOf(this.#paths), watched: await stampsOf(this.#watched) }
  }

  /** Databases, and files that had no content when they were looked for. */
  async #watch(files: readonly DataFile[]): Promise<void> {
    const watched: string[] = []
    for (const { reader, path } of files)
      if (reader === 'database' || (await isBlank(path))) watched.push(path)
    this.#watched = watched
  }
}

/** A file with a few bytes has no rows. */
async function isBlank(path: string): Promise<boolean> {
  try {
    return (await stat(path)).size < fewestBytes
  } catch {
    return false
  }
}

const fewestBytes = 16

/** The modification time of a folder changes when a file is added or removed. */
async function stampsOf(paths: readonly string[]): Promise<string> {
  const stamps = paths.map(async (path) => {
    try {
      const { ino, mtimeNs, size } = await stat(path, { bigint: true })
      return [ino, mtimeNs, size].join(' ')
    } catch {
      return 'gone'
    }
  })
  return (await Promise.all(stamps)).join('\n')
}
