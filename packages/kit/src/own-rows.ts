import type { Call } from './call.ts'

/** A person's own rows in a module. The data agent reads them for one question and keeps nothing. */
export interface OwnRows<Service> {
  readonly needs: string
  /** At most this many rows per table, the latest first. With 0, only columns, and no other server is asked. */
  tables(service: Service, call: Call, most: number): Promise<readonly OwnTable[]>
}

export interface OwnTable {
  readonly name: string
  readonly description: string
  /** The first one is the key. */
  readonly columns: readonly OwnColumn[]
  readonly rows: readonly (readonly (string | number | boolean | null)[])[]
  /** There are more rows. */
  readonly isCut: boolean
}
export interface OwnColumn {
  readonly name: string
  readonly type: 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'timestamp'
  readonly description?: string
  readonly synonyms?: readonly string[]
}

/** The tables of each module that this caller may read. */
export type OwnRowsPort = (call: Call, most: number) => Promise<readonly ModuleRows[]>
export interface ModuleRows {
  readonly module: string
  readonly tables: readonly OwnTable[]
  /** Why nothing could be read, as a message for the caller. */
  readonly problem?: string
}
