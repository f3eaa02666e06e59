import { EnginePool } from '../engine/engine-pool.ts'
import { EngineSource } from '../engine/engine-source.ts'
import type { Source } from '../source.ts'

export interface RowColumn {
  readonly name: string
  readonly type: 'text' | 'integer' | 'number' | 'boolean' | 'date' | 'timestamp'
  readonly description?: string | undefined
}

export interface RowTable {
  readonly name: string
  readonly description: string
  /** The first one is the key. */
  readonly columns: readonly RowColumn[]
  readonly rows: readonly (readonly (string | number | boolean | null)[])[]
}

export interface RowsEngineSettings {
  readonly tables: readonly RowTable[]
}

const memoryMb = 256

/** A database in the memory of its own process, which ends when the source is closed. */
export function openRows(tables: readonly RowTable[]): Promise<Source> {
  const settings: RowsEngineSettings = { tables }
  const file = new URL('./rows-engine.ts', import.meta.url)
  const pool = new EnginePool({ file, settings, label: 'rows', memoryMb, hears: true }, 1)
  return EngineSource.open({ dialect: 'duckdb', pool, known: () => tables.map(({ name }) => [name]) })
}
