export interface DataFile {
  /** Of its view. */
  readonly name: string
  readonly path: string
  readonly reader: 'read_csv' | 'read_parquet' | 'read_json' | 'workbook' | 'database'
  /** The sheet of a workbook, or the quoted name of a table in an attached DuckDB database. */
  readonly part?: string
  /** Of several tables below one another: which one, from 0. */
  readonly block?: number
  /** The column whose lists of records are the rows, such as the lines of orders; and the name of the file itself. */
  readonly list?: string
  readonly parent?: string
  /** What was left out beside it, as a sentence. */
  readonly note?: string
}

/** Whether we infer the types of its columns. */
export function isOfCells({ reader }: DataFile): boolean {
  return reader === 'read_csv' || reader === 'workbook'
}
