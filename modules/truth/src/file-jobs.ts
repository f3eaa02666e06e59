import type { Db, Job, Json, JsonObject, Ports } from '@quipu/kit'
import { z } from 'zod'
import type { FileReader, Found, Place } from './file-reader.ts'
import { mailboxInterpreter } from './interpretation/mailbox.ts'
import { instantOf } from './model/field-value.ts'
import { canonicalText, runIdOf, sha256 } from './model/ids.ts'
import { observe } from './model/observe.ts'
import { schemas } from './model/schemas.ts'
import { pageBreak } from './model/span.ts'
import { isPlaceDue } from './place-due.ts'
import type { Effects, Recorder } from './recorder.ts'
import { defaultPriority, longestText, statusOf } from './sources.ts'
import type { SourceRow } from './store/log-store.ts'
import { LogStore } from './store/log-store.ts'
import { ReadingStore } from './store/reading-store.ts'
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
 * Reads large files in the background, part by part, in short transactions. The place in a mailbox is kept, so
 * that another attempt continues there. Repeating a part adds nothing: it gives the same observations.
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
  #seen = new Map<string, number>()
  #partsSincePlace = 0
  #notes: string[] = []
  #runId: string | undefined
  #keptRunId: string | undefined
  #observedAt = ''
  #text = ''
  #keptLetters = 0
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
    const from = await this.#keptPlace()
    if (from !== undefined) job.progress(from.offset, size)
    const options = { signal: job.signal, from, letters: longestText - this.#text.length }
    for await (const { found, bytesRead, next } of reader.parts(this.#owner, file, options)) {
      if (!(await this.#begin(found))) return
      this.#remember(found)
      const portions = portionsOf(found.statements)
      for (const [index, statements] of portions.entries()) {
        job.signal.throwIfAborted()
        const isLast = index === portions.length - 1
        if (!(await this.#add(statements, isLast && this.#isPlaceDue() ? next : undefined))) return
      }
      job.progress(bytesRead, size)
    }
    await this.#end()
  }

  #isPlaceDue(): boolean {
    this.#partsSincePlace += 1
    if (!isPlaceDue(this.#partsSincePlace, this.#seen.size)) return false
    this.#partsSincePlace = 0
    return true
  }

  /** The place that an earlier attempt at the same run reached, with what it had found for the end of the run. */
  async #keptPlace(): Promise<Place | undefined> {
    const { db } = this.#parts.ports
    const runId = runIdOf(this.#source.id, mailboxInterpreter, this.#config)
    const kept = await new ReadingStore(db).get(this.#owner, runId)
    if (kept === undefined) return undefined
    const { next, seen, notes, observedAt, needsOcr, hasFailed } = KeptPlace.parse(kept.place)
    this.#keptRunId = runId
    this.#seen = new Map(seen)
    this.#notes = notes
    this.#observedAt = observedAt
    this.#text = kept.text
    this.#keptLetters = kept.text.length
    this.#needsOcr = needsOcr
    this.#hasFailed = hasFailed
    return next
  }

  async #keepPlace(db: Db, runId: string, next: Place): Promise<void> {
    const place = {
      next: { ...next },
      seen: [...this.#seen],
      notes: this.#notes,
      observedAt: this.#observedAt,
      needsOcr: this.#needsOcr,
      hasFailed: this.#hasFailed,
    }
    const text = this.#text.length === this.#keptLetters ? undefined : this.#text
    await new ReadingStore(db).put(this.#owner, runId, { place, text })
  }

  /** After the last attempt. The observations made so far stay. */
  async fail(): Promise<void> {
    const runId = this.#runId ?? this.#keptRunId
    if (runId === undefined) return
    const note = 'Reading it broke off. reinterpret tries it again.'
    await this.#transaction((db) => new RunStore(db).setStatus(this.#owner, runId, 'failed', [note]))
  }

  /** False if there is nothing to do: the file was read already, or erased. */
  async #begin({ interpreter, date }: Found): Promise<boolean> {
    if (this.#runId !== undefined) return true
    const { id: sourceId, observed_at } = this.#source
    const runId = runIdOf(sourceId, interpreter, this.#config)
    this.#observedAt ||= (date && instantOf(date)) || observed_at.toISOString()
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

  /** With the place after the last statements of a part. False if the file was erased meanwhile. */
  async #add(statements: Found['statements'], next: Place | undefined): Promise<boolean> {
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
      const outcome = await this.#parts.recorderOn(db).record(this.#owner, observed, now, { isBulk: true })
      await runs.count(this.#owner, runId, {
        entities: outcome.created.length,
        observations: outcome.observationsCreated,
      })
      if (next !== undefined) await this.#keepPlace(db, runId, next)
      return outcome
    })
    if (effects === undefined) return false
    if (next !== undefined) this.#keptLetters = this.#text.length
    this.#parts.notify(this.#owner, effects)
    return true
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
      await new ReadingStore(db).remove(this.#owner, runId)
      const good = (await log.runs(this.#owner, sourceId)).filter((run) => isGood(run.status))
      const newest = good.at(-1)
      if (newest === undefined || good.length === 1) return undefined
      const superseding = { sourceId, runId: newest.id }
      return this.#parts.recorderOn(db).record(this.#owner, [], this.#parts.ports.now(), { superseding })
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

const KeptPlace = z.object({
  next: z.object({ offset: z.number(), pages: z.number(), isSkipping: z.boolean() }),
  /** How often each repeatable thing was said. */
  seen: z.array(z.tuple([z.string(), z.number()])),
  notes: z.array(z.string()),
  observedAt: z.string(),
  needsOcr: z.boolean(),
  hasFailed: z.boolean(),
})

/** One at least: what a part without statements says is kept too. */
function portionsOf(statements: Found['statements']): readonly Found['statements'][] {
  const count = Math.max(1, Math.ceil(statements.length / statementsAtOnce))
  return Array.from({ length: count }, (_, index) =>
    statements.slice(index * statementsAtOnce, (index + 1) * statementsAtOnce),
  )
}

function isGood(status: string): boolean {
  return status === 'done' || status === 'needs_ocr'
}
