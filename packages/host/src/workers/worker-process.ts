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

/** One task in a separate process, which ends with it. */
export class WorkerProcess {
  readonly #child: ChildProcess
  readonly #options: WorkerOptions
  readonly #outcome = Promise.withResolvers<unknown>()
  readonly #timer: NodeJS.Timeout

  constructor(file: URL, input: unknown, options: WorkerOptions) {
    const { ms, memoryMb, signal, maxBytes = defaultMaxBytes } = options
    this.#options = options
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
        ],
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      },
    )
    this.#child.on('message', (reply: WorkerReply) => this.#hear(reply))
    this.#child.once('error', (error) => this.#fail('crash', 'A worker could not be started', error))
    this.#child.once('exit', (code, killedBy) => this.#exited(code, killedBy))
    this.#timer = setTimeout(() => this.#fail('time', `A worker took longer than ${ms / 1000} s`), ms)
    signal?.addEventListener('abort', this.#abort)
    this.#start({ file: file.href, input, maxBytes })
  }

  /** Settles once the process is gone. */
  async outcome(): Promise<unknown> {
    try {
      return await this.#outcome.promise
    } finally {
      clearTimeout(this.#timer)
      this.#options.signal?.removeEventListener('abort', this.#abort)
      await this.#gone()
    }
  }

  stop(reason: unknown): void {
    this.#outcome.reject(reason)
  }

  #abort = () => this.stop(this.#options.signal?.reason)

  #start(order: WorkerOrder): void {
    try {
      this.#child.send(order, (error) => {
        if (error) this.#fail('crash', 'A worker did not take its input', error)
      })
    } catch (error) {
      // A value that cannot be cloned, such as a function, is a bug of the module.
      this.stop(error)
    }
  }

  #hear(reply: WorkerReply): void {
    if (reply.kind === 'progress') return this.#report(reply.report)
    if (reply.kind === 'done') return this.#outcome.resolve(deserialize(reply.bytes))
    if (reply.kind === 'too-large') return this.#fail('too-large', 'The answer of a worker is too large')
    const { name, message, code } = reply
    const thrown = Object.assign(new Error(message), { name, ...(code === undefined ? {} : { code }) })
    this.#fail('threw', 'A worker failed', thrown)
  }

  #report(report: Json): void {
    try {
      this.#options.progress?.(report)
    } catch (error) {
      this.stop(error)
    }
  }

  /**
   * The watcher in the process, or the kernel, ends a process that uses too much with SIGKILL; V8 ends itself with
   * SIGABRT.
   */
  #exited(code: number | null, killedBy: NodeJS.Signals | null): void {
    if (killedBy === 'SIGKILL' || killedBy === 'SIGABRT' || code === 134)
      this.#fail('memory', `A worker took more than ${this.#options.memoryMb} MB of memory`)
    else this.#fail('crash', `A worker ended without an answer (${killedBy ?? code})`)
  }

  #fail(reason: PortError['reason'], message: string, cause?: unknown): void {
    this.#outcome.reject(new PortError(reason, message, cause === undefined ? undefined : { cause }))
  }

  async #gone(): Promise<void> {
    const { pid, exitCode, signalCode } = this.#child
    if (pid === undefined || exitCode !== null || signalCode !== null) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#child.once('exit', () => resolve())
    this.#child.kill('SIGKILL')
    await promise
  }
}
