import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { PGlite } from '@electric-sql/pglite'
import { pg_trgm } from '@electric-sql/pglite/contrib/pg_trgm'
import { rollback } from '../session.ts'
import { Exchange } from './exchange.ts'
import { SyncedFiles } from './synced-files.ts'
import type { Program, WorkerAnswer, WorkerRequest } from './worker-messages.ts'

/** How much may be written before a checkpoint; a crash then replays no more than that. */
const bytesBetweenCheckpoints = 64 * 1024 * 1024

/** PGlite's own parameters, but with fsync, by the only method that reaches our file system. */
const startParams = [
  ...PGlite.defaultStartParams.filter((parameter) => parameter !== '-F'),
  ...['fsync=on', 'wal_sync_method=fsync', 'synchronous_commit=on', 'full_page_writes=on'].flatMap(setting),
  ...['min_wal_size=32MB', 'max_wal_size=64MB'].flatMap(setting),
  // Every page stays in memory once it was used; the operating system caches the files as well.
  ...setting('shared_buffers=32MB'),
]

/** The store that is open. */
interface Opened {
  readonly pglite: PGlite
  readonly exchange: Exchange
  readonly files: SyncedFiles
  bytesAtCheckpoint: number
}

// Only loaded as a worker, which has a port to its parent.
const port = parentPort as MessagePort
const { program } = workerData as { readonly program: Program }
let opened: Opened | undefined
/** Syncs that wait for the end of a failed transaction. */
let owedSyncs: number[] = []
/** Answers that travel with the next one. */
let lazyAnswers: WorkerAnswer[] = []
/** Why the engine failed, in its own words: the error that it throws then has no details. */
let lastWords: string | undefined

let tail = Promise.resolve()
port.on('message', (requests: readonly WorkerRequest[]) => {
  for (const request of requests) tail = tail.then(() => handle(request))
})

function listen(line: string): boolean {
  const [, words] = /(?:FATAL|PANIC|ERROR):\s+(.+)/.exec(line) ?? []
  if (words !== undefined) lastWords = words
  return true
}

async function handle(request: WorkerRequest): Promise<void> {
  const { id } = request
  try {
    if (request.kind === 'open') {
      opened = await open(request.folder)
      return tell({ id, kind: 'done' })
    }
    if (opened === undefined) throw new Error('No store is open')
    await work(opened, request)
  } catch (error) {
    tell({ id, kind: 'broken', message: (opened === undefined ? lastWords : undefined) ?? wordsOf(error) })
  }
}

/** Emscripten's errors of the file system are a number, without a message. */
function wordsOf(error: unknown): string {
  if (error instanceof Error || typeof error !== 'object' || error === null || !('errno' in error))
    return String(error)
  return error.errno === outOfSpace
    ? 'ENOSPC: no space left on device'
    : `file system error ${Number(error.errno)}`
}

/** In the numbering of WASI. */
const outOfSpace = 51

async function open(folder: string): Promise<Opened> {
  lastWords = undefined
  const files = new SyncedFiles(folder)
  const pglite = await PGlite.create({
    fs: files,
    startParams,
    extensions: { pg_trgm },
    pgliteWasmModule: program,
    onStderr: listen,
  })
  return { pglite, exchange: new Exchange(pglite), files, bytesAtCheckpoint: 0 }
}

async function work(store: Opened, request: Exclude<WorkerRequest, { kind: 'open' }>): Promise<void> {
  const { exchange } = store
  const { id } = request
  switch (request.kind) {
    case 'run':
      answer(id, await exchange.run(request.statements))
      if (owedSyncs.length > 0) await sync(exchange)
      return checkpointIfDue(store)
    case 'commit': {
      const bytes = await exchange.run(request.statements)
      // The next transaction may be on its way already, and must not find this one open.
      if (exchange.isInTransaction) await exchange.run([rollback])
      if (request.isLazy) lazyAnswers.push({ id, kind: 'answer', bytes })
      else answer(id, bytes)
      if (owedSyncs.length > 0) await sync(exchange)
      return checkpointIfDue(store)
    }
    case 'sync':
      owedSyncs.push(id)
      return sync(exchange)
    case 'script':
      return answer(id, await exchange.script(request.sql))
    case 'close':
      await store.pglite.close()
      opened = undefined
      owedSyncs = []
      return tell({ id, kind: 'done' })
  }
}

/** A message in the log that nobody reads, because PostgreSQL has no other statement that brings the log to the disk. */
async function sync(exchange: Exchange): Promise<void> {
  if (exchange.isInFailedTransaction) return
  const ids = owedSyncs
  owedSyncs = []
  const bytes = await exchange.run([
    { sql: `select pg_logical_emit_message(false, '', '', true)`, values: [] },
  ])
  for (const id of ids) tell({ id, kind: 'answer', bytes })
}

/** PostgreSQL leaves this to a separate process, which PGlite lacks: its log would grow without limit. */
async function checkpointIfDue(store: Opened): Promise<void> {
  const { exchange, files } = store
  if (exchange.isInTransaction || files.bytesWritten - store.bytesAtCheckpoint < bytesBetweenCheckpoints)
    return
  await exchange.run([{ sql: 'checkpoint', values: [] }])
  store.bytesAtCheckpoint = files.bytesWritten
}

function tell(answer: WorkerAnswer, handedOver: readonly ArrayBuffer[] = []): void {
  const answers = [...lazyAnswers, answer]
  lazyAnswers = []
  port.postMessage(answers, handedOver)
}

/** The bytes are handed over, not copied. */
function answer(id: number, bytes: Uint8Array<ArrayBuffer>): void {
  tell({ id, kind: 'answer', bytes }, [bytes.buffer])
}

function setting(value: string): string[] {
  return ['-c', value]
}
