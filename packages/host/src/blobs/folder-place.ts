import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, rename, rm, stat, statfs, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import type { ReadableStream as NodeStream } from 'node:stream/web'
import type { BlobStream } from '@quipu/kit'
import type { BlobPlace, Draft, NamedBlob } from './blob-place.ts'
import { sha256Pattern } from './blob-place.ts'

/** Blobs in `blobs/<owner>/<aa>/<sha256>`. A file gets its final name only when all of it is on the disk. */
export class FolderPlace implements BlobPlace {
  readonly #root: string

  constructor(dataFolder: string) {
    this.#root = join(dataFolder, 'blobs')
  }

  async size(owner: string, sha256: string): Promise<number | undefined> {
    return unlessMissing(async () => (await stat(this.#path(owner, sha256))).size)
  }

  async read(owner: string, sha256: string): Promise<BlobStream | undefined> {
    return unlessMissing(async () => {
      const file = await open(this.#path(owner, sha256), 'r')
      const { size } = await file.stat()
      // The two kinds of web streams are one at run time.
      const bytes = Readable.toWeb(file.createReadStream()) as NodeStream<Uint8Array>
      return { size, bytes: bytes as unknown as ReadableStream<Uint8Array> }
    })
  }

  async keep(owner: string, draft: Draft): Promise<void> {
    const path = this.#path(owner, draft.sha256)
    await sync(draft.path, 'r+')
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    await rename(draft.path, path)
    // A file is only as durable as its name, and its name only as the folders above it.
    for (const folder of [dirname(path), dirname(dirname(path)), this.#root]) await sync(folder, 'r')
  }

  async delete(owner: string, sha256: string): Promise<void> {
    await rm(this.#path(owner, sha256), { force: true })
  }

  async keptAt(owner: string, sha256: string): Promise<Date | undefined> {
    return unlessMissing(async () => (await stat(this.#path(owner, sha256))).mtime)
  }

  async *keptBefore(time: Date): AsyncGenerator<NamedBlob> {
    const owners = (await unlessMissing(() => readdir(this.#root))) ?? []
    for (const owner of owners.filter((name) => !name.startsWith('~'))) {
      for (const sha256 of await this.list(owner)) {
        const keptAt = await this.keptAt(owner, sha256)
        if (keptAt !== undefined && keptAt < time) yield { owner, sha256 }
      }
    }
  }

  /**
   * Renames the file first: a writer that stores it meanwhile finds its name free, and a file that was stored just
   * before is put back.
   */
  async deleteIfKeptBefore(time: Date, { owner, sha256 }: NamedBlob): Promise<void> {
    const path = this.#path(owner, sha256)
    const aside = `${path}~${randomUUID()}`
    await unlessMissing(async () => {
      await rename(path, aside)
      if ((await stat(aside)).mtime < time) await rm(aside, { force: true })
      else await rename(aside, path)
    })
  }

  async list(owner: string): Promise<readonly string[]> {
    const names = await unlessMissing(() => readdir(join(this.#root, owner), { recursive: true }))
    return (names ?? [])
      .map((name) => basename(name))
      .filter((name) => sha256Pattern.test(name))
      .toSorted()
  }

  async drop(owner: string): Promise<void> {
    await rm(join(this.#root, owner), { recursive: true, force: true, maxRetries: 3 })
  }

  async check(): Promise<string> {
    if ((await unlessMissing(() => stat(this.#root))) === undefined)
      return `${this.#root}, made with the first file`
    const probe = join(this.#root, `~check-${randomUUID()}`)
    try {
      await writeFile(probe, 'check', { flush: true, mode: 0o600 })
    } finally {
      await rm(probe, { force: true })
    }
    const { bavail, bsize } = await statfs(this.#root)
    return `${this.#root}, ${Math.floor((bavail * bsize) / 1e9)} GB free`
  }

  #path(owner: string, sha256: string): string {
    return join(this.#root, owner, sha256.slice(0, 2), sha256)
  }
}

async function sync(path: string, flags: 'r' | 'r+'): Promise<void> {
  const handle = await open(path, flags)
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

async function unlessMissing<Result>(work: () => Promise<Result>): Promise<Result | undefined> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw error
  }
}
