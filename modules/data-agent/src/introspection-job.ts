import type { Job, Json, Ports, Scope } from '@quipu/kit'
import { ToolError } from '@quipu/kit'
import { z } from 'zod'
import { SourceError, type Source } from './sources/source.ts'
import type { ModelStore } from './store/models.ts'
import type { OntologyRecord, OntologyStore, Progress } from './store/ontologies.ts'
import type { OverlayStore } from './store/overlays.ts'
import { introspect } from './ontology/introspect.ts'
import type { Overlay } from './ontology/overlay-schema.ts'
import type { FieldName } from './ontology/value-index.ts'

export interface IntrospectionParts extends Pick<Ports, 'jobs' | 'log' | 'now'> {
  readonly records: OntologyStore
  readonly models: ModelStore
  readonly overlays: OverlayStore
  readonly open: (scope: Scope, connectionId: string) => Promise<Source>
  readonly changed: (id: string) => Promise<void>
}

/** Reads a database in the background and stores the result and status of the ontology. */
export class IntrospectionJob {
  readonly #parts: IntrospectionParts

  constructor(parts: IntrospectionParts) {
    this.#parts = parts
    parts.jobs.define(jobName, {
      attempts,
      timeoutSeconds,
      run: (payload, job) => this.#run(Payload.parse(payload).ontologyId, job),
    })
  }

  async enqueue(scope: Scope, ontologyId: string): Promise<void> {
    const payload: Json = { ontologyId }
    await this.#parts.jobs.enqueue(scope, jobName, payload, { key: ontologyId })
  }

  async #run(id: string, job: Job): Promise<void> {
    const { records } = this.#parts
    const record = await records.find(job.scope, id)
    if (record === undefined) return
    try {
      await this.#make(record, job)
    } catch (error) {
      // Dropped while it was read.
      if ((await records.find(job.scope, id)) === undefined) return
      await this.#fail(record, job, error)
    }
  }

  async #make(record: OntologyRecord, job: Job): Promise<void> {
    const { records, models, overlays, open, changed, now } = this.#parts
    const { id } = record
    const excluded = excludedFields(await overlays.read(job.scope, id))
    await using source = await open(job.scope, record.connectionId)
    const notes = new ProgressNotes((progress) => records.noteProgress(job.scope, id, progress))
    const model = await introspect(source, {
      signal: job.signal,
      leaveOut: [...record.leaveOut, ...excluded],
      progress: (done, total, table) => {
        job.progress(done, total, table)
        notes.take({ done, total, table })
      },
    })
    await notes.settled()
    job.signal.throwIfAborted()
    await models.write(job.scope, id, model, now())
    // Columns that people excluded while the database was read.
    await models.dropValues(job.scope, id, excludedFields(await overlays.read(job.scope, id)))
    await changed(id)
  }

  /** A failure that people can fix is reported and not retried; any other is retried, and the status says so. */
  async #fail(record: OntologyRecord, job: Job, error: unknown): Promise<void> {
    const { records, log, now, changed } = this.#parts
    const isLast = job.attempt >= attempts
    if (job.signal.aborted && !isLast) throw error
    const reason = reasonOf(error, job)
    await records.noteFailure(job.scope, record.id, reason, now())
    await changed(record.id)
    if (error instanceof SourceError || error instanceof ToolError) {
      return log.warn({ ontology: record.id, reason }, 'an ontology could not be made')
    }
    throw error
  }
}

/** The values of these columns are neither read nor stored. */
export function excludedFields(overlay: Overlay): FieldName[] {
  return overlay.fields
    .filter(({ isIndexed, isHidden }) => isIndexed === false || isHidden === true)
    .map(({ dataset, field }) => ({ dataset, field }))
}

const jobName = 'data-agent.introspect'
const attempts = 3
const timeoutSeconds = 1800
const Payload = z.object({ ontologyId: z.string() })

function reasonOf(error: unknown, job: Job): string {
  if (job.signal.aborted) {
    return `Reading the database took longer than ${timeoutSeconds / 60} minutes. Give it fewer or smaller tables, then refresh.`
  }
  if (error instanceof SourceError) return `${sentence(error.message)} ${remedies[error.failure]}`
  if (error instanceof ToolError) return sentence(error.message)
  return `The server met an error while it read the database. It tries again; if this stays, ask an administrator to look for job ${job.id} in the log.`
}

const remedies: Readonly<Record<SourceError['failure'], string>> = {
  unreachable: 'Check that the database runs and that the connection is right, then refresh.',
  timeout: 'Refresh at a quieter time, or connect a smaller database.',
  cancelled: 'Refresh to try again.',
  refused: 'Change the connection or what it may read, then refresh.',
  memory: 'Connect a smaller database, or give the server more memory, then refresh.',
  missing: 'Put it back or change the connection, then refresh.',
  failed: 'Check the database, then refresh.',
}

function sentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`
}

/** Writes one report at a time and only the latest, because a table may take only a millisecond. */
class ProgressNotes {
  readonly #write: (progress: Progress) => Promise<void>
  #waiting: Progress | undefined
  #writing: Promise<void> | undefined

  constructor(write: (progress: Progress) => Promise<void>) {
    this.#write = write
  }

  take(progress: Progress): void {
    this.#waiting = progress
    this.#writing ??= this.#drain().finally(() => {
      this.#writing = undefined
    })
  }

  async settled(): Promise<void> {
    await this.#writing
  }

  async #drain(): Promise<void> {
    while (this.#waiting !== undefined) {
      const progress = this.#waiting
      this.#waiting = undefined
      try {
        await this.#write(progress)
      } catch {
        // The work itself will fail on the same problem of the store and report it.
      }
    }
  }
}
