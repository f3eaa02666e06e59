import type { Call } from './call.ts'

/** What a module lets people ask about among their own: the data agent reads it for one question and keeps nothing. */
export interface OwnRows<Service> {
  readonly needs: string
  /** At most so many rows of each table, the latest first. With 0, tables and columns only, and nobody else is asked. */
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

/** Of each module that this caller may read. */
export type OwnRowsPort = (call: Call, most: number) => Promise<readonly ModuleRows[]>
export interface ModuleRows {
  readonly module: string
  readonly tables: readonly OwnTable[]
  /** Why nothing could be read, in words for the caller. */
  readonly problem?: string
}
