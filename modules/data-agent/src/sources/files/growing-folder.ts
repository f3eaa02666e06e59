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
  #marks = { folders: '', databases: '' }

  constructor(paths: readonly string[], roots: SourceRoots) {
    this.#paths = paths
    this.#roots = roots
  }

  async files(): Promise<readonly DataFile[]> {
    this.#files = await findFiles(this.#paths, this.#roots)
    this.#marks = await this.#marksNow()
    return this.#files
  }

  /**
   * The files if there are new ones, or if a database among them was replaced and must be opened again; otherwise null.
   * A question about a removed file gets an error when it is asked.
   */
  async grown(): Promise<readonly DataFile[] | null> {
    const { folders, databases } = await this.#marksNow()
    const isSameDatabase = databases === this.#marks.databases
    if (folders === this.#marks.folders && isSameDatabase) return null
    this.#marks = { folders, databases }
    const before = new Set(this.#files.map(({ path }) => path))
    const now = await this.#found()
    if (now === null || (isSameDatabase && now.every(({ path }) => before.has(path)))) return null
    this.#files = now
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

  async #marksNow(): Promise<{ readonly folders: string; readonly databases: string }> {
    const databases = this.#files.flatMap(({ reader, path }) => (reader === 'database' ? [path] : []))
    return { folders: await stampsOf(this.#paths), databases: await stampsOf(databases) }
  }
}

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
