import type { Db, Json, JsonObject, Ports } from '@quipu/kit'
import { sourceNotFound, stored, TruthError, uploadFailed } from './errors.ts'
import type { FileReader, Found } from './file-reader.ts'
import { largeBytes } from './file-reader.ts'
import type { Interpretation } from './interpretation/statement/interpretation.ts'
import { canonicalText, runIdOf, sha256, sourceIdOf } from './model/ids.ts'
import { instantOf } from './model/field-value.ts'
import type { Statement } from './model/observation.ts'
import type { Observed, Origin } from './model/observe.ts'
import { observe } from './model/observe.ts'
import { schemas } from './model/schemas.ts'
import { pageBreak } from './model/span.ts'
import type { Receipt } from './receipt.ts'
import { receiptOf } from './receipt.ts'
import type { Effects } from './recorder.ts'
import { Recorder } from './recorder.ts'
import { EntityStore } from './store/entity-store.ts'
import type { RunRow, SourceRow } from './store/log-store.ts'
import { LogStore } from './store/log-store.ts'
import type { Owner } from './store/tables.ts'
import { dbOf } from './store/transaction-db.ts'
import { structuredInterpreter, structuredStatements } from './structured.ts'

export interface StructuredInput {
  readonly entities: readonly Readonly<Record<string, Json>>[]
  readonly source_priority: number
  readonly provenance?: Readonly<Record<string, Json>> | undefined
}

export interface Ingested {
  readonly source_id: string
  readonly content_hash: string
  readonly file_size?: number
  readonly deduplicated: boolean
  readonly interpretation: {
    readonly run_id: string
    readonly entities_created: number
    readonly observations_created: number
    readonly status?: string
    readonly notes?: readonly string[]
  } | null
  /** The file is read later, by this job. */
  readonly job_id?: string
  readonly receipt?: Receipt
}

export interface FileInput {
  readonly bytes: Uint8Array
  readonly mimeType: string
  readonly filename?: string | undefined
  readonly interpret: boolean
  readonly config: JsonObject
  /** When the file was written, for facts without a time of their own. Default: now. */
  readonly observedAt?: string | undefined
}

/** A file whose bytes are stored already. */
export interface KeptFile {
  readonly sha256: string
  readonly size: number
  readonly mimeType: string
  readonly filename?: string | undefined
  readonly provenance?: Json | undefined
}

interface NewSource {
  readonly id: string
  readonly kind: SourceRow['kind']
  readonly contentHash: string
  readonly mimeType: string
  readonly filename: string | null
  readonly size: number
  readonly content: string | null
  readonly observedAt: string
  readonly provenance: Json
}

/** Sources on this `db`. Their quota was taken before the transaction. */
export function sourcesOn(db: Db, ports: SourcePorts): Sources {
  const log = new LogStore(db)
  const recorder = new Recorder(log, new EntityStore(db))
  return new Sources(log, recorder, { ...ports, takeQuota: () => Promise.resolve() })
}

/** Ingests sources and records their observations. */
export class Sources {
  readonly #log: LogStore
  readonly #recorder: Recorder
  readonly #ports: SourcePorts

  constructor(log: LogStore, recorder: Recorder, ports: SourcePorts) {
    this.#log = log
    this.#recorder = recorder
    this.#ports = ports
  }

  async ingestEntities(owner: Owner, input: StructuredInput): Promise<Taken> {
    const content = canonicalText({
      entities: input.entities,
      source_priority: input.source_priority,
      ...(input.provenance === undefined ? {} : { provenance: input.provenance }),
    })
    const contentHash = sha256(content)
    const id = sourceIdOf(contentHash)
    const statements = structuredStatements(input.entities)
    await this.#log.lock(owner)
    if ((await this.#log.source(owner, id)) !== undefined)
      return { answer: repeated(id, contentHash, runIdOf(id, structuredInterpreter, {})) }

    const observedAt = extractionTime(input.provenance?.['extracted_at']) ?? this.#ports.now().toISOString()
    await this.#addSource(owner, {
      id,
      kind: 'structured',
      contentHash,
      mimeType: 'application/json',
      filename: null,
      size: Buffer.byteLength(content),
      content,
      observedAt,
      provenance: input.provenance ?? null,
    })
    const run = {
      interpreter: structuredInterpreter,
      config: {},
      statements,
      observedAt,
      notes: [],
      needsOcr: false,
      hasFailed: false,
    }
    const done = await this.#run(owner, id, run, [], input.source_priority, observeExactly)
    return {
      ...done,
      answer: { source_id: id, content_hash: contentHash, deduplicated: false, ...done.answer },
    }
  }

