import type { Log, WorkerOptions, Workers } from '@quipu/kit'
import { PortError } from '@quipu/kit'
import { FairQueue } from './fair-queue.ts'
import { WorkerProcess } from './worker-process.ts'

const defaultAtOnce = 2
const maxWaiting = 1_000

export interface WorkerPoolOptions {
  /** How many processes run at once. Default: 2. */
  readonly atOnce?: number | undefined
  readonly log: Log
}

/** All worker processes of this instance. */
export class WorkerPool implements Workers {
  readonly #queue: FairQueue
  readonly #log: Log
  readonly #running = new Set<WorkerProcess>()
  #isClosed = false

  constructor({ atOnce = defaultAtOnce, log }: WorkerPoolOptions) {
    this.#queue = new FairQueue(atOnce, maxWaiting)
    this.#log = log
  }

  async run(file: URL, input: unknown, options: WorkerOptions): Promise<unknown> {
    const { ms, memoryMb, scope, signal } = options
    if (!(ms > 0 && memoryMb > 0)) throw new RangeError('A worker needs time and memory above zero')
    if (this.#isClosed) throw stopping()
    await this.#queue.enter(scope !== undefined && 'userId' in scope ? scope.userId : '', signal)
    let worker: WorkerProcess | undefined
    try {
      signal?.throwIfAborted()
      worker = new WorkerProcess(file, input, options)
      this.#running.add(worker)
      return await worker.outcome()
    } catch (error) {
      if (error instanceof PortError)
        this.#log.warn({ err: error, file: file.pathname.split('/').at(-1) }, 'a worker gave no answer')
      throw error
    } finally {
      if (worker !== undefined) this.#running.delete(worker)
      this.#queue.leave()
    }
  }

  /** What still runs is ended. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#queue.refuseAll(stopping())
    const ends = [...this.#running].map((worker) => {
      worker.stop(stopping())
      return worker.outcome().catch(() => {})
    })
    await Promise.all(ends)
  }
}

function stopping(): PortError {
  return new PortError('unavailable', 'The server is stopping; try again')
}
