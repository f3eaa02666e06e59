import { rm } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { Call, Json, JsonObject, Ports } from '@quipu/kit'
import { Entities } from './entities.ts'
import { fileNotFound, sourceNotFound, TruthError } from './errors.ts'
import { fileTooLarge } from './file-bytes.ts'
import { maxFileBytes } from './file-reader.ts'
import { plainTypeOf } from './file-type.ts'
import type { Files } from './files.ts'
import { cutText } from './model/cut-text.ts'
import { snapshotOf } from './model/reducer.ts'
import type { Settings } from './settings.ts'
import type { Ingested } from './sources.ts'
import { EntityStore } from './store/entity-store.ts'
import { FindStore } from './store/find-store.ts'
import { LogStore } from './store/log-store.ts'
import type { Owner } from './store/tables.ts'
import { openAnywhere, openBelow } from './upload-path.ts'

export interface Upload {
  readonly path: string
  /** The source that the file belongs to. */
  readonly partOf: string | undefined
  /** Statements about the file, which are kept instead of reading it. */
  readonly properties: JsonObject | undefined
}

/** Files that are uploaded by their path. */
export class Uploads {
  readonly #folder: string
  readonly #settings: Settings
  readonly #files: Files
  readonly #log: LogStore
  readonly #entities: Entities

  constructor({ installation, db }: Pick<Ports, 'db' | 'installation'>, settings: Settings, files: Files) {
    this.#folder = join(installation.folder, 'staged')
    this.#settings = settings
    this.#files = files
    this.#log = new LogStore(db)
    this.#entities = new Entities(this.#log, new EntityStore(db), new FindStore(db))
  }

  async take(call: Call, { path, partOf, properties }: Upload) {
    if (partOf !== undefined && (await this.#log.source(call.caller, partOf)) === undefined)
      throw sourceNotFound(partOf)
    const provenance = {
      ...(partOf === undefined ? {} : { source_material_id: partOf }),
      ...(properties === undefined ? {} : { properties }),
    }
    const taken = await this.#read(call, path, provenance)
    return this.#answer(call.caller, taken)
  }

  /**
   * Over HTTP the path is below an upload root. A local client's own process has read the file already and put it
   * into our folder, because it can read paths that this process cannot.
   */
  async #read({ caller, transport, signal }: Call, path: string, provenance: JsonObject): Promise<Ingested> {
    const staged = transport === 'stdio' ? /^quipu-staged:([0-9a-f-]{36})\/(.*)$/s.exec(path) : null
    const place = staged === null ? path : join(this.#folder, staged[1] ?? '')
    const { uploadRoots: roots, closedFolders: closed } = this.#settings
    await using file =
      transport === 'http' ? await openBelow(place, { roots, closed }) : await openAnywhere(place)
    try {
      const { size } = await file.stat()
      if (size > maxFileBytes) throw fileTooLarge(size)
      const head = await file.read({ buffer: new Uint8Array(4096), position: 0 })
      return await this.#files.take(caller, {
        bytes: file.createReadStream({ autoClose: false, start: 0 }),
        mimeType: plainTypeOf(head.buffer.subarray(0, head.bytesRead)),
        filename: basename(staged?.[2] ?? path).slice(0, 255),
        interpret: 'properties' in provenance ? 'never' : 'now',
        provenance,
        maxBytes: maxFileBytes,
        signal,
      })
    } finally {
      // An interrupted call is repeated by the next process that owns the store.
      if (staged !== null && !signal.aborted) await rm(place, { force: true })
    }
  }

  async #answer(owner: Owner, { source_id, interpretation, receipt, job_id, deduplicated }: Ingested) {
    const source = await this.#log.source(owner, source_id)
    if (source === undefined) throw fileNotFound()
    const file_url = `truth://sources/${source_id}`
    if (interpretation?.status === 'failed')
      throw new TruthError(
        'ANALYSIS_FAILED',
        `${interpretation.notes?.[0] ?? 'The file could not be read. It is kept as it is.'} reinterpret tries it again`,
        { partial: true, source_id, file_url },
      )
    return {
      source_id,
      deduplicated,
      ...(interpretation === null
        ? {}
        : { interpretation, entity_snapshots: await this.#snapshots(owner, source_id) }),
      ...(job_id === undefined ? {} : { job_id }),
      file_url,
      file_size: source.file_size,
      content_type: source.mime_type,
      ...(receipt === undefined ? {} : { receipt }),
    }
  }

  /** Snapshots of some of the file's entities, with long texts cut: get_entity_snapshot has the rest. */
  async #snapshots(owner: Owner, sourceId: string) {
    const ids = await this.#log.entitiesOfSource(owner, sourceId)
    const rows = await this.#entities.currentOf(owner, ids.slice(0, mostSnapshots))
    return rows.map(({ entity_id, entity_type, state }) => {
      const fields = Object.entries(snapshotOf(state)).map(([name, value]) => [name, shortened(value)])
      return { entity_id, entity_type, snapshot: Object.fromEntries(fields) as JsonObject }
    })
  }
}

const mostSnapshots = 5

function shortened(value: Json): Json {
  return typeof value === 'string' ? cutText(value) : value
}
