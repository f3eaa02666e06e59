import { ToolError, type JobState, type JobStatus } from '@quipu/kit'
import { StatementError, type Statement, type Store } from '../storage/store.ts'
import { dropJob, listJobs, retryJob, stateOf, type StatusRow } from './statements.ts'

/** Jobs that modules have enqueued, of everyone. */
export interface JobList {
  /** Newest first, at most 1,000. */
  list(filter?: { readonly state?: JobState | undefined }): Promise<readonly ListedJob[]>
  /** Runs a dead or waiting job soon, with all its attempts available again. */
  retry(id: string): Promise<ListedJob>
  /** Drops a job in any state; the signal of a running one is aborted. */
  drop(id: string): Promise<ListedJob>
}

export interface ListedJob extends JobStatus {
  readonly userId: string | undefined
  readonly key: string | undefined
  readonly priority: number
  readonly maxAttempts: number
  /** Why the last attempt failed. */
  readonly error: string | undefined
}

const most = 1000

/** Every job, for administrators. */
export class StoredJobList implements JobList {
  readonly #store: Pick<Store, 'query'>
  readonly #now: () => Date
  readonly #onWaiting: () => void

  constructor(store: Pick<Store, 'query'>, now: () => Date, onWaiting: () => void) {
    this.#store = store
    this.#now = now
    this.#onWaiting = onWaiting
  }

  async list({ state }: { readonly state?: JobState | undefined } = {}): Promise<readonly ListedJob[]> {
    const rows = await this.#store.query<ListedRow>('everyone', listJobs(state, most))
    return rows.map(listed)
  }

  async retry(id: string): Promise<ListedJob> {
    const job = await this.#change(id, retryJob(id, this.#now()))
    this.#onWaiting()
    return job
  }

  drop(id: string): Promise<ListedJob> {
    return this.#change(id, dropJob(id))
  }

  async #change(id: string, statement: Statement): Promise<ListedJob> {
    if (!isJobId(id)) throw noJob(id)
    try {
      const [row] = await this.#store.query<ListedRow>('everyone', statement)
      if (row !== undefined) return listed(row)
    } catch (error) {
      if (!(error instanceof StatementError) || error.constraint !== 'jobs_key') throw error
      const message = `Work with the same key waits or runs already; drop ${id} instead`
      throw new ToolError('CONFLICT', message, {}, { cause: error })
    }
    const [found] = await this.#store.query<{ state: JobState }>('everyone', stateOf(id))
    if (found === undefined) throw noJob(id)
    throw new ToolError(
      'CONFLICT',
      `The job ${id} is ${found.state}; only a dead or waiting one can be retried`,
    )
  }
}

export function isJobId(id: string): boolean {
  return /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(id)
}

export function statusFrom(row: StatusRow): JobStatus {
  return {
    id: row.id,
    name: row.name,
    state: row.state,
    attempts: row.attempts,
    progress: row.progress ?? undefined,
    createdAt: row.created_at,
    runAt: row.run_at,
    finishedAt: row.finished_at ?? undefined,
  }
}

interface ListedRow extends StatusRow {
  readonly error: string | null
}

function listed(row: ListedRow): ListedJob {
  return {
    ...statusFrom(row),
    userId: row.user_id ?? undefined,
    key: row.key ?? undefined,
    priority: row.priority,
    maxAttempts: row.max_attempts,
    error: row.error ?? undefined,
  }
}

function noJob(id: string): ToolError {
  return new ToolError(
    'NOT_FOUND',
    `There is no job ${id.slice(0, 100)}; \`npx quipu job list\` shows them all`,
  )
}
