import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Caller, Ports } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import type { UploadsSettings } from '../sources/connection-settings.ts'
import { SourceError } from '../sources/source.ts'
import type { UploadedFile } from '../store/uploads.ts'
import { UploadStore } from '../store/uploads.ts'
import { freeName, safeName } from './file-names.ts'
import { uploadLimits } from './upload-limits.ts'

const dayMs = 86_400_000
const everyone = { everyone: true } as const

export interface SentFile {
  readonly uploadId: string
  readonly name: string
  readonly bytes: AsyncIterable<Uint8Array>
  readonly signal: AbortSignal
}

/** Uploaded files: stored as blobs, and copied into the module's folder for reading. */
export class Uploads {
  readonly #ports: Ports
  readonly #store: UploadStore
  readonly #folder: string

  constructor(ports: Ports) {
    this.#ports = ports
    this.#store = new UploadStore(ports.db)
    this.#folder = join(ports.installation.folder, 'uploads')
    ports.jobs.every(dayMs / 1000, 'data-agent.abandoned-uploads', () => this.sweep())
  }

  async take(
    caller: Caller,
    { uploadId, name: given, bytes, signal }: SentFile,
  ): Promise<Pick<UploadedFile, 'name' | 'size'>> {
    const name = safeName(given)
    const known = await this.#store.list(caller, uploadId)
    if (known.length >= uploadLimits.files)
      throw new ToolError('VALIDATION_ERROR', `At most ${uploadLimits.files} files can be connected together`)
    const { blobs, now } = this.#ports
    const stored = await blobs.putStream(caller, bytes, { maxBytes: uploadLimits.bytes, signal })
    if (stored.size === 0) throw new ToolError('VALIDATION_ERROR', 'The file is empty; send one with rows')
    // The same file was sent again: its rows must not count twice.
    const same = known.find((file) => file.name === name && file.sha256 === stored.sha256)
    if (same !== undefined) return { name, size: same.size }
    const own = { ...stored, name: freeName(name, new Set(known.map((file) => file.name.toLowerCase()))) }
    await this.#store.add(caller, uploadId, own, now())
    return { name: own.name, size: own.size }
  }

  keepFor(caller: Caller, uploadId: string, connectionId: string): Promise<void> {
    return this.#store.keepFor(caller, uploadId, connectionId)
  }

  /** Their paths on this machine. Missing files are copied from the blobs, whichever instance received them. */
  async filesOf({ upload_id: uploadId, owner = '' }: UploadsSettings): Promise<string[]> {
    const files = await this.#store.list({ userId: owner }, uploadId)
    if (files.length === 0) throw new SourceError('missing', 'The files are gone; send them again')
    const folder = join(this.#folder, uploadId)
    await mkdir(folder, { recursive: true, mode: 0o700 })
    const paths: string[] = []
    for (const file of files) {
      const path = join(folder, file.name)
      if ((await sizeOf(path)) !== file.size) await this.#copy({ userId: owner }, file, path)
      paths.push(path)
    }
    return paths
  }

  /** Removes files that were never connected, and unused copies on this machine. */
  async sweep(): Promise<void> {
    await this.#store.dropAbandoned(everyone, new Date(this.#ports.now().getTime() - dayMs))
    for (const uploadId of await readdir(this.#folder).catch(() => []))
      if (!(await this.#store.isKnown(everyone, uploadId)))
        await rm(join(this.#folder, uploadId), { recursive: true, force: true })
  }

  async #copy(owner: { readonly userId: string }, { sha256 }: UploadedFile, path: string): Promise<void> {
    const blob = await this.#ports.blobs.getStream(owner, sha256)
    if (blob === undefined) throw new SourceError('missing', 'The files are gone; send them again')
    const draft = `${path}.${crypto.randomUUID()}.draft`
    try {
      await pipeline(Readable.fromWeb(blob.bytes), createWriteStream(draft, { mode: 0o600 }))
      await rename(draft, path)
    } finally {
      await rm(draft, { force: true })
    }
  }
}

async function sizeOf(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).size
  } catch {
    return undefined
  }
}
