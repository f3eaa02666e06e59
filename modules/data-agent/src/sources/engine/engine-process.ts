import type { ChildProcess } from 'node:child_process'
import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { cancelled, openMs, outOfMemory, outOfTime, stopMs } from '../limits.ts'
import { SourceError } from '../source.ts'
import type { EngineReply, EngineRequest } from './engine.ts'

export interface EngineProgram {
  readonly file: URL
  /** The database to open. May contain a password: it is sent as a message, never as an argument that other users of the machine see. */
  readonly settings: unknown
  /** Shown in lists of processes. */
  readonly label: string
  readonly memoryMb: number
  /** Whether it can receive a request to stop while a statement runs. Otherwise it is killed at once. */
  readonly hears: boolean
  /** Receives the information of the engine each time it has been opened. */
  readonly opened?: (whole: unknown) => void
}

export interface RunLimits {
  readonly signal: AbortSignal
  readonly timeoutMs: number
}

interface Work {
  readonly items: unknown[]
  readonly reply: PromiseWithResolvers<unknown>
}

/**
 * One engine in its own process, with one request at a time: the memory and crashes of a statement affect only that
 * process. It ends itself if it needs too much memory, and is killed here if it does not stop.
 */
export class EngineProcess {
  readonly #child: ChildProcess
  readonly #program: EngineProgram
  #work: Work | undefined
  #atRest = Promise.resolve()
  #end: SourceError | undefined

  private constructor(program: EngineProgram) {
    this.#program = program
    const { NODE_EXTRA_CA_CERTS: certificates } = process.env
    this.#child = fork(fileURLToPath(program.file), [program.label], {
      env: certificates === undefined ? {} : { NODE_EXTRA_CA_CERTS: certificates },
      execArgv: [
        '--disable-warning=ExperimentalWarning',
        '--no-deprecation',
        `--max-old-space-size=${program.memoryMb}`,
      ],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    })
    this.#child.on('message', (reply: EngineReply) => this.#take(reply))
    this.#child.once('error', (cause) => this.#ended(endedEarly(cause)))
    this.#child.once('exit', (_, signal) =>
      this.#ended(isOfMemory(signal) ? outOfMemory(program.memoryMb) : endedEarly()),
    )
  }

  /** Rejects with the reason if its database cannot be opened. */
  static async start(program: EngineProgram): Promise<EngineProcess> {
    const started = new EngineProcess(program)
    const { settings, memoryMb } = program
    try {
      const limits = { signal: AbortSignal.timeout(openMs), timeoutMs: openMs }
      const { whole } = await started.run({ kind: 'open', settings, memoryMb }, limits)
      program.opened?.(whole)
      return started
    } catch (error) {
      started.kill()
      throw error
    }
  }

  get hasEnded(): boolean {
    return this.#end !== undefined
  }

  /** Resolves when nothing runs in it, also after an abort of `run`. */
  get atRest(): Promise<void> {
    return this.#atRest
  }

  /** Its time begins now. When it is over, or the signal aborts, this rejects at once and the engine stops. */
  async run(
    request: EngineRequest,
    { signal, timeoutMs }: RunLimits,
  ): Promise<{ readonly items: readonly unknown[]; readonly whole: unknown }> {
    if (this.#end !== undefined) throw this.#end
    if (signal.aborted) throw cancelled()
    const work: Work = { items: [], reply: Promise.withResolvers() }
    this.#begin(work)
    this.#send(request)
    const { promise: givenUp, reject } = Promise.withResolvers<never>()
    const stop = (why: SourceError): void => {
      reject(why)
      this.#stop()
    }
    const timer = setTimeout(() => stop(outOfTime(timeoutMs)), timeoutMs)
    const onAbort = (): void => stop(cancelled())
    signal.addEventListener('abort', onAbort, { once: true })
    try {
      return { whole: await Promise.race([work.reply.promise, givenUp]), items: work.items }
    } finally {
      clearTimeout(timer)
      signal.removeEventListener('abort', onAbort)
    }
  }

  /** A running statement is asked to stop first, so that it also stops on its database. */
  end(): void {
    if (this.#work === undefined) return this.kill()
    this.#stop()
    void this.#atRest.then(() => this.kill())
  }

  kill(): void {
    this.#ended(new SourceError('unreachable', 'The connection was closed; ask again'))
    this.#child.kill('SIGKILL')
  }

  #begin(work: Work): void {
    this.#work = work
    this.#child.ref()
    this.#child.channel?.ref()
    this.#atRest = work.reply.promise.then(
      () => this.#rest(),
      () => this.#rest(),
    )
  }

  /** An idle process does not keep this one alive. */
  #rest(): void {
    this.#work = undefined
    this.#child.unref()
    this.#child.channel?.unref()
  }

  #take(reply: EngineReply): void {
    const { items, reply: waiting } = this.#work ?? {}
    if (reply.kind === 'part') for (const item of reply.items) items?.push(item)
    else if (reply.kind === 'done') waiting?.resolve(reply.whole)
    else waiting?.reject(new SourceError(reply.failure, reply.message))
  }

  #stop(): void {
    if (!this.#program.hears) return this.kill()
    this.#send({ kind: 'stop' })
    const late = setTimeout(() => this.kill(), stopMs)
    void this.#atRest.then(() => clearTimeout(late))
  }

  #send(request: EngineRequest): void {
    this.#child.send(request, (error) => {
      if (error) this.#ended(endedEarly(error))
    })
  }

  #ended(why: SourceError): void {
    this.#end ??= why
    this.#work?.reply.reject(this.#end)
  }
}

/** The memory watcher of the process ends it by SIGUSR2, V8 by SIGABRT or SIGTRAP, the system by SIGKILL. */
function isOfMemory(signal: NodeJS.Signals | null): boolean {
  return signal === 'SIGUSR2' || signal === 'SIGABRT' || signal === 'SIGTRAP' || signal === 'SIGKILL'
}

function endedEarly(cause?: Error): SourceError {
  return new SourceError('unreachable', 'The process that reads the database has ended; ask again', { cause })
}
