/** What a database gives for one cell. Dates and times as ISO text; whole numbers beyond 2^53 and binary as text. */
export type Cell = string | number | boolean | null

export type Dialect = 'sqlite' | 'duckdb' | 'postgres'

export type ColumnType = 'number' | 'text' | 'date' | 'timestamp' | 'time' | 'boolean' | 'other'

export interface Statement {
  readonly sql: string
  /** For `?1`, `?2` (sqlite), `$1`, `$2` (duckdb, postgres). */
  readonly parameters: readonly Cell[]
}
