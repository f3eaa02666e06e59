import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { outOfMemory, tooLarge } from '../limits.ts'
import { SourceError } from '../source.ts'
import type { SqliteReply, SqliteRequest, SqliteRows } from './messages.ts'
import { sqliteFailure } from './sqlite-failure.ts'

/**
 * One SQLite connection in a process of its own: a running statement cannot be interrupted from within, not even by
 * ending its thread, and SQLite's memory limit counts for a whole process.
 */
export class SqliteProcess {
  readonly #child: ChildProcess
  readonly #memoryMb: number
  #waiting: PromiseWithResolvers<SqliteReply>
  #hasEnded = false

  private constructor(file: string, memoryMb: number) {
    this.#memoryMb = memoryMb
    this.#waiting = Promise.withResolvers()
    this.#child = fork(
      fileURLToPath(new URL('./sqlite-child.ts', import.meta.url)),
      [file, String(memoryMb)],
      {
        env: {},
        execArgv: ['--disable-warning=ExperimentalWarning', `--max-old-space-size=${memoryMb}`],
        serialization: 'advanced',
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      },
    )
    this.#child.on('message', (reply: SqliteReply) => this.#waiting.resolve(reply))
    this.#child.once('error', (error) => this.#end(error))
    this.#child.once('exit', () => this.#end())
  }

  /** Rejects when the file is no database. */
  static async start(file: string, memoryMb: number): Promise<SqliteProcess> {
    const started = new SqliteProcess(file, memoryMb)
    const reply = await started.#waiting.promise
    if (reply.kind === 'failed') throw sqliteFailure(reply)
    started.#rest()
    return started
  }

  get hasEnded(): boolean {
    return this.#hasEnded
  }

  /** One at a time. */
  async run(request: SqliteRequest): Promise<SqliteRows> {
    if (this.#hasEnded) throw gone()
    this.#waiting = Promise.withResolvers()
    this.#child.ref()
    this.#child.channel?.ref()
    this.#child.send(request, (error) => {
      if (error) this.#end(error)
    })
    const reply = await this.#waiting.promise
    this.#rest()
    if (reply.kind === 'rows') return reply
    if (reply.kind === 'failed') throw sqliteFailure(reply, this.#memoryMb)
    throw tooLarge()
  }

  kill(): void {
    this.#hasEnded = true
    this.#child.kill('SIGKILL')
  }

  /** A process at rest keeps nobody alive. */
  #rest(): void {
    this.#child.unref()
    this.#child.channel?.unref()
  }

  #end(cause?: Error): void {
    this.#hasEnded = true
    this.#waiting.reject(cause ? gone(cause) : outOfMemory(this.#memoryMb))
    // Nobody may be waiting when it ends at rest.
    this.#waiting.promise.catch(() => {})
  }
}

function gone(cause?: Error): SourceError {
  return new SourceError('unreachable', 'The process that reads the SQLite file has ended; ask again', {
    cause,
  })
}
