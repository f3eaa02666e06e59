import type { Json } from './json.ts'
import type { Everyone, Scope } from './ports.ts'

/** Work in the background. If there are several instances, one of them does each job. */
export interface Jobs {
  /** Schedules periodic work. Default: now. With `later` it leaves out its first turn on a store where it never ran. */
  every(
    seconds: number,
    name: string,
    run: (everyone: Everyone) => Promise<void>,
    first?: 'now' | 'later',
  ): void
  /** Defines how jobs of this name are done. Each instance that has defined a name takes jobs of it. */
  define(name: string, definition: JobDefinition): void
  /**
   * Adds a job that is done once, soon or at its time, and returns its id. Inside a write tool's run it can be added
   * for the caller only, and is committed or rolled back with the call.
   */
  enqueue(scope: Scope, name: string, payload: Json, options?: JobOptions): Promise<string>
  /** The state of a job of this scope; undefined for a job of someone else. */
  get(scope: Scope, id: string): Promise<JobStatus | undefined>
}

export interface JobDefinition {
  /**
   * Runs at least once: if an instance dies after the work but before it is recorded, another runs it again, so
   * repeating it must be safe. An error that it throws is stored for administrators, and the job is retried.
   */
  run(payload: Json, job: Job): Promise<void>
  /** The number of attempts in all. Default: 5. */
  readonly attempts?: number
  /** The pause after the first failure. It doubles each time, up to an hour. Default: 10. */
  readonly backoffSeconds?: number
  /** How long one attempt may take. Default: 600. */
  readonly timeoutSeconds?: number
}

export interface JobOptions {
  /** While a job with this name, scope and key waits or runs, no second one is added: its id is returned. */
  readonly key?: string
  readonly runAt?: Date
  /** Jobs with a higher priority are taken first. Default: 0. */
  readonly priority?: number
}

/** One attempt. */
export interface Job {
  readonly id: string
  /** The scope for which it was enqueued. */
  readonly scope: Scope
  /** 1 for the first. */
  readonly attempt: number
  /** Aborted when the attempt takes too long, when another instance has taken the job, or when the server must stop. */
  readonly signal: AbortSignal
  progress(done: number, total?: number, message?: string): void
}

export interface JobStatus {
  readonly id: string
  readonly name: string
  readonly state: JobState
  readonly attempts: number
  readonly progress: JobProgress | undefined
  readonly createdAt: Date
  readonly runAt: Date
  readonly finishedAt: Date | undefined
}

/** A dead job has failed every attempt and waits for an administrator. */
export type JobState = 'waiting' | 'running' | 'done' | 'dead'

export interface JobProgress {
  readonly done: number
  readonly total?: number
  readonly message?: string
}
