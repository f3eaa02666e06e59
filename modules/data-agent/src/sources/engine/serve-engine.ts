import { Worker } from 'node:worker_threads'
import { memoryLookMs, messageBytes, processMb } from '../limits.ts'
import { SourceError } from '../source.ts'
import type { Engine, EngineReply, EngineRequest } from './engine.ts'
import { sizeOf } from './row-taker.ts'

/** The other end of `EngineProcess`: opens a database and answers for it until the server is gone. */
export function serveEngine<Settings>(open: (settings: Settings, memoryMb: number) => Promise<Engine>): void {
  let engine: Engine | undefined
  let watch: MemoryWatch | undefined
  let isBusy = false
  let isLeft = false

  const answer = async (request: EngineRequest): Promise<EngineReply> => {
    if (request.kind === 'open') {
      // Sent by the process that starts this program, with its settings.
      engine = await open(request.settings as Settings, request.memoryMb)
      return { kind: 'done', whole: engine.opened ?? null }
    }
    if (engine === undefined) throw new SourceError('unreachable', 'The database is not open')
    if (request.kind === 'query') {
      const { rows, ...whole } = await engine.query(request)
      await sendParts(rows, sizeOf)
      return { kind: 'done', whole }
    }
    if (request.kind === 'tables')
      await sendParts(await engine.tables(request.timeoutMs, request.isUnderstood), tableSize)
    return { kind: 'done', whole: null }
  }

  const serve = async (request: EngineRequest): Promise<void> => {
    if (request.kind === 'open') watch = new MemoryWatch(request.memoryMb)
    isBusy = true
    watch?.begin()
    const reply = await answer(request).catch(failed)
    watch?.end()
    isBusy = false
    if (isLeft) process.exit()
    await send(reply)
  }

  process.on('message', (request: EngineRequest) => {
    if (request.kind !== 'stop') void serve(request)
    else if (isBusy) engine?.stop()
  })
  process.once('disconnect', () => {
    if (!isBusy) process.exit()
    isLeft = true
    engine?.stop()
  })
}

/**
 * A statement may block this thread, and no engine limits all of its memory. So another thread watches the memory,
 * and whether the server is still alive. The signal shows why the process ended.
 */
class MemoryWatch {
  readonly #isWorking = new Int32Array(new SharedArrayBuffer(4))

  constructor(memoryMb: number) {
    const most = (memoryMb + processMb) * 2 ** 20
    const code = `const { workerData } = require('node:worker_threads')
      for (;;) {
        Atomics.wait(workerData, 0, 0)
        if (process.memoryUsage.rss() > ${most}) process.kill(process.pid, 'SIGUSR2')
        if (process.ppid !== ${process.ppid}) process.kill(process.pid, 'SIGKILL')
        Atomics.wait(workerData, 0, 1, ${memoryLookMs})
      }`
    new Worker(code, { eval: true, workerData: this.#isWorking }).unref()
  }

  begin(): void {
    Atomics.store(this.#isWorking, 0, 1)
    Atomics.notify(this.#isWorking, 0)
  }

  end(): void {
    Atomics.store(this.#isWorking, 0, 0)
  }
}

async function sendParts<Item>(items: readonly Item[], size: (item: Item) => number): Promise<void> {
  let part: Item[] = []
  let bytes = 0
  for (const item of items) {
    part.push(item)
    bytes += size(item)
    if (bytes < messageBytes) continue
    await send({ kind: 'part', items: part })
    part = []
    bytes = 0
  }
  if (part.length > 0) await send({ kind: 'part', items: part })
}

function tableSize({ columns }: { readonly columns: readonly unknown[] }): number {
  return columns.length * 200
}

/** Resolves when it was sent, so that at most one message is buffered. */
function send(reply: EngineReply): Promise<void> {
  return new Promise((resolve) => {
    if (process.send === undefined || !process.connected) return resolve()
    process.send(reply, undefined, undefined, () => resolve())
  })
}

function failed(error: unknown): EngineReply {
  if (error instanceof SourceError) return { kind: 'failed', failure: error.failure, message: error.message }
  return { kind: 'failed', failure: 'failed', message: 'The statement could not be run; ask in other words' }
}
