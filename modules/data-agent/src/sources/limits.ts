import { availableParallelism } from 'node:os'
import type { Dialect } from '@quipu/query'
import type { QueryLimits } from './source.ts'
import { SourceError } from './source.ts'

/** What one statement may use of memory beside its process. Default: 512. */
export const defaultMemoryMb = 512

/**
 * What a process takes for itself: the engine, the rows on their way out, and memory that DuckDB keeps though it does
 * not count it.
 */
export const processMb = 512

/** How often a process that works looks at its memory. Two gigabytes are filled in about a second. */
export const memoryLookMs = 25

/** All cells of one result, as they leave the process of its engine. */
export const maxResultBytes = 16 * 2 ** 20

/** A longer text of a cell is cut. */
export const maxCellCharacters = 10_000

/** What a PostgreSQL server may send for one statement, before any text is cut. */
export const maxWireBytes = 64 * 2 ** 20

/** Rows come in messages of about this size, so that other work goes on between two of them. */
export const messageBytes = 64 * 1024

/** The rows that are handed out with an answer. */
export const maxAnswerBytes = 2 ** 20

/**
 * So many statements of one source run at once, each in a process of its own: no more than there are cores, for they
 * would slow each other down, but two, so that a long one does not hold up everybody. DuckDB's use two cores each.
 */
export const atOnce: Readonly<Record<Dialect, number>> = {
  sqlite: Math.min(3, Math.max(2, availableParallelism())),
  duckdb: 2,
  postgres: 4,
  mysql: 4,
}

/** So many questions may wait for one source, in all and of one person. */
export const mostWaiting = 100
export const mostWaitingEach = 10

/** A process at rest ends after this time; one of each source stays. */
export const idleProcessMs = 30_000

/** From the start of a process until its database is open. */
export const openMs = 60_000

/** A statement that was told to stop is given this time; then its process is ended. */
export const stopMs = 5_000

export const connectMs = 5_000

export const answerRows = 10_000
export const answerMs = 30_000

/** Open sources; how long one that nobody uses stays open, and any one at all. */
export const mostOpen = 16
export const idleSourceMs = 5 * 60_000
export const oldSourceMs = 60 * 60_000

export function maxRowsOf({ maxRows = answerRows }: QueryLimits): number {
  return maxRows
}

export function timeoutOf({ timeoutMs = answerMs }: QueryLimits): number {
  return timeoutMs
}

export function tooLarge(bytes = maxResultBytes): SourceError {
  return new SourceError(
    'memory',
    `The result is larger than ${bytes / 2 ** 20} MB; ask for fewer columns or rows`,
  )
}

export function outOfMemory(memoryMb: number): SourceError {
  return new SourceError('memory', `The statement needed more than ${memoryMb} MB; ask for less at once`)
}

export function outOfTime(milliseconds: number): SourceError {
  return new SourceError(
    'timeout',
    `The statement was stopped after it had run for ${milliseconds / 1000} s; ask for less at once`,
  )
}

export function cancelled(): SourceError {
  return new SourceError('cancelled', 'The statement was stopped because the question was called off')
}
