import type { Cell } from '@quipu/query'
import type { ResultSet, SourceFailure, Table } from '../source.ts'

export interface EngineQuery {
  readonly sql: string
  readonly parameters: readonly Cell[]
  readonly maxRows: number
  readonly timeoutMs: number
  /** Paths of the tables that may be read. */
  readonly tables: readonly (readonly string[])[]
}

export type EngineRows = Omit<ResultSet, 'milliseconds'>

/** A database inside its process. It gets one request at a time. */
export interface Engine {
  /** The information that the server needs before the first statement. */
  readonly opened?: unknown
  /** With a report on files whose format does not declare types. */
  tables(timeoutMs: number, isUnderstood: boolean): Promise<readonly Table[]>
  query(query: EngineQuery): Promise<EngineRows>
  /** Stops the running statement. If the engine cannot do that, its process is ended. */
  stop(): void
}

export type EngineRequest =
  | { readonly kind: 'open'; readonly settings: unknown; readonly memoryMb: number }
  | { readonly kind: 'tables'; readonly timeoutMs: number; readonly isUnderstood: boolean }
  | ({ readonly kind: 'query' } & EngineQuery)
  | { readonly kind: 'stop' }

/** The result arrives in parts (rows or tables), then the summary. */
export type EngineReply =
  | { readonly kind: 'part'; readonly items: readonly unknown[] }
  | { readonly kind: 'done'; readonly whole: unknown }
  | { readonly kind: 'failed'; readonly failure: SourceFailure; readonly message: string }
