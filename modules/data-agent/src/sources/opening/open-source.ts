import type { OpenSettings } from '../connection-settings.ts'
import { openFiles } from '../files/files-source.ts'
import { openMysql } from '../mysql/mysql-source.ts'
import type { OwnDatabase } from '../postgres/own-database.ts'
import { openPostgres } from '../postgres/postgres-source.ts'
import type { SourceRoots } from '../source-roots.ts'
import type { Source } from '../source.ts'
import { openSqlite } from '../sqlite/sqlite-source.ts'

export interface OpenSourceOptions {
  readonly roots: SourceRoots
  /** The memory of one statement in MB. Default: 512. */
  readonly memoryMb?: number | undefined
  /** PostgreSQL databases that are never a source: the server's own. */
  readonly forbidden?: readonly OwnDatabase[] | undefined
}

/** Throws `SourceError` if the database cannot be reached or may not be read. */
export function openSource(settings: OpenSettings, options: OpenSourceOptions): Promise<Source> {
  switch (settings.kind) {
    case 'sqlite':
      return openSqlite(settings, options)
    case 'files':
      return openFiles(settings, options)
    case 'postgres':
      return openPostgres(settings, options)
    case 'mysql':
      return openMysql(settings, options)
  }
}
