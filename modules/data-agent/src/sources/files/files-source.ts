import type { FilesSettings } from '../connection-settings.ts'
import { EnginePool } from '../engine/engine-pool.ts'
import type { EngineProgram } from '../engine/engine-process.ts'
import { EngineSource } from '../engine/engine-source.ts'
import { atOnce, defaultMemoryMb } from '../limits.ts'
import type { SourceRoots, SourceRootsOptions } from '../source-roots.ts'
import type { Source } from '../source.ts'
import { SourceError } from '../source.ts'
import type { DataFile } from './messy/data-file.ts'
import { GrowingFolder } from './growing-folder.ts'

export interface DuckdbEngineSettings {
  readonly files: readonly DataFile[]
  readonly roots: SourceRootsOptions
}

export async function openFiles(
  { paths }: FilesSettings,
  { roots, memoryMb = defaultMemoryMb }: { roots: SourceRoots; memoryMb?: number | undefined },
): Promise<Source> {
  let known: readonly (readonly string[])[] = []
  const programOf = (files: readonly DataFile[]): EngineProgram => {
    const settings: DuckdbEngineSettings = { files, roots: roots.options }
    return {
      file: new URL('./duckdb-engine.ts', import.meta.url),
      settings,
      label: paths[0] ?? '',
      memoryMb,
      hears: true,
      // Files must be inspected to find those that belong together.
      opened: (names) => (known = (names as readonly string[]).map((name) => [name])),
    }
  }
  const folder = new GrowingFolder(paths, roots)
  let program = programOf(await folder.files())
  const pool = new EnginePool(program, atOnce.duckdb)
  const lookAgain = async (): Promise<boolean> => {
    const files = await folder.grown()
    if (files === null) return false
    const grown = programOf(files)
    try {
      pool.renew(grown)
      void pool.give(await pool.take(new AbortController().signal))
      program = grown
      return true
    } catch (error) {
      // A new file that is damaged or half written does not affect questions about the others.
      pool.renew(program)
      if (error instanceof SourceError) return false
      throw error
    }
  }
  return EngineSource.open({ dialect: 'duckdb', pool, known: () => known, lookAgain })
}
