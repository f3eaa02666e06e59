export interface DataFile {
  /** Of its view. */
  readonly name: string
  readonly path: string
  readonly reader: 'read_csv' | 'read_parquet' | 'read_json' | 'workbook' | 'database'
  /** The sheet of a workbook, or the quoted name of a table in a DuckDB database that is attached. */
  readonly part?: string
}

/** Whether what its columns hold is decided by us. */
export function isOfCells({ reader }: DataFile): boolean {
  return reader === 'read_csv' || reader === 'workbook'
}
