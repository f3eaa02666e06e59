import { stat } from 'node:fs/promises'
import type { SqliteSettings } from '../connection-settings.ts'
import { EnginePool } from '../engine/engine-pool.ts'
import type { EngineProgram } from '../engine/engine-process.ts'
import { EngineSource } from '../engine/engine-source.ts'
import { atOnce, defaultMemoryMb } from '../limits.ts'
import type { SourceRoots } from '../source-roots.ts'
import type { Source } from '../source.ts'
import { SourceError } from '../source.ts'

export async function openSqlite(
  { file }: SqliteSettings,
  { roots, memoryMb = defaultMemoryMb }: { roots: SourceRoots; memoryMb?: number | undefined },
): Promise<Source> {
  const { path, isFolder } = await roots.admit(file)
  if (isFolder) throw new SourceError('refused', 'This is a folder; give the path of the SQLite file')
  const programOf = (path: string): EngineProgram => ({
    file: new URL('./sqlite-engine.ts', import.meta.url),
    settings: { file: path },
    label: path,
    memoryMb,
    hears: false,
  })
  const pool = new EnginePool(programOf(path), atOnce.sqlite)
  let identity: string | null = null
  /** A replaced file is opened again; a file that was removed or moved out of the roots is an error. */
  const lookAgain = async (): Promise<boolean> => {
    const { path } = await roots.admit(file)
    const { dev, ino } = await stat(path)
    const [before, now] = [identity, `${path}:${dev}:${ino}`]
    identity = now
    if (before === null || before === now) return false
    pool.renew(programOf(path))
    return true
  }
  return EngineSource.open({ dialect: 'sqlite', pool, lookAgain })
}
