import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Caller, Ports } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import { runApart } from '../ontology/run-apart.ts'
import type { UploadsSettings } from '../sources/connection-settings.ts'
import { SourceError } from '../sources/source.ts'
import type { UploadedFile } from '../store/uploads.ts'
import { UploadStore } from '../store/uploads.ts'
import { freeName, isWorkbook, safeName } from './file-names.ts'
import type { Sheet } from './read-workbook-task.ts'
import { uploadLimits } from './upload-limits.ts'

const dayMs = 86_400_000
const everyone = { everyone: true } as const
const readWorkbook = new URL('./read-workbook-task.ts', import.meta.url)

export interface SentFile {
  readonly uploadId: string
  readonly name: string
  readonly bytes: AsyncIterable<Uint8Array>
  readonly signal: AbortSignal
}

/** Files that people sent to be asked about: kept as blobs, and copied into the module's folder where they are read. */
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

  /** A workbook gives one file for each of its sheets. */
  async take(
    caller: Caller,
    { uploadId, name: given, bytes, signal }: SentFile,
  ): Promise<Pick<UploadedFile, 'name' | 'size'>[]> {
    const name = safeName(given)
    const known = await this.#store.list(caller, uploadId)
    if (known.length >= uploadLimits.files)
      throw new ToolError('VALIDATION_ERROR', `At most ${uploadLimits.files} files can be connected together`)
    const taken = new Set(known.map((file) => file.name.toLowerCase()))
    const made: UploadedFile[] = []
    for await (const file of this.#files(caller, name, bytes, signal)) {
      const same = known.find(({ name: other, sha256 }) => other === file.name && sha256 === file.sha256)
      if (same !== undefined) {
        // Sent again: its rows must not count twice.
        made.push(same)
        continue
      }
      const own = { ...file, name: freeName(file.name, taken) }
      taken.add(own.name.toLowerCase())
      await this.#store.add(caller, uploadId, own, this.#ports.now())
      made.push(own)
    }
    return made.map(({ name: own, size }) => ({ name: own, size }))
  }

  keepFor(caller: Caller, uploadId: string, connectionId: string): Promise<void> {
    return this.#store.keepFor(caller, uploadId, connectionId)
  }

  /** Where they lie on this machine. What is not there yet is copied from the blobs, whichever instance took it. */
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

  /** Removes what was never connected, and copies on this machine that nothing needs any more. */
  async sweep(): Promise<void> {
    await this.#store.dropAbandoned(everyone, new Date(this.#ports.now().getTime() - dayMs))
    for (const uploadId of await readdir(this.#folder).catch(() => []))
      if (!(await this.#store.isKnown(everyone, uploadId)))
        await rm(join(this.#folder, uploadId), { recursive: true, force: true })
  }

  async *#files(
    caller: Caller,
    name: string,
    bytes: AsyncIterable<Uint8Array>,
    signal: AbortSignal,
  ): AsyncGenerator<UploadedFile> {
    const { blobs, workers } = this.#ports
    if (!isWorkbook(name)) {
      const stored = await blobs.putStream(caller, bytes, { maxBytes: uploadLimits.bytes, signal })
      if (stored.size === 0) throw new ToolError('VALIDATION_ERROR', 'The file is empty; send one with rows')
      yield { name, ...stored }
      return
    }
    const sheets = await runApart<readonly Sheet[]>(workers, readWorkbook, await wholeOf(bytes), {
      what: 'Reading the workbook',
      signal,
      scope: caller,
      limits: { milliseconds: 60_000, memoryMb: 1024, maxBytes: uploadLimits.sheetBytes },
    })
    if (sheets.length === 0)
      throw new ToolError('VALIDATION_ERROR', 'The workbook is empty; send one with rows')
    const stem = name.replace(/\.xlsx$/i, '')
    for (const { name: sheet, csv } of sheets) {
      const own = sheets.length === 1 ? `${stem}.csv` : safeName(`${sheet}.csv`)
      yield { name: own, ...(await blobs.put(caller, Buffer.from(csv))) }
    }
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

async function wholeOf(bytes: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of bytes) {
    size += piece.length
    if (size > uploadLimits.workbookBytes)
      throw new ToolError('VALIDATION_ERROR', 'A workbook may have 20 MB; save larger tables as CSV')
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}
