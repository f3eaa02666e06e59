export interface DataFile {
  /** Of its view. */
  readonly name: string
  readonly path: string
  readonly reader: 'read_csv' | 'read_parquet' | 'read_json'
}
