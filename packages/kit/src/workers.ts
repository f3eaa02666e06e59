import type { Json } from './json.ts'
import type { Scope } from './ports.ts'

/** Work on untrusted input, such as parsing a file, in a separate process without permission to write. */
export interface Workers {
  /**
   * Runs the `WorkerTask` that a TypeScript file exports as `run`: `new URL('./parse.ts', import.meta.url)`. Input and
   * answer are cloned. A failure is a `PortError` with the reason too-large, time, memory, crash or busy; with the
   * reason threw, its cause is what the task threw.
   */
  run(file: URL, input: unknown, options: WorkerOptions): Promise<unknown>
}

export interface WorkerOptions {
  /** How long it may run, without the time in the queue. */
  readonly ms: number
  readonly memoryMb: number
  readonly signal?: AbortSignal
  /** The user for whom it runs: users take turns in the queue. Default: everyone. */
  readonly scope?: Scope
  /** The size limit of the answer. Default: 16 MiB. */
  readonly maxBytes?: number
  /**
   * The process stays for the next task with the same signal and memory, which then need not wait for a start, and is ended when
   * the signal aborts. For tasks that may know of each other, such as the parts of one file. Default: each task has its
   * own process.
   */
  readonly until?: AbortSignal
  progress?(report: Json): void
}

/** At most twenty of its reports a second are delivered. */
export type WorkerTask = (input: unknown, progress: (report: Json) => void) => unknown
