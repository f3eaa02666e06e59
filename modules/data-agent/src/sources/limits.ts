import type { QueryLimits } from './source.ts'
import { SourceError } from './source.ts'

export const defaultMemoryMb = 512

/** All the text of one result; more would be a burden to everything behind it. */
export const maxResultBytes = 64 * 2 ** 20

export function maxRowsOf({ maxRows = 10_000 }: QueryLimits): number {
  return maxRows
}

export function timeoutOf({ timeoutMs = 30_000 }: QueryLimits): number {
  return timeoutMs
}

/** Runs until done, out of time or called off; in the last two cases `stop` ends it where it runs. */
export async function underLimits<T>(
  limits: QueryLimits,
  stop: () => void,
  run: () => Promise<T>,
): Promise<T> {
  if (limits.signal.aborted) throw cancelled()
  const { promise: ended, reject } = Promise.withResolvers<never>()
  const end = (why: SourceError): void => {
    reject(why)
    stop()
  }
  const milliseconds = timeoutOf(limits)
  const timer = setTimeout(() => end(outOfTime(milliseconds)), milliseconds)
  const onAbort = (): void => end(cancelled())
  limits.signal.addEventListener('abort', onAbort, { once: true })
  try {
    return await Promise.race([run(), ended])
  } finally {
    clearTimeout(timer)
    limits.signal.removeEventListener('abort', onAbort)
  }
}

export function tooLarge(): SourceError {
  return new SourceError('memory', 'The result is larger than 64 MB; ask for fewer columns or rows')
}

export function outOfMemory(memoryMb: number): SourceError {
  return new SourceError('memory', `The statement needed more than ${memoryMb} MB; ask for less at once`)
}

function outOfTime(milliseconds: number): SourceError {
  return new SourceError(
    'timeout',
    `The statement was stopped after ${milliseconds / 1000} s; ask for less at once`,
  )
}

function cancelled(): SourceError {
  return new SourceError('cancelled', 'The statement was stopped because the question was called off')
}
