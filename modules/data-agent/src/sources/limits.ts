import { availableParallelism } from 'node:os'
import type { Dialect } from '@quipu/query'
import type { QueryLimits } from './source.ts'
import { SourceError } from './source.ts'

/** The memory of one statement in addition to that of its process. Default: 512. */
export const defaultMemoryMb = 512

/**
 * The memory of a process itself: the engine, the rows being sent, and memory that DuckDB keeps but does
 * not count it.
 */
export const processMb = 512

/** How often a busy process checks its memory. Two gigabytes are filled in about a second. */
export const memoryLookMs = 25

/** The size of all cells of one result, as sent by the process of its engine. */
export const maxResultBytes = 16 * 2 ** 20

/** A longer text of a cell is cut. */
export const maxCellCharacters = 10_000

/** What a PostgreSQL server may send for one statement, before any text is cut. */
export const maxWireBytes = 64 * 2 ** 20

/** Rows are sent in messages of about this size, so that other work can run between them. */
export const messageBytes = 64 * 1024

/** The rows of an answer. */
export const maxAnswerBytes = 2 ** 20

/**
 * So many statements of one source run at once, each in its own process: no more than there are cores, because they
 * would slow each other down, but at least two, so that a long one does not block everybody. Those of DuckDB use two cores each.
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

/** An idle process ends after this time; one of each source stays. */
export const idleProcessMs = 30_000

/** From the start of a process until its database is open. */
export const openMs = 60_000

/** The time for a statement to stop on request; then its process is ended. */
export const stopMs = 5_000

export const connectMs = 5_000

export const answerRows = 10_000
export const answerMs = 30_000

/** The number of open sources; how long an unused one stays open, and how long any one does. */
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
