/** The value of one cell. Dates and times are ISO text; whole numbers beyond 2^53 and binary data are text. */
export type Cell = string | number | boolean | null

/** `mysql` also stands for MariaDB, with names in double quotes (`ANSI_QUOTES`) and no escapes by backslashes. */
export type Dialect = 'sqlite' | 'duckdb' | 'postgres' | 'mysql'

export type ColumnType = 'number' | 'text' | 'date' | 'timestamp' | 'time' | 'boolean' | 'other'

export interface Statement {
  readonly sql: string
  /** The values of `?1`, `?2` (sqlite, mysql) or `$1`, `$2` (duckdb, postgres). */
  readonly parameters: readonly Cell[]
}
