import type { Json } from './json.ts'
import type { Scope } from './ports.ts'

/** Work on input that nobody trusts, such as parsing a file, in a process of its own without rights to write. */
export interface Workers {
  /**
   * Runs the `WorkerTask` that a TypeScript file exports as `run`: `new URL('./parse.ts', import.meta.url)`. Input and
   * answer are cloned. A `PortError` with the reason too-large, time, memory, crash or busy tells what went wrong;
   * with the reason threw, its cause is what the task threw.
   */
  run(file: URL, input: unknown, options: WorkerOptions): Promise<unknown>
}

export interface WorkerOptions {
  /** How long it may run. Waiting for a free place does not count. */
  readonly ms: number
  readonly memoryMb: number
  readonly signal?: AbortSignal
  /** For whom: users take turns in waiting. Default: everyone. */
  readonly scope?: Scope
  /** How large the answer may be. Default: 16 MiB. */
  readonly maxBytes?: number
  progress?(report: Json): void
}

/** Of its reports, at most twenty a second arrive. */
export type WorkerTask = (input: unknown, progress: (report: Json) => void) => unknown
