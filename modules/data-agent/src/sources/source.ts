import type { Cell, ColumnType, Dialect, Statement, Understood } from '@quipu/query'

export interface ResultColumn {
  readonly name: string
  readonly type: ColumnType
}

export interface ResultSet {
  readonly columns: readonly ResultColumn[]
  readonly rows: readonly (readonly Cell[])[]
  /** There were more rows than `maxRows`. */
  readonly isTruncated: boolean
  /** The number of texts that were cut because they were too long. Default: 0. */
  readonly cutTexts?: number
  /** The running time, without the time in the queue. */
  readonly milliseconds: number
}

export interface QueryLimits {
  readonly signal: AbortSignal
  /** Default: 10,000. */
  readonly maxRows?: number
  /** Without the time in the queue. Default: 30,000. */
  readonly timeoutMs?: number
  /** Paths of the readable tables. Default: every table of the source. */
  readonly tables?: readonly (readonly string[])[]
}

export interface TableLimits extends QueryLimits {
  /** Also the report on files, for which all of their rows are read. Default: false. */
  readonly isUnderstood?: boolean
}

export interface TableColumn {
  readonly name: string
  readonly type: ColumnType
  /** As the database names it: `VARCHAR(20)`. */
  readonly nativeType: string
  readonly isInteger: boolean
  readonly isNullable: boolean
  readonly comment: string | null
  /** The unit of its values: `EUR`. Default: none. */
  readonly unit?: string | null
  readonly reading?: Understood
}

export interface ForeignKey {
  readonly columns: readonly string[]
  readonly toTable: string
  readonly toColumns: readonly string[]
}

export interface Table {
  /** As written in the ontology: `orders`, or `schema.orders` outside the default schema. */
  readonly name: string
  /** `main.orders`, `public.orders`: as shown to people. */
  readonly source: string
  /** The parts to quote in SQL, in order. */
  readonly path: readonly string[]
  readonly comment: string | null
  readonly columns: readonly TableColumn[]
  readonly primaryKey: readonly string[]
  readonly uniqueKeys: readonly (readonly string[])[]
  readonly foreignKeys: readonly ForeignKey[]
  readonly reading?: Understood
  /** The table that has the rows of this one too, under which they are understood. */
  readonly isPartOf?: string
}

/** An open, read-only connection to one database. Every statement is checked before it runs and stopped if it takes too long. */
export interface Source extends AsyncDisposable {
  readonly dialect: Dialect
  tables(limits: TableLimits): Promise<readonly Table[]>
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

/** The message is in our words and contains no address, name or password of a connection. */
export class SourceError extends Error {
  override readonly name = 'SourceError'
  readonly failure: SourceFailure

  constructor(failure: SourceFailure, message: string, options?: ErrorOptions) {
    super(message, options)
    this.failure = failure
  }
}

/** The connected file is gone: nothing of the source can be read. */
export class SourceGone extends SourceError {
  constructor() {
    super('missing', 'The file is not there; check its path')
  }
}
