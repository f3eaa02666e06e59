import { cancelled, idleProcessMs } from '../limits.ts'
import { SourceError } from '../source.ts'
import type { EngineProgram } from './engine-process.ts'
import { EngineProcess } from './engine-process.ts'

/** A few processes around one database, each for one statement at a time. */
export class EnginePool {
  #program: EngineProgram
  readonly #most: number
  readonly #idle: EngineProcess[] = []
  readonly #all = new Set<EngineProcess>()
  readonly #waiting = new Set<PromiseWithResolvers<void>>()
  #starting = 0
  #isClosed = false

  constructor(program: EngineProgram, most: number) {
    this.#program = program
    this.#most = most
  }

  /** Waits for a free process, or until the caller aborts. */
  async take(signal: AbortSignal): Promise<EngineProcess> {
    for (;;) {
      if (signal.aborted) throw cancelled()
      if (this.#isClosed) throw closed()
      const process = this.#idle.pop()
      if (process && !process.hasEnded) return process
      if (process) this.#all.delete(process)
      else if (this.#all.size + this.#starting < this.#most) return this.#start()
      else await this.#turn(signal)
    }
  }

  /** The process is lent again when nothing runs in it. */
  async give(process: EngineProcess): Promise<void> {
    await process.atRest
    if (process.hasEnded || !this.#all.has(process)) this.#drop(process)
    else {
      this.#idle.push(process)
      setTimeout(() => this.#trim(process), idleProcessMs).unref()
    }
    this.#next()
  }

  /** New processes open this database; running statements can finish. */
  renew(program: EngineProgram): void {
    this.#program = program
    for (const process of this.#idle.splice(0)) process.end()
    this.#all.clear()
  }

  close(): void {
    this.#isClosed = true
    for (const process of [...this.#all, ...this.#idle.splice(0)]) process.end()
    this.#all.clear()
    for (const waiting of this.#waiting) waiting.resolve()
  }

  async #start(): Promise<EngineProcess> {
    this.#starting += 1
    const program = this.#program
    try {
      const process = await EngineProcess.start(program)
      if (this.#isClosed) {
        process.end()
        throw closed()
      }
      if (program === this.#program) this.#all.add(process)
      return process
    } catch (error) {
      this.#next()
      throw error
    } finally {
      this.#starting -= 1
    }
  }

  async #turn(signal: AbortSignal): Promise<void> {
    const turn = Promise.withResolvers<void>()
    const leave = (): void => turn.resolve()
    this.#waiting.add(turn)
    signal.addEventListener('abort', leave, { once: true })
    await turn.promise
    signal.removeEventListener('abort', leave)
    // An aborted caller passes its turn on.
    if (!this.#waiting.delete(turn) && signal.aborted) this.#next()
  }

  #next(): void {
    const [first] = this.#waiting
    if (first === undefined) return
    this.#waiting.delete(first)
    first.resolve()
  }

  /** One process is kept for the next question. */
  #trim(process: EngineProcess): void {
    if (this.#all.size <= 1 || !this.#idle.includes(process)) return
    this.#idle.splice(this.#idle.indexOf(process), 1)
    this.#drop(process)
  }

  #drop(process: EngineProcess): void {
    process.end()
    this.#all.delete(process)
  }
}

function closed(): SourceError {
  return new SourceError('unreachable', 'The connection was closed; ask again')
}
