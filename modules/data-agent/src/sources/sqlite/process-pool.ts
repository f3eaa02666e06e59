import { SourceError } from '../source.ts'
import { SqliteProcess } from './sqlite-process.ts'

const mostProcesses = 3
const idleMilliseconds = 30_000

/** Up to three processes around one file, so that one long statement does not hold up the others. */
export class ProcessPool {
  #file: string
  readonly #memoryMb: number
  readonly #idle: SqliteProcess[] = []
  readonly #all = new Set<SqliteProcess>()
  readonly #waiting: PromiseWithResolvers<void>[] = []
  #starting = 0
  #isClosed = false

  constructor(file: string, memoryMb: number) {
    this.#file = file
    this.#memoryMb = memoryMb
  }

  async take(): Promise<SqliteProcess> {
    for (;;) {
      if (this.#isClosed) throw closed()
      const process = this.#idle.pop()
      if (process && !process.hasEnded) return process
      if (process) this.#all.delete(process)
      else if (this.#all.size + this.#starting < mostProcesses) return this.#start()
      else await this.#turn()
    }
  }

  give(process: SqliteProcess): void {
    if (process.hasEnded || !this.#all.has(process)) this.#drop(process)
    else {
      this.#idle.push(process)
      setTimeout(() => this.#trim(process), idleMilliseconds).unref()
    }
    this.#waiting.shift()?.resolve()
  }

  /** From now on the file at this path; what runs is let finish. */
  renew(file: string): void {
    this.#file = file
    for (const process of this.#idle.splice(0)) process.kill()
    this.#all.clear()
  }

  close(): void {
    this.#isClosed = true
    for (const process of this.#all) process.kill()
    for (const process of this.#idle.splice(0)) process.kill()
    this.#all.clear()
    for (const waiting of this.#waiting.splice(0)) waiting.resolve()
  }

  async #start(): Promise<SqliteProcess> {
    this.#starting += 1
    const file = this.#file
    try {
      const process = await SqliteProcess.start(file, this.#memoryMb)
      if (this.#isClosed) {
        process.kill()
        throw closed()
      }
      if (file === this.#file) this.#all.add(process)
      return process
    } catch (error) {
      this.#waiting.shift()?.resolve()
      throw error
    } finally {
      this.#starting -= 1
    }
  }

  #turn(): Promise<void> {
    const turn = Promise.withResolvers<void>()
    this.#waiting.push(turn)
    return turn.promise
  }

  /** One stays warm for the next question. */
  #trim(process: SqliteProcess): void {
    if (this.#all.size <= 1 || !this.#idle.includes(process)) return
    this.#idle.splice(this.#idle.indexOf(process), 1)
    this.#drop(process)
  }

  #drop(process: SqliteProcess): void {
    process.kill()
    this.#all.delete(process)
  }
}

function closed(): SourceError {
  return new SourceError('unreachable', 'The connection was closed; ask again')
}
