import { createHash } from 'node:crypto'
import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { BlobStore } from '../blobs/blob-store.ts'
import type { FrozenStore, Store } from '../storage/store.ts'
import {
  blobPathOf,
  entryMark,
  endFile,
  manifestFile,
  sequencesFile,
  tablePartPath,
  type End,
  type Manifest,
  type Table,
} from './manifest.ts'
import { marksOf, sealSecrets } from './sealed-secrets.ts'
import { listMigrations, listTables, readRows, readSequences } from './table-rows.ts'
import { tarEnd, tarHeader, tarPadding } from './tar.ts'

export interface BackupParts {
  readonly store: Store
  readonly blobs: BlobStore
  /** The current root secret, then the previous one if there is one. */
  readonly secrets: readonly string[]
  readonly version: string
  readonly now: () => Date
}

export interface BackupOptions {
  /** Seals the root secrets into the backup. Without a passphrase they are left out. */
  readonly passphrase?: string | undefined
  /** Default: true. */
  readonly withFiles?: boolean | undefined
}

/**
 * Everything that an installation stores, as a compressed tar archive: the rows of all tables as of one moment, and the
 * files. It does not depend on the engine. Others can write meanwhile.
 */
export function writeBackup(parts: BackupParts, options: BackupOptions = {}): AsyncIterable<Uint8Array> {
  const compressed = createGzip({ level: 4 })
  // The reader of the compressed stream gets a failure.
  pipeline(Readable.from(archive(parts, options)), compressed, () => {})
  return compressed
}

async function* archive(parts: BackupParts, options: BackupOptions): AsyncGenerator<Uint8Array> {
  const at = parts.now()
  const writer = new ArchiveWriter(at)
  const rows: Record<string, number> = {}
  {
    await using frozen = await parts.store.freeze()
    const manifest = await describe(frozen, parts, options)
    yield* writer.file(manifestFile, jsonOf(manifest))
    for (const table of manifest.tables) rows[table.name] = yield* writeTable(writer, frozen, table)
    yield* writer.file(sequencesFile, jsonOf(await readSequences(frozen)))
  }
  const withFiles = options.withFiles ?? true
  const { files, erased } = withFiles ? yield* writeFiles(writer, parts.blobs) : { files: 0, erased: 0 }
  const end: End = { sha256: writer.digest(), rows, files, erased }
  yield* writer.file(endFile, jsonOf(end))
  yield tarEnd
}

async function describe(
  frozen: FrozenStore,
  { store, secrets, version, now }: BackupParts,
  { passphrase, withFiles = true }: BackupOptions,
): Promise<Manifest> {
  return {
    format: 'quipu-backup',
    formatVersion: 1,
    version,
    madeAt: now().toISOString(),
    engine: store.engine,
    migrations: await listMigrations(frozen),
    tables: await listTables(frozen),
    hasFiles: withFiles,
    secretMarks: marksOf(secrets),
    ...(passphrase === undefined ? {} : { sealedSecrets: await sealSecrets(secrets, passphrase) }),
  }
}

async function* writeTable(
  writer: ArchiveWriter,
  frozen: FrozenStore,
  table: Table,
): AsyncGenerator<Uint8Array, number> {
  let count = 0
  let part = 0
  for await (const rows of readRows(frozen, table)) {
    const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    yield* writer.file(tablePartPath(table.name, (part += 1)), Buffer.from(lines))
    count += rows.length
  }
  return count
}

/** Rows that refer to a file were read before it, so each file exists unless it was erased since. */
async function* writeFiles(
  writer: ArchiveWriter,
  blobs: BlobStore,
): AsyncGenerator<Uint8Array, { files: number; erased: number }> {
  let [files, erased] = [0, 0]
  for await (const blob of blobs.everyBlob()) {
    const found = await blobs.openBlob(blob)
    if (found === undefined) {
      erased += 1
      continue
    }
    yield* writer.stream(blobPathOf(blob.owner, blob.sha256), found.size, found.bytes)
    files += 1
  }
  return { files, erased }
}

class ArchiveWriter {
  readonly #at: Date
  readonly #hash = createHash('sha256')

  constructor(at: Date) {
    this.#at = at
  }

  digest(): string {
    return this.#hash.copy().digest('hex')
  }

  *file(path: string, bytes: Uint8Array): Generator<Uint8Array> {
    yield this.#header(path, bytes.byteLength)
    yield this.#noted(bytes)
    yield tarPadding(bytes.byteLength)
  }

  async *stream(path: string, size: number, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    yield this.#header(path, size)
    let sent = 0
    for await (const chunk of bytes) {
      sent += chunk.byteLength
      yield this.#noted(chunk)
    }
    if (sent !== size) throw new Error(`${path} had ${size} bytes and gave ${sent}; make the backup again`)
    yield tarPadding(size)
  }

  #header(path: string, size: number): Uint8Array {
    this.#hash.update(entryMark(path, size))
    return tarHeader(path, size, this.#at)
  }

  #noted(bytes: Uint8Array): Uint8Array {
    this.#hash.update(bytes)
    return bytes
  }
}

function jsonOf(value: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(value)}\n`)
}
