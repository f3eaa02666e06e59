import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { ToolError } from '@quipu/kit'
import { apartLimits } from './limits.ts'

let last: Promise<unknown> = Promise.resolve()

/** What a worker says when the person who sent the work can mend it. */
export interface Refusal {
  readonly refusal: string
}

export interface ApartOptions {
  readonly what: string
  readonly signal: AbortSignal
  /** `apartLimits` by default. */
  readonly limits?: { readonly milliseconds: number; readonly memoryMb: number }
}

/**
 * Runs a worker in a thread of its own, one at a time, within limits of time and memory: whatever the work costs,
 * everybody else's goes on. Gives the worker's first message. `what` begins the sentence that says why it was stopped.
 */
export function runApart<Result>(worker: URL, given: unknown, options: ApartOptions): Promise<Result> {
  const mine = last.then(() => runOne<Result>(worker, given, options))
  last = mine.catch(() => undefined)
  return mine
}

async function runOne<Result>(
  file: URL,
  given: unknown,
  { what, signal, limits: { milliseconds, memoryMb } = apartLimits }: ApartOptions,
): Promise<Result> {
  signal.throwIfAborted()
  const late = AbortSignal.timeout(milliseconds)
  const worker = new Worker(file, {
    workerData: given,
    resourceLimits: { maxOldGenerationSizeMb: memoryMb },
  })
  try {
    const either = AbortSignal.any([signal, late])
    // `once` rejects with the error that the worker ends by.
    const [message] = (await once(worker, 'message', { signal: either })) as [Result | Refusal]
    if (isRefusal(message)) throw new ToolError('VALIDATION_ERROR', message.refusal)
    return message
  } catch (error) {
    if (late.aborted)
      throw new ToolError('TIMEOUT', `${what} took longer than ${milliseconds / 1000} seconds; send less`)
    if (!isOutOfMemory(error)) throw error
    const reason = `${what} took more than ${memoryMb} MB of memory; send less`
    throw new ToolError('VALIDATION_ERROR', reason, {}, { cause: error })
  } finally {
    await worker.terminate()
  }
}

function isRefusal(message: unknown): message is Refusal {
  return typeof message === 'object' && message !== null && 'refusal' in message
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'
}
