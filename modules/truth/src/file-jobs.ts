import type { Db, Job, Json, JsonObject, Ports } from '@quipu/kit'
import type { FileReader, Found } from './file-reader.ts'
import { instantOf } from './model/field-value.ts'
import { canonicalText, runIdOf, sha256 } from './model/ids.ts'
import { observe } from './model/observe.ts'
import { schemas } from './model/schemas.ts'
import { pageBreak } from './model/span.ts'
import type { Effects, Recorder } from './recorder.ts'
import { defaultPriority, longestText, statusOf } from './sources.ts'
import type { SourceRow } from './store/log-store.ts'
import { LogStore } from './store/log-store.ts'
import { RunStore } from './store/run-store.ts'
import type { Owner } from './store/tables.ts'
import { dbOf } from './store/transaction-db.ts'

export interface FileJobsParts {
  readonly ports: Pick<Ports, 'blobs' | 'db' | 'jobs' | 'now'>
  readonly reader: FileReader
  readonly recorderOn: (db: Db) => Recorder
  readonly notify: (owner: Owner, effects: Effects) => void
}

/**
 * Reads large files in the background, part by part, each in its own transaction. Repeating it adds nothing: the same
 * part gives the same observations.
 */
export class FileJobs {
  readonly #parts: FileJobsParts
  readonly #log: LogStore

  constructor(parts: FileJobsParts) {
    this.#parts = parts
    this.#log = new LogStore(parts.ports.db)
    parts.ports.jobs.define(jobName, {
      attempts,
      timeoutSeconds: 4 * 3600,
      run: (payload, job) => this.#run(payload, job),
    })
  }

  /** Returns the id of the job. */
  enqueue(owner: Owner, sourceId: string, config: JsonObject): Promise<string> {
    const payload = { source_id: sourceId, config }
    return this.#parts.ports.jobs.enqueue(owner, jobName, payload, { key: sha256(canonicalText(payload)) })
  }

  async status(owner: Owner, id: string) {
    const job = await this.#parts.ports.jobs.get(owner, id)
    return job?.name === jobName ? job : undefined
  }

  async #run(payload: Json, job: Job): Promise<void> {
    // The format that `enqueue` writes.
    const { source_id: sourceId, config } = payload as { source_id: string; config: JsonObject }
    if (!('userId' in job.scope)) throw new Error('A file is read for its owner')
    const source = await this.#log.source(job.scope, sourceId)
    if (source === undefined) return
    const reading = new Reading(this.#parts, job.scope, source, config)
    try {
      await reading.run(job)
    } catch (error) {
      if (job.attempt >= attempts && !job.signal.aborted) await reading.fail()
      throw error
    }
  }
}

/** One file that is being read. */
class Reading {
  readonly #parts: FileJobsParts
  readonly #owner: Owner
  readonly #source: SourceRow
  readonly #config: JsonObject
  /** Counts equal statements over all parts. */
  readonly #seen = new Map<string, number>()
  readonly #notes: string[] = []
  #runId: string | undefined
  #observedAt = ''
  #text = ''
  #needsOcr = false
  #hasFailed = false

  constructor(parts: FileJobsParts, owner: Owner, source: SourceRow, config: JsonObject) {
    this.#parts = parts
    this.#owner = owner
    this.#source = source
    this.#config = config
  }

