import type { WorkerOptions } from '@quipu/kit'
import { PortError } from '@quipu/kit'
import type { WorkerProcess } from './worker-process.ts'

interface Kept {
  readonly worker: WorkerProcess
  readonly forget: () => void
}

/** Processes without a task that wait for the next one of their kind, at most one for each signal. */
export class KeptProcesses {
  readonly #most: number
  readonly #kept = new Map<AbortSignal, Kept>()

  /** When there are too many, the one that has waited longest is ended. */
  constructor(most: number) {
    this.#most = most
  }

  take({ until, memoryMb }: Pick<WorkerOptions, 'until' | 'memoryMb'>): WorkerProcess | undefined {
    const worker = until === undefined ? undefined : this.#kept.get(until)?.worker
    if (until === undefined || worker?.memoryMb !== memoryMb) return undefined
    this.#remove(until)
    return worker.isAlive ? worker : undefined
  }

  /** False if it has no next task, or another one waits for it already. */
  put(worker: WorkerProcess, { until }: Pick<WorkerOptions, 'until'>): boolean {
    if (until === undefined || until.aborted || this.#kept.has(until)) return false
    const end = () => {
      this.#remove(until)
      void worker.stop(unused())
    }
    until.addEventListener('abort', end)
    this.#kept.set(until, { worker, forget: () => until.removeEventListener('abort', end) })
    if (this.#kept.size > this.#most) this.#endOldest()
    return true
  }

  takeAll(): readonly WorkerProcess[] {
    const workers = [...this.#kept.values()].map(({ worker }) => worker)
    for (const until of this.#kept.keys()) this.#remove(until)
    return workers
  }

  #endOldest(): void {
    const [oldest] = this.#kept
    if (oldest === undefined) return
    this.#remove(oldest[0])
    void oldest[1].worker.stop(unused())
  }

  #remove(until: AbortSignal): void {
    this.#kept.get(until)?.forget()
    this.#kept.delete(until)
  }
}

function unused(): PortError {
  return new PortError('unavailable', 'This worker was ended because nobody needed it')
}
