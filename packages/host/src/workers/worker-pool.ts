import type { Log, WorkerOptions, Workers } from '@quipu/kit'
import { PortError } from '@quipu/kit'
import { FairQueue, QueueFull } from '@quipu/queue'
import { KeptProcesses } from './kept-processes.ts'
import { WorkerProcess } from './worker-process.ts'

const defaultAtOnce = 2
const mostWaiting = 1_000

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
  readonly #kept: KeptProcesses
  #isClosed = false

  constructor({ atOnce = defaultAtOnce, log }: WorkerPoolOptions) {
    this.#queue = new FairQueue({ places: atOnce, mostWaiting })
    this.#log = log
    this.#kept = new KeptProcesses(atOnce)
  }

  async run(file: URL, input: unknown, options: WorkerOptions): Promise<unknown> {
    const { ms, memoryMb, scope, signal } = options
    if (!(ms > 0 && memoryMb > 0)) throw new RangeError('A worker needs time and memory above zero')
    if (this.#isClosed) throw stopping()
    const person = scope !== undefined && 'userId' in scope ? scope.userId : ''
    try {
      return await this.#queue.run(person, { signal }, () => this.#runNow(file, input, options))
    } catch (error) {
      if (!(error instanceof QueueFull)) throw error
      throw new PortError('busy', 'Too much waits to be worked on; try again later')
    }
  }

  async #runNow(file: URL, input: unknown, options: WorkerOptions): Promise<unknown> {
    options.signal?.throwIfAborted()
    const worker = this.#kept.take(options) ?? new WorkerProcess(options.memoryMb)
    this.#running.add(worker)
    try {
      const answer = await worker.run(file, input, options)
      if (!this.#isClosed && this.#kept.put(worker, options)) return answer
      await worker.stop(stopping())
      return answer
    } catch (error) {
      if (error instanceof PortError)
        this.#log.warn({ err: error, file: file.pathname.split('/').at(-1) }, 'a worker gave no answer')
      throw error
    } finally {
      this.#running.delete(worker)
    }
  }

  /** Running workers are ended. */
  async close(): Promise<void> {
    this.#isClosed = true
    this.#queue.refuseAll(stopping())
    const ends = [...this.#running, ...this.#kept.takeAll()].map((worker) => worker.stop(stopping()))
    await Promise.all(ends)
  }
}

function stopping(): PortError {
  return new PortError('unavailable', 'The server is stopping; try again')
}