  async run(job: Job): Promise<void> {
    const { ports, reader } = this.#parts
    const { content_hash, mime_type: mimeType, original_filename, file_size: size } = this.#source
    const blob = await ports.blobs.getStream(this.#owner, content_hash)
    if (blob === undefined) return
    const file = { ...blob, mimeType, filename: original_filename ?? undefined }
    for await (const { found, bytesRead } of reader.parts(this.#owner, file, job.signal)) {
      if (!(await this.#begin(found))) return
      for (let start = 0; start < found.statements.length; start += statementsAtOnce) {
        job.signal.throwIfAborted()
        if (!(await this.#add(found.statements.slice(start, start + statementsAtOnce)))) return
      }
      this.#remember(found)
      job.progress(bytesRead, size)
    }
    await this.#end()
  }

  /** After the last attempt. The observations made so far stay. */
  async fail(): Promise<void> {
    const runId = this.#runId
    if (runId === undefined) return
    const note = 'Reading it broke off. reinterpret tries it again.'
    await this.#transaction((db) => new RunStore(db).setStatus(this.#owner, runId, 'failed', [note]))
  }

  /** False if there is nothing to do: the file was read already, or erased. */
  async #begin({ interpreter, date }: Found): Promise<boolean> {
    if (this.#runId !== undefined) return true
    const { id: sourceId, observed_at } = this.#source
    const runId = runIdOf(sourceId, interpreter, this.#config)
    this.#observedAt = (date && instantOf(date)) || observed_at.toISOString()
    return this.#transaction(async (db) => {
      const log = new LogStore(db)
      await log.lock(this.#owner)
      if ((await log.source(this.#owner, sourceId)) === undefined) return false
      const runs = await log.runs(this.#owner, sourceId)
      const known = runs.find(({ id }) => id === runId)
      if (known !== undefined && isGood(known.status)) return false
      this.#runId = runId
      if (known?.status === 'failed') await new RunStore(db).setStatus(this.#owner, runId, 'running', [])
      if (known !== undefined) return true
      await log.addRun(this.#owner, {
        id: runId,
        source_id: sourceId,
        number: runs.length + 1,
        interpreter,
        config: this.#config,
        status: 'running',
        notes: [],
        entities_created: 0,
        observations_created: 0,
        created_at: this.#parts.ports.now(),
      })
      return true
    })
  }

  /** False if the file was erased meanwhile. */
  async #add(statements: Found['statements']): Promise<boolean> {
    const runId = this.#runId ?? ''
    const now = this.#parts.ports.now()
    const origin = {
      sourceId: this.#source.id,
      runId,
      observedAt: this.#observedAt,
      recordedAt: now.toISOString(),
      priority: defaultPriority,
    }
    const { observed } = observe(origin, statements, schemas, this.#seen)
    const effects = await this.#transaction(async (db) => {
      const runs = new RunStore(db)
      await new LogStore(db).lock(this.#owner)
      if (!(await runs.isUnderWay(this.#owner, runId))) return undefined
      const outcome = await this.#parts.recorderOn(db).record(this.#owner, observed, now)
      await runs.count(this.#owner, runId, {
        entities: outcome.created.length,
        observations: outcome.observationsCreated,
      })
      return outcome
    })
    if (effects !== undefined) this.#parts.notify(this.#owner, effects)
    return effects !== undefined
  }

  /** For the end of the run. */
  #remember({ notes, needsOcr, hasFailed, pages }: Found): void {
    this.#notes.push(...notes.slice(0, mostNotes - this.#notes.length))
    this.#needsOcr ||= needsOcr
    this.#hasFailed ||= hasFailed
    const left = longestText - this.#text.length
    if (left <= 0) return
    const text = pages.join(pageBreak).slice(0, left)
    this.#text += this.#text === '' ? text : `${pageBreak}${text}`
  }

  /** From now on only the newest successful run counts. */
  async #end(): Promise<void> {
    const runId = this.#runId
    if (runId === undefined) return
    const { id: sourceId } = this.#source
    const effects = await this.#transaction(async (db) => {
      const log = new LogStore(db)
      await log.lock(this.#owner)
      if (!(await new RunStore(db).isUnderWay(this.#owner, runId))) return undefined
      await log.setText(this.#owner, sourceId, this.#text)
      const status = statusOf({ hasFailed: this.#hasFailed, needsOcr: this.#needsOcr })
      await new RunStore(db).setStatus(this.#owner, runId, status, this.#notes)
      const good = (await log.runs(this.#owner, sourceId)).filter((run) => isGood(run.status))
      const newest = good.at(-1)
      if (newest === undefined || good.length === 1) return undefined
      const superseding = { sourceId, runId: newest.id }
      return this.#parts.recorderOn(db).record(this.#owner, [], this.#parts.ports.now(), superseding)
    })
    if (effects !== undefined) this.#parts.notify(this.#owner, effects)
  }

  #transaction<Result>(work: (db: Db) => Promise<Result>): Promise<Result> {
    return this.#parts.ports.db.transaction(this.#owner, (tx) => work(dbOf(tx)))
  }
}

const jobName = 'truth.interpret'
/** Many, because a very busy machine sometimes loses its lease of a job and takes the job again. */
const attempts = 10
const mostNotes = 50
/** Few, so that other calls wait for the store only briefly. */
const statementsAtOnce = 20

function isGood(status: string): boolean {
  return status === 'done' || status === 'needs_ocr'
}
