import { readFile } from 'node:fs/promises'
import { setFlagsFromString } from 'node:v8'
import { Worker } from 'node:worker_threads'
import { refusalToError } from '../failures.ts'
import type { Reply, WireStatement } from '../session.ts'
import { StoreUnavailable } from '../store.ts'
import { SharedSync } from './shared-sync.ts'
import { readAnswer } from './wire-answer.ts'
import type { Program, WorkerAnswer, WorkerRequest } from './worker-messages.ts'

/** PGlite in a separate thread, so that a long statement does not block the process and can be cut off. */
export class PGliteThread {
  readonly #worker: Worker
  readonly sync = new SharedSync(async () => void replyOf(await this.#ask({ kind: 'sync' })))
  readonly #waiting = new Map<number, PromiseWithResolvers<WorkerAnswer>>()
  #lastId = 0
  /** Requests of one turn of the event loop go in one message, because each message wakes the other thread. */
  #outbox: WorkerRequest[] = []
  #isAlive = true
  /** Another store may be open in it. */
  #isGivenAway = false

  /** Resolves when the store in this folder is open. An empty folder gets a new one. */
  static async start(folder: string): Promise<PGliteThread> {
    const thread = new PGliteThread(parked.pop() ?? newWorker(await compiled()))
    await thread.#ask({ kind: 'open', folder })
    return thread
  }

  private constructor(worker: Worker) {
    this.#worker = worker
    worker.ref()
    worker.removeAllListeners()
    worker.on('message', (answers: readonly WorkerAnswer[]) => {
      for (const answer of answers) this.#receive(answer)
    })
    worker.on('error', (error) => this.#end(error))
    worker.on('exit', () => this.#end())
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
    if (!this.#isAlive || parked.length >= mostParked) return await this.terminate()
    this.#end()
    this.#isGivenAway = true
    park(this.#worker)
  }

  /** Ends at once, as a crash would; work under way is refused, acknowledged writes are kept. */
  async terminate(): Promise<void> {
    if (this.#isGivenAway) return
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

function newWorker(engine: Program): Worker {
  return new Worker(new URL('./pglite-worker.ts', import.meta.url), {
    workerData: { program: engine },
    resourceLimits: { maxYoungGenerationSizeMb: youngMb },
  })
}

/**
 * Threads whose store was closed. The next store opens in one of them in half the time, because all code of the engine is
 * loaded there. They do not keep the process.
 */
const parked: Worker[] = []
const mostParked = 1

function park(worker: Worker): void {
  worker.removeAllListeners()
  const forget = () => {
    const place = parked.indexOf(worker)
    if (place >= 0) parked.splice(place, 1)
  }
  worker.on('error', forget)
  worker.on('exit', forget)
  worker.unref()
  parked.push(worker)
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