  /** Keeps the file and, if requested, its observations. */
  async ingestFile(owner: Owner, input: FileInput): Promise<Taken> {
    const { bytes } = input
    // Before the first statement, so that no transaction is open while a file is read.
    const file = { ...input, bytes: [bytes], size: bytes.byteLength }
    const found = input.interpret ? await this.#ports.reader.whole(owner, file) : undefined
    const contentHash = sha256(bytes)
    const id = sourceIdOf(contentHash)
    const known = { source_id: id, content_hash: contentHash, file_size: bytes.byteLength }
    await this.#log.lock(owner)
    const isKnown = (await this.#log.source(owner, id)) !== undefined
    const observedAt = input.observedAt ?? this.#ports.now().toISOString()
    if (!isKnown) {
      await stored(this.#ports.blobs.put(owner, bytes))
      await this.#addSource(owner, {
        id,
        kind: 'file',
        contentHash,
        mimeType: input.mimeType,
        filename: input.filename ?? null,
        size: bytes.byteLength,
        content: null,
        observedAt,
        provenance: null,
      })
    }
    if (found === undefined) return { answer: { ...known, deduplicated: isKnown, interpretation: null } }
    const done = await this.#record(owner, id, found, input.config, observedAt)
    return { ...done, answer: { ...known, deduplicated: isKnown, ...done.answer } }
  }

  /** Creates a source for a stored file, with its observations if it was read. */
  async takeFile(owner: Owner, file: KeptFile, said?: { found: Found; config: JsonObject }): Promise<Taken> {
    const { sha256: contentHash, size, mimeType } = file
    const id = sourceIdOf(contentHash)
    await this.#log.lock(owner)
    const source = await this.#log.source(owner, id)
    const observedAt = (source?.observed_at ?? this.#ports.now()).toISOString()
    if (source === undefined) {
      // Another upload of the same bytes may have failed meanwhile and removed them.
      if ((await stored(this.#ports.blobs.size(owner, contentHash))) === undefined) throw uploadFailed()
      const filename = file.filename ?? null
      const provenance = file.provenance ?? null
      const more = { content: null, observedAt, provenance }
      await this.#addSource(owner, { id, kind: 'file', contentHash, mimeType, filename, size, ...more })
    }
    const known = {
      source_id: id,
      content_hash: contentHash,
      file_size: size,
      deduplicated: source !== undefined,
    }
    if (said === undefined) return { answer: { ...known, interpretation: null } }
    const done = await this.#record(owner, id, said.found, said.config, observedAt)
    return { ...done, answer: { ...known, ...done.answer } }
  }

  /** Reads a file again with another configuration. The newest run counts; the older ones stay readable. */
  async reinterpret(
    owner: Owner,
    sourceId: string,
    config: JsonObject,
  ): Promise<{
    readonly answer: Pick<Ingested, 'interpretation' | 'receipt' | 'job_id'>
    readonly effects?: Effects | undefined
  }> {
    const source = await this.#log.source(owner, sourceId)
    if (source === undefined) throw sourceNotFound(sourceId)
    if (source.kind !== 'file')
      throw new TruthError(
        'VALIDATION_ERROR',
        'Only files can be interpreted again: this source states its facts itself',
      )
    await this.#ports.takeQuota(owner)
    if (source.file_size > largeBytes) {
      const answer = { interpretation: null, job_id: await this.#ports.readLater(owner, sourceId, config) }
      return { answer, effects: undefined }
    }
    const blob = await this.#ports.blobs.getStream(owner, source.content_hash)
    if (blob === undefined) throw sourceNotFound(sourceId)
    const file = { ...blob, mimeType: source.mime_type, filename: source.original_filename ?? undefined }
    // Reading may take a minute, so it must not hold a lock.
    const found = await this.#ports.reader.whole(owner, file)
    return this.#ports.db.transaction(owner, (tx) =>
      sourcesOn(dbOf(tx), this.#ports).#recordAgain(owner, sourceId, found, config),
    )
  }

  async #recordAgain(owner: Owner, sourceId: string, found: Found, config: JsonObject) {
    await this.#log.lock(owner)
    const source = await this.#log.source(owner, sourceId)
    // It may have been erased while it was read.
    if (source === undefined) throw sourceNotFound(sourceId)
    return this.#record(owner, sourceId, found, config, source.observed_at.toISOString())
  }

  async #record(
    owner: Owner,
    sourceId: string,
    found: Found,
    config: JsonObject,
    observedAt: string,
  ): Promise<{ readonly answer: Pick<Ingested, 'interpretation' | 'receipt'>; readonly effects?: Effects }> {
    const date = found.date === undefined ? undefined : instantOf(found.date)
    const run = { ...found, config, observedAt: date ?? observedAt }
    await this.#log.setText(owner, sourceId, found.pages.join(pageBreak).slice(0, longestText))
    const runId = runIdOf(sourceId, found.interpreter, config)
    const earlier = await this.#log.runs(owner, sourceId)
    if (earlier.some(({ id }) => id === runId))
      return { answer: { interpretation: interpretationOf(runId, noneCreated, found) } }
    await this.#ports.takeQuota(owner)
    return this.#run(owner, sourceId, run, earlier, defaultPriority, observeWhatFits)
  }

  async #run(
    owner: Owner,
    sourceId: string,
    run: Run,
    earlier: readonly RunRow[],
    priority: number,
    observeStatements: typeof observeExactly,
  ): Promise<{ readonly answer: Pick<Ingested, 'interpretation' | 'receipt'>; readonly effects: Effects }> {
    const now = this.#ports.now()
    const runId = runIdOf(sourceId, run.interpreter, run.config)
    const origin = { sourceId, runId, observedAt: run.observedAt, recordedAt: now.toISOString(), priority }
    const observed = observeStatements(origin, run.statements)
    const superseding = earlier.length === 0 || run.hasFailed ? undefined : { sourceId, runId }
    const effects = await this.#recorder.record(owner, observed, now, { superseding })
    const counts = {
      entities_created: effects.created.length,
      observations_created: effects.observationsCreated,
    }
    await this.#log.addRun(owner, {
      id: runId,
      source_id: sourceId,
      number: earlier.length + 1,
      interpreter: run.interpreter,
      config: run.config,
      status: statusOf(run),
      notes: run.notes,
      ...counts,
      created_at: now,
    })
    const undo = `erase_source {"source_id":"${sourceId}"} forgets everything that came from it`
    return {
      effects,
      answer: {
        interpretation: interpretationOf(runId, counts, run),
        receipt: receiptOf(
          effects,
          undo,
          observed.map(({ observation }) => observation),
        ),
      },
    }
  }

