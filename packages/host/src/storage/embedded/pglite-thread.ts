import { readFile } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { refusalToError } from '../failures.ts'
import type { Reply, WireStatement } from '../session.ts'
import { StoreUnavailable } from '../store.ts'
import { SharedSync } from './shared-sync.ts'
import { readAnswer } from './wire-answer.ts'
import type { Program, WorkerAnswer, WorkerRequest, WorkerTask } from './worker-messages.ts'

/** PGlite in a separate thread, so that a long statement does not block the process and can be cut off. */
export class PGliteThread {
  readonly #worker: Worker
  readonly sync = new SharedSync(async () => void replyOf(await this.#ask({ kind: 'sync' })))
  readonly #waiting = new Map<number, PromiseWithResolvers<WorkerAnswer>>()
  #lastId = 0
  /** Requests of one turn of the event loop go in one message, because each message wakes the other thread. */
  #outbox: WorkerRequest[] = []
  #isAlive = true

  /** Resolves when the store is open. */
  static async start(task: WorkerTask): Promise<PGliteThread> {
    const thread = new PGliteThread({ ...task, program: await compiled() })
    await thread.#answerTo(0)
    return thread
  }

  private constructor(task: WorkerTask & { readonly program: Program }) {
    this.#worker = new Worker(new URL('./pglite-worker.ts', import.meta.url), {
      workerData: task,
      resourceLimits: { maxYoungGenerationSizeMb: youngMb },
    })
    this.#worker.on('message', (answers: readonly WorkerAnswer[]) => {
      for (const answer of answers) this.#receive(answer)
    })
    this.#worker.on('error', (error) => this.#end(error))
    this.#worker.on('exit', () => this.#end())
  }

  get isAlive(): boolean {
    return this.#isAlive
  }

  async run(statements: readonly WireStatement[]): Promise<Reply> {
    return replyOf(await this.#ask({ kind: 'run', statements }))
  }

  /** The thread rolls back if it is refused. `isLazy`: the caller waits for the next sync anyway. */
  async commit(statements: readonly WireStatement[], isLazy: boolean): Promise<Reply> {
    return replyOf(await this.#ask({ kind: 'commit', statements, isLazy }))
  }

  async script(sql: string): Promise<void> {
    replyOf(await this.#ask({ kind: 'script', sql }))
  }

  /** Ends cleanly, with everything written. */
  async close(): Promise<void> {
    if (this.#isAlive) await this.#ask({ kind: 'close' })
    await this.terminate()
  }

  /** Ends at once, as a crash would; work under way is refused, acknowledged writes are kept. */
  async terminate(): Promise<void> {
    this.#end()
    await this.#worker.terminate()
  }

  #ask(request: DistributiveOmit<WorkerRequest, 'id'>): Promise<WorkerAnswer> {
    if (!this.#isAlive) return Promise.reject(new StoreUnavailable('The embedded store was restarted.'))
    this.#lastId += 1
    const id = this.#lastId
    if (this.#outbox.length === 0) process.nextTick(() => this.#post())
    this.#outbox.push({ ...request, id })
    return this.#answerTo(id)
  }

  #post(): void {
    this.#worker.postMessage(this.#outbox)
    this.#outbox = []
  }

  #answerTo(id: number): Promise<WorkerAnswer> {
    const answer = Promise.withResolvers<WorkerAnswer>()
    this.#waiting.set(id, answer)
    return answer.promise
  }

  #receive(answer: WorkerAnswer): void {
    const waiting = this.#waiting.get(answer.id)
    this.#waiting.delete(answer.id)
    if (answer.kind !== 'broken') return waiting?.resolve(answer)

    waiting?.reject(new StoreUnavailable(`The embedded store failed: ${answer.message}`))
    void this.terminate()
  }

  #end(cause?: unknown): void {
    this.#isAlive = false
    for (const { reject } of this.#waiting.values()) {
      reject(new StoreUnavailable('The embedded store stopped while this was under way.', { cause }))
    }
    this.#waiting.clear()
  }
}

function replyOf(answer: WorkerAnswer): Reply {
  if (answer.kind !== 'answer') throw new Error(`PGlite answered with ${answer.kind} to a statement`)
  const { reply, refusal } = readAnswer(answer.bytes)
  if (refusal !== undefined) throw refusalToError(refusal)
  return reply
}

/** Shared by all threads, with the optimised code, so that the next one opens in half the time. */
function compiled(): Promise<Program> {
  const url = new URL('pglite.wasm', import.meta.resolve('@electric-sql/pglite'))
  program ??= readFile(url)
    .then((bytes) => compileForLateOptimising(bytes))
    .catch((error: unknown) => {
      // The next attempt may succeed, for example after there were too many open files.
      program = undefined
      throw error
    })
  return program
}

/**
 * The budget is part of what is compiled, so the usual one is set again afterwards: with another one V8 refuses all
 * compiled code that is kept, that of Node itself included, and every thread would compile it anew.
 */
async function compileForLateOptimising(bytes: Uint8Array): Promise<Program> {
  setFlagsFromString(lateOptimising)
  try {
    return await WebAssembly.compile(bytes)
  } finally {
    setFlagsFromString(usualOptimising)
  }
}

/** Its own objects are few and short-lived; by default V8 would let 48 MB of them gather. */
const youngMb = 12

let program: Promise<Program> | undefined

/**
 * V8 counts a turn of a loop by the length of the loop, so that PostgreSQL's largest functions seem hot after a few
 * statements. To optimise one of them takes 600 MB for a moment and as long as the whole opening. With this budget it is
 * done for what a busy server really runs often.
 */
const lateOptimising = '--wasm-tiering-budget=2000000000'
const usualOptimising = '--wasm-tiering-budget=13000000'

/** Exists in Node, but not in its types. */
declare const WebAssembly: { compile(bytes: Uint8Array): Promise<Program> }

type DistributiveOmit<Union, Key extends PropertyKey> = Union extends unknown ? Omit<Union, Key> : never
