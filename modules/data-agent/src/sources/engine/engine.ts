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

/** A database as the process around it sees it. It is asked one thing at a time. */
export interface Engine {
  /** What the server needs to know of it before the first statement. */
  readonly opened?: unknown
  /** With what was understood of them, where they do not say of themselves what they hold. */
  tables(timeoutMs: number, isUnderstood: boolean): Promise<readonly Table[]>
  query(query: EngineQuery): Promise<EngineRows>
  /** Ends what runs. One that cannot is ended with its process. */
  stop(): void
}

export type EngineRequest =
  | { readonly kind: 'open'; readonly settings: unknown; readonly memoryMb: number }
  | { readonly kind: 'tables'; readonly timeoutMs: number; readonly isUnderstood: boolean }
  | ({ readonly kind: 'query' } & EngineQuery)
  | { readonly kind: 'stop' }

/** What was asked for comes in parts (rows or tables), then what is known of the whole. */
export type EngineReply =
  | { readonly kind: 'part'; readonly items: readonly unknown[] }
  | { readonly kind: 'done'; readonly whole: unknown }
  | { readonly kind: 'failed'; readonly failure: SourceFailure; readonly message: string }
