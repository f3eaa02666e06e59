import type { Json } from './json.ts'
import type { Everyone, Scope } from './ports.ts'

/** Work beside calls. With several instances, one of them does each piece. */
export interface Jobs {
  /** Regular work. Default: now. With `later` it leaves out its first turn on a store where it never ran. */
  every(
    seconds: number,
    name: string,
    run: (everyone: Everyone) => Promise<void>,
    first?: 'now' | 'later',
  ): void
  /** How work of this name is done. Each instance that has defined a name takes work of it. */
  define(name: string, definition: JobDefinition): void
  /**
   * Work to be done once, soon or at its time; gives its id. Inside a write tool's run it is for the caller alone, and
   * kept or undone together with the call.
   */
  enqueue(scope: Scope, name: string, payload: Json, options?: JobOptions): Promise<string>
  /** How a job of this scope goes; nothing for a job of someone else. */
  get(scope: Scope, id: string): Promise<JobStatus | undefined>
}

export interface JobDefinition {
  /**
   * Done at least once: an instance that dies after the work and before it is noted leaves it to another, so doing it
   * again must do no harm. What it throws is kept for administrators, and the work is tried again.
   */
  run(payload: Json, job: Job): Promise<void>
  /** How often it is tried in all. Default: 5. */
  readonly attempts?: number
  /** The pause after the first failure; each further one is twice as long, an hour at most. Default: 10. */
  readonly backoffSeconds?: number
  /** How long one attempt may take. Default: 600. */
  readonly timeoutSeconds?: number
}

export interface JobOptions {
  /** While a job of this name, scope and key waits or runs, no second one is added: its id is given instead. */
  readonly key?: string
  readonly runAt?: Date
  /** Higher ones are taken first. Default: 0. */
  readonly priority?: number
}

/** One attempt. */
export interface Job {
  readonly id: string
  /** Whom it was enqueued for. */
  readonly scope: Scope
  /** 1 for the first. */
  readonly attempt: number
  /** Aborted when it takes too long, when another instance has it, or when the server cannot wait any longer. */
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

/** A dead one has failed every attempt and waits for an administrator. */
export type JobState = 'waiting' | 'running' | 'done' | 'dead'

export interface JobProgress {
  readonly done: number
  readonly total?: number
  readonly message?: string
}