  async #addSource(owner: Owner, source: NewSource): Promise<void> {
    await this.#log.addSource(owner, {
      id: source.id,
      kind: source.kind,
      content_hash: source.contentHash,
      mime_type: source.mimeType,
      original_filename: source.filename,
      file_size: source.size,
      content: source.content,
      text: null,
      observed_at: new Date(source.observedAt),
      provenance: source.provenance,
      created_at: this.#ports.now(),
    })
  }
}

const noneCreated = { entities_created: 0, observations_created: 0 }

function interpretationOf(
  runId: string,
  counts: typeof noneCreated,
  run: Pick<Found, 'hasFailed' | 'needsOcr' | 'notes'>,
): Ingested['interpretation'] {
  const status = statusOf(run)
  return {
    run_id: runId,
    ...counts,
    ...(status === 'done' ? {} : { status }),
    ...(run.notes.length === 0 ? {} : { notes: run.notes.slice(0, 5) }),
  }
}

export const defaultPriority = 100

export function statusOf(run: Pick<Found, 'hasFailed' | 'needsOcr'>): 'done' | 'failed' | 'needs_ocr' {
  return run.hasFailed ? 'failed' : run.needsOcr ? 'needs_ocr' : 'done'
}

/** The part of a file's text that is stored, for search and to show the place of a value. */
export const longestText = 1_000_000

interface Run extends Pick<Interpretation, 'interpreter' | 'statements' | 'notes' | 'needsOcr'> {
  readonly hasFailed: boolean
  readonly config: JsonObject
  readonly observedAt: string
}

export interface SourcePorts extends Pick<Ports, 'blobs' | 'db' | 'now'> {
  readonly reader: FileReader
  /** Counts one more file read for this person. Throws QUOTA_EXCEEDED if that exceeds today's quota. */
  readonly takeQuota: (owner: Owner) => Promise<void>
  /** Enqueues a job that reads a large file, and returns its id. */
  readonly readLater: (owner: Owner, sourceId: string, config: JsonObject) => Promise<string>
}

export interface Taken {
  readonly answer: Ingested
  /** Undefined if nothing changed. */
  readonly effects?: Effects
}

function extractionTime(given: Json | undefined): string | undefined {
  if (given === undefined || given === null) return undefined
  const instant = typeof given === 'string' ? instantOf(given) : undefined
  if (instant === undefined)
    throw new TruthError('VALIDATION_ERROR', 'provenance.extracted_at must be a day or time in ISO 8601')
  return instant
}

/** Values of an interpreter that do not fit their field are left out. */
function observeWhatFits(origin: Origin, statements: readonly Statement[]): readonly Observed[] {
  return observe(origin, statements, schemas).observed
}

/** Every value must fit its field; otherwise nothing of the call is kept. */
function observeExactly(origin: Origin, statements: readonly Statement[]): readonly Observed[] {
  const { observed, misfits } = observe(origin, statements, schemas)
  const [first] = misfits
  if (first === undefined) return observed
  const more = misfits.length === 1 ? '' : `, and ${misfits.length - 1} more`
  throw new TruthError(
    'VALIDATION_ERROR',
    `entities[${first.index}].${first.field} must be ${first.expected}${more}`,
    {
      fields: misfits
        .slice(0, 20)
        .map(({ index, field, expected }) => ({ path: `entities[${index}].${field}`, expected })),
    },
  )
}

function repeated(sourceId: string, contentHash: string, runId: string): Ingested {
  return {
    source_id: sourceId,
    content_hash: contentHash,
    deduplicated: true,
    interpretation: { run_id: runId, entities_created: 0, observations_created: 0 },
  }
}
