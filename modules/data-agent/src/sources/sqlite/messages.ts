import type { Cell } from '@quipu/query'

/** What the process around a SQLite database is asked. */
export interface SqliteRequest {
  readonly sql: string
  readonly parameters: readonly Cell[]
  readonly maxRows: number
  readonly maxBytes: number
  /** The names that may be read; null for our own look at the catalogue. */
  readonly tables: readonly string[] | null
}

export interface SqliteRows {
  readonly columns: readonly { readonly name: string; readonly declared: string | null }[]
  readonly rows: readonly (readonly Cell[])[]
  readonly isTruncated: boolean
}

export type SqliteReply =
  | { readonly kind: 'ready' }
  | ({ readonly kind: 'rows' } & SqliteRows)
  | { readonly kind: 'too-large' }
  | { readonly kind: 'failed'; readonly code: number; readonly message: string }
