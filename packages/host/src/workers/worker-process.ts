import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { deserialize } from 'node:v8'
import type { Json, WorkerOptions } from '@quipu/kit'
import { PortError } from '@quipu/kit'
import type { WorkerOrder, WorkerReply } from './messages.ts'

const defaultMaxBytes = 16 * 2 ** 20
/** The memory that Node itself needs beside the heap of the task. */
const ownMb = 160

/** A process of its own, for one task or for several, one after the other. */
export class WorkerProcess {
  readonly memoryMb: number
  readonly #child: ChildProcess
  #task: Task | undefined
  #end: unknown

  constructor(memoryMb: number) {
    this.memoryMb = memoryMb
    this.#child = fork(
      fileURLToPath(new URL('./worker-child.ts', import.meta.url)),
      [String((memoryMb + ownMb) * 2 ** 20), String(process.pid)],
      {
        env: {},
        execArgv: [
          '--disable-warning=ExperimentalWarning',
          '--permission',
          '--allow-fs-read=*',
          '--allow-worker',
          `--max-old-space-size=${memoryMb}`,
          // What a task leaves behind is soon used again.
          '--max-semi-space-size=4',
        ],
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      },
    )
    this.#child.on('message', (reply: WorkerReply) => this.#hear(reply))
    this.#child.once('error', (error) => this.#fail('crash', 'A worker could not be started', error))
    this.#child.once('exit', (code, killedBy) => this.#exited(code, killedBy))
  }

  /** Whether it can take another task. */
  get isAlive(): boolean {
    return this.#end === undefined
  }

  /** One at a time. After a failure the process is gone, and takes no further task. */
  async run(file: URL, input: unknown, options: WorkerOptions): Promise<unknown> {
    const { ms, signal, maxBytes = defaultMaxBytes } = options
    const task: Task = { options, outcome: Promise.withResolvers<unknown>() }
    this.#task = task
    if (this.#end !== undefined) task.outcome.reject(this.#end)
    const timer = setTimeout(() => this.#fail('time', `A worker took longer than ${ms / 1000} s`), ms)
    const abort = () => this.#break(signal?.reason)
    signal?.addEventListener('abort', abort)
    this.#send({ file: file.href, input, maxBytes })
    try {
      return await task.outcome.promise
    } catch (error) {
      await this.stop(error)
      throw error
    } finally {
      this.#task = undefined
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    }
  }

  /** A task under way fails with this reason. Resolves once the process is gone. */
  async stop(reason: unknown): Promise<void> {
    this.#break(reason)
    const { pid, exitCode, signalCode } = this.#child
    if (pid === undefined || exitCode !== null || signalCode !== null) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#child.once('exit', () => resolve())
    this.#child.kill('SIGKILL')
    await promise
  }

  #break(reason: unknown): void {
    this.#end ??= reason
    this.#task?.outcome.reject(reason)
  }

  #send(order: WorkerOrder): void {
    try {
      this.#child.send(order, (error) => {
        if (error) this.#fail('crash', 'A worker did not take its input', error)
      })
    } catch (error) {
      // A value that cannot be cloned, such as a function, is a bug of the module.
      this.#break(error)
    }
  }

  #hear(reply: WorkerReply): void {
    if (reply.kind === 'progress') return this.#report(reply.report)
    if (reply.kind === 'done') return this.#task?.outcome.resolve(deserialize(reply.bytes))
    if (reply.kind === 'too-large') return this.#fail('too-large', 'The answer of a worker is too large')
    const { name, message, code } = reply
    const thrown = Object.assign(new Error(message), { name, ...(code === undefined ? {} : { code }) })
    this.#fail('threw', 'A worker failed', thrown)
  }

  #report(report: Json): void {
    try {
      this.#task?.options.progress?.(report)
    } catch (error) {
      this.#break(error)
    }
  }

  /**
   * The watcher in the process, or the kernel, ends a process that uses too much with SIGKILL; V8 ends itself with
   * SIGABRT.
   */
  #exited(code: number | null, killedBy: NodeJS.Signals | null): void {
    if (killedBy === 'SIGKILL' || killedBy === 'SIGABRT' || code === 134)
      this.#fail('memory', `A worker took more than ${this.memoryMb} MB of memory`)
    else this.#fail('crash', `A worker ended without an answer (${killedBy ?? code})`)
  }

  #fail(reason: PortError['reason'], message: string, cause?: unknown): void {
    this.#break(new PortError(reason, message, cause === undefined ? undefined : { cause }))
  }
}

interface Task {
  readonly options: WorkerOptions
  readonly outcome: PromiseWithResolvers<unknown>
}
