import type { FilesSettings } from '../connection-settings.ts'
import { EnginePool } from '../engine/engine-pool.ts'
import { EngineSource } from '../engine/engine-source.ts'
import { atOnce, defaultMemoryMb } from '../limits.ts'
import type { SourceRoots, SourceRootsOptions } from '../source-roots.ts'
import type { Source } from '../source.ts'
import type { DataFile } from './find-files.ts'
import { findFiles } from './find-files.ts'

export interface DuckdbEngineSettings {
  readonly files: readonly DataFile[]
  readonly roots: SourceRootsOptions
}

export async function openFiles(
  { paths }: FilesSettings,
  { roots, memoryMb = defaultMemoryMb }: { roots: SourceRoots; memoryMb?: number | undefined },
): Promise<Source> {
  const settings: DuckdbEngineSettings = { files: await findFiles(paths, roots), roots: roots.options }
  const pool = new EnginePool(
    {
      file: new URL('./duckdb-engine.ts', import.meta.url),
      settings,
      label: paths[0] ?? '',
      memoryMb,
      hears: true,
    },
    atOnce.duckdb,
  )
  const known = settings.files.map(({ name }) => [name])
  return EngineSource.open({ dialect: 'duckdb', pool, known })
}
