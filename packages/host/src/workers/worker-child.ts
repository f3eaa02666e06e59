import { serialize } from 'node:v8'
import { Worker } from 'node:worker_threads'
import type { Json, WorkerTask } from '@quipu/kit'
import type { WorkerOrder, WorkerReply } from './messages.ts'

const reportMs = 50
const longestMessage = 2_000

watch(Number(process.argv[2]), Number(process.argv[3]))
forbidThreads()
process.on('uncaughtException', fail)
// Nobody waits for the answer any more.
process.once('disconnect', () => process.exit(1))
process.on('message', (order) => void run(order as WorkerOrder))

async function run({ file, input, maxBytes }: WorkerOrder): Promise<void> {
  try {
    // The module guarantees that this file has such an export.
    const task = (await import(file)) as { readonly run: WorkerTask }
    const bytes = serialize(await task.run(input, progress))
    reply(bytes.byteLength > maxBytes ? { kind: 'too-large' } : { kind: 'done', bytes })
  } catch (error) {
    fail(error)
  }
}

let lastReport = -Infinity

/** Reports that come too fast are dropped, so that they cannot keep the server busy. */
function progress(report: Json): void {
  if (performance.now() - lastReport < reportMs) return
  lastReport = performance.now()
  reply({ kind: 'progress', report })
}

function fail(error: unknown): void {
  const { name, message, code }: NodeJS.ErrnoException =
    error instanceof Error ? error : new Error(String(error))
  const report = { kind: 'threw', name, message: message.slice(0, longestMessage) } as const
  reply(typeof code === 'string' ? { ...report, code } : report)
}

function reply(message: WorkerReply): void {
  // With a callback a closed channel is no uncaught exception, which would be reported over the closed channel again.
  if (process.connected) process.send?.(message, undefined, undefined, () => {})
}

/** A task may block this thread, so another one checks the memory and whether the server is still alive. */
function watch(mostBytes: number, server: number): void {
  const code = `setInterval(() => {
    if (process.ppid !== ${server} || process.memoryUsage.rss() > ${mostBytes}) process.kill(process.pid, 'SIGKILL')
  }, 50)`
  new Worker(code, { eval: true }).unref()
}

/** The one thread that is needed runs. A Node that cannot revoke the permission keeps it. */
function forbidThreads(): void {
  const { permission } = process as { readonly permission?: { drop?(scope: string): void } }
  permission?.drop?.('worker')
}
