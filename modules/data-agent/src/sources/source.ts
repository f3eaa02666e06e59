/** What a database gives for one cell. Dates and times as ISO text; whole numbers beyond 2^53 and binary as text. */
export type Cell = string | number | boolean | null

export type Dialect = 'sqlite' | 'duckdb' | 'postgres'

export interface Statement {
  readonly sql: string
  /** For `?1`, `?2` (sqlite), `$1`, `$2` (duckdb, postgres). */
  readonly parameters: readonly Cell[]
}

export interface ResultColumn {
  readonly name: string
  readonly type: ColumnType
}

export interface ResultSet {
  readonly columns: readonly ResultColumn[]
  readonly rows: readonly (readonly Cell[])[]
  /** There were more rows than `maxRows`. */
  readonly isTruncated: boolean
  readonly milliseconds: number
}

export interface QueryLimits {
  readonly signal: AbortSignal
  /** 10,000 unless said. */
  readonly maxRows?: number
  /** 30,000 unless said. */
  readonly timeoutMs?: number
  /** Paths of the only tables that may be read; every table of the source unless said. */
  readonly tables?: readonly (readonly string[])[]
}

export type ColumnType = 'number' | 'text' | 'date' | 'timestamp' | 'time' | 'boolean' | 'other'

export interface TableColumn {
  readonly name: string
  readonly type: ColumnType
  /** As the database names it: `VARCHAR(20)`. */
  readonly nativeType: string
  readonly isInteger: boolean
  readonly isNullable: boolean
  readonly comment: string | null
}

export interface ForeignKey {
  readonly columns: readonly string[]
  readonly toTable: string
  readonly toColumns: readonly string[]
}

export interface Table {
  /** As written in the ontology: `orders`, or `schema.orders` outside the default schema. */
  readonly name: string
  /** `main.orders`, `public.orders`: as it is shown to people. */
  readonly source: string
  /** The parts to quote in SQL, in order. */
  readonly path: readonly string[]
  readonly comment: string | null
  readonly columns: readonly TableColumn[]
  readonly primaryKey: readonly string[]
  readonly uniqueKeys: readonly (readonly string[])[]
  readonly foreignKeys: readonly ForeignKey[]
}

/** An open, read-only way to one database. Every statement is checked before it runs and stopped when it takes too long. */
export interface Source extends AsyncDisposable {
  readonly dialect: Dialect
  tables(limits: QueryLimits): Promise<readonly Table[]>
  /** Throws `SourceError`, never a driver's own error. Aborting the signal stops the statement on the database. */
  query(statement: Statement, limits: QueryLimits): Promise<ResultSet>
}

export type SourceFailure =
  | 'unreachable'
  | 'timeout'
  | 'cancelled'
  | 'refused'
  | 'memory'
  | 'missing'
  | 'failed'

/** The message is in our words and holds no address, name or password of a connection. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
  readonly failure: SourceFailure

  constructor(failure: SourceFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}

/** The file that is connected is no longer there: nothing of the source can be read. */
export class SourceGone extends SourceError {
  constructor() {
    super('missing', 'The file is not there; check its path')
  }
}
