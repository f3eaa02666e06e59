import type { FilesSettings } from '../connection-settings.ts'
import { EnginePool } from '../engine/engine-pool.ts'
import { EngineSource } from '../engine/engine-source.ts'
import { atOnce, defaultMemoryMb } from '../limits.ts'
import type { SourceRoots, SourceRootsOptions } from '../source-roots.ts'
import type { Source } from '../source.ts'
import type { DataFile } from './messy/data-file.ts'
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
  let known: readonly (readonly string[])[] = []
  const pool = new EnginePool(
    {
      file: new URL('./duckdb-engine.ts', import.meta.url),
      settings,
      label: paths[0] ?? '',
      memoryMb,
      hears: true,
      // Which files belong together is known when they have been looked at.
      opened: (names) => (known = (names as readonly string[]).map((name) => [name])),
    },
    atOnce.duckdb,
  )
  return EngineSource.open({ dialect: 'duckdb', pool, known: () => known })
}
