import type { Db, Download, JsonObject, Ports } from '@quipu/kit'
import { PortError, ToolError } from '@quipu/kit'
import { fileNotFound, signingFailed, stored, TruthError, uploadFailed } from './errors.ts'
import { fileTooLarge } from './file-bytes.ts'
import type { FileJobs } from './file-jobs.ts'
import type { FileReader } from './file-reader.ts'
import { largeBytes } from './file-reader.ts'
import { plainTypeOf } from './file-type.ts'
import { isUuid } from './fields.ts'
import { sourceIdOf } from './model/ids.ts'
import type { Effects } from './recorder.ts'
import type { Ingested, KeptFile, Sources } from './sources.ts'
import { LogStore } from './store/log-store.ts'
import type { Owner } from './store/tables.ts'
import { dbOf } from './store/transaction-db.ts'

/** A file that is being received. */
export interface Delivery {
  readonly bytes: AsyncIterable<Uint8Array>
  readonly mimeType: string
  readonly filename?: string | undefined
  /** Large files are always read later. */
  readonly interpret: 'now' | 'later' | 'never'
  readonly provenance?: JsonObject | undefined
  readonly maxBytes: number
  readonly signal: AbortSignal
}

export interface FilesParts {
  readonly ports: Pick<Ports, 'blobs' | 'db' | 'links' | 'log' | 'now'>
  readonly reader: FileReader
  readonly jobs: FileJobs
  readonly sourcesOn: (db: Db) => Sources
  readonly takeQuota: (owner: Owner) => Promise<void>
  readonly notify: (owner: Owner, effects: Effects) => void
}

/** Files that are sent as bytes, outside of any call's transaction, and the links to download them. */
export class Files {
  readonly #parts: FilesParts
  readonly #log: LogStore

  constructor(parts: FilesParts) {
    this.#parts = parts
    this.#log = new LogStore(parts.ports.db)
  }

  /** Keeps a file without holding it in memory, and reads it. If that fails, nothing of it is left. */
  async take(owner: Owner, delivery: Delivery): Promise<Ingested> {
    const { blobs } = this.#parts.ports
    const { maxBytes, signal } = delivery
    const blob = await stored(blobs.putStream(owner, delivery.bytes, { maxBytes, signal }).catch(tellSize))
    try {
      if (blob.size === 0) throw new TruthError('VALIDATION_ERROR', 'The file is empty')
      return (await this.#known(owner, blob, delivery)) ?? (await this.#read(owner, blob, delivery))
    } catch (error) {
      await this.#discard(owner, blob.sha256)
      throw error
    }
  }

  /** A URL by which anyone can download the file until it expires. */
  async link(owner: Owner, path: string, seconds: number) {
    const { links, now, log } = this.#parts.ports
    const source = await this.#source(owner, path)
    const expiresAt = new Date(now().getTime() + seconds * 1000)
    try {
      const url = links.sign({ path: `/api/truth/files/${source.id}`, caller: owner, expiresAt })
      return { signed_url: url, expires_at: expiresAt.toISOString() }
    } catch (error) {
      log.error({ err: error }, 'a link could not be signed')
      throw signingFailed(error)
    }
  }

  async download(owner: Owner, id: string): Promise<Download> {
    const source = await this.#source(owner, id)
    const blob = await this.#parts.ports.blobs.getStream(owner, source.content_hash)
    if (blob === undefined) throw fileNotFound()
    const reader = blob.bytes.getReader()
    const first = await reader.read()
    const head = first.value ?? new Uint8Array()
    const bytes = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(head),
      pull: async (controller) => {
        const { done, value } = await reader.read()
        if (done) controller.close()
        else controller.enqueue(value)
      },
      cancel: (reason) => reader.cancel(reason),
    })
    const fileName = source.original_filename ?? source.id
    return { bytes, size: blob.size, fileName, contentType: plainTypeOf(head) }
  }

  /** The progress of reading a large file. */
  async job(owner: Owner, id: string) {
    const job = await this.#parts.jobs.status(owner, id)
    if (job === undefined)
      throw new ToolError('NOT_FOUND', 'There is no such job. A job is removed a week after it ends')
    const { state, progress, createdAt, finishedAt } = job
    return {
      id,
      state,
      progress: progress ?? null,
      created_at: createdAt.toISOString(),
      finished_at: finishedAt?.toISOString() ?? null,
    }
  }

  async #source(owner: Owner, path: string) {
    const name = path.split('/').at(-1) ?? ''
    const id = /^[0-9a-f]{64}$/.test(name) ? sourceIdOf(name) : name
    const source = isUuid(id) ? await this.#log.source(owner, id) : undefined
    if (source?.kind !== 'file')
      throw fileNotFound(': file_path is a source_id, a content_hash or a file URL')
    return source
  }

  /** The answer for a file that was read already, if the request asks for no more. */
  async #known(
    owner: Owner,
    { sha256, size }: { sha256: string; size: number },
    { interpret }: Delivery,
  ): Promise<Ingested | undefined> {
    const id = sourceIdOf(sha256)
    if ((await this.#log.source(owner, id)) === undefined) return undefined
    const known = { source_id: id, content_hash: sha256, file_size: size, deduplicated: true }
    const run = (await this.#log.runs(owner, id)).findLast(({ status }) => status !== 'failed')
    if (interpret === 'never') return { ...known, interpretation: null }
    if (run === undefined) return undefined
    const status = run.status === 'done' ? {} : { status: run.status }
    const interpretation = { run_id: run.id, entities_created: 0, observations_created: 0, ...status }
    return { ...known, interpretation }
  }

  async #read(owner: Owner, blob: { sha256: string; size: number }, delivery: Delivery): Promise<Ingested> {
    const { reader, jobs, takeQuota, ports } = this.#parts
    const { mimeType, filename, provenance, interpret } = delivery
    const file: KeptFile = { ...blob, mimeType, filename, provenance }
    if (interpret === 'never') return this.#record(owner, file)
    await takeQuota(owner)
    if (interpret === 'later' || blob.size > largeBytes) {
      const answer = await this.#record(owner, file)
      return { ...answer, job_id: await jobs.enqueue(owner, answer.source_id, {}) }
    }
    const kept = await stored(ports.blobs.getStream(owner, blob.sha256))
    if (kept === undefined) throw uploadFailed()
    const found = await reader.whole(owner, { ...kept, mimeType, filename })
    return this.#record(owner, file, { found, config: {} })
  }

  async #record(owner: Owner, file: KeptFile, said?: Parameters<Sources['takeFile']>[2]): Promise<Ingested> {
    const { ports, sourcesOn, notify } = this.#parts
    const { answer, effects } = await ports.db.transaction(owner, (tx) =>
      sourcesOn(dbOf(tx)).takeFile(owner, file, said),
    )
    if (effects !== undefined) notify(owner, effects)
    return answer
  }

  /** No other call creates a source of the same bytes meanwhile: see `takeFile`. */
  async #discard(owner: Owner, sha256: string): Promise<void> {
    const { db, blobs, log } = this.#parts.ports
    try {
      await db.transaction(owner, async (tx) => {
        const store = new LogStore(dbOf(tx))
        await store.lock(owner)
        if ((await store.source(owner, sourceIdOf(sha256))) === undefined) await blobs.delete(owner, sha256)
      })
    } catch (error) {
      log.warn({ err: error }, 'a file that was not taken in could not be removed')
    }
  }
}

function tellSize(error: unknown): never {
  throw error instanceof PortError && error.reason === 'too-large' ? fileTooLarge() : error
}
